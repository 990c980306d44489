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

/** A phrase that stands in a text. */
export interface Hit {
  start: number;
  end: number;
  meanings: readonly Meaning[];
}

/** Tokens that `…` passes over at most. */
const maxGap = 4;
/** Phrases of one shape or another that begin at one token and are held against each other. */
const maxOpen = 64;

/** Possible next characters, and the meaning if none follows. Most phrases share no beginning: a node is made of little. */
interface Node {
  /** Next token as it is. */
  words?: Map<string, Node>;
  /** Next token by its first letters, "versand*"; by its last, "*pfand"; by letters anywhere, "*klubb*". */
  beginnings?: Map<string, Node>;
  /** How long those beginnings are. */
  lengths?: Set<number>;
  endings?: Map<string, Node>;
  parts?: Map<string, Node>;
  number?: Node;
  gap?: Node;
  meanings?: Meaning[];
  /** True if a phrase of letters that run on ends here: it may stand within a run. */
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

/** Pieces of a phrase: a star belongs to the word that it touches. */
const piecesOf = (phrase: string): string[] => {
  const pieces: string[] = [];
  for (const { text, start } of tokensOf(phrase)) {
    const before = phrase[start - 1] ?? '';
    const isGlued = pieces.length > 0 && (before === '*' || (text === '*' && /\p{L}/u.test(before)));
    pieces.push(isGlued ? `${pieces.pop()}${text}` : text);
  }
  return pieces;
};

/** A phrase as it is, and with both sides of its hyphens and full stops as one word: "trade in" and "tradein". */
const spellingsOf = (phrase: string): string[] => {
  if (!/[-.]/.test(phrase)) return [phrase];
  const joined = phrase.replace(/(?<=\p{L})[-.](?=\p{L})/gu, '');
  return joined === phrase ? [phrase] : [phrase, joined];
};

/** Children that stand for more than one word. */
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
  /** Tokens that the gap before `node` may still pass over; 0 outside of gaps. */
  gap: number;
}

const endsSentence = (text: string): boolean => /^[!?。！？;|]$/u.test(text);

/** A phrase that has got to a node, and the gap that may follow. */
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
 * The longest phrase that begins at a token; none ends or begins within a word, but where words are not parted.
 *
 * @param begun - to which nodes the token leads.
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
  /** The phrases in a text: at each place the longest, and none within another. */
  hits(text: string): readonly Hit[];
  /** The phrase that a text begins with; no more of the text is read. */
  atStart(text: string): Hit | undefined;
  /** True if a phrase of this role stands in the text. */
  says(text: string, ...roles: Role[]): boolean;
}

/** Longest text that is read; what is said of a thing is said in less. */
const maxText = 6_000;
/** No phrase is longer than so much of a text that begins with it. */
const maxPhrase = 120;
/** Texts whose hits are remembered, unless they are longer than a line: a page says the same of many things. */
const maxKnown = 2_000;
const maxKnownText = 300;
/** Words of which it is remembered what begins with them. */
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
 * A matcher of those phrases that are meant. It reads a text once, whatever the number of its phrases.
 *
 * @param phrases - asked for with the first text.
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
  /** Most words begin no phrase, and a page repeats its words: each is held against the phrases once. */
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
