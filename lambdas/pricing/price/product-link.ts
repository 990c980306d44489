import type { Element } from 'domhandler';
import { isAround, isElement, lineageOf, nearest } from '../page/ancestors.ts';
import { contains, type Page, type PageHeading } from '../page/page.ts';
import { walk } from '../page/walk.ts';
import { shareOf, wordsOf } from '../words/word-share.ts';

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
export const hasProductLink = (page: Page, price: Element, title: Element | undefined): boolean => {
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
