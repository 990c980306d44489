import { wordsWithRole } from './acting-words.ts';
import { decodedPart } from './decoded-part.ts';
import { foldedWord } from './folded-word.ts';

const verbs = wordsWithRole('Verb');
const places = wordsWithRole('Place');
const fillers = wordsWithRole('Filler');
const acts = wordsWithRole('Act');
const ends = wordsWithRole('End');
const orders = wordsWithRole('End', 'Order');
const actionNames = wordsWithRole('ActionName');
/** Longer than any word of these. */
const maxWord = 60;
/** Parts that are looked at; an address has no more that mean anything. */
const maxParts = 60;

/** What a text that is taken apart into known words may hold, as bits; 1 is for a way of fillers alone. */
const holds = { verb: 2, place: 4, both: 8 } as const;

/** Known words by their first character, each with what it makes of the ways that reach its start. */
const piecesByStart = new Map<string, { piece: string; advance: (ways: number) => number }[]>();
const learn = (words: ReadonlySet<string>, advance: (ways: number) => number): void => {
  for (const piece of words)
    piecesByStart.set(piece[0]!, [...(piecesByStart.get(piece[0]!) ?? []), { piece, advance }]);
};
learn(verbs, (ways) => ((ways & 1) << 1) | ((ways & 4) << 1));
learn(places, (ways) => ((ways & 1) << 2) | ((ways & 2) << 2));
learn(fillers, (ways) => ways);

/** Takes a text apart into one verb, one place and fillers: "addproducttocart". @returns all ways, as bits of `holds`. */
const takeApart = (text: string): number => {
  const ways = new Uint8Array(text.length + 1);
  ways[0] = 1;
  for (let from = 0; from < text.length; from += 1) {
    const reached = ways[from]!;
    if (reached === 0) continue;
    for (const { piece, advance } of piecesByStart.get(text[from]!) ?? [])
      if (text.startsWith(piece, from)) ways[from + piece.length]! |= advance(reached);
  }
  return ways[text.length]!;
};

const programEnding = /\.(?:php\d?|aspx?|html?|jsp|jspx|do|action|cfm|cgi|pl|py)$/i;

interface Part {
  /** Folded. */
  word: string;
  kind: 'Path' | 'Name' | 'Order';
  /** What the word is made of, see `holds`. */
  ways: number;
}

/** The words of an address in their order: path, then names of its query and what they order. */
const partsOf = (url: URL): Part[] => {
  const parts: Part[] = [];
  const take = (text: string, kind: Part['kind']): void => {
    const word = text.length > maxWord * 2 ? '' : foldedWord(text);
    if (word !== '' && word.length <= maxWord && parts.length < maxParts)
      parts.push({ word, kind, ways: takeApart(word) });
  };
  for (const segment of url.pathname.split('/'))
    take(decodedPart(segment).split(';')[0]!.replace(programEnding, ''), 'Path');
  for (const [name, value] of url.searchParams) {
    take(name, 'Name');
    if (name.length > maxWord || !actionNames.has(foldedWord(name))) continue;
    take(value, 'Order');
    // "checkout/cart.add"
    const pieces = value.split(/[/.|:]/);
    if (pieces.length > 1) for (const piece of pieces) take(piece, 'Order');
  }
  return parts;
};

/** A cart that a link fills: Shopify's `/cart/43217:1,43218:2`. */
const filledCart = /\/cart\/\d+:\d+(?:,\d+:\d+)*\/?$/;

const actsByItself = ({ word, kind, ways }: Part, index: number, parts: readonly Part[]): boolean => {
  if (acts.has(word) || (kind === 'Order' && orders.has(word))) return true;
  const isLastOfPath = kind === 'Path' && index > 0 && parts[index + 1]?.kind !== 'Path';
  if (isLastOfPath && ends.has(word)) return true;
  return (ways & holds.both) !== 0;
};

/** Of a path, how many parts behind a place its verb may stand: `/wishlist/index/add`. */
const maxBehindPlace = 3;

/**
 * Tells whether fetching an address does something on the shop (puts into a cart, a wish list or a comparison, removes,
 * buys, votes, logs out) instead of only showing a page.
 *
 * @returns the word of the address that says so, for messages; `undefined` for an address that shows a page.
 */
export const actOf = (url: URL): string | undefined => {
  if (filledCart.test(url.pathname)) return 'cart';
  const parts = partsOf(url);
  const own = parts.find(actsByItself);
  if (own) return own.word;
  const place = parts.findIndex(({ kind, ways }) => kind !== 'Name' && (ways & holds.place) !== 0);
  if (place < 0) return undefined;
  return parts.find(
    ({ kind, ways }, index) =>
      index > place && (kind !== 'Path' || index - place <= maxBehindPlace) && (ways & holds.verb) !== 0,
  )?.word;
};
