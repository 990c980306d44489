import lines from './acting-words.json' with { type: 'json' };
import { foldedWord } from './folded-word.ts';

/**
 * Words of URLs that change state on a shop, in many languages and platforms. Each entry of
 * `acting-words.json` has the words of one role and some languages, separated by commas. Case, accents and
 * punctuation are ignored.
 */
interface ActingWords {
  /** Separated by ", ". */
  words: string;
  /**
   * - `Verb`, `Place`, `Filler`: act in combination, as the words of "add-to-cart" and "addToCart", or
   *   `/cart/…/add` in a path. Words that are run together ("addtocart") are an `Act`.
   * - `Act`: acts by itself, as a part of the path, a parameter's name or its order.
   * - `End`: acts as the last of several parts of a path, or as a parameter's order.
   * - `Order`: acts only as a parameter's order: `/buy/camera` shows a page.
   * - `Thing`: acts only with one of its own `orders`, as "session" with "end" in `/session/end`.
   * - `Goods`: name of a parameter for the goods of an action: a `Place` with one of these is not a product
   *   page.
   * - `ActionName`: name of a parameter whose value is an action or the page that performs it.
   * - `ActionEnd`: last word of such a name whose value is always an action: `edd_action`.
   * - `FreeText`: name of a parameter with free text or tracking data, which is no order.
   *
   * Five roles only apply to links that the service itself chooses to follow (`page-address.ts`):
   * - `PageOrder`: a part of a path that may be an action, but also occurs in URLs named by callers.
   * - `BuyOrder`: the same at the end of a path or before a number: `/buy?id=3`, but not `/buy/camera`.
   * - `PageParameter`: name, or end of a name, of a parameter that selects the page.
   * - `OrderParameter`: name of a parameter that is an order, whatever its value.
   * - `ShowingOrder`: value of an `OrderParameter` that shows a page.
   */
  role: ActingRole;
  /** Languages (ISO 639-1) or platforms that write it. */
  from: string;
  /**
   * For a `Verb` or `Place` that also occurs in product names: "clear-case", "toggle-switch", "mona-lisa",
   * "bag".
   */
  areNamesToo?: boolean;
  /**
   * For a `Thing`: actions on it, as a later part of the address. "#" is a number; "#/watch" a number
   * followed by an action: `/listing/3/watch`.
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

/** Validated by a test instead of at startup. */
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
/** Places that do not occur in product names. */
export const plainPlaces: ReadonlySet<string> = new Set(
  [...wordsWithRole('Place')].filter((word) => !names.has(word)),
);

/** Verbs that do not occur in product names. */
export const plainVerbs: ReadonlySet<string> = new Set(
  [...wordsWithRole('Verb')].filter((word) => !names.has(word)),
);
