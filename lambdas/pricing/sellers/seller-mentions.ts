import type { Element } from 'domhandler';
import { contains, type Page, type TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { columnHeadOf, isCell } from '../page/table-row.ts';
import { elementsWithin, isAround, lineageOf, nearest } from '../page/walk.ts';
import type { PriceHints } from '../text/currency-lexicon.ts';
import { instalmentWords, shippingWords, surchargeWords } from '../text/price-words.ts';
import { sellerKey, withoutRating } from './seller-names.ts';
import {
  isName,
  isNamedSeller,
  isSellerHead,
  isSellersHeading,
  isShopLinkText,
  leadsToSeller,
  maxName,
  mayName,
  sellerInLine,
} from './seller-words.ts';

/** The text of one element in a line of the page. */
export interface Segment {
  text: string;
  element: Element;
  zones: number;
  run: number;
}

/** A place where the page names a seller. */
export interface SellerMention {
  name: string;
  element: Element;
  run: number;
  /** Words in the same line identify the seller; element names alone also occur on menus and notes. */
  isExplicit?: boolean;
}

const maxMentions = 300;
/** Texts of one place examined for the name. */
const maxTexts = 30;
const maxListRuns = 1_000;
/** Elements examined for a logo. */
const maxPictured = 200;
/** Column heads are read only if one of the first cells is a seller head. */
const maxCells = 2_000;
/** Depth of a text in its cell. */
const maxInCell = 4;
/** Depth of a name in the element named after the seller, if that has no other candidate. */
const maxInNamed = 5;
/** Depth, if it has several. */
const maxInside = 2;
/** Ancestors searched for one that contains a name and the next. */
const maxShared = 20;

const away = zone.hidden | zone.chrome | zone.related | zone.review | zone.cart;
/** Zones skipped under a seller heading. */
const awayBelow = away & ~zone.related;

export const segmentsOf = ({ text, pieces, index }: TextRun): Segment[] =>
  pieces.map(({ start, element, zones }, at) => ({
    text: text.slice(start, pieces[at + 1]?.start ?? text.length).trim(),
    element,
    zones,
    run: index,
  }));

/** Indices of the lines under a heading of other sellers, which other pages use for related products. */
export const belowSellersHeading = ({ headings, runs }: Page): ReadonlySet<number> =>
  linesBelow(headings, runs, isSellersHeading);

const linesBelow = (
  headings: Page['headings'],
  runs: Page['runs'],
  isMeant: (heading: string) => boolean,
): ReadonlySet<number> => {
  const found = new Set<number>();
  let open: { level: number; until: number } | undefined;
  for (const [at, { text, run, level }] of headings.entries()) {
    // Lower-level headings do not end the list: rows have their own.
    if (open && level <= open.level) open = undefined;
    if (!open && text.length <= maxName && isMeant(text)) open = { level, until: run + maxListRuns };
    const end = Math.min(headings[at + 1]?.run ?? runs.length, open?.until ?? 0);
    for (let index = run; index < end; index += 1) found.add(index);
  }
  return found;
};

/** True if a heading is about extra charges: of carriers, banks and insurers, which are no sellers. */
const isChargesHeading = (heading: string): boolean =>
  [shippingWords, instalmentWords, surchargeWords].some((words) => words.test(heading));

/** Indices of the lines under a heading of charges. */
export const belowCharges = ({ headings, runs }: Page): ReadonlySet<number> =>
  linesBelow(headings, runs, isChargesHeading);

/** True if a segment is where offers of the page's product are. */
export const isHere = ({ zones, run }: Segment, headed: ReadonlySet<number>): boolean =>
  (zones & (headed.has(run) ? awayBelow : away)) === 0;

const cellAround = (element: Element): Element | undefined => nearest(element, maxInCell, isCell);

const isSellerLink = (element: Element): boolean =>
  isAround(
    element,
    2,
    ({ name, attribs }) => name === 'a' && attribs.href !== undefined && leadsToSeller(attribs.href),
  );

/** Context for reading a name. */
interface Asked {
  /** Texts chosen as the name in their element or cell. */
  chosen: ReadonlySet<Segment>;
  /** Keys of sellers in the page's data. */
  known: ReadonlySet<string>;
}

export const isInLink = (element: Element): boolean =>
  isAround(element, maxInside, ({ name, attribs }) => name === 'a' && attribs.href !== undefined);

/** The name among the texts of an element named after the seller: its only link, else the first. */
const nameAmong = (around: Element, texts: readonly Segment[], hints: PriceHints): Segment | undefined => {
  if (texts.some(({ text }) => sellerInLine(text) !== undefined)) return undefined;
  const names = texts.filter(({ text }) => mayName(text, hints));
  const links = names.filter(({ element }) => isInLink(element));
  if (links.length === 1) return links[0];
  if (names.length === 1) return names[0];
  return names.find(({ element }) => isCell(around) || lineageOf(element, maxInside).includes(around));
};

/** The names in elements named after sellers, and in cells of seller columns. */
const namesByPlace = (
  segments: readonly Segment[],
  headed: ReadonlySet<number>,
  hints: PriceHints,
): ReadonlySet<Segment> => {
  const hasHead = segments.slice(0, maxCells).some(({ text }) => text.length <= 20 && isSellerHead(text));
  // Adjacent texts share their ancestors: each is checked once.
  const known = new Map<Element, boolean>();
  const isNamed = (element: Element): boolean => {
    const is = known.get(element) ?? isNamedSeller(element);
    known.set(element, is);
    return is;
  };
  const placeOf = ({ element }: Segment): Element | undefined => {
    const named = nearest(element, maxInNamed, isNamed);
    if (named || !hasHead) return named;
    const cell = cellAround(element);
    return cell && isSellerHead(columnHeadOf(element)) ? cell : undefined;
  };
  const places = new Map<Element, Segment[]>();
  for (const segment of segments) {
    const place = segment.text === '' || !isHere(segment, headed) ? undefined : placeOf(segment);
    if (!place || (places.size >= maxMentions && !places.has(place))) continue;
    const texts = places.get(place) ?? [];
    if (texts.length < maxTexts) texts.push(segment);
    places.set(place, texts);
  }
  return new Set([...places].flatMap(([around, texts]) => nameAmong(around, texts, hints) ?? []));
};

/** The seller's name given by a piece of text. */
const nameIn = (segments: readonly Segment[], at: number, { chosen, known }: Asked): string | undefined => {
  const { text, element } = segments[at]!;
  if (text === '' || text.length > 2 * maxName) return undefined;
  const inLine = sellerInLine(text);
  if (inLine === '') return withoutRating(segments[at + 1]?.text ?? '');
  if (inLine !== undefined) return inLine;
  if (known.size > 0 && known.has(sellerKey(text))) return text;
  if (chosen.has(segments[at]!)) return withoutRating(text);
  return isSellerLink(element) && !isShopLinkText(text) ? withoutRating(text) : undefined;
};

/** The logo with the only name in an element. */
export const picturedName = (around: Element): Element | undefined => {
  const pictures = [...elementsWithin(around.children, maxPictured)].filter(
    ({ name, attribs }) => name === 'img' && isName(attribs.alt?.trim() ?? ''),
  );
  return pictures.length === 1 ? pictures[0] : undefined;
};

/**
 * Drops names repeated within a row: before any amount, without another seller in the common ancestor. The
 * buy box and the first row of the list below it may name the same seller without an amount in between.
 */
const withoutRepeats = (
  mentions: readonly SellerMention[],
  priceRuns: readonly number[],
): SellerMention[] => {
  const keyed = mentions.map((mention) => ({ mention, key: sellerKey(mention.name) }));
  return keyed.flatMap(({ mention, key }, index) => {
    const last = keyed[index - 1];
    if (last === undefined || last.key !== key || key === '') return [mention];
    if (priceRuns.some((price) => price > last.mention.run && price < mention.run)) return [mention];
    const around = nearest(last.mention.element, maxShared, (each) => contains(each, mention.element));
    const isOfList =
      around === undefined ||
      keyed.some((other) => other.key !== key && contains(around, other.mention.element));
    return isOfList ? [mention] : [];
  });
};

/**
 * Finds every place where the page names a seller, once per row.
 *
 * @param known - keys of sellers in the page's data.
 */
export const findMentions = (
  segments: readonly Segment[],
  priceRuns: readonly number[],
  headed: ReadonlySet<number>,
  known: ReadonlySet<string>,
  hints: PriceHints,
): SellerMention[] => {
  const chosen = namesByPlace(segments, headed, hints);
  const found: SellerMention[] = [];
  for (const [at, segment] of segments.entries()) {
    if (found.length >= maxMentions) break;
    const name = isHere(segment, headed) ? nameIn(segments, at, { chosen, known }) : undefined;
    if (name === undefined || !isName(name)) continue;
    const inLine = sellerInLine(segment.text);
    const isExplicit = inLine === '' ? segments[at + 1]?.run === segment.run : inLine !== undefined;
    found.push({ name, element: segment.element, run: segment.run, isExplicit });
  }
  return withoutRepeats(found, priceRuns);
};

const isClickable = (element: Element): boolean =>
  isAround(element, 3, ({ name }) => name === 'a' || name === 'button');

/**
 * Finds the links or buttons, one per row of a list of offers, that lead to a shop, or under a seller heading
 * those with the same text in each row.
 */
export const findShopLinks = (segments: readonly Segment[], headed: ReadonlySet<number>): Segment[] => {
  const clickable = segments.filter(
    (segment) =>
      segment.text !== '' &&
      segment.text.length <= 40 &&
      isHere(segment, headed) &&
      isClickable(segment.element),
  );
  const out = clickable.filter(({ text }) => isShopLinkText(text));
  const below = clickable.filter(({ run }) => headed.has(run));
  const repeated = [...Map.groupBy(below, ({ text }) => text).values()].filter(({ length }) => length > 1);
  const most = repeated.reduce<Segment[]>((all, each) => (each.length > all.length ? each : all), []);
  return (out.length > 1 ? out : most).slice(0, maxMentions);
};
