import { matcherOf } from './lexicon.ts';
import type { Role } from './term.ts';

/** Roles of what stands before a number; of phrases within each other the longest holds. */
const labelRoles = [
  'SkuLabel',
  'MpnLabel',
  'GtinLabel',
  'ModelLabel',
  'CodeLabel',
  'NumberLabel',
  'OtherNumber',
] as const satisfies readonly Role[];

export type NumberLabel = (typeof labelRoles)[number];

const labels = matcherOf(labelRoles);
const makers = matcherOf(['MakerNoun']);

/** "n°", "N.º", "№" and "#" as one word, letters of full width as plain ones, dots and points of Hebrew left alone. */
const alike = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])n\s?\.?\s?[º°]/giu, 'no ')
    .replace(/[#№＃]/gu, ' no ')
    .normalize('NFKC');

/** Parts between a label and its number: signs, a remark in brackets, and a word for "number". */
const behindLabel = /^[\s.:/)*°-]*(?:no[\s.]*)?(?:\([^()]*\)?[\s.]*)?[\s.:*°-]*$/u;

/** True if a text has a label of a number anywhere. */
export const hasNumberLabel = (text: string): boolean => labels.hits(alike(text)).length > 0;

/** True if a text speaks of the maker. */
export const namesMaker = (text: string): boolean => makers.hits(text).length > 0;

/**
 * The labels that end a text, so that what stands behind the text is their number: "Art.-Nr.:", "Código (interno)". Of
 * one in brackets behind another, "Product code (UPC)", both are told.
 */
export const numberLabelsEnding = (text: string): readonly NumberLabel[] => {
  const plain = alike(text);
  return labels
    .hits(plain)
    .filter(
      ({ start, end }) =>
        !/[\p{L}\p{M}\p{N}]/u.test(plain[start - 1] ?? '') && behindLabel.test(plain.slice(end)),
    )
    .flatMap(({ meanings }) => meanings.map(({ role }) => role as NumberLabel));
};
