import { ordersByThing, plainPlaces, plainVerbs, wordsWithRole } from './acting-words.ts';
import { decodedPart } from './decoded-part.ts';
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
/** Longer than any word of these. */
const maxWord = 60;
/** Parts that are looked at. An address with more hides what it does, and no page is named so. */
const maxParts = 200;

/** Kinds of words found by one way of splitting a text; `sure` is a word that no product is called by. */
const met = { verb: 1, place: 2, sure: 4 } as const;
const actingWay = met.verb | met.place | met.sure;

/** All ways go on by a word: a bit stands for a way, its place for what that has met. */
const goOn = (ways: number, met: number): number => {
  let gone = 0;
  for (let way = 0; way < 8; way += 1) if ((ways & (1 << way)) !== 0) gone |= 1 << (way | met);
  return gone;
};
const isMet = (ways: number, wanted: number): boolean => {
  for (let way = 0; way < 8; way += 1)
    if ((ways & (1 << way)) !== 0 && (way & wanted) === wanted) return true;
  return false;
};

/** By what a word is, what it makes of all ways. */
const advances = Array.from({ length: 8 }, (_, met) =>
  Uint8Array.from({ length: 256 }, (_, ways) => goOn(ways, met)),
);

/** Known words by their first character, each with what it makes of the ways that reach its start. */
const piecesByStart = new Map<string, { piece: string; advance: Uint8Array }[]>();
const learn = (words: ReadonlySet<string>, meaning: (word: string) => number): void => {
  for (const piece of words) {
    const advance = advances[meaning(piece)]!;
    piecesByStart.set(piece[0]!, [...(piecesByStart.get(piece[0]!) ?? []), { piece, advance }]);
  }
};
// Of both there may be several: "ViewCart-AddToCompare".
learn(verbs, (word) => met.verb | (plainVerbs.has(word) ? met.sure : 0));
learn(places, (word) => met.place | (plainPlaces.has(word) ? met.sure : 0));
learn(fillers, () => 0);

/** Takes a text apart into verbs, places and fillers: "addproducttocart". @returns all ways, as bits. */
const takeApart = (text: string): number => {
  const ways = new Uint8Array(text.length + 1);
  ways[0] = 1;
  for (let from = 0; from < text.length; from += 1) {
    const reached = ways[from]!;
    if (reached === 0) continue;
    for (const { piece, advance } of piecesByStart.get(text[from]!) ?? [])
      if (text.startsWith(piece, from)) ways[from + piece.length]! |= advance[reached]!;
  }
  return ways[text.length]!;
};

/** Of programs and of the forms in which one answers: `/cart/add.js`. */
const programEnding =
  /\.(?:php\d?|aspx?|ashx|asmx|[sx]?html?|phtml|jsp|jspx|jsf|do|action|cfm|cgi|pl|py|js|json|xml|mvc|dll|ajax)$/i;
/** Numbers between the words of a part: `cart-add-goods-3`. */
const numbersBetween = /(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}])/gu;

interface Part {
  /** Folded. */
  word: string;
  kind: 'Path' | 'Name' | 'Order' | 'Value' | 'Text';
  /** Kinds of words that it consists of, without numbers; see `met`. */
  ways: number;
}

/** Of a name, the words that marks or capitals part: "tx_cart[action]" are three. */
const wordsOfName = (name: string): string[] =>
  name
    .slice(0, maxWord)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word !== '');

/** True if the parameter's value is an order whatever else its name holds: `edd_action`, `tx_cart[action]`. */
const endsInAction = (name: string): boolean => actionEnds.has(wordsOfName(name).at(-1) ?? '');

/** Endings of an order behind a plug-in's prefix: "yith-woocompare-add-product" ends in "add-product". */
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

/** Orders that stand within what a parameter orders. */
const ordersIn = (name: string, value: string): string[] => {
  // "checkout/cart.add"
  const pieces = value.split(/[/.|:]/);
  return [...(endsInAction(name) ? endsOf(value) : []), ...(pieces.length > 1 ? pieces : [])];
};

/** Names and values of the query; some servers part them at semicolons too, and some pages write "&amp;". */
const parametersOf = (url: URL): [string, string][] => {
  const own = [...url.searchParams];
  return url.search.includes(';') ? [...own, ...new URLSearchParams(url.search.replaceAll(';', '&'))] : own;
};

/** The words of an address in their order: path, then names of its query and what they order. */
const partsOf = (url: URL): Part[] => {
  const parts: Part[] = [];
  const take = (text: string, kind: Part['kind']): void => {
    if (text.length > maxWord * 2 || parts.length > maxParts) return;
    const word = foldedWord(text);
    if (word === '' || word.length > maxWord) return;
    parts.push({ word, kind, ways: takeApart(foldedWord(text.replace(numbersBetween, ''))) });
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
    // "/cart;add", and none of a session's: "/cart;jsessionid=1".
    for (const parameter of own) {
      const [name = '', value = ''] = parameter.split('=', 2);
      parameters.push([name, value]);
    }
  }
  for (const [name, value] of [...parameters, ...parametersOf(url)])
    takeNamed(decodedPart(name), decodedPart(value));
  return parts;
};

/** A cart that a link fills, however it is spelled: Shopify's `/cart/43217:1,43218:2`, `/cart/c/43217%3A1`. */
const filledCart = /\/cart\/(?:[^/]{1,20}\/)?\d+:\d+(?:,\d+:\d+)*(?:\.\w{1,8})?\/?$/i;

/** Of a path, how many parts behind a place or a thing what is done with it may stand: `/wishlist/index/add`. */
const maxBehindPlace = 3;

type Judge = (part: Part, index: number, parts: readonly Part[]) => boolean;

const isSaid = ({ kind }: Part): boolean => kind === 'Value' || kind === 'Text';

const actsByItself: Judge = (part, index, parts) => {
  const { word, kind, ways } = part;
  // A shop's own parameter names are unknown; a value that is an order anyway says so itself.
  if (kind === 'Value') return acts.has(word) || isMet(ways, actingWay);
  if (isSaid(part)) return false;
  if (acts.has(word) || (kind === 'Order' && orders.has(word))) return true;
  const isLastOfPath = kind === 'Path' && index > 0 && parts[index + 1]?.kind !== 'Path';
  if (isLastOfPath && ends.has(word)) return true;
  // A name of a product may be "clear bag", that of a parameter or what it orders is none.
  return isMet(ways, kind === 'Path' ? actingWay : met.verb | met.place);
};

/** Parts before one that it may act on; behind a path's end, all of the path. */
const placesBefore = (part: Part, index: number, parts: readonly Part[]): readonly Part[] =>
  parts
    .slice(part.kind === 'Path' ? Math.max(0, index - maxBehindPlace) : 0, index)
    .filter(({ kind }) => kind === 'Path' || kind === 'Order');

/** `/cart/…/add`, `/cart?add`; and not `/bag/clear`. */
const actsOnPlace: Judge = (part, index, parts) => {
  if (isSaid(part) || !isMet(part.ways, met.verb)) return false;
  const wanted =
    part.kind === 'Path' && !isMet(part.ways, met.verb | met.sure) ? met.place | met.sure : met.place;
  return placesBefore(part, index, parts).some(({ ways }) => isMet(ways, wanted));
};

/** `/add/cart/12`: a verb before its place, where neither is a product's name. */
const actsBeforePlace: Judge = ({ word, kind }, index, parts) => {
  const next = parts[index + 1];
  return kind === 'Path' && plainVerbs.has(word) && next?.kind === 'Path' && plainPlaces.has(next.word);
};

const isNumber = (part: Part | undefined): boolean => part !== undefined && /^\d+$/.test(part.word);

/** `/session/end`, `/orders/3/cancel`. */
const actsOnThing: Judge = (part, index, parts) => {
  if (isSaid(part)) return false;
  const orders = [part.word];
  if (isNumber(part)) orders.push('#');
  if (isNumber(parts[index - 1])) orders.push(`#/${part.word}`);
  return placesBefore(part, index, parts).some(({ word }) => {
    const own = ordersByThing.get(word);
    return own !== undefined && orders.some((order) => own.has(order));
  });
};

/** `?basket=add`, `?order=add`. */
const actsByItsValue: Judge = ({ word, kind }, index, parts) => {
  const name = parts[index - 1];
  if (kind !== 'Value' || name?.kind !== 'Name') return false;
  return plainVerbs.has(word) && (places.has(name.word) || ordersByThing.get(name.word)?.has(word) === true);
};

/** A part of a path below which a cart is no product's name: a language, a script, and not "products". */
const isOutside = ({ word }: Part): boolean =>
  (word.length <= 4 && !productParts.has(word)) || word === 'checkout' || word === 'index';
const productParts: ReadonlySet<string> = new Set(['p', 'dp', 'pd', 'item', 'prod', 'art', 'sku']);

/** True for the path of a cart or its items, not of a product: `/cart`, `/api/cart/items`. */
const leadsToCart = (path: readonly Part[]): boolean => {
  const cart = path.findLastIndex(({ word }) => plainPlaces.has(word));
  if (cart < 0 || !path.slice(0, cart).every(isOutside)) return false;
  return path.slice(cart + 1).every(({ word }) => fillers.has(word));
};

/** `/delete?id=1`: a verb that ends a path, where the query says what it is done with. */
const actsOnNamed: Judge = ({ word, kind }, index, parts) => {
  if (kind !== 'Name' || !(goods.has(word) || /^[a-z]?id$/.test(word))) return false;
  const last = parts.slice(0, index).findLast((part) => part.kind === 'Path');
  return last !== undefined && plainVerbs.has(last.word);
};

/** `/delete/12`, `/items/12/delete`: what is removed has a number, and no product is named so beside one. */
const removesNumbered: Judge = ({ word, kind }, index, parts) =>
  kind === 'Path' &&
  (word === 'delete' || word === 'remove') &&
  [parts[index - 1], parts[index + 1]].some((beside) => beside?.kind === 'Path' && isNumber(beside));

/** A cart that is told what it is for: `/cart?variant=3`, `?mode=cart&product_id=3`. A page of a cart names no goods. */
const isToldGoods: Judge = ({ word, kind }, index, parts) => {
  if (kind !== 'Name' || !goods.has(word)) return false;
  const before = parts.slice(0, index);
  const isCart = leadsToCart(before.filter((part) => part.kind === 'Path'));
  return isCart || before.some((part) => part.kind === 'Order' && plainPlaces.has(part.word));
};

/** `?cart_action=empty`: the name of the parameter says what its order is for. */
const actsOnItsName: Judge = ({ kind, ways }, index, parts) => {
  const name = parts[index - 1];
  return kind === 'Order' && name?.kind === 'Name' && isMet(ways, met.verb) && isMet(name.ways, met.place);
};

/** A query in GraphQL that changes something: `?query=mutation{…}`. */
const mutation = /^\s*mutation\b[^{]{0,200}\{/;

const judges: readonly Judge[] = [
  actsByItself,
  actsOnPlace,
  actsBeforePlace,
  actsOnThing,
  actsByItsValue,
  actsOnItsName,
  actsOnNamed,
  removesNumbered,
  isToldGoods,
];

/**
 * Tells whether fetching an address does something on the shop (puts into a cart, a wish list or a comparison, removes,
 * buys, votes, logs out) instead of only showing a page.
 *
 * @returns the word of the address that says so, for messages, or that it has too many parts to tell; `undefined` for an
 *   address that shows a page.
 */
export const actOf = (url: URL): string | undefined => {
  if (filledCart.test(decodedPart(url.pathname).replace(/\/{2,}/g, '/'))) return 'cart';
  if (mutation.test(url.searchParams.get('query') ?? '')) return 'mutation';
  const parts = partsOf(url);
  if (parts.length > maxParts) return `more than ${maxParts} parts`;
  for (const judge of judges) {
    const acting = parts.find(judge);
    if (acting) return acting.word;
  }
  return undefined;
};

/** Of a name in markup, how many words are looked at together: "add product to my shopping cart" has six. */
const maxRun = 6;

/**
 * Tells whether a name in markup is that of an order: a class, an id or what an attribute for scripts says, such as
 * `ajax_add_to_cart`, `btn-addToCart`, `click->cart#add`. A verb or a place alone is none.
 */
export const namesOrder = (name: string): boolean => {
  const words = wordsOfName(name);
  return words.some((_, from) =>
    words
      .slice(from, from + maxRun)
      .map((__, index) => words.slice(from, from + index + 1).join(''))
      .some((run) => acts.has(run) || isMet(takeApart(run), actingWay)),
  );
};

/** True for a name in markup that means a cart or the like, and nothing else. */
export const namesPlace = (name: string): boolean => plainPlaces.has(foldedWord(name.slice(0, maxWord)));

/**
 * Calls in a script, with their object: `addToCart(`, `shop.cart.add(`. It begins where a name does,
 * or each letter of a long one would be a beginning.
 */
const calls = /(?<![\p{L}\p{N}_$])(?:([\p{L}_$][\p{L}\p{N}_$]{0,59})\.)?([\p{L}_$][\p{L}\p{N}_$]{0,59})\(/gu;
/** Of a handler: more is a program, and not a call of one. */
const maxHandler = 500;

/**
 * Tells whether the handler of a click calls something that acts on the shop: `addToCart(77)`, `cart.add(this)`.
 *
 * @param code - what stands in `onclick` and its kin. What only counts visitors (`ga('ec:addProduct')`) is no act.
 */
export const isActingHandler = (code: string): boolean =>
  [...code.slice(0, maxHandler).matchAll(calls)].some(([, owner = '', name = '']) => {
    const called = foldedWord(name);
    const ways = takeApart(called);
    if (acts.has(called) || isMet(ways, met.verb | met.place)) return true;
    return isMet(ways, met.verb) && isMet(takeApart(foldedWord(owner)), met.place);
  });
