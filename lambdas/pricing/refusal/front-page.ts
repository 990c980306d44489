import { lazy } from '../words/memoize.ts';

const homeStep = /^(?:index\.(?:html?|php|aspx?)|home|start)$/i;
const marketStep = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;
const namesOf = (type: 'language' | 'region') =>
  lazy(() => new Intl.DisplayNames('en', { type, fallback: 'none' }));
const languages = namesOf('language');
const regions = namesOf('region');

/** True if a path segment is a language or country: "de", "us", "en-gb", but not "wp". */
const isMarket = (step: string): boolean =>
  marketStep.test(step) &&
  step
    .split(/[-_]/)
    .every((part) => languages().of(part) !== undefined || regions().of(part.toUpperCase()) !== undefined);

/** `/`, `/de/`, `/en-gb/home`, `/index.php`. */
const isFrontPath = (path: string): boolean => {
  const steps = path.split('/').slice(1);
  if (steps.at(-1) === '') steps.pop();
  return steps.length <= 2 && steps.every((step) => homeStep.test(step) || isMarket(step));
};

/** Parameters that do not identify content, even with a number: campaigns, versions, timestamps. */
const namesNothing = /^(?:utm_\w+|\w*clid|ref|v|ver|t|ts|_)$/i;
/** True if a query identifies content: by a parameter's name, or by a number such as a product's. */
const namesSomething = (query: URLSearchParams): boolean =>
  [...query].some(
    ([name, value]) =>
      /^(?:p|id|pid|sku|q|s|product\w*|item\w*|route)$/i.test(name) ||
      (/^\d{2,}$/.test(value) && !namesNothing.test(name)),
  );

/** True for the URL of a shop's front page, in any language. */
export const isFrontPage = (url: URL | null | undefined): boolean =>
  !!url && isFrontPath(url.pathname) && !namesSomething(url.searchParams);
