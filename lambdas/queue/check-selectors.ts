import { isObject, jsonPointer, type Violation } from '../domain/json-text.ts';
import { maxSellingSites } from '../domain/request/queue-request.ts';
import { selectorSchema } from '../domain/site/selling-site.ts';
import type { RunBounded } from '../pricing/sources/selectors/apply-selectors.ts';
import type { SelectorEngines, SelectorType } from '../pricing/sources/selectors/engine.ts';
import { type CheckedSelector, selectorFault } from '../pricing/sources/selectors/engine.ts';
import { createTimeBudget, TimeSpentError } from '../time-budget.ts';

/**
 * Processor time for checking the selectors of one call, whose caller is not authenticated yet. Enough for 1,000 different
 * selectors of usual length; the others are checked by the scraper, which reports faults in `Warnings`.
 */
const maxCheckMs = 200;

/** Bounds the response. */
const maxNamedSelectors = 20;

interface PlacedSelector {
  selector: CheckedSelector;
  /** Relative to the site, or to the body. */
  path: (string | number)[];
}

/**
 * All well-formed selectors of a site, `WaitFor` included.
 *
 * @param site - may break the schema.
 */
const selectorsOf = function* (site: unknown): Generator<PlacedSelector> {
  if (!isObject(site)) return;
  const { WaitFor, Selectors } = site;
  if (typeof WaitFor === 'string') yield { selector: { Type: 'WaitFor', Value: WaitFor }, path: ['WaitFor'] };
  for (const [field, list] of Object.entries(isObject(Selectors) ? Selectors : {})) {
    for (const [index, given] of Array.isArray(list) ? list.entries() : []) {
      const { data: selector } = selectorSchema.safeParse(given);
      if (selector) yield { selector, path: ['Selectors', field, index, 'Value'] };
    }
  }
};

/** Faults of a site's selectors that make them unusable on any page, each with its path. */
export const selectorFaultsOf = (
  site: unknown,
  engines: SelectorEngines,
): (PlacedSelector & { fault: string })[] =>
  [...selectorsOf(site)].flatMap(({ selector, path }) => {
    const fault = selectorFault(selector, engines);
    return fault === undefined ? [] : [{ selector, path, fault }];
  });

const selectorsOfCall = function* (body: unknown): Generator<PlacedSelector> {
  const data = isObject(body) ? body.Data : undefined;
  const sites = isObject(data) && Array.isArray(data.SellingSites) ? data.SellingSites : [];
  for (const [index, site] of sites.slice(0, maxSellingSites).entries()) {
    for (const { selector, path } of selectorsOf(site))
      yield { selector, path: ['Data', 'SellingSites', index, ...path] };
  }
};

/** Types of the selectors of a call, whose engines {@link findUnusableSelectors} needs. */
export const selectorTypesIn = (body: unknown): Set<SelectorType> =>
  new Set(
    [...selectorsOfCall(body)].map(({ selector }) => selector.Type).filter((type) => type !== 'WaitFor'),
  );

/**
 * Reports selectors that cannot be used on any page, because they do not compile or are too expensive.
 *
 * @param body - parsed JSON of the call; may break the schema elsewhere.
 * @param bounded - runs each check.
 */
export const findUnusableSelectors = (
  body: unknown,
  engines: SelectorEngines,
  bounded: RunBounded = createTimeBudget(maxCheckMs),
): Violation[] => {
  const violations: Violation[] = [];
  // Sites of one shop often share selectors.
  const known = new Map<string, string | undefined>();
  const faultOf = (selector: CheckedSelector): string | undefined => {
    const key = `${selector.Type} ${selector.Value}`;
    if (!known.has(key))
      known.set(
        key,
        bounded(() => selectorFault(selector, engines)),
      );
    return known.get(key);
  };
  for (const { selector, path } of selectorsOfCall(body)) {
    let fault: string | undefined;
    try {
      fault = faultOf(selector);
    } catch (error) {
      if (error instanceof TimeSpentError) break;
      throw error;
    }
    if (fault !== undefined)
      violations.push({
        Pointer: jsonPointer(path),
        Detail: `is not a usable ${selector.Type === 'WaitFor' ? 'Css' : selector.Type} selector: ${fault}`,
      });
    if (violations.length >= maxNamedSelectors) break;
  }
  return violations;
};
