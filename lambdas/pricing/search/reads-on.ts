import { z } from 'zod';
import { foldedWord } from '../../domain/links/folded-word.ts';
import entries from './reads-on-words.json' with { type: 'json' };

/**
 * Words of which links are made that say that one reads on behind them: "View details", "Zur Produktseite". A line of
 * `reads-on-words.json` is one word, or a phrase that stands for one.
 */
const readsOnWordSchema = z.strictObject({
  word: z.string().min(1).max(60),
  /** - `Alone`: says so by itself. - `Beside`: says nothing, and stands beside such words: "the", "product", "now". */
  role: z.enum(['Alone', 'Beside']),
  /** Language (ISO 639-1). */
  from: z.string().min(1),
});

const words = z.array(readsOnWordSchema).parse(entries);

/** Longer than any such text. */
const maxLabel = 60;
/** Shorter words are no parts of others. */
const minPart = 4;
/** Scripts that put no space between words. */
const runOn = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

interface Piece {
  text: string;
  isAlone: boolean;
  /** Stands within a word, too: "Artikeldetails". */
  isPart: boolean;
}

/** Folded, by the first character. */
const pieces = Map.groupBy(
  words.map(({ word, role }): Piece => {
    const text = foldedWord(word);
    return { text, isAlone: role === 'Alone', isPart: text.length >= minPart || runOn.test(word) };
  }),
  ({ text }) => text[0]!,
);

/** How a place of a text is reached from its start: not at all, by words that say nothing, or with one that does. */
const reach = { none: 0, beside: 1, alone: 2 } as const;

/** The words of a text as one, with the places where one begins or the last ends. */
const joined = (label: string): { text: string; starts: ReadonlySet<number> } => {
  const starts = new Set([0]);
  let text = '';
  for (const word of label.split(/[^\p{L}\p{M}\p{N}]+/u)) {
    text += foldedWord(word);
    starts.add(text.length);
  }
  return { text, starts };
};

/** The pieces that stand at a place of a text, as words or as parts of some. */
const piecesAt = (text: string, from: number, starts: ReadonlySet<number>): Piece[] =>
  (pieces.get(text[from]!) ?? []).filter(
    (piece) =>
      text.startsWith(piece.text, from) &&
      (piece.isPart || (starts.has(from) && starts.has(from + piece.text.length))),
  );

/**
 * Whether the whole text of a link says that one reads on there, so that it orders nothing: it is made of the words of
 * the table, and one of them says so.
 */
export const isReadsOnText = (label: string): boolean => {
  if (label.length > maxLabel) return false;
  const { text, starts } = joined(label);
  const reached = new Array<number>(text.length + 1).fill(reach.none);
  reached[0] = reach.beside;
  for (let from = 0; from < text.length; from += 1) {
    if (reached[from] === reach.none) continue;
    for (const piece of piecesAt(text, from, starts)) {
      const to = from + piece.text.length;
      reached[to] = Math.max(reached[to]!, piece.isAlone ? reach.alone : reached[from]!);
    }
  }
  return reached[text.length] === reach.alone;
};
