import type { Condition } from '../domain/site-result.ts';
import { matcherOf } from './lexicon/lexicon.ts';
import type { Hit } from './lexicon/matcher.ts';
import { plainTitle } from './lexicon/plain-title.ts';
import { readCondition } from './structured/schema-offer.ts';

/** Longer texts describe the piece itself. */
const maxText = 200;

const { hits, atStart } = matcherOf(['ConditionLabel', 'Condition']);

const isLabel = ({ meanings }: Hit): boolean => meanings.some(({ role }) => role === 'ConditionLabel');
const conditionOf = (hit: Hit): Condition | undefined =>
  hit.meanings.find(({ role }) => role === 'Condition')?.value as Condition | undefined;

/** Behind a label the word is enough; without one a line that goes on may be a name, such as "New Balance". */
const end = /^ ?(?:$|[,.;:()-])/;
/** Signs between two words for a condition. */
const parted = /^ ?[,;:(/-] ?$/;

/** The condition that a line states, in any language of the lexicon: "Zustand: gebraucht, gut", "Neuf". */
export const readShownCondition = (line: string): Condition | undefined => {
  if (line.length > maxText) return undefined;
  const text = plainTitle(line);
  if (!atStart(text)) return undefined;
  const [first, ...others] = hits(text) as [Hit, ...Hit[]];
  const isLabelled = isLabel(first) && /^ ?:? ?$/.test(text.slice(first.end, others[0]?.start));
  const [stated, next] = isLabelled ? others : [first, ...others];
  const condition = stated && conditionOf(stated);
  if (!condition) return undefined;
  // A piece that does not work is first called used or new in many shops: "Used - for parts", "Gebraucht, defekt".
  const isBroken =
    next !== undefined &&
    conditionOf(next) === 'Damaged' &&
    parted.test(text.slice(stated.end, next.start)) &&
    end.test(text.slice(next.end));
  if (isBroken && (condition === 'Used' || condition === 'New')) return 'Damaged';
  return isLabelled || end.test(text.slice(stated.end)) ? condition : undefined;
};

/**
 * The condition that a line states behind its label, "Zustand: gebraucht, gut", or of which the label fills the line and
 * the next one holds it.
 */
export const readLabelledCondition = (line: string, next: string): Condition | undefined => {
  if (line.length > maxText) return undefined;
  const text = plainTitle(line);
  const label = atStart(text);
  if (!label || !isLabel(label)) return undefined;
  return /^[ :]*$/.test(text.slice(label.end))
    ? readShownCondition(`${line.replace(/[\s:：]*$/, '')}: ${next}`)
    : readShownCondition(line);
};

const conditionWord = /^\p{L}[\p{L}\s:–-]{0,40}$/u;

/** The condition that a row states: in a line, or in a cell below a head or beside a label. */
export const conditionIn = (text: string): ReturnType<typeof readCondition> =>
  readShownCondition(text) ?? (conditionWord.test(text) ? readCondition(text) : undefined);
