import generated from './currency-data.json' with { type: 'json' };

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
/** Decimals in use where they are not two. */
export const currencyDigits = data.digits;
/** Decimal separator where the currency is at home, when its homes agree. */
export const currencyDecimals = data.decimals;
/** Currency by ISO 3166-1 alpha-2 region. */
export const regionCurrencies = data.regions;
/** How the world's locales print each currency: codes by sign. */
export const currencySigns = data.signs;
/** Codes by name in lower case, in the languages of those who pay with it. */
export const currencyNames = data.names;
