import { isDeepStrictEqual } from 'node:util';
import type { EvaluatedPage } from './evaluate-pages.ts';
import {
  type Answer,
  type Attribute,
  attributes,
  type Judgement,
  judgeAnswer,
  type Verdict,
  valuesOf,
} from './judge-answer.ts';
import type { Expected } from './labelled-page.ts';

const wrongVerdicts: readonly Verdict[] = ['wrong', 'missing', 'unwanted'];

const isWrong = (verdict: Verdict): boolean => wrongVerdicts.includes(verdict);

const countWrong = ({ verdicts }: Judgement): number => Object.values(verdicts).filter(isWrong).length;

const expectedText = (expected: Expected, attribute: Attribute): string => {
  const values = expected[attribute];
  if (values === undefined) return 'not judged';
  return values.length === 0 ? 'none' : values.slice(0, 3).join(' or ');
};

/** Values compared between two versions of the rules, by label. */
const shownOf = (answer: Answer): Record<string, string> => {
  const values = valuesOf(answer);
  return {
    outcome: answer.Error ? `${answer.Outcome} ${answer.Error.Code}` : answer.Outcome,
    ...Object.fromEntries(attributes.map((attribute) => [attribute, values[attribute] ?? 'none'])),
    confidence: answer.Confidence ?? 'none',
  };
};

const titleOf = ({ set, id, split, kind, url }: EvaluatedPage): string =>
  `[${set}, ${split}] ${id} (${kind}) ${url.slice(0, 100)}`;

/** Classifies a change by the number of wrong values. */
const directionOf = (before: Judgement, after: Judgement): string => {
  const difference = countWrong(after) - countWrong(before);
  if (difference === 0) return 'neither';
  return difference < 0 ? 'better' : 'worse';
};

const describeChange = (page: EvaluatedPage, base: Answer, direction: string): string => {
  const [before, after] = [shownOf(base), shownOf(page.answer)];
  const judged = { before: judgeAnswer(page.expected, base), after: page.judgement };
  const verdict = (name: string, side: 'before' | 'after'): string =>
    name in judged[side].verdicts ? `  (${judged[side].verdicts[name as Attribute]})` : '';
  const rows = Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .flatMap((name) => [
      `    ${name.padEnd(13)} - ${before[name]}${verdict(name, 'before')}`,
      `    ${''.padEnd(13)} + ${after[name]}${verdict(name, 'after')}`,
      ...(name in page.judgement.verdicts
        ? [`    ${''.padEnd(13)}   expected ${expectedText(page.expected, name as Attribute)}`]
        : []),
    ]);
  return [`${direction.padEnd(7)} ${titleOf(page)}`, ...rows].join('\n');
};

/** Lists the pages with changed answers, the worse ones first. @param base - earlier answers in the order of the pages. */
export const describeChanges = (
  pages: readonly EvaluatedPage[],
  base: readonly Answer[],
  ref: string,
): string => {
  if (base.length !== pages.length)
    throw new Error(`${ref} answered ${base.length} pages, expected ${pages.length}.`);
  const changed = pages.flatMap((page, index) => {
    const before = base[index] as Answer;
    if (isDeepStrictEqual(shownOf(before), shownOf(page.answer))) return [];
    const direction = directionOf(judgeAnswer(page.expected, before), page.judgement);
    return [{ direction, text: describeChange(page, before, direction) }];
  });
  const counted = ['worse', 'neither', 'better'].map((direction) => ({
    direction,
    of: changed.filter((change) => change.direction === direction),
  }));
  return [
    `Against ${ref}: ${changed.length} of ${pages.length} pages are answered otherwise (${counted
      .map(({ direction, of }) => `${of.length} ${direction}`)
      .join(', ')}).`,
    ...counted.flatMap(({ of }) => of.map(({ text }) => text)),
  ].join('\n');
};

const describeError = (page: EvaluatedPage): string => {
  const values = valuesOf(page.answer);
  const rows = attributes
    .filter((attribute) => isWrong(page.judgement.verdicts[attribute]))
    .map((attribute) => {
      const verdict = page.judgement.verdicts[attribute].padEnd(9);
      const got = values[attribute] ?? shownOf(page.answer).outcome;
      return `    ${attribute.padEnd(13)} ${verdict} expected ${expectedText(page.expected, attribute)}, got ${got}`;
    });
  return [titleOf(page), ...rows].join('\n');
};

/** Lists the pages with wrong values. Those of `kept` are only counted, so that nobody tunes on them. */
export const describeErrors = (pages: readonly EvaluatedPage[]): string => {
  const wrong = pages.filter(({ judgement }) => countWrong(judgement) > 0);
  const shown = wrong.filter(({ split }) => split !== 'kept');
  return [
    `${shown.length} pages with a wrong value; ${wrong.length - shown.length} more in kept splits are not shown.`,
    ...shown.map(describeError),
  ].join('\n');
};
