import type { Condition } from '../../domain/result/site-result.ts';
import { matcherOf } from '../words/lexicon.ts';
import type { Hit } from '../words/matcher.ts';
import { plainTitle } from '../words/tokens.ts';
import { readCondition } from './markup/schema-offer.ts';

/** Longer texts describe the individual item. */
const maxText = 200;

const { hits, atStart } = matcherOf(['ConditionLabel', 'Condition']);

const isLabel = ({ meanings }: Hit): boolean => meanings.some(({ role }) => role === 'ConditionLabel');
const conditionOf = (hit: Hit): Condition | undefined =>
  hit.meanings.find(({ role }) => role === 'Condition')?.value as Condition | undefined;

/** After a label the word alone suffices; without one, a longer line may be a name such as "New Balance". */
const end = /^ ?(?:$|[,.;:()-])/;
/** Separators between two condition words. */
const parted = /^ ?[,;:(/-] ?$/;

/** Reads the condition from a line in any language of the lexicon: "Zustand: gebraucht, gut", "Neuf". */
export const readShownCondition = (line: string): Condition | undefined => {
  if (line.length > maxText) return undefined;
  const text = plainTitle(line);
  if (!atStart(text)) return undefined;
  const [first, ...others] = hits(text) as [Hit, ...Hit[]];
  const isLabelled = isLabel(first) && /^ ?:? ?$/.test(text.slice(first.end, others[0]?.start));
  const [stated, next] = isLabelled ? others : [first, ...others];
  const condition = stated && conditionOf(stated);
  if (!condition) return undefined;
  // Many shops call a broken item used or new first: "Used - for parts", "Gebraucht, defekt".
  const isBroken =
    next !== undefined &&
    conditionOf(next) === 'Damaged' &&
    parted.test(text.slice(stated.end, next.start)) &&
    end.test(text.slice(next.end));
  if (isBroken && (condition === 'Used' || condition === 'New')) return 'Damaged';
  return isLabelled || end.test(text.slice(stated.end)) ? condition : undefined;
};

/**
 * Reads the condition after its label, "Zustand: gebraucht, gut"; a label that fills the line has it in the
 * next.
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

/** Reads the condition from a line, or from a cell under a heading or beside a label. */
export const conditionIn = (text: string): ReturnType<typeof readCondition> =>
  readShownCondition(text) ?? (conditionWord.test(text) ? readCondition(text) : undefined);
