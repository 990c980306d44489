import type { UnitMeasure } from '../../domain/site-result.ts';
import { readQuantities } from '../identity/quantities.ts';
import { anyOf } from '../lexicon/word-lists.ts';

const maxMeasure = 20;
const perWords = new RegExp(String.raw`^[\s(=]{0,3}(?:[/毎每]|${anyOf('perMeasure')}(?!\p{L}))\s*`, 'iu');
const leading = /^(\d{1,4}(?:[.,]\d{1,3})?)?\s*(\p{L}[\p{L}²³.]{0,12})/u;
const atEnd = /(?:^|[\s(/])(\d{1,4}(?:[.,]\d{1,3})?)?\s*(\p{L}[\p{L}²³.]{0,12})\s*[=:)]{0,2}\s*$/u;

const measureOf = (number: string | undefined, unit: string): UnitMeasure | undefined => {
  const raw = number === undefined ? unit : `${number} ${unit}`;
  const { contents, packs } = readQuantities(`${number ?? '1'} ${unit}`);
  const UnitCode = contents[0]?.unitCode ?? (packs === undefined ? undefined : 'H87');
  return UnitCode === undefined
    ? undefined
    : { Raw: raw, Quantity: (number ?? '1').replace(',', '.'), UnitCode };
};

/**
 * What quantity a price is for, as a page prints it: "/100 ml" behind the amount, "1 kg =" before it.
 *
 * @returns `undefined` for a unit of no known standard.
 */
export const readMeasure = (behind: string, before: string): UnitMeasure | undefined => {
  const said = perWords.exec(behind.slice(0, 2 * maxMeasure));
  const found = said ? leading.exec(behind.slice(said[0].length, said[0].length + maxMeasure)) : null;
  const own = found ? measureOf(found[1], found[2]!) : undefined;
  if (own) return own;
  const label = atEnd.exec(before.slice(-2 * maxMeasure));
  return label ? measureOf(label[1], label[2]!) : undefined;
};
