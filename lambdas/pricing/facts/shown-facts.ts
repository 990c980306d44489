import type { Condition } from '../../domain/result/site-result.ts';
import { toGtin14 } from '../../domain/site/gtin.ts';
import { isAmongOthers } from '../page/choices.ts';
import { cssPath, type Page, type TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { rowHeadOf } from '../page/table-row.ts';
import type { Claim } from '../sources/claims.ts';
import { readLabelledCondition } from '../sources/condition-text.ts';
import { numberLabelsEnding } from '../words/lexicon.ts';
import { anyOf } from '../words/word-lists.ts';

/** Longer lines are prose. */
const maxLine = 120;
const maxLabel = 40;
/** Zones of other products' facts and of content shared by all pages. A hidden tab is the product's own. */
const away = zone.related | zone.chrome | zone.review | zone.card | zone.cart;
/** More different values mean a table of many products. */
const maxDifferent = 4;

const isGtinName = (label: string): boolean => numberLabelsEnding(label).includes('GtinLabel');
const contentName = new RegExp(String.raw`^\W*${anyOf('contentNames')}\W{0,4}$`, 'iu');
const isContentName = (label: string): boolean => contentName.test(label);

interface Fact {
  label: string;
  value: string;
}

/** Splits a label from its value: in one line ("EAN: 4006381333931"), a table row or a description list. */
const factIn = ({ text, pieces }: TextRun, before: TextRun | undefined): Fact => {
  const colon = /[:：]/.exec(text);
  if (colon && /\p{L}/u.test(text.slice(0, colon.index)))
    return { label: text.slice(0, colon.index).slice(-maxLabel), value: text.slice(colon.index + 1) };
  const joined = /^(\D{2,40}?(?:-?1[0-4]|\(1[0-4]\))?)\s+((?:\(01\) ?)?\d.*)$/u.exec(text);
  if (joined) return { label: joined[1]!, value: joined[2]! };
  const head = rowHeadOf(pieces[0]!.element);
  const isLabel = before !== undefined && before.text.length <= maxLabel;
  return { label: head === '' && isLabel ? before.text : head, value: text };
};

/**
 * The only value that the page prints with a label for its own product: not among related products, nor in
 * one of several similar cards.
 *
 * @param mayBe - tests whether a line may contain a value, before other checks.
 * @returns `undefined` if there is none, or several different ones.
 */
const readFact = (
  page: Page,
  isName: (label: string) => boolean,
  mayBe: RegExp,
  read: (value: string) => string | undefined,
): Claim<string> | undefined => {
  const title = page.area.title;
  const elsewhere = away & ~(title?.zones ?? 0);
  const found = new Map<string, Claim<string>>();
  for (const run of page.runs) {
    if (run.text.length > maxLine || !mayBe.test(run.text)) continue;
    if (run.pieces.some(({ zones }) => (zones & elsewhere) !== 0)) continue;
    const { label, value } = factIn(run, page.runs[run.index - 1]);
    const fact = isName(label) ? read(value.trim()) : undefined;
    const { element } = run.pieces.at(-1)!;
    if (fact === undefined || isAmongOthers(element, page, title?.element)) continue;
    found.set(fact, { value: fact, raw: run.text, path: cssPath(element) });
    if (found.size > maxDifferent) break;
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
};

/** The GTIN or ISBN in a page's specifications; ten-digit ISBNs are converted to thirteen digits. */
export const readShownGtin = (page: Page): Claim<string> | undefined =>
  readFact(page, isGtinName, /\d[\d\s\p{Pd}]{6}/u, (value) => toGtin14(value)?.replace(/^0(?=\d{13}$)/, ''));

/** The pack's contents in a page's specifications: "1,5 L" with the label "Füllmenge". */
export const readShownContent = (page: Page): Claim<string> | undefined =>
  readFact(page, isContentName, /\d\s?\p{L}/u, (value) => (value.length <= 40 ? value : undefined));

/** Lines around the title that may state the condition. */
const linesAbove = 12;
const linesBelow = 80;
/** Zones of other products, and of unselected choices. */
const notOwn =
  zone.hidden |
  zone.chrome |
  zone.related |
  zone.review |
  zone.cart |
  zone.card |
  zone.option |
  zone.unselected;

const isAway = ({ pieces }: TextRun, ignored: number): boolean =>
  pieces.some(({ zones }) => (zones & notOwn & ~ignored) !== 0);

/** Reads the condition of a page's single item, from a labelled line near the title. */
export const readVisibleCondition = (page: Page): Claim<Condition> | undefined => {
  const title = page.area.title;
  if (!title) return undefined;
  const first = Math.max(0, title.run - linesAbove);
  for (const [index, run] of page.runs.slice(first, title.run + linesBelow).entries()) {
    if (isAway(run, title.zones)) continue;
    const next = page.runs[first + index + 1];
    const value = readLabelledCondition(run.text, next && !isAway(next, title.zones) ? next.text : '');
    if (value) return { value, raw: run.text.slice(0, 200), path: cssPath(run.pieces[0]!.element) };
  }
  return undefined;
};
