import { actOf } from './acting-address.ts';
import { plainVerbs, wordsWithRole } from './acting-words.ts';
import { decodedPart } from './decoded-part.ts';
import { foldedWord } from './folded-word.ts';

const verbs = wordsWithRole('Verb');
const places = wordsWithRole('Place');
/** As a whole part of a path these order something. */
const wholeParts: ReadonlySet<string> = new Set([...plainVerbs, ...wordsWithRole('Act', 'PageOrder')]);
const buyOrders = wordsWithRole('BuyOrder');
const pageParameters = wordsWithRole('PageParameter');
const orderParameters = wordsWithRole('OrderParameter');
const showingOrders = wordsWithRole('ShowingOrder');

/** Longer ones are names of products, "remove-before-flight-key-ring", unless they name a cart or its like as well. */
const maxOrderWords = 3;

/** Words of a name, be it written with marks between them or with capitals: "addItem", "add_item", "BUYproducts". */
const wordsOf = (text: string): string[] =>
  text
    .slice(0, 200)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{3,})(\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word !== '');

/** True if a part of a path, or a parameter, orders something from a shop. */
export const ordersSomething = (text: string): boolean => {
  const parts = wordsOf(text);
  // "add-accessory-to-cart", "ViewProductCompare-AddToCompare"
  const namesPlace = (word: string, index: number): boolean =>
    places.has(word) || places.has(`${word}${parts[index + 1] ?? ''}`);
  if (parts.length > maxOrderWords && !parts.some(namesPlace)) return false;
  return wholeParts.has(parts.join('')) || parts.some((word) => plainVerbs.has(word));
};

/** `/buy?id=3` and `/buy/3` buy something or nobody can tell; `/buy/camera` is a page. */
const endsInBuying = (url: URL): boolean => {
  const words = url.pathname
    .split('/')
    .map((part) => foldedWord(decodedPart(part).replace(/\.\w{1,5}$/, '')))
    .filter((word) => word !== '');
  const last = /^\d+$/.test(words.at(-1) ?? '') ? words.at(-2) : words.at(-1);
  return buyOrders.has(last ?? '');
};

const hasOrderInPath = (url: URL): boolean =>
  url.pathname.split('/').some((segment) => {
    const text = decodedPart(segment).replace(/;jsessionid=[^;]*/i, '');
    // Parameters of a part of the path, and a query that was encoded into it.
    return /[;?&]/.test(text) || ordersSomething(text.replace(/\.\w{1,5}$/, ''));
  });

/** Names as `p`, `id_product` and `pid`, and those that end in a word for what is shown: `products_id`, `item-no`. */
const namesPage = (name: string): boolean =>
  /^(?:[a-z]{1,2}|id_.*|[a-z]*id)$/i.test(name) || pageParameters.has(foldedWord(name.split(/[_-]/).at(-1)!));

/**
 * True for parameters that select the page. All others are dropped from a link that nobody named: their effect is
 * unknown, and no list of orders is complete.
 */
const tellsPage = (name: string): boolean =>
  name.length <= maxName && namesPage(name) && !wordsOf(name).some((word) => verbs.has(word));

/** Longer than any name of a parameter that a shop gives. */
const maxName = 60;

const isShown = (order: string): boolean =>
  order === '' || (order.length <= maxName && showingOrders.has(foldedWord(order)));

/**
 * The page that a link of a search's results shows, for the links that the service itself chooses to follow. Stricter than
 * {@link actOf}: here it is not the order that has to be known but the page, since a link that is passed over costs one
 * product that is not found, and one that is followed may fill a cart.
 *
 * @returns the address without what is no part of the page's; `undefined` for one that may do something.
 */
export const toPageAddress = (link: URL): URL | undefined => {
  if (hasOrderInPath(link) || endsInBuying(link) || actOf(link) !== undefined) return undefined;
  const url = new URL(link);
  for (const [name, value] of link.searchParams) {
    if (name.length <= maxName && orderParameters.has(foldedWord(name))) {
      if (!isShown(value)) return undefined;
    } else if (!tellsPage(name)) url.searchParams.delete(name);
    else if (value.split(/[/.|:]/).some(ordersSomething)) return undefined;
  }
  return url;
};
