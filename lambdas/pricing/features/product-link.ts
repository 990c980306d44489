import type { Element } from 'domhandler';
import { isAround, isElement, lineageOf } from '../page/ancestors.ts';
import { contains, type Page } from '../page/page.ts';
import { walk } from '../page/walk.ts';
import { shareOf, wordsOf } from '../word-share.ts';

/** How far around a price its card may be, and how many nodes are looked at. */
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

/** True if a link leads to another page of the shop as a product's card does: by its picture, heading or name. */
const isOfCard = (link: Element, page: Page): boolean => {
  const { href } = link.attribs;
  if (href === undefined || !page.url) return false;
  const target = URL.parse(href, page.url.href);
  if (!target || target.hostname !== page.url.hostname || target.pathname.length < 2) return false;
  const isHere =
    target.pathname === page.url.pathname && (target.search === page.url.search || target.search === '');
  if (isHere || /\.(?:jpe?g|png|webp|gif|avif)$/i.test(target.pathname)) return false;
  const { text, hasImage, isInHeading } = readLink(link);
  if (hasImage || isInHeading) return true;
  const words = wordsOf(text);
  return (
    words.size > 1 && shareOf(words, wordsOf(target.pathname.split('/').filter(Boolean).at(-1) ?? '')) >= 0.5
  );
};

/**
 * True if what stands around a price is a link to another page, as in a list, a basket or among hits of a search:
 * a product's own price stands below its title, which leads nowhere.
 *
 * @param title - what holds it is the page's own area and is not looked through.
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
