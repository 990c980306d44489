import type { Element } from 'domhandler';
import { shortTextOf } from '../page/element-text.ts';
import type { Page } from '../page/page.ts';
import { zone, zonesOfNames, zonesOfTag } from '../page/page-zones.ts';
import { isElement, lineageOf } from '../page/walk.ts';
import { boundAttributes, placeholderTexts } from './frameworks.ts';

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
