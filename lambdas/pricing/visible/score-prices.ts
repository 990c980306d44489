import { compareAmounts, isZero, samePrice } from '../money/amounts.ts';
import {
  grossWords,
  memberWords,
  nonMemberWords,
  nowWords,
  regularWords,
  timesBefore,
  totalWords,
  wasWords,
} from '../money/price-words.ts';
import { lineageOf, parentOf, standsIn } from '../page/ancestors.ts';
import { shortTextOf } from '../page/element-text.ts';
import { findBorder, findBuyRun, findTitleHeading } from '../page/landmarks.ts';
import type { Page, PageHeading } from '../page/page.ts';
import { zone, zonesOfNames } from '../page/page-zones.ts';
import { columnHeadOf, rowHeadOf, rowOf } from '../page/table-row.ts';
import { saidByLabels } from '../roles/said-by-labels.ts';
import type { Said } from '../roles/said-of-amount.ts';
import { comparePrices } from './compare-prices.ts';
import { arePlain, isKnownLabel } from './plain-line.ts';
import { findBuyableCards, maxCardDepth } from './repeated-cards.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';
import type { VisiblePrice } from './visible-prices.ts';

/**
 * What each zone adds to a price's score. The scale: a price with its currency right below the title and above
 * the buy button, named as a price, reaches about 100; a price that is only somewhere on the page about 20.
 */
const zoneWeights: readonly (readonly [number, number])[] = [
  [zone.price, 15],
  [zone.current, 10],
  [zone.marked, 25],
  [zone.main, 12],
  [zone.heading, 4],
  [zone.regular, -4],
  [zone.struck, -60],
  [zone.shipping, -60],
  [zone.instalment, -50],
  [zone.unit, -50],
  [zone.saving, -35],
  [zone.cart, -40],
  [zone.review, -45],
  [zone.chrome, -50],
  [zone.related, -60],
  [zone.card, -25],
  [zone.member, -30],
  [zone.netOfTax, -15],
  [zone.maybeHidden, -15],
  [zone.option, -30],
  [zone.tier, -45],
  [zone.unselected, -40],
  [zone.prose, -25],
  [zone.link, -15],
  [zone.offscreen, -1],
];

/** Nought is what fields are left at; whether a shop means it is asked apart. */
export const zeroWeight = -100;

/** Amounts of a lower score are no price in any case: nothing more is read about them. */
const worthReading = 30;

/** What labels may say of the amount above them; other words below an amount rather begin what follows. */
const saidBelow: ReadonlySet<string | undefined> = new Set(['PerUnit', 'Instalment', 'Members', 'NetOfTax']);

const ofColumns: ReadonlySet<string | undefined> = new Set(['PerUnit', 'NetOfTax']);

/** What the labels of a price that says nothing itself make of it. */
const roleByLabels = (label: string, behind: string, isOwnBelow: boolean): Said['role'] => {
  const { role } = saidByLabels(label, '');
  // "11,42 € HT 13,70 € TTC" in lines of their own: the words between are those of the amount before.
  if (role === 'NetOfTax' && grossWords.test(behind)) return undefined;
  if (role !== undefined || behind === '' || grossWords.test(label)) return role;
  const below = saidByLabels('', behind).role;
  return isOwnBelow || saidBelow.has(below) ? below : undefined;
};

/** Whether the line below stands with the amount in an element that holds nothing else. */
const isOwnBelow = ({ element, raw, behind }: VisiblePrice): boolean =>
  behind !== '' &&
  lineageOf(element, 3).some((around) => {
    const text = shortTextOf(around, 80).trim();
    return text.startsWith(raw) && text.slice(raw.length).trim() === behind.trim();
  });

/**
 * The only price between title and button is the price, though a name such as "volume-price" stands around it, and
 * though it is one for a metre or a kilogram: cloth has no other.
 */
const readmitOnly = (scored: ScoredPrice[], from: number, to: number): void => {
  // A regular price may turn out to be what everybody pays.
  const own = scored.filter(({ run, isOld, isRegular }) => run >= from && run <= to && (!isOld || isRegular));
  const others = own.filter((price) => !isAside(price));
  const plain = others.filter(({ bare, isPlain }) => !bare && isPlain);
  const isOnly = (prices: readonly ScoredPrice[]): boolean =>
    new Set(prices.map(({ amount }) => amount)).size === 1;
  for (const named of [zone.tier, zone.unit]) {
    const only = plain.filter(({ zones }) => (zones & named) !== 0);
    if (only.length === plain.length && isOnly(only)) for (const price of only) price.score += 45;
  }
  const measured = own.filter(({ qualifier }) => qualifier === 'PerUnit');
  // Among words a lesser amount is that of a sample, or of what is given away.
  const isWhole = ({ isPlain, amount }: ScoredPrice): boolean =>
    isPlain || measured.every((price) => compareAmounts(amount, price.amount) > 0);
  if (isOnly(measured) && !others.some(isWhole)) for (const price of measured) price.score += 50;
};

/** The line before speaks about a price only when it is a label: short, without numbers, or ending in a colon. */
const isLabel = (text: string): boolean =>
  text.length > 0 &&
  text.length <= 40 &&
  (!/\d/.test(text.replace(/\([^()]{0,20}\)/g, '')) || /[:：]\s*$/.test(text) || timesBefore.test(text));

/** The line before, where it is a label, as all that heads a pair of a list is. */
const labelBefore = ({ ownLine, label, element }: VisiblePrice): string =>
  !ownLine && (rowOf(element)?.name === 'dd' || isLabel(label)) ? label : '';

/** Whether a short text is what a price is called: "Regular price", "Sale price". */
const isPriceName = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= 30 &&
  !/\d/.test(text) &&
  [wasWords, nowWords, regularWords].some((words) => words.test(text));

/** "$29.990 Internet": what a price is called behind it, where it begins its line and is alone in it. */
const nameBehind = (
  { ownLine, tail, run }: VisiblePrice,
  prices: readonly VisiblePrice[],
): string | undefined =>
  !ownLine && isPriceName(tail) && prices.filter((other) => other.run === run).length === 1
    ? tail
    : undefined;

/** The same in a line of its own below, where nothing else stands with them. */
const nameBelow = (price: VisiblePrice): string | undefined =>
  !price.ownLine && isPriceName(price.behind) && isOwnBelow(price) ? price.behind : undefined;

/** Where a block calls its prices behind each of them, "$120 Regular price $95 Sale price", what each is called. */
const namesBehind = (page: Page, prices: readonly VisiblePrice[]): ReadonlyMap<VisiblePrice, string> => {
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

/**
 * Whether the line between two prices says that the one before, which is lower, is for members: they never pay more.
 */
const isOfMembersBefore = (
  { label, ownLine, run, amount }: VisiblePrice,
  prices: readonly VisiblePrice[],
): boolean =>
  !ownLine &&
  memberWords.test(label) &&
  !nonMemberWords.test(label) &&
  prices.some((other) => other.run === run - 2 && compareAmounts(other.amount, amount) < 0);

/** The head of a price's row, unless the row is the titled product's own. */
const rowLabelOf = ({ element }: VisiblePrice, title: PageHeading | undefined): string => {
  const head = rowHeadOf(element);
  return title?.text.startsWith(head) ? '' : head;
};

/** Whether the element is named as a price itself; one within such an element must hold no other words. */
const isOfPrice = ({ element, ownWords }: VisiblePrice): boolean =>
  (zonesOfNames(`${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`) &
    (zone.price | zone.current | zone.marked)) !==
    0 ||
  element.attribs.itemprop !== undefined ||
  arePlain(ownWords);

/** A line or a cell that says nothing but that the price follows. */
const priceLabel =
  /^\s*(?:(?:our|your|unser|notre|nuestro|il nostro) )?(?:price|preis|prix|precio|prezzo|preço|prijs|cena|pris|hinta|ár|preț|fiyat|harga|giá|цена|ціна|τιμή|hind|kaina|cijena|価格|価額|价格|價格|售价|售價|가격|ราคา|السعر|מחיר)\s*[:：]?\s*$/iu;

/** Whether a price stands in a row whose head is no more than "Price". */
const isInPriceRow = ({ element, zones }: VisiblePrice): boolean => {
  if ((zones & zone.prose) === 0) return false;
  const head = rowHeadOf(element);
  return head !== '' && (priceLabel.test(head) || isPriceName(head));
};

/** What an amount among words that are not known has less than one that stands alone. */
const amongWords = 13;

/** Whether what stands beside an amount labels it: a word or three and a colon before it, and nothing behind. */
const isShortLabel = ({ ownLine, label, words }: VisiblePrice): boolean =>
  ownLine &&
  /^[\p{L}\p{M}]+(?:[\s'’-][\p{L}\p{M}]+){0,2}\s?[:：]$/u.test(label.trim()) &&
  words.trim() === label.trim();

const nearness = (distance: number, reach: number, most: number): number =>
  distance >= reach ? 0 : most * (1 - distance / reach);

/** Zones that the title itself stands in say nothing against a price: the whole product area has them. */
const pageWideZones = (title: PageHeading | undefined): number =>
  title ? title.zones & ~(zone.price | zone.current | zone.main | zone.marked) : 0;

/**
 * Weighs visible prices by where they stand. Nothing here knows a shop or a platform: position to title and buy
 * button, names of classes, markup, and the words before the price.
 *
 * @returns best first.
 */
export const scorePrices = (page: Page, prices: readonly VisiblePrice[]): ScoredPrice[] => {
  const title = findTitleHeading(page);
  const buyRun = findBuyRun(page, title?.run);
  const ignored = pageWideZones(title);
  const border = findBorder(page, title, buyRun);
  const isBehind = ({ run }: VisiblePrice): boolean => border !== undefined && run >= border;
  // Other products' cards are often built as the page's own price is: each side counts its own.
  const [repeats, repeatsBehind] = [
    countRepeats(prices.filter((price) => !isBehind(price))),
    countRepeats(prices.filter(isBehind)),
  ];
  const sames = countSame(prices);
  const named = namesBehind(page, prices);
  const cards = findBuyableCards(page, title?.element);
  const labelsOf = (price: VisiblePrice): { label: string; behind: string } => {
    const column = price.ownLine ? '' : columnHeadOf(price.element);
    // The head of a column may be a product's name; what it measures by, it says of any.
    if (
      column !== '' &&
      (isKnownLabel(column) || arePlain(column) || ofColumns.has(saidByLabels(column, '').role))
    )
      return { label: column, behind: '' };
    const label = isOfMembersBefore(price, prices)
      ? ''
      : (named.get(price) ?? nameBehind(price, prices) ?? nameBelow(price) ?? labelBefore(price));
    return { label, behind: price.behind };
  };
  const scored = prices.map((price): ScoredPrice => {
    const zones = price.zones & ~ignored;
    let score = price.isUnnamed ? -20 : price.bare ? -5 : 20;
    // The row of a table of properties that is called price is not among words.
    const told = isInPriceRow(price) ? zones & ~zone.prose : zones;
    for (const [bit, weight] of zoneWeights) if ((told & bit) !== 0) score += weight;
    if (title) {
      const after = price.run - title.run;
      score += after >= 0 ? nearness(after, 60, 40) : nearness(-after, 12, 32);
      if (after < -30) score -= 10;
    }
    if (buyRun !== undefined) score += nearness(Math.abs(price.run - buyRun), 40, 25);
    if (isBehind(price)) score -= 45;
    else if (standsIn(cards, price.element, maxCardDepth)) score -= 60;
    const { label, behind } = labelsOf(price);
    const said = roleByLabels(label, behind, isOwnBelow(price));
    const isOld = price.qualifier === 'Was' || (zones & zone.struck) !== 0 || said === 'Was';
    if (isOld && (zones & zone.struck) === 0) score -= 50;
    const own = price.qualifier === 'From' ? undefined : price.qualifier;
    const qualifier = own ?? (said === 'Was' ? undefined : said) ?? price.qualifier;
    if (isAside({ qualifier })) score -= 50;
    if (qualifier === 'From') score -= 6;
    if (
      [price.ownLine ? price.label : label, price.tail, price.behind].some((words) =>
        nonMemberWords.test(words),
      )
    )
      score += 15;
    if (!isOld && nowWords.test(price.label.slice(-40))) score += 8;
    if (!isOld && priceLabel.test(label || price.label)) score += 10;
    if (!isOld && totalWords.test(price.label.slice(-40))) score += 14;
    if (price.isSentence) score -= 18;
    const isPlain =
      ((zones & (zone.price | zone.current | zone.marked)) !== 0 && isOfPrice(price)) ||
      (score >= worthReading &&
        price.run !== title?.run &&
        arePlain(price.ownLine ? price.words : `${rowLabelOf(price, title)} ${price.words}`));
    if (!isPlain && !price.isSentence) score -= amongWords;
    if (price.lineLength > 80) score -= 20;
    else if (price.lineLength <= 25) score += 6;
    if (((isBehind(price) ? repeatsBehind : repeats).get(signature(price)) ?? 0) >= 4) score -= 25;
    // One amount four times over in elements named alike is a table of charges.
    if ((sames.get(`${signature(price)} ${price.amount}`) ?? 0) >= 4) score -= 15;
    if (isZero(price.amount)) score += zeroWeight;
    const name = label === '' && !named.has(price) ? price.label : label;
    return {
      ...price,
      qualifier,
      score,
      isOld,
      isPlain,
      withheld: !isPlain && !price.isSentence && isShortLabel(price) ? amongWords : 0,
      isRegular: isOld && regularWords.test(name),
    };
  });
  if (title && buyRun !== undefined) readmitOnly(scored, title.run, buyRun);
  preferAboveButton(scored, title?.run, buyRun);
  comparePrices(page, scored);
  return scored.sort((a, b) => b.score - a.score);
};

/** Where a price stands between the title and the button to buy, others behind that button are rather others'. */
const preferAboveButton = (
  scored: readonly ScoredPrice[],
  titleRun: number | undefined,
  buyRun: number | undefined,
): void => {
  if (titleRun === undefined || buyRun === undefined || buyRun < titleRun) return;
  const above = scored.filter(
    (price) =>
      price.run >= titleRun && price.run <= buyRun && !price.isOld && !isAside(price) && price.score >= 60,
  );
  if (above.length === 0) return;
  // Two that are made up alike are a choice, each with a button of its own.
  const isAlike = (one: ScoredPrice, other: ScoredPrice): boolean =>
    samePrice(one, other) ||
    ((one.element.attribs.class ?? '') !== '' && signature(one) === signature(other));
  for (const price of scored)
    if (price.run > buyRun && price.score >= worthReading && !above.some((other) => isAlike(other, price)))
      price.score -= 12;
};

const signature = ({ element }: VisiblePrice): string => {
  return `${element.name}.${element.attribs.class ?? ''}<${parentOf(element)?.attribs.class ?? ''}`;
};

const countSame = (prices: readonly VisiblePrice[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const price of prices) {
    const key = `${signature(price)} ${price.amount}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Number of different amounts that stand in elements named alike: a list of products repeats its markup. */
const countRepeats = (prices: readonly VisiblePrice[]): Map<string, number> => {
  const amounts = new Map<string, Set<string>>();
  for (const price of prices) {
    const key = signature(price);
    const set = amounts.get(key) ?? new Set();
    set.add(price.amount);
    amounts.set(key, set);
  }
  return new Map([...amounts].map(([key, set]) => [key, set.size]));
};
