import type { Element } from 'domhandler';
import { isAround, isElement } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';
import { type FrameworkMark, frameworkMarks, shellRoots } from './frameworks.ts';
import { findPricePlaces, type PriceElement, type PricePlaces } from './price-elements.ts';

/** Signs of what a page's scripts will do to its price. */
export interface RenderingSigns {
  /** The program that takes the product's part of the page over; `null`: none that is known. */
  framework: string | null;
  /** The page is empty where a program is to draw it. */
  isShell: boolean;
  /** Of the elements that are named as the price: the best of what they hold; `null`: there are none. */
  priceElement: PriceElement['holds'] | null;
  /** The price's element is one that a program prints into. */
  isBound: boolean;
  /** A script in the page writes, and names the price's element or what it writes as an amount. */
  isScripted: boolean;
  /** The page has scripts that could do anything. */
  hasScripts: boolean;
}

/** Of a page that is not looked at. */
export const noSigns: RenderingSigns = {
  framework: null,
  isShell: false,
  priceElement: null,
  isBound: false,
  isScripted: false,
  hasScripts: false,
};

/** Where a page of few words is a shell: characters of all its lines together. */
const maxShellChars = 400;

/** In one pass over the page, which most often has none of them. */
const anyMark = new RegExp(
  frameworkMarks.flatMap(({ marks }) => marks.map((mark) => RegExp.escape(mark))).join('|'),
);

const markOf = (html: string): FrameworkMark | undefined =>
  anyMark.test(html)
    ? frameworkMarks.find(({ marks }) => marks.some((mark) => html.includes(mark)))
    : undefined;

/** True if the product stands in a part of the page that such a program takes over. */
const isTakenOver = (page: Page, { island }: FrameworkMark, prices: readonly PriceElement[]): boolean => {
  if (island === undefined) return true;
  const within = (element: Element): boolean => isAround(element, 60, ({ name }) => name === island);
  if (prices.length > 0) return prices.some(({ element }) => within(element));
  // Nothing tells where the price stands: it may be drawn where an island is still empty.
  const headings = page.headings.filter(({ level }) => level === 1);
  return headings.length === 0 || headings.some(({ element }) => within(element));
};

const isEmptyRoot = ({ children }: Element): boolean =>
  children.every((child) => !isElement(child) || child.name === 'script' || child.name === 'style');

/** An element for all of the page, without content, on a page of few words. */
const isShell = (page: Page): boolean => {
  let chars = 0;
  for (const { text } of page.runs) {
    chars += text.length;
    if (chars > maxShellChars) return false;
  }
  for (const id of shellRoots) {
    const root = page.byId.get(id);
    if (root && isEmptyRoot(root)) return true;
  }
  return page.runs.length === 0;
};

/** Scripts that may run on a page, or bring some that run: those that hold data or markup alone do not. */
const runs = new RegExp(
  [
    String.raw`<script\b(?![^>]{0,200}\btype\s?=\s?["']?(?:application|text)\/`,
    String.raw`(?:(?:[\w.-]{1,20}\+)?json|(?:x-)?[\w-]{0,30}template|html)\b)`,
    String.raw`|<(?:iframe|frame|object|embed)\b|\son[a-z]{3,20}\s?=|javascript:`,
  ].join(''),
  'i',
);

/** Nearly every page has a script that tells by itself; what else runs is sought through all of it. */
const hasScripts = ({ html, scripts }: Page): boolean =>
  html.includes('<script src=') || scripts.some(({ type }) => type === '') || runs.test(html);

/** Functions with which scripts write into an element. */
const writes =
  /\.(?:textContent|innerText|innerHTML|nodeValue|replaceChildren|replaceWith|append)\b|\.(?:text|html)\(/;
/** Of all scripts that stand in the page, characters that are searched. */
const maxScriptChars = 300_000;
/** A shorter name is one only where it stands alone between quotes: `"p"`, `'#p'`. */
const minNameLength = 4;
const quotes = ['"', "'", '`'];

/** An amount with its currency, written as it stands there: `.textContent = '€ 7'`. */
const writesAmount =
  /\.(?:textContent|innerText|innerHTML|nodeValue)\s?=\s?["'`](?:[^"'`<>]{0,20}(?:\p{Sc}|\b[A-Z]{3}\b)\s?\p{Nd}|[^"'`<>]{0,20}\p{Nd}\s?(?:\p{Sc}|[A-Z]{3}\b))/u;

/** True if a script has a name as a selector, an id or a class: `.price`, `#price`, `"price"`. */
const isNamedIn = (script: string, name: string): boolean =>
  name.length < minNameLength
    ? quotes.some((quote) => ['', '.', '#'].some((sign) => script.includes(quote + sign + name + quote)))
    : ['.', '#', ...quotes].some((before) => script.includes(before + name));

const isScripted = ({ scripts }: Page, { prices, amountNames }: PricePlaces): boolean => {
  const names = [...new Set([...prices.flatMap((price) => price.names), ...amountNames])];
  let left = maxScriptChars;
  for (const { type, text } of scripts) {
    if (type !== '' || left <= 0) continue;
    const searched = text.slice(0, left);
    left -= searched.length;
    if (!writes.test(searched)) continue;
    if (writesAmount.test(searched) || names.some((name) => isNamedIn(searched, name))) return true;
  }
  return false;
};

const best = ['Amount', 'Words', 'Placeholder', 'Nothing'] as const;

/** Reads what a page that came over plain HTTP shows of its scripts. Pure; time grows linearly with the page. */
export const readRenderingSigns = (page: Page): RenderingSigns => {
  const places = findPricePlaces(page);
  const { prices } = places;
  const mark = markOf(page.html);
  const holds = new Set(prices.map((price) => price.holds));
  return {
    framework: mark && isTakenOver(page, mark, prices) ? mark.name : null,
    isShell: isShell(page),
    priceElement: best.find((each) => holds.has(each)) ?? null,
    isBound: prices.some((price) => price.isBound),
    isScripted: isScripted(page, places),
    hasScripts: hasScripts(page),
  };
};
