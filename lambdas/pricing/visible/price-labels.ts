import { wordsOf } from '../lexicon/lexicon.ts';
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
} from '../money/price-words.ts';
import { isAround } from '../page/ancestors.ts';
import { shortTextOf } from '../page/element-text.ts';
import type { Page, PageHeading } from '../page/page.ts';
import { zone, zonesOfElement } from '../page/page-zones.ts';
import { columnHeadOf, rowHeadOf, rowOf } from '../page/table-row.ts';
import type { AmountRole } from '../roles/amount-role.ts';
import { readLabelRole } from '../roles/label-role.ts';
import { arePlain, isKnownLabel, isOfSeveral } from './plain-line.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** Words that stand around a price and are its own. */
export interface PriceLabels {
  label: string;
  behind: string;
  /**
   * The line above, with words that no label has and no markup that ties it to the amount, or above what is named the
   * current price: a badge, or a name.
   */
  isLoose: boolean;
}

/** Roles of labels for the amount above them; other words below an amount rather begin what follows. */
const rolesBelow: ReadonlySet<string | undefined> = new Set(['PerUnit', 'Instalment', 'Members', 'NetOfTax']);

const ofColumns: ReadonlySet<string | undefined> = new Set(['PerUnit', 'NetOfTax']);

const resolveRole = (label: string, behind: string, isOwnBelow: boolean): AmountRole['role'] => {
  const { role } = readLabelRole(label, '');
  // "11,42 € HT 13,70 € TTC" in lines of their own: the words between are those of the amount before.
  if (role === 'NetOfTax' && grossWords.test(behind)) return undefined;
  if (role !== undefined || behind === '' || grossWords.test(label)) return role;
  const below = readLabelRole('', behind).role;
  return isOwnBelow || rolesBelow.has(below) ? below : undefined;
};

/** True if the line below stands with the amount in an element that holds nothing else. */
const isOwnBelow = ({ element, raw, behind }: VisiblePrice): boolean =>
  behind !== '' &&
  isAround(element, 3, (around) => {
    const text = shortTextOf(around, 80).trim();
    return text.startsWith(raw) && text.slice(raw.length).trim() === behind.trim();
  });

/** The line before speaks about a price only when it is a label: short, without numbers, or ending in a colon. */
const isLabel = (text: string): boolean =>
  text.length > 0 &&
  text.length <= 40 &&
  (!/\d/.test(text.replace(/\([^()]{0,20}\)/g, '')) || /[:：]\s*$/.test(text) || timesBefore.test(text));

/** "doprava zdarma": a line that says all of carriage itself says nothing of the amount below, unless this is what must be reached. */
const isFreeShippingLabel = (text: string): boolean =>
  offersFreeShipping(text) && ![freeFromWords, thresholdWords, fromWords].some((words) => words.test(text));

/** The line before, where it is a label, as all that heads a pair of a list is. */
const labelBefore = ({ ownLine, label, element }: VisiblePrice): string =>
  !ownLine && (rowOf(element)?.name === 'dd' || isLabel(label)) && !isFreeShippingLabel(label) ? label : '';

/** True if the words before an amount stand in its line as a badge: in another element than its own, which is named as a price. */
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

/** True if a short text is what a price is called: "Regular price", "Sale price". */
const isPriceName = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= 30 &&
  !/\d/.test(text) &&
  [wasWords, nowWords, regularWords].some((words) => words.test(text));

/** Where a block calls its prices behind each of them, "$120 Regular price $95 Sale price", what each is called. */
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

/** The head of a price's row, unless the row is the titled product's own. */
export const rowLabelOf = ({ element }: VisiblePrice, title: PageHeading | undefined): string => {
  const head = rowHeadOf(element);
  return title?.text.startsWith(head) ? '' : head;
};

/** A month, a quarter or a day, with or before its year: "Eylül 2026", "2026-09", "01.09.2026". */
const date = new RegExp(
  [
    String.raw`^(?:[\p{L}\p{M}]{1,12}\.?[\s/'’-]*(?:19|20)\d\d`,
    String.raw`|(?:\d{1,2}[./\s-]+)?(?:\d{1,2}|[\p{L}\p{M}]{2,12})\.?[./\s-]+(?:19|20)\d\d`,
    String.raw`|(?:19|20)\d\d[./年\s-]+\d{1,2}(?:[./月-]?\s?\d{0,2})日?月?)$`,
  ].join(''),
  'u',
);

/** True if a price stands in a row whose head is a date: what was asked then. */
export const isOfDate = ({ element }: VisiblePrice): boolean => date.test(rowHeadOf(element));

/** True if the element is named or marked up as a price itself. */
export const isNamedPrice = ({ element }: VisiblePrice): boolean =>
  (zonesOfElement(element) & (zone.price | zone.current | zone.marked)) !== 0 ||
  element.attribs.itemprop !== undefined;

const ownersBefore = /^\s*(?:our|your|unser|notre|nuestro|il nostro)\s/iu;
const priceNouns = wordsOf('Price', 'PriceNoun');
/** True if a line or a cell says nothing but that the price follows. */
export const isPriceLabel = (text: string): boolean => {
  const label = text.replace(ownersBefore, '');
  return priceNouns.test(label) && /^\s*[:：]?\s*$/.test(priceNouns.without(label, ''));
};

/** True if a price stands in a row whose head is no more than "Price". */
export const isInPriceRow = ({ element, zones }: VisiblePrice): boolean => {
  if ((zones & zone.prose) === 0) return false;
  const head = rowHeadOf(element);
  return head !== '' && (isPriceLabel(head) || isPriceName(head));
};

/** True if what stands beside an amount labels it: a word or three and a colon before it, and nothing behind. */
export const isShortLabel = ({ ownLine, label, words }: VisiblePrice): boolean =>
  ownLine &&
  /^[\p{L}\p{M}]+(?:[\s'’-][\p{L}\p{M}]+){0,2}\s?[:：]$/u.test(label.trim()) &&
  words.trim() === label.trim();

/** The labels of one price among those of its page: the head of its column, or the words before, or its name behind. */
export const labelsOf = (price: VisiblePrice, named: ReadonlyMap<VisiblePrice, string>): PriceLabels => {
  const column = price.ownLine ? '' : columnHeadOf(price.element);
  // The head of a column may be a product's name; what it measures by, it says of any.
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

/** The role that labels give a price that says nothing itself. */
export const roleOf = (price: VisiblePrice, { label, behind }: PriceLabels): AmountRole['role'] =>
  resolveRole(label, behind, isOwnBelow(price)) ??
  (!price.ownLine && isOfSeveral(price.label) ? 'Tier' : undefined);
