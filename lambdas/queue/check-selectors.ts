import { jsonPointer, type Violation } from '../domain/json-text.ts';
import { maxSellingSites } from '../domain/queue-request.ts';
import { selectorSchema } from '../domain/selling-site.ts';
import {
  type CheckedSelector,
  selectorCheckCost,
  selectorFault,
} from '../pricing/selectors/check-selector.ts';

/**
 * What checking the selectors of one call may cost, in the units of `selectorCheckCost`: some tens of milliseconds.
 * The caller is not known yet. It is enough for 1,000 different selectors of a usual length; those behind are not
 * checked here, and where they cannot be used the site's `Warnings` say so.
 */
const maxCheckCost = 60_000;

/** More would make a long answer out of one call. */
const maxNamedSelectors = 20;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All selectors that have the form of one, each with the way to it; what is waited for is one too. */
const selectorsIn = function* (
  body: unknown,
): Generator<{ selector: CheckedSelector; path: (string | number)[] }> {
  const data = isObject(body) ? body.Data : undefined;
  const sites = isObject(data) && Array.isArray(data.SellingSites) ? data.SellingSites : [];
  for (const [site, value] of sites.slice(0, maxSellingSites).entries()) {
    if (isObject(value) && typeof value.WaitFor === 'string') {
      const selector = { Type: 'WaitFor', Value: value.WaitFor } as const;
      yield { selector, path: ['Data', 'SellingSites', site, 'WaitFor'] };
    }
    const fields = isObject(value) && isObject(value.Selectors) ? Object.entries(value.Selectors) : [];
    for (const [field, list] of fields) {
      if (!Array.isArray(list)) continue;
      for (const [index, given] of list.entries()) {
        const { data: selector } = selectorSchema.safeParse(given);
        const path = ['Data', 'SellingSites', site, 'Selectors', field, index, 'Value'];
        if (selector) yield { selector, path };
      }
    }
  }
};

/**
 * Names the selectors of a call that cannot be used on any page, because they do not compile or to too much.
 *
 * @param body - parsed JSON of the call; may break the schema elsewhere.
 */
export const findUnusableSelectors = (body: unknown): Violation[] => {
  const violations: Violation[] = [];
  // Sites of one shop have the same selectors.
  const known = new Map<string, string | undefined>();
  let cost = 0;
  for (const { selector, path } of selectorsIn(body)) {
    const key = `${selector.Type} ${selector.Value}`;
    if (!known.has(key)) {
      cost += selectorCheckCost(selector);
      if (cost > maxCheckCost) break;
      known.set(key, selectorFault(selector));
    }
    const fault = known.get(key);
    if (fault !== undefined)
      violations.push({
        Pointer: jsonPointer(path),
        Detail: `is no ${selector.Type === 'WaitFor' ? 'Css' : selector.Type} selector that can be used: ${fault}`,
      });
    if (violations.length >= maxNamedSelectors) break;
  }
  return violations;
};
