import { z } from 'zod';
import { foldedWord } from '../../domain/links/folded-word.ts';
import entries from './search-words.json' with { type: 'json' };

/** What pages of search results say, and where their links lead. A line of `search-words.json` is one word or phrase. */
const searchWordSchema = z.strictObject({
  word: z.string().min(1).max(60),
  /**
   * - `NoProductPath`: a part of the path, or of what a parameter orders, of addresses that are no product's.
   * - `NoProductText`: the whole text of a link that leads to no product.
   * - `SearchEcho`: stands beside the words that were searched for, which the page repeats.
   * - `Accessory`: before the name of another product, which it goes with.
   * - `Relation`: before the label of another product's number, which it goes with or which it replaces.
   */
  role: z.enum(['NoProductPath', 'NoProductText', 'SearchEcho', 'Accessory', 'Relation']),
  /** Languages (ISO 639-1). */
  from: z.string().min(1),
});

type Role = z.infer<typeof searchWordSchema>['role'];

const words = z.array(searchWordSchema).parse(entries);
const withRole = (role: Role): string[] =>
  words.filter((entry) => entry.role === role).map(({ word }) => word);
const foldedSet = (role: Role): ReadonlySet<string> => new Set(withRole(role).map(foldedWord));

/** Scripts that put no space between words. */
const runOn = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Finds any of the phrases as whole words. */
const anyOf = (role: Role, behind = ''): RegExp => {
  const pattern = (phrases: string[]): string =>
    phrases.map((phrase) => phrase.split(' ').map(RegExp.escape).join('\\s+')).join('|');
  const spaced = withRole(role).filter((word) => !runOn.test(word));
  const joined = withRole(role).filter((word) => runOn.test(word));
  const alternatives = [`(?<![\\p{L}\\p{N}])(?:${pattern(spaced)})(?![\\p{L}\\p{N}])`];
  if (joined.length > 0) alternatives.push(pattern(joined));
  return new RegExp(`(?:${alternatives.join('|')})${behind}`, 'iu');
};

const noProductPaths = foldedSet('NoProductPath');
const noProductTexts = foldedSet('NoProductText');

/** What addresses of documents end in. */
export const pageEnding = /\.(?:html?|php|aspx?|jsp)$/i;

/** Whether a part of an address belongs to pages that are no product's. */
export const isNoProductPath = (part: string): boolean =>
  part.length <= 60 && noProductPaths.has(foldedWord(part.replace(pageEnding, '')));
/** Whether the whole text of a link says that it leads to no product. */
export const isNoProductText = (text: string): boolean =>
  text.length <= 60 && noProductTexts.has(foldedWord(text));
/** Finds the words beside which a page repeats what was searched for. */
export const searchEcho = anyOf('SearchEcho');
/** Finds, at the end of a text, the word that makes what follows the name of another product. */
export const accessoryBefore = anyOf('Accessory', '\\s[^.!?]{0,60}$');
/** Finds, in what stands before a number, the word that makes its label another product's. */
export const relationBefore = anyOf('Relation');
