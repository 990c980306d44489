import type { Element } from 'domhandler';
import { lineageOf } from './ancestors.ts';
import type { Page } from './page.ts';
import { zone, zonesOfElement } from './page-zones.ts';
import { elementsWithin } from './walk.ts';

/** How many elements around are asked whether they are one of a list. */
const maxLevels = 10;
/** Nodes within an element that are asked where they lead. */
const maxInside = 400;

/** How many neighbours make an element one of a list: a page has two columns, and no two list items by chance. */
const neighboursOfCard: Readonly<Record<string, number>> = { li: 1, article: 1, tr: 1, div: 2, section: 2 };

const neighboursAlike = (element: Element): number => {
  const isAlike = (node: Element['nextSibling']): boolean =>
    node?.type === 'tag' && node.name === element.name && node.attribs.class === element.attribs.class;
  let count = 0;
  for (const side of ['previousSibling', 'nextSibling'] as const) {
    let node = element[side];
    for (let seen = 0; node && seen < 8; seen += 1) {
      if (isAlike(node)) count += 1;
      node = node[side];
    }
  }
  return count;
};

const isTag = ({ type }: Element): boolean => type === 'tag';

const leadsAway = (element: Element, own: URL | undefined): boolean =>
  own !== undefined &&
  elementsWithin([element], maxInside, isTag).some(({ name, attribs }) => {
    const target = name === 'a' && attribs.href ? URL.parse(attribs.href, own.href) : null;
    return target !== null && target.pathname !== own.pathname;
  });

/** True if an element stands among other products: in one of several cards alike, or in a strip of recommendations. */
export const isAmongOthers = (element: Element, { url }: Page, title: Element | undefined): boolean => {
  const around = lineageOf(element, maxLevels);
  const holdsTitle = title ? new Set(lineageOf(title, maxLevels * 4)) : new Set<Element>();
  return around.some((each) => {
    if (holdsTitle.has(each)) return false;
    const isNamed = (zonesOfElement(each) & (zone.related | zone.chrome | zone.cart)) !== 0;
    const needed = neighboursOfCard[each.name];
    return isNamed || (needed !== undefined && neighboursAlike(each) >= needed && leadsAway(each, url));
  });
};
