import { anyOf } from '../lexicon/word-lists.ts';

/** "30 Tage", "30 derniers jours", "30 j". */
export const thirtyDays = new RegExp(
  String.raw`(?<!\d)30[\s-]{0,2}(?:\p{L}{4,14}\s)?(?:${anyOf('dayForms')}|${anyOf('dayLetters')})(?!\p{L})`,
  'iu',
);
/** Names for the lowest price of the last 30 days. */
export const lowestRecent = new RegExp(anyOf('lowestRecent'), 'iu');
