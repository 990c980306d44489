import type { Element } from 'domhandler';
import { isNamedQuantity } from '../page/choices.ts';
import { shortTextOf } from '../page/element-text.ts';
import { buyWords } from '../page/landmarks.ts';
import type { Page, PageHeading, TextPiece, TextRun } from '../page/page.ts';
import { zone, zonesOfElement } from '../page/page-zones.ts';
import { columnHeadOf, rowHeadOf, rowOf } from '../page/table-row.ts';
import { isAround, parentOf } from '../page/walk.ts';
import { type AmountRole, readLabelRole } from '../text/amount-role.ts';
import { normalizeCurrency } from '../text/currency-lexicon.ts';
import { findPrices, type ParsedPrice, type PriceHints } from '../text/parse-price-text.ts';
import {
  freeFromWords,
  fromWords,
  grossWords,
  memberWords,
  nowWords,
  offersFreeShipping,
  regularWords,
  savingWordsBehind,
  thresholdWords,
  timesBefore,
  wasWords,
} from '../text/price-words.ts';
import { wordsBefore, wordsOf } from '../words/lexicon.ts';
import { anyOf } from '../words/word-lists.ts';

/** Roles that label a price without turning it into something else. */
const plainRoles = [
  'Price',
  'Now',
  'Was',
  'Regular',
  'Total',
  'Discounted',
  'Gross',
  'NetOfTax',
  'From',
  'Saving',
  'Shipping',
  'Instalment',
  'Members',
  'NonMembers',
  'PerUnit',
  'Threshold',
  'Deposit',
  'Surcharge',
  'Approximate',
  'Basket',
  'Piece',
  'Bargain',
] as const;
const plainWords = wordsBefore(...plainRoles);
const knownWords = wordsBefore(...plainRoles, 'Bid', 'Worth', 'PaymentMethod', 'OtherCondition', 'FreeFrom');

/** A line without its amounts. */
const wordsBeside = (line: string, prices: readonly ParsedPrice[]): string => {
  let rest = line;
  for (const { start, end } of [...prices].reverse()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return rest;
};

/** True if the words beside an amount are only price labels; other words may turn it into anything. */
export const arePlain = (words: string): boolean => {
  // "(6 offers)" is a count. The Turkish dotted capital İ is no Latin capital.
  const rest = words.replaceAll('İ', 'i').replace(/\(\s?\d{1,6}\s\p{L}{1,20}\s?\)/gu, ' ');
  if (!/\p{L}{2}/u.test(rest)) return true;
  return !/\p{L}{2}/u.test(buyWords.without(plainWords.without(rest, ' '), ' '));
};

/** Removes labels of amounts from a text. */
export const withoutLabels = (text: string): string => knownWords.without(text, ' ');

/** True if a text consists of labels of amounts. */
export const isKnownLabel = (label: string): boolean => !/\p{L}{2}/u.test(withoutLabels(label));

/** A line that only states the quantity of the next price: "Bis 99", "ab 500 Stück", "10+", "1-9". */
const quantity = new RegExp(
  [
    String.raw`^(?:${anyOf('upTo')} \d{1,6}|${anyOf('fromPieces')} (\d{1,6})|(\d{1,6})\s?(?:\+|[-–—]\s?\d{1,6}))`,
    String.raw`(?:\s?${anyOf('pieces')})?\s?:?$`,
  ].join(''),
  'iu',
);

/** True if a line only states a number of pieces. */
const isQuantity = (text: string): boolean => quantity.test(text.trim());

/** True if a line only states a minimum above one: "ab 6 Stück", but not "1-5". */
const isOfSeveral = (text: string): boolean => {
  const [, from, least] = quantity.exec(text.trim()) ?? [];
  return Number(from ?? least ?? 0) > 1;
};

/** A visible amount with everything known about its position. */
export interface VisiblePrice {
  amount: string;
  currency: string | null;
  raw: string;
  qualifier: ParsedPrice['qualifier'];
  bare: boolean;
  /** The text before it in the same line, or the short line above. */
  label: string;
  /** The label is in the price's own line, which has been evaluated already. */
  ownLine: boolean;
  /** The short line after it, if nothing follows in its own: "HT", "/ month". */
  behind: string;
  /** The rest of its own line, up to the next amount: "without card". */
  tail: string;
  /** The words before and after it in its line that describe it rather than another amount. */
  wordsAround: { before: string; behind: string };
  /** Its line without amounts. */
  words: string;
  /** Text of its own element in that line, without the amount. */
  ownWords: string;
  /** It is part of a sentence. */
  isSentence: boolean;
  lineLength: number;
  run: number;
  element: Element;
  zones: number;
}

/** Longer lines are prose, and not searched for prices. */
const maxLine = 400;
/** Characters after a price that may describe it. */
const maxTail = 40;
/** Caps amounts per page; shops have tens, an attacker's page millions. */
const maxPrices = 2_000;

const hasDigit = /\p{Nd}/u;
const onlyNumber = /^[\s\p{Nd}.,'’٫٬\u00a0-]+$/u;

const pieceAt = (run: TextRun, offset: number): TextPiece => {
  let found = run.pieces[0]!;
  for (const piece of run.pieces) {
    if (piece.start > offset) break;
    found = piece;
  }
  return found;
};

/** "nad" is Czech for "over", and NAD a currency; "원래 가격" is the original price, and 원 a currency. */
const isLabelWord = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/^\p{Lu}+$/u.test(text) && isKnownLabel(text);

const isCurrencyAlone = (run: TextRun | undefined, hints: PriceHints): boolean =>
  run !== undefined &&
  run.text.length <= 5 &&
  !hasDigit.test(run.text) &&
  (/^\p{Sc}$/u.test(run.text) || (!isLabelWord(run.text) && normalizeCurrency(run.text, hints) !== null));

/** The previous line, skipping a cell with only a colon. */
const textBefore = (page: Page, index: number): string | undefined => {
  const text = page.runs[index - 1]?.text;
  return text !== undefined && /^[\s:：=–-]+$/.test(text) ? page.runs[index - 2]?.text : text;
};

/** "$30.00 off with the club" above a price: member words after an amount label the next line. */
const labelIn = (line: string): string => {
  const behind = /\p{Nd}(\P{Nd}+)$/u.exec(line)?.[1];
  if (behind === undefined || !memberWords.test(behind)) return line;
  return behind.slice(savingWordsBehind.endIn(behind) ?? 0).trim();
};

const wordsOfPiece = (
  { text, pieces }: TextRun,
  piece: TextPiece,
  { start, end }: ParsedPrice,
  offset: number,
): string => {
  const next = pieces[pieces.indexOf(piece) + 1]?.start ?? text.length;
  const before = text.slice(piece.start, Math.max(piece.start, start - offset));
  return `${before} ${text.slice(Math.min(end - offset, next), next)}`;
};

interface Line {
  text: string;
  run: TextRun;
  /** Offset of the run's own text in `text`. */
  offset: number;
}

/** Joins a number with a currency in a separate block before or after it. */
const lineOf = (runs: readonly TextRun[], index: number, hints: PriceHints): Line => {
  const run = runs[index]!;
  if (run.text.length > 15 || !onlyNumber.test(run.text)) return { text: run.text, run, offset: 0 };
  const before = runs[index - 1];
  if (isCurrencyAlone(before, hints))
    return { text: `${before!.text} ${run.text}`, run, offset: before!.text.length + 1 };
  const after = runs[index + 1];
  if (isCurrencyAlone(after, hints)) return { text: `${run.text} ${after!.text}`, run, offset: 0 };
  return { text: run.text, run, offset: 0 };
};

/** True if a line's labels follow its amounts: "79.90 30-day lowest 119.90 regular". */
const areNamedBehind = (text: string, found: readonly ParsedPrice[]): boolean =>
  !/\p{L}{3}/u.test(text.slice(0, found[0]?.start)) && /\p{L}{3}/u.test(text.slice(found.at(-1)?.end));

const wordsAroundOf = (
  text: string,
  found: readonly ParsedPrice[],
  { start, end }: ParsedPrice,
): VisiblePrice['wordsAround'] => {
  const isOfFirst = (between: string): boolean => !/[:：]\s*$/.test(between) && areNamedBehind(text, found);
  // "30 days": a bare number does not separate words.
  const signed = found.filter(({ bare }) => !bare);
  const first = signed.findLast((each) => each.end <= start);
  const next = signed.find((each) => each.start >= end);
  const before = text.slice(first?.end ?? 0, start);
  const behind = text.slice(end, next?.start);
  return {
    before: first && isOfFirst(before) ? '' : before,
    behind: !next || isOfFirst(behind) ? behind.slice(0, maxTail) : '',
  };
};

const isInNamedPrice = ({ zones }: TextPiece): boolean => (zones & (zone.price | zone.marked)) !== 0;

/** "DIN 933" and "Tent 2P" are names: in a title letters are no currency sign. */
const isOfName = (price: ParsedPrice, piece: TextPiece): boolean =>
  price.bare || (!isInNamedPrice(piece) && !/\p{Sc}/u.test(price.raw));

/** True for a quantity in a block that is named as a price. */
const isCount = ({ element }: TextPiece): boolean => isAround(element, 4, isNamedQuantity);

const isSpan = ({ name }: Element): boolean => name === 'span';

/** All amounts of one line. */
const pricesOfLine = (page: Page, line: Line, hints: PriceHints, titleRun?: number): VisiblePrice[] => {
  const { run, offset, text } = line;
  const isSignedOnly = !run.pieces.some(isInNamedPrice);
  const breaks = breaksOf(run).map((start) => start + offset);
  const found = findPrices(text, hints, isSignedOnly, breaks);
  const shared = {
    words: wordsBeside(text, found),
    lineLength: text.length,
    run: run.index,
  };
  return found.flatMap((price, index) => {
    const piece = pieceAt(run, Math.max(0, price.start - offset + digitOffset(price.raw)));
    const isUnnamed =
      price.bare && (piece.zones & zone.struck) === 0 && (!isInNamedPrice(piece) || isCount(piece));
    if ((piece.zones & zone.hidden) !== 0 || (run.index === titleRun && isOfName(price, piece)) || isUnnamed)
      return [];
    const own = text.slice(0, price.start).trim();
    // "(23,99 € / 1 m²)": an unsigned number belongs to the measure.
    const next = found.slice(index + 1).find(({ bare }) => !bare);
    const end = Math.min(next?.start ?? Number.POSITIVE_INFINITY, price.end + maxTail);
    const ownWords = wordsOfPiece(run, piece, price, offset);
    return {
      ...shared,
      amount: price.amount,
      currency: price.currency,
      raw: price.raw,
      qualifier: price.qualifier,
      bare: price.bare,
      label: own || labelAbove(page, line, hints),
      ownLine: own !== '',
      behind: /^[\s.,;)]*$/.test(text.slice(price.end)) ? behindOf(page, run, piece.element) : '',
      tail: text.slice(price.end, end),
      wordsAround: wordsAroundOf(text, found, price),
      ownWords,
      // A span of its own sets an amount apart from the sentence; bold type does not.
      isSentence: hasSentence(withoutLabels(text)) && !(ownWords.trim() === '' && isSpan(piece.element)),
      element: piece.element,
      zones: piece.zones,
    };
  });
};

/** The short line above an amount that starts its line, skipping a sign on a line of its own. */
const labelAbove = (page: Page, { run, offset }: Line, hints: PriceHints): string => {
  const isJoined = offset > 0 || isCurrencyAlone(page.runs[run.index - 1], hints);
  const previous = textBefore(page, run.index - (isJoined ? 1 : 0));
  return previous !== undefined && previous.length <= 60 ? labelIn(previous) : '';
};

/** Finds every amount in the page's visible text. */
export const findVisiblePrices = (page: Page, hints: PriceHints): VisiblePrice[] => {
  // Menus, filters and choices contain most numbers of a page, and never its price.
  const title = page.area.title;
  const skippedZones = zone.hidden | ((zone.chrome | zone.option | zone.related) & ~(title?.zones ?? 0));
  return page.runs
    .values()
    .filter(({ text }) => text.length <= maxLine && hasDigit.test(text))
    .filter(({ pieces }) => pieces.some(({ zones }) => (zones & skippedZones) === 0))
    .filter(({ text }) => !isQuantity(text))
    .flatMap(({ index }) => pricesOfLine(page, lineOf(page.runs, index, hints), hints, title?.run))
    .take(maxPrices)
    .toArray();
};

/** Where other elements begin, except digit groups of one number in elements of their own. */
const breaksOf = ({ text, pieces }: TextRun): number[] =>
  pieces.flatMap(({ start, element }, index) => {
    const before = pieces[index - 1];
    // A comment splits texts of one element, which appear as one.
    if (!before || before.element === element) return [];
    const areGroups =
      before.element.name === element.name &&
      before.element.parent === element.parent &&
      /^\d{1,3}$/.test(text.slice(before.start, start).trim()) &&
      /^\d{3}(?!\d)/.test(text.slice(start));
    return areGroups ? [] : [start];
  });

/** The next line that is not for screen readers only. */
const nextShown = (page: Page, { index }: TextRun): TextRun | undefined =>
  page.runs
    .slice(index + 1, index + 4)
    .find(({ pieces }) => pieces.some(({ zones }) => (zones & zone.offscreen) === 0));

/** The short line after a price, unless it starts a new row, whose label belongs to that row. */
const behindOf = (page: Page, run: TextRun, element: Element): string => {
  const next = nextShown(page, run);
  const row = rowOf(element);
  if (next && row && rowOf(next.pieces[0]!.element) !== row) return '';
  return shortLine(next);
};

/** A line short enough to label what precedes it: "HT", also "ex. VAT (£8.70 inc. VAT)". */
const shortLine = (run: TextRun | undefined): string => {
  if (run === undefined) return '';
  const [words = ''] = run.text.slice(0, 30).split(hasDigit);
  // A label that ends in a colon belongs to the next line.
  if (words.length > 25 || /[:：]\s*$/.test(words)) return '';
  return words.length === run.text.length || /[(（]\s*\p{Sc}?\s*$/u.test(words) ? words : '';
};

/** True for seven words, twelve letters of a script without spaces, or fewer with a full stop. */
const hasSentence = (text: string): boolean => {
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0;
  if (words >= 7) return true;
  if ((text.match(/[\u3040-\u30ff\u4e00-\u9fff]/g)?.length ?? 0) >= 15) return true;
  return words >= 4 && /[\p{L}\d][.!。]\s*$/u.test(text);
};

/** The digits determine the price's element, not the sign before them. */
const digitOffset = (raw: string): number => Math.max(0, raw.search(hasDigit));

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

/** Markup of a price's element and its parent, which lists repeat for each product. */
export const signatureOf = ({ element }: Pick<VisiblePrice, 'element'>): string =>
  `${element.name}.${element.attribs.class ?? ''}<${parentOf(element)?.attribs.class ?? ''}`;
