import { currencyCodes } from './money/currency-data.ts';
import type { Page } from './page/page.ts';

const codes: ReadonlySet<string> = new Set(currencyCodes);

/**
 * A name with "currency" in it and the code behind: `data-currency="USD"`, `"currencyCode":"USD"`, the same in escaped
 * JSON, `name="displayCurrency" value="USD"`.
 */
const namedCode = new RegExp(
  [
    /currency[a-z_-]{0,20}(?:&quot;|\\u0022|[^a-z&\\]|\\){1,12}?/,
    /(?:(?:content|value)(?:&quot;|[^a-z&]){1,4})?([a-z]{3})(?![a-z\d])/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gi',
);
/** Most places of a page that are looked at. */
const maxPlaces = 400;

/** A short line without an amount that has a code: "United States | USD", "All prices in CAD". */
const lineCode = /(?<![\p{L}\p{N}])([A-Z]{3})(?![\p{L}\p{N}])/gu;
const maxLine = 40;
const maxLines = 2_000;

/** The ISO 4217 codes that the page's markup and state name, each once. */
export const findNamedCurrencies = ({ html }: Page): string[] => {
  const found = new Set<string>();
  let places = 0;
  for (const [, code] of html.matchAll(namedCode)) {
    places += 1;
    if (places > maxPlaces) break;
    if (codes.has(code!)) found.add(code!);
  }
  return [...found];
};

/** The ISO 4217 codes that stand in the page's short lines without amounts, each once: some are words as well. */
export const findShownCodes = ({ runs }: Page): string[] => {
  const found = new Set<string>();
  for (const { text } of runs.slice(0, maxLines)) {
    if (text.length > maxLine || /\d/.test(text)) continue;
    for (const [, code] of text.matchAll(lineCode)) if (codes.has(code!)) found.add(code!);
  }
  return [...found];
};
