import type { PricePiece } from '../money/parsed-price.ts';
import { type AmountRole, readAmountRole } from './amount-role.ts';

/** A stand-in amount: what labels say does not depend on its size. */
const digit = '1';
const anyAmount = (start: number): PricePiece => ({
  token: {
    start,
    end: start + digit.length,
    whole: digit,
    fraction: undefined,
    loneSeparator: undefined,
    isFormatted: false,
    spacedFraction: undefined,
    hasDash: false,
    continues: false,
  },
  start,
  end: start + digit.length,
  sign: undefined,
  minor: undefined,
  isRejected: false,
  qualifier: undefined,
});

/**
 * Reads the role of an amount from its labels if its own line says nothing: the line above, the head of its
 * row or column, the line below. They are read like words in the amount's own line, so that a label means the
 * same everywhere.
 */
export const readLabelRole = (label: string, behind: string): AmountRole => {
  const lead = label === '' ? '' : `${label} `;
  const text = `${lead}${digit}${behind === '' ? '' : ` ${behind}`}`;
  return readAmountRole({
    text,
    price: anyAmount(lead.length),
    floor: 0,
    ceiling: text.length,
    isTaxBehind: undefined,
    next: undefined,
  });
};
