import { currencyCodes } from '../text/currency-lexicon.ts';
import type { Page } from './page.ts';

const codes: ReadonlySet<string> = new Set(currencyCodes);

/**
 * Matches a name containing "currency" and the code after it: `data-currency="USD"`, `"currencyCode":"USD"`,
 * the same in escaped JSON, `name="displayCurrency" value="USD"`.
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
/** Most matches examined per page. */
const maxPlaces = 400;

/** A code in a short line without an amount: "United States | USD", "All prices in CAD". */
const lineCode = /(?<![\p{L}\p{N}])([A-Z]{3})(?![\p{L}\p{N}])/gu;
const maxLine = 40;
const maxLines = 2_000;

/** Returns the distinct ISO 4217 codes named in the page's markup and state. */
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

/** Returns the distinct ISO 4217 codes in short lines without amounts; some of these are also words. */
export const findShownCodes = ({ runs }: Page): string[] => {
  const found = new Set<string>();
  for (const { text } of runs.slice(0, maxLines)) {
    if (text.length > maxLine || /\d/.test(text)) continue;
    for (const [, code] of text.matchAll(lineCode)) if (codes.has(code!)) found.add(code!);
  }
  return [...found];
};

type Places = readonly (readonly [currency: string, place: RegExp])[];

/**
 * Addresses in countries that use a bare "$": "Portland, OR 97209", "Toronto, ON M5V 2T6", "Sydney NSW 2000".
 */
const addresses: Places = [
  [
    'USD',
    /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\.?,? \d{5}\b/,
  ],
  ['CAD', /\b[ABCEGHJ-NPR-TVXY]\d[A-CEGHJ-NPR-TV-Z] \d[A-CEGHJ-NPR-TV-Z]\d\b/],
  ['AUD', /\b(?:NSW|VIC|QLD|TAS),? \d{4}\b/],
];
/** Names of countries and provinces: "Free shipping in Canada". */
const names: Places = [
  ['USD', /\bUnited States\b|\bU\.S\.|\bUSA\b/],
  [
    'CAD',
    /\bCanada\b|\bOntario\b|\bQu[eé]bec\b|\bBritish Columbia\b|\bAlberta\b|\bManitoba\b|\bSaskatchewan\b|\bNova Scotia\b|\bNew Brunswick\b/,
  ],
  ['AUD', /\bAustralia\b/],
  ['NZD', /\bNew Zealand\b/],
  ['SGD', /\bSingapore\b/],
  ['HKD', /\bHong Kong\b/],
  ['MXN', /(?<!New )\bMexico\b/],
];
/** Where goods come from says nothing about the shop. */
const origin = /\b(?:made|produced|manufactured|assembled|designed|grown|origin|imported|product of)\b/i;
/** "(650) 723-9300", "1-800-955-2292": US or Canadian. */
const northAmerican = /(?<![\d.-])(?:1[-. ])?\(?[2-9]\d\d\)?[-. ]{1,2}[2-9]\d\d[-. ]\d{4}(?![\d-])/;

/**
 * Infers the currency from the only dollar country in the page's text: by address, name or phone number.
 *
 * @returns `undefined` when the text points to none or several.
 */
export const findCurrencyOfPlace = ({ runs }: Page): string | undefined => {
  if (!runs.some(({ text }) => text.includes('$'))) return undefined;
  for (const places of [addresses, names, [['USD', northAmerican]] as const]) {
    const found = places.filter(([, place]) =>
      runs.some(({ text }) => place.test(text) && (places !== names || !origin.test(text))),
    );
    if (found.length > 0) return found.length === 1 ? found[0]![0] : undefined;
  }
  return undefined;
};
