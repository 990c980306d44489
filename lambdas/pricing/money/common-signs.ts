/**
 * Signs, words and codes of money that most shops print, as a part of patterns with the flag `u`: for a look that need
 * not know which money it is. The whole list is `currency-lexicon.ts`.
 */
export const commonSigns = [
  String.raw`\p{Sc}|[円元원]|руб|грн`,
  '(?:kr|zł|Kč|лв|lei|Ft|TL|EUR|USD|GBP|CHF|AED|SAR|SEK|NOK|DKK|PLN|CZK|AUD|CAD|JPY|INR)(?!\\p{L})',
].join('|');

/** An amount with its sign before or behind it. */
export const printedMoney = new RegExp(String.raw`\p{Sc}\s?\d|\d\s?(?:${commonSigns})`, 'u');
