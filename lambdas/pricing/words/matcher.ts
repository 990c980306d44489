import {
  anyFirstWord,
  choicesOf,
  type Entry,
  isNumber,
  keysOf,
  type Meaning,
  type Phrases,
} from './phrases.ts';
import type { Role } from './term.ts';
import { isRunOnText, type Token, tokensOf } from './tokens.ts';

/** A phrase found in a text. */
export interface Hit {
  start: number;
  end: number;
  meanings: readonly Meaning[];
}

/** Most tokens matched by `…`. */
const maxGap = 4;
/** Most partial matches pursued from one token. */
const maxOpen = 64;

/**
 * A trie node: possible next tokens, and the meanings of a phrase ending here. Maps are created on demand,
 * since few phrases share a beginning.
 */
interface Node {
  /** Next token, exact. */
  words?: Map<string, Node>;
  /** Next token by prefix, "versand*"; by suffix, "*pfand"; by infix, "*klubb*". */
  beginnings?: Map<string, Node>;
  /** Lengths of the prefixes. */
  lengths?: Set<number>;
  endings?: Map<string, Node>;
  parts?: Map<string, Node>;
  number?: Node;
  gap?: Node;
  meanings?: Meaning[];
  /** True if a phrase in a script without spaces ends here: it may match inside a longer run. */
  runsOn?: boolean;
}

type Kind = 'words' | 'beginnings' | 'endings' | 'parts';

const childOf = (node: Node, kind: Kind, key: string): Node => {
  const children = node[kind] ?? new Map<string, Node>();
  node[kind] = children;
  const child = children.get(key) ?? {};
  children.set(key, child);
  if (kind === 'beginnings') node.lengths = (node.lengths ?? new Set()).add(key.length);
  return child;
};

const kindOf = (piece: string): Kind => {
  if (piece.startsWith('*')) return piece.endsWith('*') ? 'parts' : 'endings';
  return piece.endsWith('*') ? 'beginnings' : 'words';
};

const step = (node: Node, piece: string): Node => {
  if (piece === '#' || piece === '…') {
    const kind = piece === '#' ? 'number' : 'gap';
    const child = node[kind] ?? {};
    node[kind] = child;
    return child;
  }
  return childOf(node, kindOf(piece), piece.replaceAll('*', ''));
};

/** Splits a phrase into pieces; a star belongs to the adjacent word. */
const piecesOf = (phrase: string): string[] => {
  const pieces: string[] = [];
  for (const { text, start } of tokensOf(phrase)) {
    const before = phrase[start - 1] ?? '';
    const isGlued = pieces.length > 0 && (before === '*' || (text === '*' && /\p{L}/u.test(before)));
    pieces.push(isGlued ? `${pieces.pop()}${text}` : text);
  }
  return pieces;
};

/** A phrase as written, and with hyphens and full stops removed: "trade-in" also as "tradein". */
const spellingsOf = (phrase: string): string[] => {
  if (!/[-.]/.test(phrase)) return [phrase];
  const joined = phrase.replace(/(?<=\p{L})[-.](?=\p{L})/gu, '');
  return joined === phrase ? [phrase] : [phrase, joined];
};

/** Children that match by prefix, suffix or infix. */
const inflected = ({ beginnings, lengths, endings, parts }: Node, text: string): Node[] => {
  const found: Node[] = [];
  for (const length of lengths ?? []) {
    const beginning = length <= text.length ? beginnings?.get(text.slice(0, length)) : undefined;
    if (beginning) found.push(beginning);
  }
  for (const [end, next] of endings ?? []) if (text.endsWith(end)) found.push(next);
  for (const [part, next] of parts ?? []) if (text.includes(part)) found.push(next);
  return found;
};

const followers = (node: Node, text: string): Node[] => {
  const found = inflected(node, text);
  const word = node.words?.get(text);
  if (word) found.push(word);
  if (node.number && isNumber(text)) found.push(node.number);
  return found;
};

interface Open {
  node: Node;
  /** Tokens that the gap before `node` may still skip; 0 outside of gaps. */
  gap: number;
}

const endsSentence = (text: string): boolean => /^[!?。！？;|]$/u.test(text);

/** A phrase that has reached a node, with the gap that may follow. */
const openAt = (node: Node): Open[] =>
  node.gap
    ? [
        { node, gap: 0 },
        { node: node.gap, gap: maxGap },
      ]
    : [{ node, gap: 0 }];

const advance = (open: readonly Open[], { text }: Token): Open[] => {
  const next: Open[] = [];
  for (const { node, gap } of open) {
    for (const follower of followers(node, text)) next.push(...openAt(follower));
    if (gap > 1 && !endsSentence(text)) next.push({ node, gap: gap - 1 });
    if (next.length > maxOpen) break;
  }
  return next;
};

/**
 * The longest phrase starting at a token; none starts or ends inside a word, except in scripts without
 * spaces.
 *
 * @param begun - the nodes reached by that token.
 */
const longestAt = (
  begun: readonly Node[],
  tokens: readonly Token[],
  first: number,
): { last: number; meanings: readonly Meaning[] } | undefined => {
  const isWithin = tokens[first]!.isGluedBefore;
  let open = begun.flatMap(openAt);
  let found: { last: number; meanings: readonly Meaning[] } | undefined;
  for (let index = first; index < tokens.length && open.length > 0; index += 1) {
    if (index > first) open = advance(open, tokens[index]!);
    const isTorn = isWithin || tokens[index]!.isGluedBehind;
    const meanings = open.flatMap(({ node, gap }) =>
      gap === 0 && (!isTorn || node.runsOn === true) ? (node.meanings ?? []) : [],
    );
    if (meanings.length > 0) found = { last: index, meanings };
  }
  return found;
};

export interface Matcher {
  /** The phrases in a text: at each position the longest, without overlaps. */
  hits(text: string): readonly Hit[];
  /** The phrase at the start of a text; reads no further. */
  atStart(text: string): Hit | undefined;
  /** True if a phrase with one of these roles occurs in the text. */
  says(text: string, ...roles: Role[]): boolean;
}

/** Longest text read; relevant statements are shorter. */
const maxText = 6_000;
/** Longest phrase at the start of a text. */
const maxPhrase = 120;
/** Cached results, for texts up to a line's length: pages repeat them. */
const maxKnown = 2_000;
const maxKnownText = 300;
/** Cached words with the phrases that they start. */
const maxKnownWords = 5_000;

const add = (root: Node, { phrase, meaning }: Entry): void => {
  const { role, value, position } = meaning;
  for (const spelling of choicesOf(phrase).flatMap(spellingsOf)) {
    const end = piecesOf(spelling).reduce(step, root);
    end.meanings ??= [];
    const isKnown = (each: Meaning): boolean =>
      each.role === role && each.value === value && each.position === position;
    if (!end.meanings.some(isKnown)) end.meanings.push(meaning);
    end.runsOn ||= isRunOnText(spelling);
  }
};

const lastWord = /[\p{L}\p{N}][^\p{L}\p{N}\n]*$/u;
const nextWord = /^[^\p{L}\p{N}\n]*[\p{L}\p{N}]/u;
const isAlone = (text: string, { start, end }: Hit): boolean =>
  !lastWord.test(text.slice(0, start)) && !nextWord.test(text.slice(end));

type Begin = (token: Token) => readonly Node[];

const find = (text: string, tokens: readonly Token[], begin: Begin): Hit[] => {
  const hits: Hit[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const begun = begin(tokens[index]!);
    const found = begun.length > 0 ? longestAt(begun, tokens, index) : undefined;
    if (!found) continue;
    hits.push({ start: tokens[index]!.start, end: tokens[found.last]!.end, meanings: found.meanings });
    index = found.last;
  }
  const isMeant = (hit: Hit): boolean =>
    hit.meanings.some(({ position }) => position !== 'alone') || isAlone(text, hit);
  return hits.filter(isMeant);
};

/**
 * Returns a matcher for the selected phrases. It reads a text once, however many phrases there are.
 *
 * @param phrases - called on the first text.
 */
export const createMatcher = (phrases: () => Phrases, isMeant: (meaning: Meaning) => boolean): Matcher => {
  const root: Node = {};
  const taken = new Set<string>();
  const take = (key: string): void => {
    if (taken.has(key)) return;
    taken.add(key);
    for (const entry of phrases().at(key)) if (isMeant(entry.meaning)) add(root, entry);
  };
  const begins = new Map<string, readonly Node[]>();
  /** Most words start no phrase, and pages repeat words: each is looked up once. */
  const begin: Begin = ({ text }) => {
    const before = begins.get(text);
    if (before) return before;
    for (const key of [anyFirstWord, ...keysOf(text)]) take(key);
    const begun = followers(root, text);
    if (begins.size >= maxKnownWords) begins.clear();
    begins.set(text, begun);
    return begun;
  };
  const known = new Map<string, readonly Hit[]>();
  const hits = (text: string): readonly Hit[] => {
    const before = known.get(text);
    if (before) return before;
    const found = find(text, tokensOf(text.slice(0, maxText)), begin);
    if (text.length > maxKnownText) return found;
    if (known.size >= maxKnown) known.clear();
    known.set(text, found);
    return found;
  };
  const atStart = (text: string): Hit | undefined => {
    const tokens = tokensOf(text.slice(0, maxPhrase));
    const [first] = tokens;
    const begun = first?.start === 0 ? begin(first) : [];
    const found = begun.length > 0 ? longestAt(begun, tokens, 0) : undefined;
    return found && { start: 0, end: tokens[found.last]!.end, meanings: found.meanings };
  };
  return {
    hits,
    atStart,
    says: (text, ...roles) =>
      hits(text).some(({ meanings }) => meanings.some(({ role }) => roles.includes(role))),
  };
};
