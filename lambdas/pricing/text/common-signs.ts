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
