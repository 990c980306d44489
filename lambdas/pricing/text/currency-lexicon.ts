import { memoize } from '../words/memoize.ts';
import generated from './currency-data.json' with { type: 'json' };
import entries from './signs-in-use.json' with { type: 'json' };

/** Facts about the money in a text. All optional; unknown values are ignored. */
export interface PriceHints {
  /** The currency that the caller expects: ISO code, sign or name. */
  currency?: string | undefined;
  /** BCP 47 tag of the request or the page. */
  locale?: string | undefined;
  /** ISO 3166-1 alpha-2 code of the host or the request. */
  country?: string | undefined;
  /** ISO codes in the page's data. */
  pageCurrencies?: readonly string[] | undefined;
  /** ISO codes that the page names apart from amounts, as in its settings or country selector. */
  namedCurrencies?: readonly string[] | undefined;
  /** ISO code for the country that the page's text gives as its location. */
  placeCurrency?: string | undefined;
}

/**
 * Signs and words for currencies that shops print and CLDR lacks: bare nouns ("рублей", CLDR only has
 * "российских рублей"), abbreviations with and without a dot, and older or sloppy spellings. Everything else
 * comes from `currency-data.ts`.
 *
 * `codes` are ISO 4217, separated by spaces; an exclamation mark marks the one meant without a hint. A sign
 * matches as written or in any case; a minor unit is hundredths, printed after a whole amount or alone.
 */
interface SignInUse {
  sign: string;
  codes: string;
  match: 'asWritten' | 'anyCase' | 'minorUnit';
  note?: string;
}

const signsInUse = entries as readonly SignInUse[];

/**
 * Signs that are also words, units or parts of model numbers ("KM" and kilometre, "Le" and a French article).
 * They count only if a hint names their currency.
 */
const weakSigns: ReadonlySet<string> = new Set(
  (
    'da km dt ar af br bd jd qr sr tk d e g k l p q r s f le ls um sr vt rf mk mt kn lv cf cg db fr fc fg ' +
    'fr. den ang aas std dbm dbb dbz bbg cfp dh dhs MT N P K F ks s/ s/. man. ¢ \\ zk gs rf kw real won ' +
    'all try top mad bam cup sos gel pen lak bob ron mop cop sar mur php awg gip cad ман сом bath rand ' +
    'lek ft stg nis inr. rial dinar pound pounds'
  ).split(' '),
);

/**
 * Codes that are also words ("TOP 10", "TRY 2"): they count only beside decimals or digit groups, or if code and
 * amount are the whole text.
 */
const codesThatAreWords: ReadonlySet<string> = new Set('ALL TRY TOP PEN CUP MAD SOS GEL MOP'.split(' '));

// Generated from CLDR by scripts/generate-currency-data.ts (node scripts/bootstrap.mjs scripts/generate-currency-data.ts).
const data: {
  readonly codes: string;
  readonly digits: Readonly<Record<string, number>>;
  readonly decimals: Readonly<Record<string, string>>;
  readonly regions: Readonly<Record<string, string>>;
  readonly signs: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
} = generated;

/** ISO 4217 codes of the currencies in use. */
export const currencyCodes: readonly string[] = data.codes.split(' ');
/** Number of decimals, for currencies that do not have two. */
const currencyDigits = data.digits;
/** Decimal separator in the currency's countries, if they agree. */
const currencyDecimals = data.decimals;
/** Currency by ISO 3166-1 alpha-2 region. */
export const regionCurrencies = data.regions;
/** Signs printed by the world's locales: codes by sign. */
const currencySigns = data.signs;
/** Codes by lower-case name, in the languages of the currency's users. */
const currencyNames = data.names;

/** A currency printed in a text. */
export interface PrintedCurrency {
  start: number;
  end: number;
  /** ISO codes it may denote, in no particular order. */
  codes: readonly string[];
  /** The code meant unless a hint contradicts, for signs used almost only by one country. */
  main: string | undefined;
  /** Counts only if a hint names one of its codes. */
  isWeak: boolean;
}

interface Entry {
  codes: readonly string[];
  main: string | undefined;
  isWeak: boolean;
}

interface Lexicon {
  exact: Map<string, Entry>;
  folded: Map<string, Entry>;
  minor: Map<string, Entry>;
  /**
   * Entry lengths, longest first and always including one, by the first or last two lower-case characters.
   */
  lengthsByFirst: Map<string, readonly number[]>;
  lengthsByLast: Map<string, readonly number[]>;
}

const entry = (list: string, isWeak: boolean): Entry => {
  const codes = list === '' ? [] : list.split(' ');
  const main = codes.find((code) => code.endsWith('!'))?.slice(0, 3);
  return { codes: codes.map((code) => code.slice(0, 3)), main, isWeak };
};

const codeSet: ReadonlySet<string> = new Set(currencyCodes);
const isWord = /^[a-z]+\.?$/;

const inUse = (match: SignInUse['match']): readonly SignInUse[] =>
  signsInUse.filter((each) => each.match === match);

// Built on first use to keep cold starts fast.
let lexicon: Lexicon | undefined;

const build = (): Lexicon => {
  const exact = new Map<string, Entry>();
  const folded = new Map<string, Entry>();
  const minor = new Map<string, Entry>();
  const weak = (key: string): boolean => weakSigns.has(key.toLowerCase());
  const inAnyCase = new Set(inUse('anyCase').map(({ sign }) => sign));
  for (const [sign, codes] of Object.entries(currencySigns)) {
    if (inAnyCase.has(sign.toLowerCase()) || /^[\u200b\s]*$/.test(sign)) continue;
    exact.set(sign, entry(codes, weak(sign) || /^[A-Za-z]{1,3}\.?$/.test(sign)));
  }
  for (const [name, codes] of Object.entries(currencyNames))
    folded.set(name, entry(codes, weak(name) || (isWord.test(name) && name.length < 4)));
  for (const code of codeSet) {
    exact.set(code, entry(code, codesThatAreWords.has(code)));
    folded.set(code.toLowerCase(), entry(code, weak(code)));
  }
  for (const { sign, codes } of inUse('anyCase')) folded.set(sign.toLowerCase(), entry(codes, weak(sign)));
  for (const { sign, codes } of inUse('asWritten')) exact.set(sign, entry(codes, weakSigns.has(sign)));
  for (const { sign, codes } of inUse('minorUnit')) minor.set(sign, entry(codes, false));
  const keys = [...exact.keys(), ...folded.keys()];
  const lengthsBy = (pairOf: (key: string) => string): Map<string, readonly number[]> => {
    const lengths = new Map<string, Set<number>>();
    for (const key of keys) {
      const pair = pairOf(key).toLowerCase();
      const known = lengths.get(pair);
      if (known) known.add(key.length);
      else lengths.set(pair, new Set([1, key.length]));
    }
    return new Map([...lengths].map(([pair, set]) => [pair, [...set].sort((left, right) => right - left)]));
  };
  return {
    exact,
    folded,
    minor,
    lengthsByFirst: lengthsBy((key) => key.slice(0, 2)),
    lengthsByLast: lengthsBy((key) => key.slice(-2)),
  };
};

const getLexicon = (): Lexicon => {
  lexicon ??= build();
  return lexicon;
};

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{M}]/u.test(character);
/** True if the character's script puts no space between a number, its currency and the next word. */
export const isRunOn = (character: string): boolean =>
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/.test(character);

const entryOf = (text: string): Entry | undefined => {
  const { exact, folded } = getLexicon();
  return exact.get(text) ?? folded.get(text.toLowerCase());
};

const single = [1];
const lengthsOf = (byPair: ReadonlyMap<string, readonly number[]>, pair: string): readonly number[] =>
  byPair.get(pair.toLowerCase()) ?? single;

/** The longest currency that ends at `end`. */
export const currencyEndingAt = (text: string, end: number): PrintedCurrency | undefined => {
  if (end < 1 || end > text.length) return undefined;
  for (const length of lengthsOf(getLexicon().lengthsByLast, text.slice(Math.max(0, end - 2), end))) {
    const start = end - length;
    if (start < 0) continue;
    const entry = entryOf(text.slice(start, end));
    if (!entry) continue;
    const first = text[start]!;
    if (isLetter(first) && isLetter(text[start - 1]) && !isRunOn(first)) continue;
    return { start, end, ...entry };
  }
  return undefined;
};

/** The longest currency that starts at `start`. */
export const currencyStartingAt = (text: string, start: number): PrintedCurrency | undefined => {
  if (start >= text.length) return undefined;
  for (const length of lengthsOf(getLexicon().lengthsByFirst, text.slice(start, start + 2))) {
    const end = start + length;
    if (end > text.length) continue;
    const entry = entryOf(text.slice(start, end));
    if (!entry) continue;
    const last = text[end - 1]!;
    const next = text[end];
    if (isLetter(last) && isLetter(next) && !isRunOn(last)) continue;
    return { start, end, ...entry };
  }
  return undefined;
};

/** Minor units such as "¢", "ct" or "коп." that start at `start`. */
export const minorUnitStartingAt = (text: string, start: number): PrintedCurrency | undefined => {
  const { minor } = getLexicon();
  for (let length = Math.min(9, text.length - start); length > 0; length -= 1) {
    const end = start + length;
    const entry = minor.get(text.slice(start, end).toLowerCase());
    if (entry && !(isLetter(text[end - 1]) && isLetter(text[end]))) return { start, end, ...entry };
  }
  return undefined;
};

export const digitsOfCurrency = (code: string): number => currencyDigits[code] ?? 2;

/** The decimal separator of the currency's countries; `undefined` if they differ. */
const decimalOfCurrency = (code: string): string | undefined => currencyDecimals[code];

const regionOf = (locale: string | undefined): string | undefined =>
  /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2})(?:[-_]|$)/i.exec(locale ?? '')?.[1]?.toUpperCase();
const languageOf = (locale: string | undefined): string | undefined =>
  /^[a-z]{2,3}(?=[-_]|$)/i.exec(locale ?? '')?.[0]?.toLowerCase();

/** The currency of a country, by its ISO 3166-1 code. */
export const currencyOfCountry = (country: string | undefined): string | undefined =>
  country !== undefined && Object.hasOwn(regionCurrencies, country.toUpperCase())
    ? regionCurrencies[country.toUpperCase()]
    : undefined;

// Currencies that a language implies without a region; "en" implies nothing about "$".
const meaningInLanguage: Readonly<Record<string, readonly string[]>> = {
  en: ['GBP'],
  sv: ['SEK'],
  da: ['DKK'],
  nb: ['NOK'],
  nn: ['NOK'],
  no: ['NOK'],
  is: ['ISK'],
  ja: ['JPY'],
  zh: ['CNY'],
  ko: ['KRW'],
  hi: ['INR'],
  ne: ['NPR'],
  si: ['LKR'],
  ur: ['PKR'],
  ru: ['RUB'],
  be: ['BYN'],
  uk: ['UAH'],
  ro: ['RON'],
  fa: ['IRR'],
  de: ['CHF'],
  tr: ['TRY'],
  am: ['ETB'],
  fil: ['PHP'],
  tl: ['PHP'],
  az: ['AZN'],
  tk: ['TMT'],
  ta: ['INR'],
  bg: ['BGN'],
  hu: ['HUF'],
  ka: ['GEL'],
  sr: ['RSD'],
  bs: ['BAM'],
  th: ['THB'],
};

/**
 * Resolves which currency a sign denotes: the expected one, the region's, the only candidate named elsewhere
 * on the page, the language's.
 *
 * @returns `null` if the hints do not decide. Nothing is guessed.
 */
export const settleCurrency = (
  { codes, main }: { codes: readonly string[]; main?: string | undefined },
  hints: PriceHints = {},
): string | null => {
  if (codes.length === 1) return codes[0]!;
  const expected = hints.currency?.toUpperCase();
  if (expected !== undefined && codes.includes(expected)) return expected;
  for (const region of [hints.country, regionOf(hints.locale)]) {
    const local = currencyOfCountry(region);
    if (local !== undefined && codes.includes(local)) return local;
  }
  const named = [hints.pageCurrencies, hints.namedCurrencies, [hints.placeCurrency]]
    .map((group) => codes.filter((code) => group?.includes(code)))
    .find((group) => group.length > 0);
  if (named?.length === 1) return named[0]!;
  const spoken = meaningInLanguage[languageOf(hints.locale) ?? '']?.filter((code) => codes.includes(code));
  return spoken?.length === 1 ? spoken[0]! : (main ?? null);
};

/** True if the hints decide for one of the codes. */
export const isHinted = (codes: readonly string[], hints: PriceHints): boolean =>
  settleCurrency({ codes: [...codes, 'XXX'] }, hints) !== null;

/** True if page or caller name currencies, and none of the codes is among them. */
export const isContradicted = (codes: readonly string[], hints: PriceHints): boolean =>
  (hints.currency !== undefined || (hints.pageCurrencies?.length ?? 0) > 0) &&
  !codes.some((code) => hints.pageCurrencies?.includes(code)) &&
  !isHinted(codes, hints);

const decimalOfTag = memoize((tag: string): string | undefined => {
  try {
    return new Intl.NumberFormat(tag, { numberingSystem: 'latn' })
      .formatToParts(1.5)
      .find((part) => part.type === 'decimal')?.value;
  } catch {
    // A well-formed but invalid tag, such as "en-x".
    return undefined;
  }
}, 200);

/** Decimal separator of a locale; `undefined` if Intl does not know it. */
export const decimalOfLocale = (locale: string | undefined): string | undefined => {
  const tag = locale?.replaceAll('_', '-');
  const isTag = tag !== undefined && /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(tag);
  return isTag ? decimalOfTag(tag) : undefined;
};

/** Decimal separator of a country's main language. */
export const decimalOfCountry = (country: string | undefined): string | undefined => {
  if (country === undefined || !/^[a-z]{2}$/i.test(country)) return undefined;
  const region = country.toUpperCase();
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return decimalOfLocale(`${language}-${region}`);
};

/**
 * The currency's decimal separator in the country of the host or locale, if it is used there (Ireland writes
 * the euro with a point); else that of all its countries, if they agree.
 */
export const decimalInUse = (currency: string, { country, locale }: PriceHints): string | undefined => {
  if (currencyOfCountry(country) === currency) return decimalOfCountry(country);
  return currencyOfCountry(regionOf(locale)) === currency
    ? decimalOfLocale(locale)
    : decimalOfCurrency(currency);
};

/** Ambiguous words rank last, signs with few currencies first. */
const rank = ({ isWeak, codes }: PrintedCurrency): number => (isWeak ? 1_000 : 0) + codes.length;

/** Finds the currency in a short text, such as a hint or a currency element. */
export const findCurrency = (text: string): PrintedCurrency | undefined => {
  const short = text.slice(0, 200);
  let best: PrintedCurrency | undefined;
  for (let start = 0; start < short.length; start += 1) {
    const before = short[start - 1];
    if (isLetter(before) && isLetter(short[start]) && !isRunOn(short[start]!)) continue;
    const found = currencyStartingAt(short, start);
    if (found && (!best || rank(found) < rank(best))) best = found;
    if (found) start = found.end - 1;
  }
  return best;
};

/** True if a printed price may be in the currency: "$89.00" is not in euros. */
export const mayBePrintedIn = (text: string, code: string): boolean => {
  const sign = findCurrency(text);
  return sign === undefined || sign.isWeak || sign.codes.includes(code);
};

/**
 * Converts a code, sign or local name to its ISO 4217 code: "eur", "€", "Kč", "руб.", "US dollars".
 *
 * @returns `null` if it names none, or several that the hints do not decide between.
 */
export const normalizeCurrency = (text: string, hints: PriceHints = {}): string | null => {
  const trimmed = text.trim();
  if (trimmed.length === 3 && codeSet.has(trimmed.toUpperCase())) return trimmed.toUpperCase();
  const whole = trimmed === '' ? undefined : entryOf(trimmed);
  const printed = whole ?? findCurrency(trimmed);
  return printed ? settleCurrency(printed, hints) : null;
};
/**
 * The most common currency signs, words and codes, as part of patterns with the flag `u`, for checks that
 * need not know the currency. The full list is in `currency-lexicon.ts`.
 */
export const commonSigns = [
  String.raw`\p{Sc}|[円元원]|руб|грн`,
  '(?:kr|zł|Kč|лв|lei|Ft|TL|EUR|USD|GBP|CHF|AED|SAR|SEK|NOK|DKK|PLN|CZK|AUD|CAD|JPY|INR)(?!\\p{L})',
].join('|');

/** An amount with a sign before or after it. */
export const printedMoney = new RegExp(String.raw`\p{Sc}\s?\d|\d\s?(?:${commonSigns})`, 'u');
