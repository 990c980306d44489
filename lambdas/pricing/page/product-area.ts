import type { Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { commonSigns, printedMoney } from '../text/currency-lexicon.ts';
import { savingWordsBehind } from '../text/price-words.ts';
import { matcherOf } from '../words/lexicon.ts';
import { shareOf, wordsOf } from '../words/tokens.ts';
import type { BuyButton, Meta, Page, PageHeading, TextRun } from './page.ts';
import { declares, metaOf, typeIn, workingButtons } from './page.ts';
import { zone } from './page-zones.ts';
import { elementsWithin, isHidden } from './walk.ts';

const productData = typeIn(
  '(?:https?://schema\\.org/)?(?:Product|ProductGroup|IndividualProduct|Vehicle|Book)',
);

const isProductScope = ({ attribs }: Element): boolean =>
  /schema\.org\/(?:Product|Offer|ProductGroup)\b/i.test(attribs.itemtype ?? '');

const isProductMeta = ({ name, content }: Meta): boolean =>
  name === 'product:price:amount' ||
  name === 'og:price:amount' ||
  (name === 'og:type' && /product/i.test(content));

/** True if the page states a product in structured data or meta tags, which no wall does. */
export const statesProduct = (page: Page): boolean =>
  page.metas.some(isProductMeta) ||
  page.scopes.some(isProductScope) ||
  page.typed.some(({ attribs }) => /(?:^|[\s:])Product(?:$|\s)/.test(attribs.typeof ?? '')) ||
  declares(page, productData);

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

/** The area around the page's title, for telling a product page from one that replaced it. */
export interface ProductArea {
  heading: PageHeading | undefined;
  /** The page's own lines around the title. */
  runs: readonly TextRun[];
  /** True if the area shows an amount that is no fee. */
  isShown: boolean;
  /** True if it does, or the markup states a price. */
  isPriced: boolean;
  /** Working buy buttons in the area. */
  buttons: readonly BuyButton[];
  /** True if one product is for sale there: a price, and a few buy buttons. */
  sells: boolean;
}

/** Zones of other products, other people's words, and hidden content. */
const awayZones =
  zone.hidden | zone.related | zone.chrome | zone.review | zone.card | zone.cart | zone.maybeHidden;

const runsBefore = 8;
const runsBehind = 60;
/** A sticky bar repeats the button; more buttons belong to a product list. */
const maxButtons = 3;

const amount = "\\d{1,3}(?:[.,\\u0020\\u00a0\\u202f’']?\\d{1,3}){0,4}";
const signedAmount = new RegExp(
  `(?:${commonSigns})\\s{0,2}(${amount})|(${amount})(?:,-|,–|\\.-|\\.–)?\\s{0,2}(?:${commonSigns})`,
  'gu',
);
const nothing = /^0+(?:[.,]0+)?$/;

const fees = matcherOf(['Fee']);
const isFee = (text: string): boolean => fees.says(text, 'Fee');
const isFeeBehind = (text: string): boolean => {
  const [first] = fees.hits(text);
  return first !== undefined && /^[\s,;:.()*+–-]{0,4}(?:for )?$/i.test(text.slice(0, first.start));
};

/** A price other than 0 in JSON-LD. */
const statedInData = /"(?:price|lowPrice)"\s{0,9}:\s{0,9}"?0{0,9}[.,]?0{0,9}[1-9]/;
/** Listed products are not the page's own: error pages recommend some. */
const beforeLists = (text: string): string => {
  const at = text.indexOf('"ItemList"');
  return at < 0 ? text : text.slice(0, at);
};
const isStated = (page: Page): boolean =>
  page.metas.some(
    ({ name, content }) =>
      /^(?:product:|og:)?price(?::amount)?$/.test(name) && /[1-9]/.test(content.slice(0, 40)),
  ) ||
  page.scripts.some(({ type, text }) => type.includes('ld+json') && statedInData.test(beforeLists(text)));

/** True if the line contains a possible price: signed, not 0, not a fee. */
const saysPrice = (run: TextRun, before: TextRun | undefined): boolean => {
  const text = run.text.slice(0, 400);
  if (!/\d/.test(text)) return false;
  let from = 0;
  // An amount after a fee in the same line is its condition: "surcharge 10 € below 50 €".
  let isFees = false;
  for (const found of text.matchAll(signedAmount)) {
    const label = text.slice(from, found.index).trim();
    from = found.index + found[0].length;
    if (nothing.test((found[1] ?? found[2])!)) continue;
    isFees ||=
      isFee(label) ||
      isFeeBehind(text.slice(from, from + 60)) ||
      savingWordsBehind.test(text.slice(from, from + 60)) ||
      (label === '' && before !== undefined && before.text.length <= 60 && isFee(before.text));
    if (!isFees) return true;
  }
  return false;
};

/** True if the line is the page's own: visible, and not about another product or by a visitor. */
export const isOwn = (run: TextRun, ignored = 0): boolean =>
  run.pieces.some(({ zones }) => (zones & awayZones & ~ignored) === 0);

export const readProductArea = (page: Page): ProductArea => {
  const heading = page.area.title;
  const ignored = heading?.zones ?? 0;
  const start = heading?.run ?? 0;
  const all = page.runs.slice(Math.max(0, start - runsBefore), start + runsBehind);
  const runs = all.filter((run) => isOwn(run, ignored));
  const isShown = runs.some(
    (run) =>
      run.pieces.some(({ zones }) => (zones & zone.marked) !== 0 && /[1-9]/.test(run.text)) ||
      (run.pieces.some(({ zones }) => (zones & (zone.shipping | zone.option | zone.cart)) === 0) &&
        saysPrice(run, page.runs[run.index - 1])),
  );
  const isPriced = isShown || isStated(page);
  const buttons = workingButtons(page, awayZones & ~ignored & ~zone.cart).filter(
    ({ run }) => run >= start - runsBefore && run <= start + runsBehind,
  );
  return {
    heading,
    runs,
    isShown,
    isPriced,
    buttons,
    sells: heading !== undefined && isPriced && buttons.length > 0 && buttons.length <= maxButtons,
  };
};

/** True if the title names a product, confirmed by the URL, the document's title or product metadata. */
export const isNamedTwice = (page: Page, { heading }: ProductArea): boolean => {
  if (!heading) return false;
  const words = wordsOf(heading.text);
  const host = wordsOf((page.url?.hostname ?? '').replace(/^www\./, ''));
  if (shareOf(words, wordsOf(metaOf(page, 'og:site_name'))) === 1 || shareOf(words, host) === 1) return false;
  if (/product/i.test(metaOf(page, 'og:type').slice(0, 40))) return true;
  if (words.size > 0 && shareOf(words, wordsOf(decodedPart(page.url?.pathname ?? ''))) >= 0.5) return true;
  const title = page.title.trim().toLowerCase();
  const text = heading.text.trim().toLowerCase();
  // "Tripod TX-900 | Shop", "Shop - Tripod TX-900"
  return (
    (title.startsWith(text) || title.endsWith(text)) &&
    title.length > text.length &&
    /[|–—·:»-]/.test(title.replace(text, ''))
  );
};
