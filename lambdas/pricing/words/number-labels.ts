import { matcherOf } from './lexicon.ts';
import type { Role } from './term.ts';

/** Roles of number labels; of nested phrases the longest matches. */
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

/** Normalizes "n°", "N.º", "№" and "#" to one word, and full-width letters; keeps Hebrew points. */
const alike = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])n\s?\.?\s?[º°]/giu, 'no ')
    .replace(/[#№＃]/gu, ' no ')
    .normalize('NFKC');

/** Parts between a label and its number: punctuation, a remark in brackets, a word for "number". */
const behindLabel = /^[\s.:/)*°-]*(?:no[\s.]*)?(?:\([^()]*\)?[\s.]*)?[\s.:*°-]*$/u;

/** True if a text contains a number label. */
export const hasNumberLabel = (text: string): boolean => labels.hits(alike(text)).length > 0;

/** True if a text mentions the manufacturer. */
export const namesMaker = (text: string): boolean => makers.hits(text).length > 0;

/**
 * Returns the labels at the end of a text, whose number follows: "Art.-Nr.:", "Código (interno)". For a label
 * in brackets after another, "Product code (UPC)", both are returned.
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
