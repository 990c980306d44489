import type { Element } from 'domhandler';
import type { Page } from '../page/page.ts';
import { isAround, isElement } from '../page/walk.ts';
import { type FrameworkMark, frameworkMarks, shellRoots } from './frameworks.ts';
import { findPricePlaces, type PriceElement, type PricePlaces } from './price-elements.ts';

/** Signs of what a page's scripts will do to its price. */
export interface RenderingSigns {
  /** The framework that hydrates the product's part of the page; `null` if none is known. */
  framework: string | null;
  /** The page is empty until a script draws it. */
  isShell: boolean;
  /** The best content among the elements named as the price; `null` if there are none. */
  priceElement: PriceElement['holds'] | null;
  /** The price element has a binding attribute. */
  isBound: boolean;
  /** A script writes to the page, and either names the price element or writes an amount. */
  isScripted: boolean;
  /** The page has scripts of any kind. */
  hasScripts: boolean;
}

/** For a page that is not read. */
export const noSigns: RenderingSigns = {
  framework: null,
  isShell: false,
  priceElement: null,
  isBound: false,
  isScripted: false,
  hasScripts: false,
};

/** Most characters of text in a shell. */
const maxShellChars = 400;

/** Tested first, since most pages have none of the marks. */
const anyMark = new RegExp(
  frameworkMarks.flatMap(({ marks }) => marks.map((mark) => RegExp.escape(mark))).join('|'),
);

const markOf = (html: string): FrameworkMark | undefined =>
  anyMark.test(html)
    ? frameworkMarks.find(({ marks }) => marks.some((mark) => html.includes(mark)))
    : undefined;

/** True if the framework hydrates the part of the page with the product. */
const isTakenOver = (page: Page, { island }: FrameworkMark, prices: readonly PriceElement[]): boolean => {
  if (island === undefined) return true;
  const within = (element: Element): boolean => isAround(element, 60, ({ name }) => name === island);
  if (prices.length > 0) return prices.some(({ element }) => within(element));
  // The price's position is unknown: it may be drawn in an island that is still empty.
  const headings = page.headings.filter(({ level }) => level === 1);
  return headings.length === 0 || headings.some(({ element }) => within(element));
};

const isEmptyRoot = ({ children }: Element): boolean =>
  children.every((child) => !isElement(child) || child.name === 'script' || child.name === 'style');

/** True if the root element of an application is empty, and the page has little text. */
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

/** Elements that run scripts or load some; not scripts with data or markup only. */
const runs = new RegExp(
  [
    String.raw`<script\b(?![^>]{0,200}\btype\s?=\s?["']?(?:application|text)\/`,
    String.raw`(?:(?:[\w.-]{1,20}\+)?json|(?:x-)?[\w-]{0,30}template|html)\b)`,
    String.raw`|<(?:iframe|frame|object|embed)\b|\son[a-z]{3,20}\s?=|javascript:`,
  ].join(''),
  'i',
);

/** Nearly every page has an obvious script; only the others are searched completely. */
const hasScripts = ({ html, scripts }: Page): boolean =>
  html.includes('<script src=') || scripts.some(({ type }) => type === '') || runs.test(html);

/** Functions and properties with which scripts write to elements. */
const writes =
  /\.(?:textContent|innerText|innerHTML|nodeValue|replaceChildren|replaceWith|append)\b|\.(?:text|html)\(/;
/** Most characters of inline scripts searched. */
const maxScriptChars = 300_000;
/** Shorter names count only as a whole quoted string: `"p"`, `'#p'`. */
const minNameLength = 4;
const quotes = ['"', "'", '`'];

/** A literal amount with its currency: `.textContent = '€ 7'`. */
const writesAmount =
  /\.(?:textContent|innerText|innerHTML|nodeValue)\s?=\s?["'`](?:[^"'`<>]{0,20}(?:\p{Sc}|\b[A-Z]{3}\b)\s?\p{Nd}|[^"'`<>]{0,20}\p{Nd}\s?(?:\p{Sc}|[A-Z]{3}\b))/u;

/** True if a script contains a name as a selector, id or class: `.price`, `#price`, `"price"`. */
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

/** Reads the signs of scripts from a page received over plain HTTP. Pure; runs in linear time. */
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
