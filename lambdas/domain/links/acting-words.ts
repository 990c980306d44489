import lines from './acting-words.json' with { type: 'json' };
import { foldedWord } from './folded-word.ts';

/**
 * Words of addresses that do something on a shop, in the languages and spellings of many platforms. A line of
 * `acting-words.json` holds those of one role and some languages, parted by commas; how they are written (case, accents,
 * dashes) makes no difference.
 */
interface ActingWords {
  /** Parted by ", ". */
  words: string;
  /**
   * - `Verb`, `Place`, `Filler`: together they act, as "add" + "to" + "cart" in one word, or `/cart/…/add` in a path.
   * - `Act`: acts by itself, as a part of the path, the name of a parameter or what a parameter orders.
   * - `End`: acts as the last part of a path, behind others, or as what a parameter orders.
   * - `Order`: acts as what a parameter orders, and nowhere else: `/buy/camera` shows a page.
   * - `Thing`: acts together with one of its own `orders` only, as "session" with "end" in `/session/end`.
   * - `Goods`: name of a parameter that says what is put somewhere: a `Place` with one of these is no page of a product.
   * - `ActionName`: name of a parameter whose value says what is done, or which page does it.
   * - `ActionEnd`: last word of such a name whose value says what is done, and never which page: `edd_action`.
   * - `FreeText`: name of a parameter whose value is what somebody typed or counts by, and orders nothing.
   *
   * Five roles are for links alone that the service itself chooses to follow (`page-address.ts`):
   * - `PageOrder`: a part of a path that may order something; pages that a caller names have such parts too.
   * - `BuyOrder`: the same at the end of a path or before a number: `/buy?id=3`, and not `/buy/camera`.
   * - `PageParameter`: name, or end of a name, of a parameter that tells which page is shown.
   * - `OrderParameter`: name of a parameter that orders something, whatever its value.
   * - `ShowingOrder`: what an `OrderParameter` orders when it shows a page.
   */
  role: ActingRole;
  /** Languages (ISO 639-1) or platforms that write it. */
  from: string;
  /** Of a `Verb` or a `Place`: products are called so as well: "clear-case", "toggle-switch", "mona-lisa", "bag". */
  areNamesToo?: boolean;
  /**
   * Of a `Thing`: what is done with it, as a part behind it in the address. "#" is a number,
   * "#/watch" is one with its order behind it: `/listing/3/watch`.
   */
  orders?: string;
}

export const actingRoles = [
  'Verb',
  'Place',
  'Filler',
  'Act',
  'End',
  'Order',
  'Thing',
  'Goods',
  'ActionName',
  'ActionEnd',
  'FreeText',
  'PageOrder',
  'BuyOrder',
  'PageParameter',
  'OrderParameter',
  'ShowingOrder',
] as const;

export type ActingRole = (typeof actingRoles)[number];

const list = (text: string): string[] => text.split(', ');

/** Checked by a test rather than at each start. */
const entries = (lines as ActingWords[]).map(({ words, orders, ...rest }) => ({
  ...rest,
  words: list(words).map(foldedWord),
  orders: orders === undefined ? [] : list(orders),
}));

const foldedWords = (some: typeof entries): ReadonlySet<string> =>
  new Set(some.flatMap(({ words }) => words));

/** The words of the roles, folded. */
export const wordsWithRole = (...roles: ActingRole[]): ReadonlySet<string> =>
  foldedWords(entries.filter(({ role }) => roles.includes(role)));

const foldedOrder = (order: string): string =>
  order
    .split('/')
    .map((part) => (part === '#' ? part : foldedWord(part)))
    .join('/');

/** Orders for each `Thing`, folded. */
export const ordersByThing: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  entries
    .filter(({ role }) => role === 'Thing')
    .flatMap(({ words, orders }) => words.map((word) => [word, new Set(orders.map(foldedOrder))] as const)),
);

const names = foldedWords(entries.filter(({ areNamesToo }) => areNamesToo));
/** Places that are no products. */
export const plainPlaces: ReadonlySet<string> = new Set(
  [...wordsWithRole('Place')].filter((word) => !names.has(word)),
);

/** Verbs that are no part of products' names. */
export const plainVerbs: ReadonlySet<string> = new Set(
  [...wordsWithRole('Verb')].filter((word) => !names.has(word)),
);
