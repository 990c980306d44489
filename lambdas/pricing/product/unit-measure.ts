import type { UnitMeasure } from '../../domain/result/site-result.ts';
import { anyOf } from '../words/word-lists.ts';
import { readQuantities } from './quantities.ts';

const maxMeasure = 20;
const perWords = new RegExp(String.raw`^[\s(=]{0,3}(?:[/毎每]|${anyOf('perMeasure')}(?!\p{L}))\s*`, 'iu');
const unit = String.raw`(?:[Ss]q\.? |[Ff]l\.? )?\p{L}[\p{L}\p{M}²³.]{0,14}?[23]?`;
const number = String.raw`\d{1,4}(?:[.,]\d{1,3})?`;
const behindMeasure = anyOf('perMeasureBehind');
const leading = new RegExp(String.raw`^(${number})?\s*(${unit})(?![\p{L}\p{M}\p{N}²³])`, 'u');
/** "(100ml当たり)". */
const leadingWithWord = new RegExp(String.raw`^[\s(（]{0,3}(${number})?\s*(${unit})${behindMeasure}`, 'u');
const atEnd = new RegExp(
  String.raw`(?:^|[\s(（/])(${number})?\s*(${unit})(?:${behindMeasure})?\s*[=:)]{0,2}\s*$`,
  'u',
);
/** "Kg-pris", "Literpreis", "kiloprijs". */
const compound = new RegExp(
  String.raw`(?:^|[\s(（/])(?<unit>\p{L}{1,9}?)-?${anyOf('priceBehindUnit')}\s*[=:]?\s*$`,
  'iu',
);
const pieces = new RegExp(`^${anyOf('piecesOfUnitPrices')}$`, 'iu');
/** "0,45 € each" needs no unit. "$63.65/ea" is the price of one of several. */
const each = /^\s?(?:\/?each|ea\.?)(?!\p{L})/iu;

/** Units that products are sold by; not megabytes, and "mb" is a running metre in Polish. */
const soldBy: ReadonlySet<string> = new Set([
  'Volume',
  'Mass',
  'Length',
  'Area',
  'Doses',
  'Sheets',
  'Bags',
  'Rolls',
  'Washes',
]);

const measureOf = (count: string | undefined, unitText: string): UnitMeasure | undefined => {
  const Raw = count === undefined ? unitText : `${count} ${unitText}`;
  const { contents, packs } = readQuantities(`${count ?? '1'} ${unitText}`);
  const [content] = contents.filter(({ of }) => soldBy.has(of));
  const isCounted = pieces.test(unitText) || (packs !== undefined && contents.length === 0);
  const UnitCode = content?.unitCode ?? (isCounted ? 'H87' : undefined);
  return UnitCode === undefined ? undefined : { Raw, Quantity: (count ?? '1').replace(',', '.'), UnitCode };
};

/**
 * Reads the quantity a price applies to: "/100 ml" after the amount, "1 kg =" before it.
 *
 * @returns `undefined` for a unit without a standard code.
 */
export const readMeasure = (behind: string, before: string): UnitMeasure | undefined => {
  const own = readMeasureBehind(behind);
  if (own) return own;
  const nearest = before.slice(-2 * maxMeasure);
  const label = atEnd.exec(nearest);
  const measure = label ? measureOf(label[1], label[2]!) : undefined;
  const unitOfLabel = compound.exec(nearest)?.groups?.unit;
  return measure ?? (unitOfLabel === undefined ? undefined : measureOf(undefined, unitOfLabel.toLowerCase()));
};

/** Reads the quantity after an amount: "/100 ml", "pro Stück", "(100ml当たり)". */
export const readMeasureBehind = (behind: string): UnitMeasure | undefined => {
  const text = behind.slice(0, 2 * maxMeasure);
  if (each.test(text)) return { Raw: 'each', Quantity: '1', UnitCode: 'H87' };
  const unitWord = perWords.exec(text);
  const found = unitWord ? leading.exec(text.slice(unitWord[0].length)) : leadingWithWord.exec(text);
  return found ? measureOf(found[1], found[2]!) : undefined;
};
