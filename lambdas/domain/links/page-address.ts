import { actOf } from './acting-address.ts';
import words from './acting-words.json' with { type: 'json' };
import { foldedWord } from './folded-word.ts';

/**
 * Names of parameters that tell which page is shown. Of a link that nobody named, all others are left out: what they
 * order is not known, and no list of orders is complete.
 */
const pageParameters =
  /^(?:[a-z]{1,2}|id_.*|(?:.*[_-])?(?:id|ids|sku|no|nr|num|number|code|ref|art|article|artikel|item|products?|produkt|model|variant|variation|pid|page|path|cpath|route|view|lang|language|locale|currency|query|search|keywords?|main_page|controller|content|slug|handle|dispatch|option|module|cl|category|cat)|[a-z]*id)$/i;

/** Parameters that order something, whatever their value; those with these values show a page. */
const orderParameters =
  /^(?:action|act|do|task|cmd|command|mode|step|op|operation|event|fnc|func|function|screen|method)$/i;
const showingOrders =
  /^(?:|view|show|display|detail|details|product|product_?detail|product_?info|list|index|search|info|item|prod)$/i;

/** Verbs that are as well a part of products' names: "clear-case", "toggle-switch". As a whole part of a path they order. */
const namesToo: ReadonlySet<string> = new Set(
  'buy change clear decrease empty increase insert move order put toggle update'.split(' '),
);
/** Parts of a path that order something and stand in no table of words that bind both tiers: pages have such names too. */
const ordersAlone: ReadonlySet<string> = new Set(
  '1click bid bids checkout flag follow like notify oneclick order orders populate purchase rate reorder reserve subscribe'.split(
    ' ',
  ),
);
const wordsOfRole = (...roles: string[]): string[] =>
  words.filter(({ role }) => roles.includes(role)).map(({ word }) => foldedWord(word));
const allVerbs: ReadonlySet<string> = new Set(wordsOfRole('Verb'));
const verbs: ReadonlySet<string> = new Set([...allVerbs].filter((word) => !namesToo.has(word)));
const wholeParts: ReadonlySet<string> = new Set([...verbs, ...wordsOfRole('Act'), ...ordersAlone]);

/** Longer ones are names of products: "remove-before-flight-key-ring". */
const maxOrderWords = 3;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Words of a name, be it written with marks between them or with capitals: "addItem", "add_item", "BUYproducts". */
const wordsOf = (text: string): string[] =>
  text
    .slice(0, 200)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{3,})(\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word !== '');

const ordersSomething = (text: string): boolean => {
  const parts = wordsOf(text);
  if (parts.length > maxOrderWords) return false;
  return wholeParts.has(parts.join('')) || parts.some((word) => verbs.has(word));
};

const hasOrderInPath = (url: URL): boolean =>
  url.pathname.split('/').some((segment) => {
    const text = decoded(segment).replace(/;jsessionid=[^;]*/i, '');
    // Parameters of a part of the path, and a query that was encoded into it.
    return /[;?&]/.test(text) || ordersSomething(text.replace(/\.\w{1,5}$/, ''));
  });

const tellsPage = (name: string): boolean =>
  pageParameters.test(name) && !wordsOf(name).some((word) => allVerbs.has(word));

/**
 * The page that a link of a search's results shows, for the links that the service itself chooses to follow. Stricter than
 * {@link actOf}: here it is not the order that has to be known but the page, since a link that is passed over costs one
 * product that is not found, and one that is followed may fill a cart.
 *
 * @returns the address without what is no part of the page's; `undefined` for one that may do something.
 */
export const toPageAddress = (link: URL): URL | undefined => {
  if (hasOrderInPath(link) || actOf(link) !== undefined) return undefined;
  const url = new URL(link);
  for (const [name, value] of link.searchParams) {
    if (orderParameters.test(name)) {
      if (!showingOrders.test(value)) return undefined;
    } else if (!tellsPage(name)) url.searchParams.delete(name);
    else if (value.split(/[/.|:]/).some(ordersSomething)) return undefined;
  }
  return actOf(url) === undefined ? url : undefined;
};
