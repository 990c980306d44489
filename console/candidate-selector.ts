import type { Candidate, SellingSite } from '../client/index.ts';

export type Selector = NonNullable<NonNullable<SellingSite['Selectors']>['Price']>[number];

const maxLength = 1_000;

const selectorOfPath = /^(Css|XPath|JsonPath|Regex) (.+)$/s;

/** Converts `$.@graph[0].offers.price` to RFC 9535, with names that are not identifiers in brackets. */
const jsonPath = (path: string): string | undefined => {
  const rest = /^(?:script\[\d+\]:)?\$(.*)$/s.exec(path)?.[1];
  if (rest === undefined) return undefined;
  const steps = rest.match(/\[\d+\]|\.[^.[\]]+/g) ?? [];
  if (steps.length === 0 || steps.join('') !== rest) return undefined;
  return `$${steps.map((step) => (/^(?:\[|\.[A-Za-z_]\w*$)/.test(step) ? step : `['${step.slice(1).replace(/[\\']/g, '\\$&')}']`)).join('')}`;
};

/** The value of `meta[property="x"]` is in `content`, that of `a.b @data-price` in the named attribute. */
const css = (path: string): Selector | undefined => {
  const [, element = '', attribute] = /^(.*?)(?: @([\w-]+))?$/s.exec(path) ?? [];
  if (element === '') return undefined;
  if (attribute) return { Type: 'Css', Value: element, Attribute: attribute };
  return element.startsWith('meta[')
    ? { Type: 'Css', Value: element, Attribute: 'content' }
    : { Type: 'Css', Value: element };
};

const written = ({ Source, Path }: Candidate): Selector | undefined => {
  const [, type, value] = selectorOfPath.exec(Path) ?? [];
  if (Source === 'Selector')
    return type && value ? { Type: type as Selector['Type'], Value: value } : undefined;
  if (Source === 'JsonLd') {
    const Value = jsonPath(Path);
    return Value === undefined ? undefined : { Type: 'JsonPath', Value };
  }
  // Selectors cannot reach script variables.
  return Source === 'EmbeddedState' && !/ @[\w-]+$/.test(Path) ? undefined : css(Path);
};

/**
 * A selector that finds a candidate again.
 *
 * @returns `undefined` if selectors cannot reach the place, or its path was truncated.
 */
export const selectorOf = (candidate: Candidate): Selector | undefined => {
  const selector = candidate.Path.endsWith('…') ? undefined : written(candidate);
  return selector && selector.Value.length <= maxLength ? selector : undefined;
};

/** Adds a selector before the site's own. */
export const withPriceSelector = (site: SellingSite, selector: Selector): SellingSite => {
  const others = (site.Selectors?.Price ?? []).filter(
    ({ Type, Value, Attribute }) =>
      Type !== selector.Type || Value !== selector.Value || Attribute !== selector.Attribute,
  );
  return { ...site, Selectors: { ...site.Selectors, Price: [selector, ...others].slice(0, 20) } };
};
