import type { Element } from 'domhandler';
import { isAround } from '../page/ancestors.ts';
import type { Page, TextPiece, TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { isNamedQuantity } from '../page/quantity-fields.ts';
import { rowOf } from '../page/table-row.ts';
import { normalizeCurrency } from '../text/currency-lexicon.ts';
import { findPrices, type ParsedPrice, type PriceHints } from '../text/parse-price-text.ts';
import { memberWords, savingWordsBehind } from '../text/price-words.ts';
import { isKnownLabel, isQuantity, withoutLabels, wordsBeside } from './plain-line.ts';

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
const isLabel = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/^\p{Lu}+$/u.test(text) && isKnownLabel(text);

const isCurrencyAlone = (run: TextRun | undefined, hints: PriceHints): boolean =>
  run !== undefined &&
  run.text.length <= 5 &&
  !hasDigit.test(run.text) &&
  (/^\p{Sc}$/u.test(run.text) || (!isLabel(run.text) && normalizeCurrency(run.text, hints) !== null));

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

const isNamedPrice = ({ zones }: TextPiece): boolean => (zones & (zone.price | zone.marked)) !== 0;

/** "DIN 933" and "Tent 2P" are names: in a title letters are no currency sign. */
const isOfName = (price: ParsedPrice, piece: TextPiece): boolean =>
  price.bare || (!isNamedPrice(piece) && !/\p{Sc}/u.test(price.raw));

/** True for a quantity in a block that is named as a price. */
const isCount = ({ element }: TextPiece): boolean => isAround(element, 4, isNamedQuantity);

const isSpan = ({ name }: Element): boolean => name === 'span';

/** All amounts of one line. */
const pricesOfLine = (page: Page, line: Line, hints: PriceHints, titleRun?: number): VisiblePrice[] => {
  const { run, offset, text } = line;
  const isSignedOnly = !run.pieces.some(isNamedPrice);
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
      price.bare && (piece.zones & zone.struck) === 0 && (!isNamedPrice(piece) || isCount(piece));
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
