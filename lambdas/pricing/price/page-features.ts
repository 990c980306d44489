import type { Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { countQuantityFields } from '../page/choices.ts';
import { isNoProductPath } from '../page/links.ts';
import { contains, declares, metaOf, type Page, type PageHeading, typeIn } from '../page/page.ts';
import { isAround, isElement, lineageOf, nearest, walk } from '../page/walk.ts';
import { isFrontPage } from '../refusal/recognize-page-kind.ts';
import { shareOf, wordsOf } from '../words/tokens.ts';
import { isCurrent, type ScoredPrice } from './scored-price.ts';

/** Levels around a price searched for its card, and nodes visited. */
const maxSteps = 6;
const maxNodes = 600;
const maxLinkNodes = 60;
const maxText = 200;

const isHeading = /^h[1-6]$/;

interface Link {
  text: string;
  hasImage: boolean;
  isInHeading: boolean;
}

const readLink = (link: Element): Link => {
  let text = '';
  let hasImage = false;
  let isInHeading = isAround(link, 3, ({ name }) => isHeading.test(name));
  for (const node of walk(link.children, maxLinkNodes)) {
    if (node.type === 'text') text += node.data.slice(0, maxText - text.length);
    if (!isElement(node)) continue;
    hasImage ||= node.name === 'img';
    isInHeading ||= isHeading.test(node.name);
  }
  return { text, hasImage, isInHeading };
};

/** The target of a link to another page of the shop. */
const otherPage = ({ attribs: { href } }: Element, { url }: Page): URL | undefined => {
  if (href === undefined || !url) return undefined;
  const target = URL.parse(href, url.href);
  if (!target || target.hostname !== url.hostname || target.pathname.length < 2) return undefined;
  const isHere = target.pathname === url.pathname && (target.search === url.search || target.search === '');
  return isHere || /\.(?:jpe?g|png|webp|gif|avif)$/i.test(target.pathname) ? undefined : target;
};

/** True if a link leads to another page of the shop like a product card: by picture, heading or name. */
const isOfCard = (link: Element, page: Page): boolean => {
  const target = otherPage(link, page);
  if (!target) return false;
  const { text, hasImage, isInHeading } = readLink(link);
  if (hasImage || isInHeading) return true;
  const words = wordsOf(text);
  return (
    words.size > 1 && shareOf(words, wordsOf(target.pathname.split('/').filter(Boolean).at(-1) ?? '')) >= 0.5
  );
};

/** The link around an element's first words, if it leads to another page of the shop and is no buy button. */
const firstLink = (around: Element, page: Page): Element | undefined => {
  for (const node of walk([around], maxNodes)) {
    if (node.type !== 'text' || !/\p{L}{2}/u.test(node.data)) continue;
    const link = isElement(node.parent) ? nearest(node.parent, 4, ({ name }) => name === 'a') : undefined;
    const isButton = page.buyButtons.some(({ element }) => element === link);
    return link && !isButton && contains(around, link) && otherPage(link, page) ? link : undefined;
  }
  return undefined;
};

/**
 * True if the surroundings of a price link to another page, as in lists, carts and search results: a
 * product's own price is below its title, which is no link.
 *
 * @param title - elements containing it are the page's own area and not searched.
 */
const hasProductLink = (page: Page, price: Element, title: Element | undefined): boolean => {
  let left = maxNodes;
  for (const around of lineageOf(price, maxSteps)) {
    if ((title && contains(around, title)) || around.name === 'body' || around.name === 'main') return false;
    if (around.name === 'a') return isOfCard(around, page);
    for (const node of walk([around], left)) {
      left -= 1;
      if (isElement(node) && node.name === 'a' && isOfCard(node, page)) return true;
    }
  }
  return false;
};

/**
 * True if the nearest element with the price and a buy button starts with a link to another page, like
 * another product's card; offers of the page's own product repeat its title.
 */
export const isSoldByLink = (page: Page, price: Element, title: PageHeading | undefined): boolean => {
  const around = nearest(price, maxSteps, (each) =>
    page.buyButtons.some(({ element }) => contains(each, element)),
  );
  if (!around || (title && contains(around, title.element))) return false;
  const link = firstLink(around, page);
  return link !== undefined && shareOf(wordsOf(readLink(link).text), wordsOf(title?.text ?? '')) < 0.5;
};

/** Inputs of the page features. */
export interface PageView {
  url: URL | undefined;
  heading: PageHeading | undefined;
  hasBuyButton: boolean;
  /** It is marked up as an article, a recipe, a job or the like. */
  isText: boolean;
  /** Number of visible quantity fields. */
  quantities: number;
  /** Visible current prices, best first. */
  current: readonly ScoredPrice[];
  /** True if a price is in a card that links to another page, and if a link sells it. */
  isLinked: (price: ScoredPrice) => boolean;
  isSoldByLink: (price: ScoredPrice) => boolean;
  /** Path segments of the URL, decoded, in lower case. */
  steps: readonly string[];
}

const stepsOf = (url: URL | undefined): string[] => {
  if (!url) return [];
  const steps = url.pathname.split('/').filter(Boolean).slice(0, 20);
  return steps.map((step) => decodedPart(step).toLowerCase());
};

const textTypes = typeIn(
  '\\w{0,20}Article|BlogPosting|Recipe|JobPosting|Event|AboutPage|ContactPage|FAQPage',
);
const textKinds = /^(?:article|blog|book|video|music|profile)/;

/** Collects the inputs of `pageFeatures`. */
export const viewPage = (page: Page, visible: readonly ScoredPrice[]): PageView => ({
  url: page.url,
  heading: page.area.title,
  hasBuyButton: page.area.buyRun !== undefined,
  isText: declares(page, textTypes) || textKinds.test(metaOf(page, 'og:type').slice(0, 200).toLowerCase()),
  quantities: countQuantityFields(page.document),
  current: visible.filter(isCurrent),
  isLinked: ({ element }) => hasProductLink(page, element, page.area.title?.element),
  isSoldByLink: ({ element }) => isSoldByLink(page, element, page.area.title),
  steps: stepsOf(page.url),
});

/** A property that indicates whether a page sells one product. */
export interface PageFeature {
  name: string;
  /** The reason against it, completing "The page does not seem to sell one product: it …". */
  against?: string;
  /** From 0 to about 1, so that weights are comparable. */
  value: (view: PageView) => number;
}

export const yes = (condition: boolean | undefined): number => (condition ? 1 : 0);
/** Logarithmic from 0 for none to 1 for `most` and more. */
export const many = (count: number, most: number): number =>
  Math.min(1, Math.log1p(count) / Math.log1p(most));
const upTo = (value: number, most: number): number => Math.min(1, Math.max(0, value) / most);

/** Without a buy button amounts of other products are a cart's, an order's or a list's. */
const isListWithoutButton = ({ current, hasBuyButton }: PageView): boolean =>
  !hasBuyButton && current.some(({ owner }) => owner.kind === 'unlike' && owner.leadsAway);

const lastStep = ({ steps }: PageView): string => steps.at(-1) ?? '';

const searchParameters: ReadonlySet<string> = new Set(
  (
    'q s k query search searchterm search_query keyword keywords term text ntt string w wd _nkw phrase ' +
    'szukaj suche recherche busca find'
  ).split(' '),
);
/** Parameters that select a product: `products_id`, `pid`, `Item`. */
const productParameter =
  /^(?:(?:product|item|goods|article?|sku|prod|p)s?(?:_?(?:id|no|nr|code))?|id|pid|itemid)$/i;

/** Parameters that select a list: `cat`, `categoryID`, `cPath`. */
const listParameter =
  /^(?:cat|cpath|dept|(?:categor(?:y|ie|ia)|kategori[ae]?|cat|department|collection|brand|manufacturer)s?(?:_?(?:id|no|nr|name))?)$/i;
/** A last path segment that only names a script. */
const programStep = /^\D+\.(?:aspx?|php|cfm|cgi|jsp|pl|do)$/i;

const namesOf = ({ url }: PageView): string[] => [...(url?.searchParams.keys() ?? [])];

/** `products.asp?cat=13`: the path names only a script, and the query a list but no product. */
const isListOfProgram = (view: PageView): boolean =>
  programStep.test(lastStep(view)) &&
  namesOf(view).some((name) => listParameter.test(name)) &&
  !namesOf(view).some((name) => productParameter.test(name));

/** Features that indicate whether a page sells one product; lists, carts and articles show prices too. */
export const pageFeatures: readonly PageFeature[] = [
  {
    name: 'amountsFarBehind',
    against: 'shows many prices',
    value: ({ current }) =>
      many(new Set(current.filter(({ score }) => score < 0).map(({ amount }) => amount)).size, 20),
  },
  {
    name: 'topLeadsAway',
    against: 'links elsewhere next to its best price',
    value: (view) => yes((view.current[0] && view.isLinked(view.current[0])) || isListWithoutButton(view)),
  },
  {
    name: 'topSoldByLink',
    against: 'shows its best price in a card that links elsewhere',
    value: ({ current: [top], isSoldByLink }) => yes(top && isSoldByLink(top)),
  },
  { name: 'digitsInPath', value: ({ steps }) => upTo(steps.join('').match(/\d/g)?.length ?? 0, 8) },
  {
    name: 'headingInPath',
    value: ({ heading, steps }) => (heading ? shareOf(wordsOf(heading.text), wordsOf(steps.join(' '))) : 0),
  },
  { name: 'headingDigits', value: ({ heading }) => yes(/\d/.test(heading?.text ?? '')) },
  {
    name: 'isFrontPage',
    against: "has a front page's URL",
    value: ({ url }) => yes(isFrontPage(url)),
  },
  {
    name: 'pathOfOther',
    against: 'has the URL of a list, an account or a search',
    value: (view) => yes(view.steps.some(isNoProductPath) || isListOfProgram(view)),
  },
  {
    name: 'searchInQuery',
    against: 'has search terms in its URL',
    value: (view) => yes(namesOf(view).some((name) => searchParameters.has(name.toLowerCase()))),
  },
  {
    name: 'declaredText',
    against: 'is marked up as an article',
    value: ({ isText }) => yes(isText),
  },
  { name: 'oneQuantity', value: ({ quantities }) => yes(quantities === 1 || quantities === 2) },
];
