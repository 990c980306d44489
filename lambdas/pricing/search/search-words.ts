import { foldedWord } from '../../domain/links/folded-word.ts';
import { oneOf } from '../lexicon/word-lists.ts';
import lines from './search-words.json' with { type: 'json' };

/**
 * Meanings of words on pages of search results, and in addresses:
 *
 * - `NoProductPath`: a part of the path, or of what a parameter orders, of addresses that are no product's.
 * - `SearchEcho`: stands beside the words that were searched for, which the page repeats.
 * - `Accessory`: before the name of another product, which it goes with.
 * - `Relation`: before the label of another product's number, which it goes with or which it replaces.
 * - `ReadsOn`: says that one reads on behind a link: "details".
 *
 * A line of `search-words.json` holds the words of one role and some languages (ISO 639-1), parted by commas. A star
 * behind one stands for the rest of a word.
 */
type Role = 'NoProductPath' | 'SearchEcho' | 'Accessory' | 'Relation' | 'ReadsOn';

const entries: readonly { role: string; from: string; words: string }[] = lines;
const withRole = (role: Role): string[] =>
  entries.filter((entry) => entry.role === role).flatMap(({ words }) => words.split(', '));
const foldedSet = (role: Role): ReadonlySet<string> => new Set(withRole(role).map(foldedWord));

/** Scripts that put no space between words. */
const runOn = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** A word, or with a star behind it all words that begin so. */
const spelled = (word: string): string => RegExp.escape(word).replace(/\\\*$/, '\\p{L}*');

/** Finds any of the phrases as whole words. */
const anyOf = (role: Role, behind = ''): RegExp => {
  const pattern = (phrases: string[]): string =>
    oneOf(phrases.map((phrase) => phrase.split(' ').map(spelled).join('\\s+')));
  const spaced = withRole(role).filter((word) => !runOn.test(word));
  const joined = withRole(role).filter((word) => runOn.test(word));
  const alternatives = [`(?<![\\p{L}\\p{N}])${pattern(spaced)}(?![\\p{L}\\p{N}])`];
  if (joined.length > 0) alternatives.push(pattern(joined));
  return new RegExp(`(?:${alternatives.join('|')})${behind}`, 'iu');
};

const noProductPaths = foldedSet('NoProductPath');

/** Endings of addresses of documents. */
export const pageEnding = /\.(?:html?|php|aspx?|jsp)$/i;

/** True if a part of an address belongs to pages that are no product's. */
export const isNoProductPath = (part: string): boolean =>
  part.length <= 60 && noProductPaths.has(foldedWord(part.replace(pageEnding, '')));
/** Finds the words beside which a page repeats what was searched for. */
export const searchEcho = anyOf('SearchEcho');
/** Finds, at the end of a text, the word that makes what follows the name of another product. */
export const accessoryBefore = anyOf('Accessory', '\\s[^.!?]{0,60}$');
/** Finds, in what stands before a number, the word that makes its label another product's. */
export const relationBefore = anyOf('Relation');
/** Finds the words of links behind which one reads on; that they order nothing is to be asked before. */
export const readsOn = anyOf('ReadsOn');
