import { isAround } from '../page/ancestors.ts';
import { shortTextOf } from '../page/element-text.ts';
import type { Page, PageHeading } from '../page/page.ts';
import { zone, zonesOfElement } from '../page/page-zones.ts';
import { columnHeadOf, rowHeadOf, rowOf } from '../page/table-row.ts';
import type { AmountRole } from '../text/amount-role.ts';
import { readLabelRole } from '../text/amount-role.ts';
import {
  freeFromWords,
  fromWords,
  grossWords,
  nowWords,
  offersFreeShipping,
  regularWords,
  thresholdWords,
  timesBefore,
  wasWords,
} from '../text/price-words.ts';
import { wordsOf } from '../words/lexicon.ts';
import { arePlain, isKnownLabel, isOfSeveral } from './plain-line.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** The words that label a price. */
export interface PriceLabels {
  label: string;
  behind: string;
  /** The line above is a badge or a name: unknown words not tied to the amount, or above a current price. */
  isLoose: boolean;
}

/** Roles of labels below an amount; other words there usually belong to what follows. */
const rolesBelow: ReadonlySet<string | undefined> = new Set(['PerUnit', 'Instalment', 'Members', 'NetOfTax']);

const ofColumns: ReadonlySet<string | undefined> = new Set(['PerUnit', 'NetOfTax']);

const resolveRole = (label: string, behind: string, isOwnBelow: boolean): AmountRole['role'] => {
  const { role } = readLabelRole(label, '');
  // "11,42 € HT 13,70 € TTC" on separate lines: the words in between belong to the amount before them.
  if (role === 'NetOfTax' && grossWords.test(behind)) return undefined;
  if (role !== undefined || behind === '' || grossWords.test(label)) return role;
  const below = readLabelRole('', behind).role;
  return isOwnBelow || rolesBelow.has(below) ? below : undefined;
};

/** True if the amount and the line below fill a common element. */
const isOwnBelow = ({ element, raw, behind }: VisiblePrice): boolean =>
  behind !== '' &&
  isAround(element, 3, (around) => {
    const text = shortTextOf(around, 80).trim();
    return text.startsWith(raw) && text.slice(raw.length).trim() === behind.trim();
  });

/** True if the previous line is a label: short, and without numbers or ending in a colon. */
const isLabel = (text: string): boolean =>
  text.length > 0 &&
  text.length <= 40 &&
  (!/\d/.test(text.replace(/\([^()]{0,20}\)/g, '')) || /[:：]\s*$/.test(text) || timesBefore.test(text));

/** "doprava zdarma": a statement about shipping labels no amount below, except a threshold. */
const isFreeShippingLabel = (text: string): boolean =>
  offersFreeShipping(text) && ![freeFromWords, thresholdWords, fromWords].some((words) => words.test(text));

/** The previous line, if it is a label, as the term of a description list always is. */
const labelBefore = ({ ownLine, label, element }: VisiblePrice): string =>
  !ownLine && (rowOf(element)?.name === 'dd' || isLabel(label)) && !isFreeShippingLabel(label) ? label : '';

/** True if the words before an amount are a badge: outside of its element, which is named as a price. */
export const isBehindBadge = (price: VisiblePrice): boolean => {
  const words = price.wordsAround.before.trim();
  return (
    words !== '' &&
    !/[:：]$/.test(words) &&
    (!isKnownLabel(words) || isFreeShippingLabel(words)) &&
    price.ownWords.trim() === '' &&
    isNamedPrice(price)
  );
};

/** True for a short price label: "Regular price", "Sale price". */
const isPriceName = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= 30 &&
  !/\d/.test(text) &&
  [wasWords, nowWords, regularWords].some((words) => words.test(text));

/** Labels that follow their prices: "$120 Regular price $95 Sale price". */
export const namesBehind = (
  page: Page,
  prices: readonly VisiblePrice[],
): ReadonlyMap<VisiblePrice, string> => {
  const names = new Map<VisiblePrice, string>();
  for (const price of prices) {
    const between = labelBefore(price);
    const behind = isPriceName(price.tail) ? price.tail : (page.runs[price.run + 1]?.text ?? '');
    if (!isPriceName(between) || !isPriceName(behind)) continue;
    const before = prices.find((other) => other.run === price.run - 2 && !isPriceName(other.label));
    if (before) names.set(before, between).set(price, behind);
  }
  return names;
};

/** The head of a price's row, unless it is the product's title. */
export const rowLabelOf = ({ element }: VisiblePrice, title: PageHeading | undefined): string => {
  const head = rowHeadOf(element);
  return title?.text.startsWith(head) ? '' : head;
};

/** A month, a quarter or a day with its year: "Eylül 2026", "2026-09", "01.09.2026". */
const date = new RegExp(
  [
    String.raw`^(?:[\p{L}\p{M}]{1,12}\.?[\s/'’-]*(?:19|20)\d\d`,
    String.raw`|(?:\d{1,2}[./\s-]+)?(?:\d{1,2}|[\p{L}\p{M}]{2,12})\.?[./\s-]+(?:19|20)\d\d`,
    String.raw`|(?:19|20)\d\d[./年\s-]+\d{1,2}(?:[./月-]?\s?\d{0,2})日?月?)$`,
  ].join(''),
  'u',
);

/** True if the head of a price's row is a date, so that it is a past price. */
export const isOfDate = ({ element }: VisiblePrice): boolean => date.test(rowHeadOf(element));

/** True if the element is named or marked up as a price. */
export const isNamedPrice = ({ element }: VisiblePrice): boolean =>
  (zonesOfElement(element) & (zone.price | zone.current | zone.marked)) !== 0 ||
  element.attribs.itemprop !== undefined;

const ownersBefore = /^\s*(?:our|your|unser|notre|nuestro|il nostro)\s/iu;
const priceNouns = wordsOf('Price', 'PriceNoun');
/** True if a line or a cell only announces the price. */
export const isPriceLabel = (text: string): boolean => {
  const label = text.replace(ownersBefore, '');
  return priceNouns.test(label) && /^\s*[:：]?\s*$/.test(priceNouns.without(label, ''));
};

/** True if the head of a price's row is only a price label. */
export const isInPriceRow = ({ element, zones }: VisiblePrice): boolean => {
  if ((zones & zone.prose) === 0) return false;
  const head = rowHeadOf(element);
  return head !== '' && (isPriceLabel(head) || isPriceName(head));
};

/** True if an amount has a label of up to three words and a colon before it, and nothing after it. */
export const isShortLabel = ({ ownLine, label, words }: VisiblePrice): boolean =>
  ownLine &&
  /^[\p{L}\p{M}]+(?:[\s'’-][\p{L}\p{M}]+){0,2}\s?[:：]$/u.test(label.trim()) &&
  words.trim() === label.trim();

/** The labels of a price: its column's head, else the words before it, or its name after it. */
export const labelsOf = (price: VisiblePrice, named: ReadonlyMap<VisiblePrice, string>): PriceLabels => {
  const column = price.ownLine ? '' : columnHeadOf(price.element);
  // A column head may be a product's name; measures in it always count.
  if (
    column !== '' &&
    (isKnownLabel(column) || arePlain(column) || ofColumns.has(readLabelRole(column, '').role))
  )
    return { label: column, behind: '', isLoose: false };
  const label = named.get(price) ?? labelBefore(price);
  const isLoose =
    label !== '' &&
    !price.ownLine &&
    label === price.label &&
    !/[:：]\s*$/.test(label) &&
    ((price.zones & zone.current) !== 0 || (!isKnownLabel(label) && rowOf(price.element) === undefined));
  return { label, behind: price.behind, isLoose };
};

/** The role that labels give to a price without one of its own. */
export const roleOf = (price: VisiblePrice, { label, behind }: PriceLabels): AmountRole['role'] =>
  resolveRole(label, behind, isOwnBelow(price)) ??
  (!price.ownLine && isOfSeveral(price.label) ? 'Tier' : undefined);
