import type { ChildNode, Document, Element } from 'domhandler';
import type { Page } from './page.ts';
import { zone, zonesOfElement } from './page-zones.ts';
import { elementsWithin, isElement, lineageOf, walkNodes } from './walk.ts';

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

/** True if an element named like a product's card is the form that sells the page's own product. */
export const isOwnForm = (element: Element, own: URL | undefined): boolean => {
  if (neighboursAlike(element) > 0 || leadsAway(element, own)) return false;
  const names = [...elementsWithin([element], maxInside, isTag)].map(({ name }) => name);
  return names.includes('form') && !names.some((name) => /^h[1-6]$/.test(name));
};

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

const choiceTypes: ReadonlySet<string | undefined> = new Set(['radio', 'checkbox']);

const isChoice = ({ name, attribs }: Element): boolean => name === 'input' && choiceTypes.has(attribs.type);

/** Radio buttons and checkboxes at the start of an element, which is their label or row. */
const choicesIn = ({ children }: Element): Element[] =>
  children.slice(0, 5).filter(isElement).filter(isChoice);

const choiceBefore = ({ previousSibling }: Element): Element | undefined => {
  const before = previousSibling?.type === 'text' ? previousSibling.previousSibling : previousSibling;
  return isElement(before) && isChoice(before) ? before : undefined;
};

/**
 * True for an unselected choice's label: `<input type="radio" id="m"><label for="m">`, or around its input.
 */
export const isOtherChoice = (label: Element): boolean => {
  const before = choiceBefore(label);
  return [...choicesIn(label), ...(before ? [before] : [])].some(
    ({ attribs }) => attribs.checked === undefined,
  );
};

const quantityNames =
  /(?:^|[\W_])(?:qty|quantity|quantit[aeé]|menge|anzahl|aantal|cantidad|ilosc|kolichestvo)/i;

/** True if an element is named after a quantity. */
export const isNamedQuantity = ({ attribs }: Element): boolean =>
  quantityNames.test(`${attribs.name ?? ''} ${attribs.id ?? ''} ${attribs.class ?? ''}`.slice(0, 300));

const isQuantityField = (element: Element): boolean =>
  (element.name === 'input' || element.name === 'select') &&
  element.attribs.type !== 'hidden' &&
  isNamedQuantity(element);

/** Counts the visible quantity fields. */
export const countQuantityFields = (document: Document): number => {
  let count = 0;
  const visit = (node: ChildNode): boolean => {
    if (!isElement(node)) return false;
    if (isQuantityField(node)) count += 1;
    return node.type === 'tag';
  };
  walkNodes(document, visit, () => {});
  return count;
};
