import type { Element } from 'domhandler';
import type { Extraction } from '../../domain/result/site-result.ts';
import { extractFromPage, goneExtraction } from '../extract-offer.ts';
import { shortTextOf } from '../page/element-text.ts';
import type { Page } from '../page/page.ts';
import { zone, zonesOfNames, zonesOfTag } from '../page/page-zones.ts';
import { isAround, isElement, lineageOf } from '../page/walk.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { anyOf } from '../words/word-lists.ts';

/** How to recognize a framework that hydrates the page, from the server's HTML. */
export interface FrameworkMark {
  name: string;
  /** Strings in the markup; one is enough. */
  marks: readonly string[];
  /** The element whose content is hydrated, if not the whole page; everything else stays as sent. */
  island?: string;
}

/** Frameworks that rebuild the page in the browser and may change the price, not mere click handlers. */
export const frameworkMarks: readonly FrameworkMark[] = [
  { name: 'Next.js', marks: ['self.__next_f', 'id="__NEXT_DATA__"', "id='__NEXT_DATA__'"] },
  { name: 'Nuxt', marks: ['id="__NUXT_DATA__"', 'window.__NUXT__=', 'window.__NUXT__ ='] },
  { name: 'SvelteKit', marks: ['__sveltekit_', 'data-sveltekit-'] },
  { name: 'Astro', marks: ['<astro-island'], island: 'astro-island' },
  { name: 'React Router', marks: ['__reactRouterContext', '__remixContext'] },
  { name: 'Gatsby', marks: ['id="___gatsby"'] },
  { name: 'Vue', marks: ['data-server-rendered="true"', 'data-v-app'] },
  { name: 'Angular', marks: ['ng-server-context=', 'ng-state'] },
  { name: 'AngularJS', marks: [' ng-app=', ' data-ng-app=', ' ng-controller='] },
  { name: 'SolidStart', marks: ['_$HY=', '_$HY ='] },
  { name: 'Qwik', marks: ['q:container='] },
  { name: 'React', marks: ['data-reactroot'] },
  { name: 'Ember', marks: ['id="ember-', 'data-ember-'] },
];

/** Elements that are empty in the server's HTML if a script draws the whole page. */
export const shellRoots: ReadonlySet<string> = new Set([
  '__next',
  '__nuxt',
  '___gatsby',
  'root',
  'app',
  'app-root',
  'react-root',
  'application',
  'main-app',
  'svelte',
  'q-app',
  'mount',
]);

/** Attributes that bind an element's content to a value. */
export const boundAttributes: readonly string[] = [
  'x-text',
  'x-html',
  'v-text',
  'v-html',
  ':text-content.prop',
  'ng-bind',
  'ng-bind-html',
  'data-ng-bind',
  'data-bind',
];

/** Placeholders for a price: dashes, dots, zero, a word for loading, an unrendered template. */
export const placeholderTexts: readonly RegExp[] = [
  /^[\s\p{Sc}\p{Pd}.…·•*_?,:/-]*$/u,
  /^[\s\p{L}\p{Sc}.:]{0,12}0+(?:[.,]0{1,3})?[\s\p{Sc}\p{L}.,-]{0,6}$/u,
  new RegExp(String.raw`^(?:${anyOf('waiting')})[\s.…]*$`, 'iu'),
  /\{\{[^{}]{1,100}\}\}|\$\{[^{}]{1,100}\}|<%=?[^%]{1,100}%>|%%[\w.]{1,60}%%/,
];

/** An element named as the product's price. */
export interface PriceElement {
  element: Element;
  /** The class names or id that name it so. */
  names: readonly string[];
  /** Its content: an amount, nothing, a placeholder, or other words. */
  holds: 'Amount' | 'Nothing' | 'Placeholder' | 'Words';
  /** It has an attribute that binds its content. */
  isBound: boolean;
}

/** Zones of other products, and of amounts other than the price. */
const skippedZones =
  zone.hidden |
  zone.chrome |
  zone.related |
  zone.card |
  zone.cart |
  zone.review |
  zone.struck |
  zone.regular |
  zone.shipping |
  zone.instalment |
  zone.unit |
  zone.saving |
  zone.netOfTax |
  zone.member |
  zone.tier |
  zone.option |
  zone.prose |
  zone.maybeHidden;

/** Elements examined around the title. */
const maxElements = 1_500;
/** Per page. */
const maxPriceElements = 12;
const maxAmountNames = 24;
/** Levels above the title searched for the price. */
const levelsAbove = 5;
const maxText = 80;

const namesOf = ({ attribs }: Element): string[] =>
  [
    ...(attribs.class ?? '').slice(0, 1_000).split(/\s+/),
    attribs.id ?? '',
    attribs['data-testid'] ?? '',
    attribs['data-test'] ?? '',
    attribs['data-qa'] ?? '',
  ].filter((name) => name !== '');

const isNamedPrice = ({ name, attribs }: Element, names: readonly string[]): boolean =>
  attribs.itemprop === 'price' ||
  (name.includes('-') && (zonesOfNames(name) & zone.price) !== 0) ||
  names.some((each) => (zonesOfNames(each) & zone.price) !== 0);

const holdsOf = (text: string): PriceElement['holds'] => {
  if (text === '') return 'Nothing';
  if (placeholderTexts.some((pattern) => pattern.test(text))) return 'Placeholder';
  return /\p{Nd}/u.test(text) ? 'Amount' : 'Words';
};

const isBound = (element: Element): boolean =>
  boundAttributes.some((name) => element.attribs[name] !== undefined);

/** @returns the price element; `undefined` for other elements. */
const readPriceElement = (element: Element): PriceElement | undefined => {
  const { name, attribs } = element;
  if (name === 'meta' || name === 'input' || name === 'script' || name === 'template') return undefined;
  const names = namesOf(element);
  if (!isNamedPrice(element, names)) return undefined;
  const stated = attribs.content ?? '';
  const text = shortTextOf(element, maxText).trim();
  const inner = element.children.find((child) => isElement(child) && isBound(child));
  return {
    element,
    names: names.filter((each) => (zonesOfNames(each) & zone.price) !== 0),
    holds: holdsOf(text === '' ? stated : text),
    isBound: isBound(element) || inner !== undefined,
  };
};

/** "€ 2", "2", "12.90 EUR" */
const loneAmount =
  /^(?:\p{Sc}|[A-Z]{2,3}\$?)?\s?\p{Nd}[\p{Nd}.,'’\s]{0,14}(?:\p{Sc}|\p{L}{1,3}\.?|,?-{1,2})?$/u;

/** The names of an element that contains only an amount. */
const namesOfAmount = (element: Element): string[] => {
  const names = element.children.some(isElement) ? [] : namesOf(element);
  return names.length > 0 && loneAmount.test(shortTextOf(element, 20).trim()) ? names : [];
};

const zonesOf = (element: Element): number =>
  zonesOfTag(element.name) |
  (element.attribs.hidden === undefined ? 0 : zone.hidden) |
  zonesOfNames(`${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`.slice(0, 1_000));

/** Elements around the title. */
export interface PricePlaces {
  /** Elements named as the product's price, with or without content. */
  prices: readonly PriceElement[];
  /** Names of other elements that contain only an amount. */
  amountNames: readonly string[];
}

/**
 * Finds the elements around the page's title that are named as the product's price, including empty ones,
 * which readers of text miss. Examines a fixed number of elements at most.
 */
export const findPricePlaces = (page: Page): PricePlaces => {
  const title = page.area.title;
  if (!title) return { prices: [], amountNames: [] };
  const lineage = lineageOf(title.element, levelsAbove + 1);
  const prices: PriceElement[] = [];
  const amountNames = new Set<string>();
  const seen = new Set<Element>();
  let left = maxElements;
  /** @returns the child elements to examine next. */
  const visit = (element: Element): readonly Element[] => {
    if ((zonesOf(element) & skippedZones) !== 0) return [];
    const price = readPriceElement(element);
    if (price) {
      prices.push(price);
      return [];
    }
    if (amountNames.size < maxAmountNames) for (const name of namesOfAmount(element)) amountNames.add(name);
    return element.children.filter(isElement).toReversed();
  };
  // From the title outwards: the price is more likely nearby.
  for (const around of lineage.slice(1)) {
    const stack = around.children.filter(isElement).toReversed();
    while (stack.length > 0 && left > 0 && prices.length < maxPriceElements) {
      const element = stack.pop()!;
      if (seen.has(element)) continue;
      seen.add(element);
      left -= 1;
      if (!lineage.includes(element)) stack.push(...visit(element));
    }
    if (prices.length > 0) break;
  }
  return { prices, amountNames: [...amountNames] };
};

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

/** A page's offer, and signs of what its scripts will do. */
export interface PageReading {
  extraction: Extraction;
  signs: RenderingSigns;
}

/** Reads a page's offer and the signs of its scripts. Pure and total, like `extractOffer`. */
export const readWithSigns = (page: Page, context: ExtractionContext): PageReading => {
  const gone = goneExtraction(context);
  if (gone) return { extraction: gone, signs: noSigns };
  return { extraction: extractFromPage(page, context), signs: readRenderingSigns(page) };
};
