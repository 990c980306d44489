import type { Element } from 'domhandler';
import { isElement, lineageOf } from '../page/ancestors.ts';
import { shortTextOf } from '../page/element-text.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import type { Page } from '../page/page.ts';
import { zone, zonesOfNames, zonesOfTag } from '../page/page-zones.ts';
import { boundAttributes, placeholderTexts } from './frameworks.ts';

/** An element that its name calls the product's price. */
export interface PriceElement {
  element: Element;
  /** The names that call it so: of its classes, its id. */
  names: readonly string[];
  /** Its content: an amount, nothing, something that stands for an amount to come, or other words. */
  holds: 'Amount' | 'Nothing' | 'Placeholder' | 'Words';
  /** It says of itself that a program prints into it. */
  isBound: boolean;
}

/** Zones of other products, and of amounts that are none of the price. */
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

/** Elements that are looked at behind the title, and before it. */
const maxElements = 1_500;
/** Of one page. */
const maxPriceElements = 12;
const maxAmountNames = 24;
/** Levels above the title in which the price may stand. */
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

/** @returns the element, read, where it is a price's; `undefined` for every other. */
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

/** The names of an element that holds an amount and nothing else, whatever it is called. */
const namesOfAmount = (element: Element): string[] => {
  const names = element.children.some(isElement) ? [] : namesOf(element);
  return names.length > 0 && loneAmount.test(shortTextOf(element, 20).trim()) ? names : [];
};

const zonesOf = (element: Element): number =>
  zonesOfTag(element.name) |
  (element.attribs.hidden === undefined ? 0 : zone.hidden) |
  zonesOfNames(`${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`.slice(0, 1_000));

/** Elements around the title of a page. */
export interface PricePlaces {
  /** Elements that are named as the product's price, whether they hold one or not. */
  prices: readonly PriceElement[];
  /** Names of other elements that hold an amount alone. */
  amountNames: readonly string[];
}

/**
 * The elements around the page's title that are named as the product's price: a reader of texts sees none of those that are
 * empty. Looks at a fixed number of elements at most.
 */
export const findPricePlaces = (page: Page): PricePlaces => {
  const title = findTitleHeading(page);
  if (!title) return { prices: [], amountNames: [] };
  const lineage = lineageOf(title.element, levelsAbove + 1);
  const prices: PriceElement[] = [];
  const amountNames = new Set<string>();
  const seen = new Set<Element>();
  let left = maxElements;
  /** @returns the elements in it that are looked at next. */
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
  // From the title outwards: the price stands beside it rather than far away.
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
