import type { Element } from 'domhandler';
import { lineageOf } from './ancestors.ts';
import type { Page } from './page.ts';
import { zone, zonesOfElement } from './page-zones.ts';
import { elementsWithin } from './walk.ts';

/** Ancestors checked for being a list item. */
const maxLevels = 10;
/** Nodes of an element checked for links. */
const maxInside = 400;

/** Similar siblings that make an element a list item: two columns are common, single list items are not. */
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

/** True if an element is among other products: in one of several similar cards, or a recommendation strip. */
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
