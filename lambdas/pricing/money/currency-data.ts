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
/** Number of decimals, for currencies that do not have two. */
export const currencyDigits = data.digits;
/** Decimal separator in the currency's countries, if they agree. */
export const currencyDecimals = data.decimals;
/** Currency by ISO 3166-1 alpha-2 region. */
export const regionCurrencies = data.regions;
/** Signs printed by the world's locales: codes by sign. */
export const currencySigns = data.signs;
/** Codes by lower-case name, in the languages of the currency's users. */
export const currencyNames = data.names;
