import type { Condition } from '../domain/site-result.ts';
import words from './condition-words.json' with { type: 'json' };
import { readCondition } from './structured/schema-offer.ts';

/** Longer texts describe the piece itself. */
const maxText = 200;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
const escaped = (phrase: string): string => folded(phrase).replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

const anyPhrase = (phrases: readonly string[]): string =>
  phrases
    .map(escaped)
    .toSorted((one, other) => other.length - one.length)
    .join('|');

const label = `(?:${anyPhrase(words.labels)})`;
/** Behind a label the word is enough; without one a line that goes on may be a name, such as "New Balance". */
const ends = '(?: ?$| ?[,.;:()–—-])';

/** A piece that does not work is first called used or new in many shops: "Used - for parts", "Gebraucht, defekt". */
const first = `(?:(?:${label} ?[:：]? ?)?(?:${anyPhrase([...words.phrases.Used, ...words.phrases.New])}) ?[,;:(/–—-] ?)?`;

const readers = (Object.entries(words.phrases) as [Condition, string[]][]).map(([condition, phrases]) => {
  const phrase = `(?:${anyPhrase(phrases)})`;
  const start = condition === 'Damaged' ? first : '';
  return [
    condition,
    new RegExp(`^${label} ?[:：]? ?${phrase}(?!\\p{L})|^${start}${phrase}${ends}`, 'u'),
  ] as const;
});

/** The condition that a line states, in the languages of the table: "Zustand: gebraucht, gut", "Neuf". */
export const readShownCondition = (line: string): Condition | undefined => {
  if (line.length > maxText) return undefined;
  const text = folded(line).replace(/\s+/g, ' ').trim();
  return readers.find(([, pattern]) => pattern.test(text))?.[0];
};

const conditionWord = /^\p{L}[\p{L}\s:–-]{0,40}$/u;

/** The condition that a row states: in a line, or in a cell below a head or beside a label. */
export const conditionIn = (text: string): ReturnType<typeof readCondition> =>
  readShownCondition(text) ?? (conditionWord.test(text) ? readCondition(text) : undefined);
