import type { Position, Role, Term } from './term.ts';
import { isRunOnText, type Token, tokensOf } from './tokens.ts';

/** What a phrase that was found says, and where it says so. */
export interface Meaning {
  role: Role;
  position: Position | undefined;
}

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

/** What may follow, and what is said when nothing does. Most phrases share no beginning: a node is made of little. */
interface Node {
  /** Next token as it is. */
  words?: Map<string, Node>;
  /** Next token by its first letters, "versand*"; by its last, "*pfand"; by letters anywhere, "*klubb*". */
  beginnings?: Map<string, Node>;
  endings?: Map<string, Node>;
  parts?: Map<string, Node>;
  number?: Node;
  gap?: Node;
  meanings?: Meaning[];
  /** Whether a phrase of letters that run on ends here: it may stand within a run. */
  runsOn?: boolean;
}

type Kind = 'words' | 'beginnings' | 'endings' | 'parts';

const childOf = (node: Node, kind: Kind, key: string): Node => {
  const children = node[kind] ?? new Map<string, Node>();
  node[kind] = children;
  const child = children.get(key) ?? {};
  children.set(key, child);
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
const spellingsOf = (phrase: string): string[][] => {
  const joined = phrase.replace(/(?<=\p{L})[-.](?=\p{L})/gu, '');
  return (joined === phrase ? [phrase] : [phrase, joined]).map(piecesOf);
};

/** "(a|b) c" is "a c" and "b c"; "(a|) c" is "a c" and "c". */
export const choicesOf = (phrase: string): string[] => {
  const group = /\(([^()]*)\)/.exec(phrase);
  if (!group) return [phrase.replace(/\s+/g, ' ').trim()];
  return group[1]!
    .split('|')
    .flatMap((choice) =>
      choicesOf(`${phrase.slice(0, group.index)}${choice}${phrase.slice(group.index + group[0].length)}`),
    );
};

const isNumber = (text: string): boolean => /^\p{N}/u.test(text);

/** Children that stand for more than one word. */
const inflected = ({ beginnings, endings, parts }: Node, text: string): Node[] => {
  const found: Node[] = [];
  for (let length = 1; beginnings && length <= text.length; length += 1) {
    const beginning = beginnings.get(text.slice(0, length));
    if (beginning) found.push(beginning);
  }
  for (const [end, next] of endings ?? []) if (text.endsWith(end)) found.push(next);
  for (const [part, next] of parts ?? []) if (text.includes(part)) found.push(next);
  return found;
};

const followers = (node: Node, { text }: Token): Node[] => {
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

const advance = (open: readonly Open[], token: Token): Open[] => {
  const next: Open[] = [];
  const follow = (node: Node): void => {
    next.push({ node, gap: 0 });
    if (node.gap) next.push({ node: node.gap, gap: maxGap });
  };
  for (const { node, gap } of open) {
    for (const follower of followers(node, token)) follow(follower);
    if (gap > 1 && !endsSentence(token.text)) next.push({ node, gap: gap - 1 });
    if (next.length > maxOpen) break;
  }
  return next;
};

/** The longest phrase that begins at a token; none ends or begins within a word, but where words are not parted. */
const longestAt = (
  root: Node,
  tokens: readonly Token[],
  first: number,
): { last: number; meanings: readonly Meaning[] } | undefined => {
  const isWithin = tokens[first]!.isGluedBefore;
  let open: Open[] = [{ node: root, gap: 0 }];
  let found: { last: number; meanings: readonly Meaning[] } | undefined;
  for (let index = first; index < tokens.length && open.length > 0; index += 1) {
    open = advance(open, tokens[index]!);
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
  /** Whether a phrase of this role stands in the text. */
  says(text: string, ...roles: Role[]): boolean;
}

/** Longest text that is read; what is said of a thing is said in less. */
const maxText = 2_000;
/** Texts whose hits are remembered: a page says the same of many things. */
const maxKnown = 2_000;

const add = (root: Node, { phrase, role, position }: Term): void => {
  const runsOn = isRunOnText(phrase);
  for (const choice of choicesOf(phrase))
    for (const pieces of spellingsOf(choice)) {
      const end = pieces.reduce(step, root);
      end.meanings ??= [];
      if (!end.meanings.some((each) => each.role === role && each.position === position))
        end.meanings.push({ role, position });
      end.runsOn ||= runsOn;
    }
};

const find = (root: Node, text: string): Hit[] => {
  const tokens = tokensOf(text.slice(0, maxText));
  const hits: Hit[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const found = longestAt(root, tokens, index);
    if (!found) continue;
    hits.push({ start: tokens[index]!.start, end: tokens[found.last]!.end, meanings: found.meanings });
    index = found.last;
  }
  return hits;
};

/** Builds the matcher of some terms, when it is first asked. It reads a text once, whatever the number of its phrases. */
export const createMatcher = (terms: Iterable<Term>): Matcher => {
  let root: Node | undefined;
  const known = new Map<string, readonly Hit[]>();
  const hits = (text: string): readonly Hit[] => {
    const before = known.get(text);
    if (before) return before;
    if (!root) {
      root = {};
      for (const term of terms) add(root, term);
    }
    const found = find(root, text);
    if (known.size >= maxKnown) known.clear();
    known.set(text, found);
    return found;
  };
  return {
    hits,
    says: (text, ...roles) =>
      hits(text).some(({ meanings }) => meanings.some(({ role }) => roles.includes(role))),
  };
};
