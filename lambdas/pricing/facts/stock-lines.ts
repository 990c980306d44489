import type { Element } from 'domhandler';
import type { Availability } from '../../domain/result/site-result.ts';
import { contains, cssPath, type Page, type PageArea, type TextRun, workingButtons } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { isAround, lineageOf } from '../page/walk.ts';
import type { Claim } from '../sources/claims.ts';
import {
  isBareState,
  isOfOnePart,
  mayBeOfOption,
  offersReminder,
  readAnsweredState,
  readAvailabilityText,
  readLabelledStock,
  splitStockLabel,
} from '../text/availability-text.ts';
import { plainName } from '../words/tokens.ts';

/** Zones that are not about the page's own product. */
export const away =
  zone.hidden |
  zone.related |
  zone.chrome |
  zone.review |
  zone.cart |
  zone.card |
  zone.maybeHidden |
  zone.option |
  zone.prose;

export const unavailableStates: ReadonlySet<Availability> = new Set<Availability>([
  'OutOfStock',
  'Discontinued',
]);

const availableStates: ReadonlySet<Availability> = new Set<Availability>(['InStock', 'LimitedAvailability']);

/**
 * How clearly a line states the product's stock, clearest first.
 *
 * - `Labelled`: "Availability: …".
 * - `Named`: in an element named after stock.
 * - `Bare`: it contains nothing else, or names the product.
 * - `Reminder`: a control in place of the buy button offers a reminder.
 * - `Beside`: among other words, or on a badge, which style sheets may hide.
 */
export type StockClarity = 'Labelled' | 'Named' | 'Bare' | 'Reminder' | 'Beside';
const clarities: readonly StockClarity[] = ['Labelled', 'Named', 'Bare', 'Reminder', 'Beside'];

export interface StockLine {
  claim: Claim<Availability>;
  clarity: StockClarity;
}

const maxLine = 90;

/** True if a text is in one of several choices, or in a link to another page: it is not about the product. */
const isInChoice = (element: Element): boolean =>
  isAround(
    element,
    4,
    ({ name, attribs, parent }) =>
      name === 'label' ||
      name === 'button' ||
      (name === 'a' && attribs.href !== undefined && !/^(?:#|javascript:)/i.test(attribs.href)) ||
      (name === 'li' && (parent?.children ?? []).filter((each) => each.type === 'tag').length > 1),
  );

const isControl = (element: Element): boolean =>
  isAround(
    element,
    3,
    ({ name, attribs }) => name === 'button' || name === 'input' || name === 'a' || attribs.role === 'button',
  );

/** Element names with the state that they denote, as spelled in shop templates. */
const stockNames: readonly (readonly [RegExp, Availability])[] = [
  [
    /(?:^|[\s_-])(?:out-?_?of-?_?stock|sold-?_?out|not-?_?in-?_?stock|(?:stock|availability)[\s_-]+unavailable)(?=$|[\s_-])/i,
    'OutOfStock',
  ],
  [/(?:^|[\s_-])on-?back-?order(?=$|[\s_-])/i, 'BackOrder'],
  [/(?:^|[\s_-])in-?_?stock(?=$|[\s_-])/i, 'InStock'],
];
const stockName = /(?:^|[\s_-])(?:stock|availability|stock-?(?:status|info|level))(?=$|[\s_-])/i;
const namesOf = ({ attribs }: Element): string =>
  `${attribs.class ?? ''} ${attribs.id ?? ''} ${attribs['data-testid'] ?? ''}`.slice(0, 200);

/** Availability from the name of a line's element, for unknown languages. */
const readNames = (element: Element): Availability | undefined => {
  const named = lineageOf(element, 2).map(namesOf);
  const says = stockNames.filter(([pattern]) => named.some((names) => pattern.test(names)));
  // A style sheet chooses between "in-stock out-of-stock".
  return says.length === 1 ? says[0]![1] : undefined;
};

/** Removes the product's name, which may contain stock words: "Sold Out Tour T-Shirt". */
const withoutName = (text: string, name: string | undefined): string =>
  name !== undefined && name.length > 2 ? text.replaceAll(name, ' ').trim() : text;

/** Reads a clause of a title that only states a stock state: "Vase – sold", "[SOLD OUT] Vase". */
const readTitle = (text: string): Availability | undefined => {
  const clauses = text.split(/\s+[–—|-]\s+|[[\](){}|*]/).map((clause) => clause.trim());
  if (clauses.filter((clause) => clause !== '').length < 2) return undefined;
  for (const clause of clauses) {
    const value = isBareState(clause) ? readAvailabilityText(clause) : undefined;
    if (value) return value;
  }
  return undefined;
};

interface Area {
  page: Page;
  title: PageArea['title'];
  /** A working button sells the product. */
  isSold: boolean;
}

const readLabelled = ({ page }: Area, { text, index }: TextRun): Claim<Availability> | undefined => {
  const label = splitStockLabel(text);
  if (!label) return undefined;
  const next = label.value === '' ? page.runs[index + 1] : undefined;
  const value = readLabelledStock(next ? next.text.slice(0, maxLine) : label.value);
  if (!value) return undefined;
  const raw = next ? `${text} ${next.text.slice(0, maxLine)}` : text;
  return { value, raw, path: cssPath((next ?? page.runs[index]!).pieces[0]!.element) };
};

/** True if the text is about one option or branch, or about another product. */
const isOfPart = ({ isSold }: Area, text: string, element: Element): boolean =>
  isOfOnePart(text) || (isSold && (isInChoice(element) || mayBeOfOption(text)));

/** A state with its own value, in the line or in the next one. */
const readAnswered = ({ page }: Area, { text, index }: TextRun): ReturnType<typeof readAnsweredState> => {
  const next = page.runs[index + 1]?.text ?? '';
  return (
    readAnsweredState(text) ??
    (next.length <= 12 && isBareState(text)
      ? readAnsweredState(`${text.replace(/[:：]\s*$/, '')}: ${next}`)
      : undefined)
  );
};

const isTitle = ({ title }: Area, { index, text }: TextRun): boolean =>
  title !== undefined && (index === title.run || plainName(text) === plainName(title.text));

/** Availability from a line, or from its element's name: "Disponible" is also used for back-orders. */
const stateOf = (
  stated: Availability | undefined,
  text: string,
  element: Element,
): Availability | undefined => {
  const named = text.length <= 40 ? readNames(element) : undefined;
  return stated === 'InStock' && named === 'BackOrder' ? named : (stated ?? named);
};

const readLine = (area: Area, run: TextRun): StockLine | undefined => {
  if (run.text.length > maxLine) return undefined;
  const labelled = readLabelled(area, run);
  if (labelled) return { claim: labelled, clarity: 'Labelled' };
  const { element } = run.pieces[0]!;
  const line: LineOf = (value, clarity) => ({
    claim: { value, raw: run.text, path: cssPath(element) },
    clarity,
  });
  const answered = readAnswered(area, run);
  if (answered) return answered.state && line(answered.state, 'Labelled');
  if (isTitle(area, run)) {
    const value = readTitle(run.text);
    return value && line(value, 'Bare');
  }
  return readWords(area, withoutName(run.text, area.title?.text), element, line);
};

type LineOf = (value: Availability, clarity: StockClarity) => StockLine;

/** Reads a state from a line's words and the names of its element. */
const readWords = (area: Area, text: string, element: Element, line: LineOf): StockLine | undefined => {
  const stated = readAvailabilityText(text);
  const value = stateOf(stated, text, element);
  if (!value && !area.isSold && isControl(element) && offersReminder(text))
    return line('OutOfStock', 'Reminder');
  if (!value || (unavailableStates.has(value) && isOfPart(area, text, element))) return undefined;
  if (isAround(element, 2, (each) => /badge/i.test(namesOf(each)))) return line(value, 'Beside');
  const isNamed = stated === undefined || isAround(element, 2, (each) => stockName.test(namesOf(each)));
  if (isNamed) return line(value, 'Named');
  if (isBareState(text)) return line(value, 'Bare');
  // A weak phrase never overrules a working button.
  return area.isSold && !availableStates.has(value) ? undefined : line(value, 'Beside');
};

/**
 * Reads the availability in the product's own area: from the title to shortly after the button. The clearest
 * line wins, and of equally clear ones the first.
 *
 * @param rows - of an offer list: their stock belongs to individual sellers.
 */
export const readVisibleAvailability = (
  page: Page,
  priceRun: number | undefined,
  rows: readonly Element[] = [],
): StockLine | undefined => {
  const { title, buyRun } = page.area;
  const anchors = [title?.run, buyRun, priceRun].filter((run): run is number => run !== undefined);
  if (anchors.length === 0) return undefined;
  const from = Math.max(0, Math.min(...anchors) - 3);
  const to = Math.min(Math.max(...anchors) + 15, (priceRun ?? buyRun ?? from) + 60, from + 150);
  const ignored = title?.zones ?? 0;
  const isSold = workingButtons(page, away & ~ignored & ~zone.cart).some(({ run }) => run >= from);
  const area: Area = { page, title, isSold };
  const found: StockLine[] = [];
  for (const run of page.runs.slice(from, to + 1)) {
    const { element, zones } = run.pieces[0]!;
    if ((zones & away & ~ignored) !== 0 || rows.some((row) => contains(row, element))) continue;
    const line = readLine(area, run);
    if (line) found.push(line);
  }
  for (const standing of clarities) {
    const line = found.find((each) => each.clarity === standing);
    if (line) return line;
  }
  return undefined;
};
