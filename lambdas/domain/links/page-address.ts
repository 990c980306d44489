// Addresses of pages: which of them show something, and which act on a shop, such as those that fill a cart.
// The service never calls an address that acts.
// Verbs and their roles are data, in acting-words.json.

import { actOf } from './acting-address.ts';
import { plainVerbs, wordsWithRole } from './acting-words.ts';
import { decodedPart } from './decoded-part.ts';
import { foldedWord } from './folded-word.ts';

const verbs = wordsWithRole('Verb');
const places = wordsWithRole('Place');
/** Act if they are a whole part of a path. */
const wholeParts: ReadonlySet<string> = new Set([...plainVerbs, ...wordsWithRole('Act', 'PageOrder')]);
const buyOrders = wordsWithRole('BuyOrder');
const pageParameters = wordsWithRole('PageParameter');
const orderParameters = wordsWithRole('OrderParameter');
const showingOrders = wordsWithRole('ShowingOrder');

/**
 * Longer ones are product names ("remove-before-flight-key-ring") unless they also name a cart or the like.
 */
const maxOrderWords = 3;

/** Splits a name at punctuation and capitals: "addItem", "add_item", "BUYproducts". */
const wordsOf = (text: string): string[] =>
  text
    .slice(0, 200)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{3,})(\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word !== '');

/** True if a part of a path, or a parameter, denotes an action on a shop. */
export const ordersSomething = (text: string): boolean => {
  const parts = wordsOf(text);
  // "add-accessory-to-cart", "ViewProductCompare-AddToCompare"
  const namesPlace = (word: string, index: number): boolean =>
    places.has(word) || places.has(`${word}${parts[index + 1] ?? ''}`);
  if (parts.length > maxOrderWords && !parts.some(namesPlace)) return false;
  return wholeParts.has(parts.join('')) || parts.some((word) => plainVerbs.has(word));
};

/** True for `/buy?id=3` and `/buy/3`, which may buy something; `/buy/camera` is a page. */
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

/**
 * True for names such as `p`, `id_product` and `pid`, and those that end in a word for the page's subject:
 * `products_id`, `item-no`.
 */
const namesPage = (name: string): boolean =>
  /^(?:[a-z]{1,2}|id_.*|[a-z]*id)$/i.test(name) || pageParameters.has(foldedWord(name.split(/[_-]/).at(-1)!));

/**
 * True for parameters that select the page. All others are removed from links that no caller named: their
 * effect is unknown, and no list of actions is complete.
 */
const selectsPage = (name: string): boolean =>
  name.length <= maxName && namesPage(name) && !wordsOf(name).some((word) => verbs.has(word));

/** Longer than any real parameter name. */
const maxName = 60;

const isShown = (order: string): boolean =>
  order === '' || (order.length <= maxName && showingOrders.has(foldedWord(order)));

/**
 * Returns the page address of a search result's link, which the service itself chooses to follow. Stricter
 * than {@link actOf}, and requires a known page rather than the absence of a known action: skipping a link
 * costs one product, but following one may fill a cart.
 *
 * @returns the address without parameters that do not select the page; `undefined` if it may change state.
 */
export const toPageAddress = (link: URL): URL | undefined => {
  if (hasOrderInPath(link) || endsInBuying(link) || actOf(link) !== undefined) return undefined;
  const url = new URL(link);
  for (const [name, value] of link.searchParams) {
    if (name.length <= maxName && orderParameters.has(foldedWord(name))) {
      if (!isShown(value)) return undefined;
    } else if (!selectsPage(name)) url.searchParams.delete(name);
    else if (value.split(/[/.|:]/).some(ordersSomething)) return undefined;
  }
  return url;
};
