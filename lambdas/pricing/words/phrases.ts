import { foldedWord } from '../../domain/links/folded-word.ts';
import { type Position, plainRoles, type Role } from './term.ts';
import { isRunOnText, lowerCase, plainTitle } from './tokens.ts';

/**
 * The phrases of one language, keyed by role, an optional value after a slash and an optional position after
 * a space: "Colour/black", "Was before".
 */
export type LanguageFile = Readonly<Record<string, readonly string[]>>;

/** The meaning of a phrase, and where it applies. */
export interface Meaning {
  role: Role;
  value: string | undefined;
  position: Position | undefined;
}

/** @param heading - a key of a language file. */
export const meaningOf = (heading: string): Meaning => {
  const [meant = '', position] = heading.split(' ') as [string, Position?];
  const [role, value] = meant.split('/') as [Role, string?];
  return { role, value, position };
};

const isPlain: ReadonlySet<Role> = new Set(plainRoles);

/** Normalizes a phrase like the texts searched for its role: plain for titles, folded for URL words. */
export const asRead = (phrase: string, role: Role): string => {
  if (role === 'NoProductPath') return foldedWord(phrase);
  return isPlain.has(role) ? plainTitle(phrase) : phrase;
};

interface Group {
  choices: string[];
  /** The group's range in the phrase. */
  start: number;
  end: number;
}

/** The first group of a phrase; its choices may contain groups. */
const firstGroupOf = (phrase: string): Group | undefined => {
  const start = phrase.indexOf('(');
  const choices: string[] = [];
  for (let index = start, depth = 0, from = start + 1; start >= 0 && index < phrase.length; index += 1) {
    const sign = phrase[index];
    if (sign === '(') depth += 1;
    if (depth === 1 && (sign === '|' || sign === ')')) {
      choices.push(phrase.slice(from, index));
      from = index + 1;
    }
    if (sign === ')') depth -= 1;
    if (depth === 0) return { choices, start, end: from };
  }
  return undefined;
};

/** Expands choices: "(a|b) c" to "a c" and "b c"; "(a|) c" to "a c" and "c". Groups may be nested. */
export const choicesOf = (phrase: string): string[] => {
  const group = firstGroupOf(phrase);
  if (!group) return [/ {2}|^ | $/.test(phrase) ? phrase.replace(/\s+/g, ' ').trim() : phrase];
  const [before, behind] = [phrase.slice(0, group.start), phrase.slice(group.end)];
  return group.choices.flatMap((choice) => choicesOf(`${before}${choice}${behind}`));
};

/** True if a token is a number. */
export const isNumber = (text: string): boolean => {
  const first = text.charCodeAt(0);
  return first < 0x80 ? first >= 0x30 && first <= 0x39 : /^\p{N}/u.test(text);
};

/** Expands only the group at the start of a phrase. */
const leadsOf = (phrase: string): string[] => {
  const group = phrase.startsWith('(') ? firstGroupOf(phrase) : undefined;
  if (!group) return [phrase];
  const behind = phrase.slice(group.end);
  return group.choices.flatMap((choice) => leadsOf(`${choice}${behind}`.replace(/^[\s-]+/, '')));
};

/** Key of phrases that start with a star, and so with any word. */
export const anyFirstWord = '*';
const isSmallLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const wholeWord = /^[\p{L}\p{M}]+(?=\s|$)/u;

/**
 * The index key of a phrase: its first word. If that contains a choice or a star, its first two letters, or
 * beyond ASCII its first character; "#" for numbers.
 */
const keyOf = (phrase: string): string => {
  const word = wholeWord.exec(phrase)?.[0];
  if (word !== undefined && !isRunOnText(word)) return lowerCase(word);
  return isSmallLetter(phrase.charCodeAt(0)) && isSmallLetter(phrase.charCodeAt(1))
    ? phrase.slice(0, 2)
    : lowerCase(/[^-.'’]/.exec(phrase)![0]);
};

/** The index keys of phrases that may start with a token. */
export const keysOf = (text: string): string[] =>
  isNumber(text) ? [text[0]!, '#'] : text.length > 1 ? [text[0]!, text.slice(0, 2), text] : [text];

/** A phrase without a leading choice, and its meaning. */
export interface Entry {
  phrase: string;
  meaning: Meaning;
}

/**
 * Phrases indexed by first word, as text that a cold start parses only as needed: one line with all headings,
 * then one per key with groups of phrases, each preceded by its heading's number. Phrases omit their key, or
 * are written whole after a caret.
 */
export type PhraseTable = string;

/** Separators, which occur in no phrase. */
const parting = { lines: '\n', groups: '\t', phrases: '~', whole: '^' } as const;
const isParting = /[\n\t~^]/;

/** Builds the table for some languages. */
export const phraseTableOf = (files: Iterable<LanguageFile>): PhraseTable => {
  const lines = new Map<string, Map<string, string[]>>();
  for (const file of files)
    for (const [heading, phrases] of Object.entries(file)) {
      const { role } = meaningOf(heading);
      for (const phrase of phrases.flatMap((each) => leadsOf(asRead(each, role)))) {
        if (isParting.test(phrase))
          throw new Error(`"${phrase}" contains a separator of the table; expected none: remove it.`);
        const key = keyOf(phrase);
        const ofKey = lines.get(key) ?? new Map<string, string[]>();
        lines.set(key, ofKey);
        ofKey.set(heading, [...(ofKey.get(heading) ?? []), phrase]);
      }
    }
  const headings = [...new Set([...lines.values()].flatMap((ofKey) => [...ofKey.keys()]))];
  const numbers = new Map(headings.map((heading, index) => [heading, String(index)]));
  const shortened = (phrase: string, key: string): string =>
    phrase.startsWith(key) ? phrase.slice(key.length) : parting.whole + phrase;
  const keys = [...lines].map(([key, ofKey]) =>
    [
      key,
      ...[...ofKey].map(([heading, phrases]) =>
        [numbers.get(heading), ...phrases.map((phrase) => shortened(phrase, key))].join(parting.phrases),
      ),
    ].join(parting.groups),
  );
  return [headings.join(parting.phrases), ...keys].join(parting.lines);
};

/** Phrases that are parsed when a text contains their first word. */
export class Phrases {
  private readonly lines: ReadonlyMap<string, string>;

  private readonly known = new Map<string, readonly Entry[]>();

  /** Meanings of phrases; ablation removes roles from them. */
  readonly meanings: readonly Meaning[];

  constructor(table: PhraseTable) {
    const [headings = '', ...lines] = table.split(parting.lines);
    this.meanings = headings.split(parting.phrases).map(meaningOf);
    this.lines = new Map(
      lines.map((line) => {
        const end = line.indexOf(parting.groups);
        return [line.slice(0, end), line.slice(end + 1)];
      }),
    );
  }

  at(key: string): readonly Entry[] {
    const known = this.known.get(key);
    if (known) return known;
    const entries = this.read(key);
    if (entries.length > 0) this.known.set(key, entries);
    return entries;
  }

  private read(key: string): readonly Entry[] {
    const line = this.lines.get(key);
    if (line === undefined) return [];
    return line.split(parting.groups).flatMap((group) => {
      const [number, ...phrases] = group.split(parting.phrases);
      const meaning = this.meanings[Number(number)]!;
      return phrases.map((rest) => ({
        phrase: rest.startsWith(parting.whole) ? rest.slice(1) : key + rest,
        meaning,
      }));
    });
  }
}
