import { ordersByThing, plainPlaces, plainVerbs, wordsWithRole } from './acting-words.ts';
import { decodedAddresses, decodedPart } from './decoded-part.ts';
import { foldedWord } from './folded-word.ts';

const verbs = wordsWithRole('Verb');
const places = wordsWithRole('Place');
const fillers = wordsWithRole('Filler');
const acts = wordsWithRole('Act');
const ends = wordsWithRole('End');
const orders = wordsWithRole('End', 'Order');
const actionNames = wordsWithRole('ActionName');
const actionEnds = wordsWithRole('ActionEnd');
const freeTexts = wordsWithRole('FreeText');
const goods = wordsWithRole('Goods');
/** Longer than any known word. */
const maxWord = 60;
/** Maximum number of parts. An address with more may hide an action, and is no page's. */
const maxParts = 200;

/** Kinds of words, as bits; `sure`: a word that no product name contains. */
const met = { verb: 1, place: 2, sure: 4 } as const;
const wholeAct = met.verb | met.place | met.sure;

const kindOf = (word: string): number | undefined => {
  if (verbs.has(word)) return met.verb | (plainVerbs.has(word) ? met.sure : 0);
  if (places.has(word)) return met.place | (plainPlaces.has(word) ? met.sure : 0);
  return fillers.has(word) ? 0 : undefined;
};

/** Words of the longest known phrase: "shopping list" is one place. */
const maxPhrase = 4;

/** Kinds of the words of a text that consists of verbs, places and fillers alone; 0 for any other. */
const kindsIn = (words: readonly string[]): number => {
  let kinds = 0;
  for (let from = 0; from < words.length; ) {
    let length = Math.min(maxPhrase, words.length - from);
    while (length > 0 && kindOf(words.slice(from, from + length).join('')) === undefined) length -= 1;
    if (length === 0) return 0;
    kinds |= kindOf(words.slice(from, from + length).join(''))!;
    from += length;
  }
  return kinds;
};
const isMet = (kinds: number, wanted: number): boolean => (kinds & wanted) === wanted;

/** File extensions of programs and of their response formats: `/cart/add.js`. */
const programEnding =
  /\.(?:php\d?|aspx?|ashx|asmx|[sx]?html?|phtml|jsp|jspx|jsf|do|action|cfm|cgi|pl|py|js|json|xml|mvc|dll|ajax)$/i;
interface Part {
  /** Folded. */
  word: string;
  kind: 'Path' | 'Name' | 'Order' | 'Value' | 'Text';
  /** Kinds of words that it consists of, ignoring numbers; see `met`. */
  kinds: number;
}

/** Splits a name at punctuation, capitals and digits: "tx_cart[action]" has three words. */
const wordsOfName = (name: string): string[] =>
  name
    .slice(0, maxWord)
    .replace(/\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})|\p{L}(?=\p{N})|\p{N}(?=\p{L})/gu, '$& ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word !== '');

const kindsOf = (name: string): number => kindsIn(wordsOfName(name).filter((word) => !/^\d+$/.test(word)));

/**
 * True if a parameter's name ends in a word that makes its value an order: `edd_action`, `tx_cart[action]`.
 */
const endsInAction = (name: string): boolean => actionEnds.has(wordsOfName(name).at(-1) ?? '');

/** Endings of an order after a plug-in's prefix: "yith-woocompare-add-product" ends in "add-product". */
const endsOf = (order: string): string[] => {
  const words = wordsOfName(order);
  return words.slice(1).map((_, index) => words.slice(index + 1).join('-'));
};

/** Kind of a parameter's value, by its name. */
const kindOfValue = (name: string): 'Order' | 'Text' | 'Value' => {
  if (name.length > maxWord) return 'Value';
  const word = foldedWord(name);
  if (actionNames.has(word) || endsInAction(name)) return 'Order';
  return freeTexts.has(word) ? 'Text' : 'Value';
};

/** Orders nested in a parameter's value. */
const ordersIn = (name: string, value: string): string[] => {
  // "checkout/cart.add"
  const pieces = value.split(/[/.|:]/);
  return [...(endsInAction(name) ? endsOf(value) : []), ...(pieces.length > 1 ? pieces : [])];
};

/** Names and values of the query. Some servers also split at semicolons, and some pages write "&amp;". */
const parametersOf = (url: URL): [string, string][] => {
  const own = [...url.searchParams];
  return url.search.includes(';') ? [...own, ...new URLSearchParams(url.search.replaceAll(';', '&'))] : own;
};

/** The words of an address in order: path, then names and values of its query. */
const partsOf = (url: URL): Part[] => {
  const parts: Part[] = [];
  const take = (text: string, kind: Part['kind']): void => {
    if (text.length > maxWord * 2 || parts.length > maxParts) return;
    const word = foldedWord(text);
    if (word === '' || word.length > maxWord) return;
    parts.push({ word, kind, kinds: kindsOf(text) });
  };
  const takeNamed = (name: string, value: string): void => {
    take(name, 'Name');
    if (value.length > maxWord * 2) return;
    const kind = kindOfValue(name);
    take(value, kind);
    for (const order of kind === 'Order' ? ordersIn(name, value) : []) take(order, 'Order');
  };
  const parameters: [string, string][] = [];
  for (const segment of url.pathname.split('/')) {
    const [text = '', ...own] = decodedPart(segment).split(';');
    take(text.replace(programEnding, ''), 'Path');
    // "/cart;add", but also "/cart;jsessionid=1".
    for (const parameter of own) {
      const [name = '', value = ''] = parameter.split('=', 2);
      parameters.push([name, value]);
    }
  }
  for (const [name, value] of [...parameters, ...parametersOf(url)])
    takeNamed(decodedPart(name), decodedPart(value));
  return parts;
};

/** A link that fills a cart: Shopify's `/cart/43217:1,43218:2`, `/cart/c/43217%3A1`. */
const filledCart = /\/cart\/(?:[^/]{1,20}\/)?\d+:\d+(?:,\d+:\d+)*(?:\.\w{1,8})?\/?$/i;

/** Maximum distance in a path between a place or thing and its action: `/wishlist/index/add`. */
const maxBehindPlace = 3;

type Rule = (part: Part, index: number, parts: readonly Part[]) => boolean;

const isPlainValue = ({ kind }: Part): boolean => kind === 'Value' || kind === 'Text';

const actsByItself: Rule = (part, index, parts) => {
  const { word, kind, kinds } = part;
  // Parameter names vary by shop, so check the value itself.
  if (kind === 'Value') return acts.has(word) || isMet(kinds, wholeAct);
  if (isPlainValue(part)) return false;
  if (acts.has(word) || (kind === 'Order' && orders.has(word))) return true;
  const isLastOfPath = kind === 'Path' && index > 0 && parts[index + 1]?.kind !== 'Path';
  if (isLastOfPath && ends.has(word)) return true;
  // "clear bag" may be a product in a path, but not in a parameter.
  return isMet(kinds, kind === 'Path' ? wholeAct : met.verb | met.place);
};

/** Preceding parts that a part may act on; for a parameter, the whole path. */
const placesBefore = (part: Part, index: number, parts: readonly Part[]): readonly Part[] =>
  parts
    .slice(part.kind === 'Path' ? Math.max(0, index - maxBehindPlace) : 0, index)
    .filter(({ kind }) => kind === 'Path' || kind === 'Order');

/** `/cart/…/add`, `/cart?add`, but not `/bag/clear`. */
const actsOnPlace: Rule = (part, index, parts) => {
  if (isPlainValue(part) || !isMet(part.kinds, met.verb)) return false;
  const kinds =
    part.kind === 'Path' && !isMet(part.kinds, met.verb | met.sure) ? met.place | met.sure : met.place;
  return placesBefore(part, index, parts).some(({ kinds: own }) => isMet(own, kinds));
};

/** `/add/cart/12`: a verb before its place, neither of which occurs in product names. */
const actsBeforePlace: Rule = ({ word, kind }, index, parts) => {
  const next = parts[index + 1];
  return kind === 'Path' && plainVerbs.has(word) && next?.kind === 'Path' && plainPlaces.has(next.word);
};

const isNumber = (part: Part | undefined): boolean => part !== undefined && /^\d+$/.test(part.word);

/** `/session/end`, `/orders/3/cancel`. */
const actsOnThing: Rule = (part, index, parts) => {
  if (isPlainValue(part)) return false;
  const orders = [part.word];
  if (isNumber(part)) orders.push('#');
  if (isNumber(parts[index - 1])) orders.push(`#/${part.word}`);
  return placesBefore(part, index, parts).some(({ word }) => {
    const own = ordersByThing.get(word);
    return own !== undefined && orders.some((order) => own.has(order));
  });
};

/** `?basket=add`, `?order=add`. */
const actsByItsValue: Rule = ({ word, kind }, index, parts) => {
  const name = parts[index - 1];
  if (kind !== 'Value' || name?.kind !== 'Name') return false;
  return plainVerbs.has(word) && (places.has(name.word) || ordersByThing.get(name.word)?.has(word) === true);
};

/** True for parts of a path that may precede a cart: a language or a script, but not "products". */
const isOutside = ({ word }: Part): boolean =>
  (word.length <= 4 && !productParts.has(word)) || word === 'checkout' || word === 'index';
const productParts: ReadonlySet<string> = new Set(['p', 'dp', 'pd', 'item', 'prod', 'art', 'sku']);

/** Parts of a path of an interface for programs, where no product is named before its cart. */
const interfaceParts: ReadonlySet<string> = new Set(['api', 'rest', 'wpjson', 'ajax', 'json']);

/** True for the path of a cart or its items, not of a product: `/cart`, `/api/shop/cart/items`. */
const isCartPath = (path: readonly Part[]): boolean => {
  const cart = path.findLastIndex(({ word }) => plainPlaces.has(word));
  if (cart < 0) return false;
  const before = path.slice(0, cart);
  if (!before.every(isOutside) && !before.some(({ word }) => interfaceParts.has(word))) return false;
  return path.slice(cart + 1).every(({ word }) => fillers.has(word));
};

const cartContents: ReadonlySet<string> = new Set([
  'item',
  'items',
  'lineitems',
  'lines',
  'products',
  'entries',
]);

/** `/rest/V1/guest-carts/x/items`: an interface for programs has no product's page below a cart. */
const isCartOfInterface: Rule = ({ word, kind }, index, parts) => {
  if (kind !== 'Path' || !cartContents.has(word)) return false;
  const cart = parts.slice(0, index).findIndex((part) => isMet(part.kinds, met.place));
  return cart > 0 && parts.slice(0, cart).some((part) => interfaceParts.has(part.word));
};

/** `/delete?id=1`: a verb at the end of a path, with its object in the query. */
const actsOnNamed: Rule = ({ word, kind }, index, parts) => {
  if (kind !== 'Name' || !(goods.has(word) || /^[a-z]?id$/.test(word))) return false;
  const last = parts.slice(0, index).findLast((part) => part.kind === 'Path');
  return last !== undefined && plainVerbs.has(last.word);
};

/** `/delete/12`, `/items/12/delete`: a removal next to a number, unlike in product names. */
const removesNumbered: Rule = ({ word, kind }, index, parts) =>
  kind === 'Path' &&
  (word === 'delete' || word === 'remove') &&
  [parts[index - 1], parts[index + 1]].some((beside) => beside?.kind === 'Path' && isNumber(beside));

/**
 * A cart with goods as parameters: `/cart?variant=3`, `?mode=cart&product_id=3`. A plain cart page has none.
 */
const namesGoods: Rule = ({ word, kind }, index, parts) => {
  if (kind !== 'Name' || !goods.has(word)) return false;
  const before = parts.slice(0, index);
  const isCart = isCartPath(before.filter((part) => part.kind === 'Path'));
  return isCart || before.some((part) => part.kind === 'Order' && plainPlaces.has(part.word));
};

/** `?cart_action=empty`: the parameter's name is the place of its order. */
const actsOnItsName: Rule = ({ kind, kinds }, index, parts) => {
  const name = parts[index - 1];
  return kind === 'Order' && name?.kind === 'Name' && isMet(kinds, met.verb) && isMet(name.kinds, met.place);
};

/** A GraphQL mutation: `?query=mutation{…}`. */
const mutation = /^\s*mutation\b[^{]{0,200}\{/;

const rules: readonly Rule[] = [
  actsByItself,
  actsOnPlace,
  actsBeforePlace,
  actsOnThing,
  actsByItsValue,
  actsOnItsName,
  actsOnNamed,
  isCartOfInterface,
  removesNumbered,
  namesGoods,
];

/**
 * Detects URLs that change state on a shop when fetched (fill a cart, a wish list or a comparison, remove,
 * buy, vote, log out) instead of only showing a page.
 *
 * @returns the decisive word, for messages, or that the address has too many parts; `undefined` for an
 *   address that shows a page.
 */
export const actOf = (url: URL): string | undefined => {
  for (const address of [url, ...decodedAddresses(url)].flatMap(withRoute)) {
    const act = actOfPlain(address);
    if (act !== undefined) return act;
  }
  return undefined;
};

/** Adds the path that WordPress takes `?rest_route=/wc/store/cart` for. */
const withRoute = (url: URL): URL[] => {
  const route = url.searchParams.get('rest_route');
  const routed =
    route === null ? null : URL.parse(`/wp-json/${route.replaceAll('?', '&')}${url.search}`, url.origin);
  return routed === null ? [url] : [url, routed];
};

const actOfPlain = (url: URL): string | undefined => {
  if (filledCart.test(decodedPart(url.pathname).replace(/\/{2,}/g, '/'))) return 'cart';
  if (mutation.test(url.searchParams.get('query') ?? '')) return 'mutation';
  const parts = partsOf(url);
  if (parts.length > maxParts) return `more than ${maxParts} parts`;
  for (const judge of rules) {
    const acting = parts.find(judge);
    if (acting) return acting.word;
  }
  return undefined;
};

/** Maximum number of consecutive words examined in a name: "add product to my shopping cart" has six. */
const maxRun = 6;

/**
 * True if a name in markup denotes an action: a class, an id, or an attribute for scripts, such as
 * `ajax_add_to_cart`, `btn-addToCart`, `click->cart#add`. A verb or place alone does not.
 */
export const namesOrder = (name: string): boolean => {
  const words = wordsOfName(name);
  return words.some((_, from) =>
    words
      .slice(from, from + maxRun)
      .map((__, index) => words.slice(from, from + index + 1))
      .some((run) => acts.has(run.join('')) || isMet(kindsIn(run), wholeAct)),
  );
};

/** True for a name in markup that only denotes a cart or the like. */
export const namesPlace = (name: string): boolean => plainPlaces.has(foldedWord(name.slice(0, maxWord)));

/**
 * Calls in a script, with their object: `addToCart(`, `shop.cart.add(`. Matches only at the start of a name,
 * to avoid quadratic time.
 */
const calls = /(?<![\p{L}\p{N}_$])(?:([\p{L}_$][\p{L}\p{N}_$]{0,59})\.)?([\p{L}_$][\p{L}\p{N}_$]{0,59})\(/gu;
/** Characters of a handler; longer code is a program, not a call. */
const maxHandler = 500;

/**
 * True if a click handler calls an action on the shop: `addToCart(77)`, `cart.add(this)`.
 *
 * @param code - content of `onclick` or a similar attribute. Analytics calls (`ga('ec:addProduct')`) are
 *   ignored.
 */
export const isActingHandler = (code: string): boolean =>
  [...code.slice(0, maxHandler).matchAll(calls)].some(([, owner = '', name = '']) => {
    const kinds = kindsOf(name);
    if (acts.has(foldedWord(name)) || isMet(kinds, met.verb | met.place)) return true;
    return isMet(kinds, met.verb) && isMet(kindsOf(owner), met.place);
  });
