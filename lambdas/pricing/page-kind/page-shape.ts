import type { Element } from 'domhandler';
import { printedMoney } from '../money/common-signs.ts';
import { isHidden } from '../page/hidden-element.ts';
import type { Page, TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { elementsWithin } from '../page/walk.ts';

/** Characteristics that distinguish a wall from a product page. */
export interface PageShape {
  title: string;
  /** Displayed text, up to {@link textLimit} characters. */
  text: string;
  links: number;
  hasPassword: boolean;
  hasEmail: boolean;
  /** True if the text contains anything like a price. */
  isPriced: boolean;
}

const textLimit = 20_000;
const maxLine = 2_000;
const silent = new Set(['template', 'svg', 'iframe', 'object']);

/** The text of the lines that match, up to about this many characters. */
export const textOfLines = ({ runs }: Page, most: number, isMeant: (run: TextRun) => boolean): string => {
  let text = '';
  for (const run of runs) {
    if (text.length >= most) break;
    if (isMeant(run)) text += `${run.text.slice(0, maxLine)} `;
  }
  return text.trim();
};

export const readPageShape = (page: Page): PageShape => {
  const text = textOfLines(page, textLimit, ({ pieces }) =>
    pieces.some(({ zones }) => (zones & zone.hidden) === 0),
  );
  const isWalked = (element: Element): boolean =>
    element.type === 'tag' && !silent.has(element.name) && !isHidden(element);
  const elements = [...elementsWithin(page.document.children, undefined, isWalked)];
  const hasField = (type: string): boolean =>
    elements.some(
      (element) => element.name === 'input' && element.attribs.type === type && !isHidden(element),
    );
  return {
    title: page.title.slice(0, 1_000).replace(/\s+/g, ' '),
    text,
    links: elements.filter(({ name }) => name === 'a').length,
    hasPassword: hasField('password'),
    hasEmail: hasField('email'),
    isPriced: printedMoney.test(text),
  };
};
