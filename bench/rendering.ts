// `npm run bench -- rendering [--pages FOLDER ...]`: measures how many labelled pages the mode Auto would render and by
// which rule, compared with the earlier rule, which considered only confidence. Labels describe the saved markup, since
// the effect of scripts is unknown.
import { parseArgs } from 'node:util';
import type { Extraction } from '../lambdas/domain/site-result.ts';
import { readPage } from '../lambdas/pricing/page/read-page.ts';
import { readWithSigns } from '../lambdas/pricing/rendering/read-with-signs.ts';
import {
  type HostHistory,
  mayRecover,
  reasonToRender,
} from '../lambdas/pricing/rendering/reason-to-render.ts';
import { isTrustworthy } from '../lambdas/pricing/rendering/trustworthy.ts';
import { judgeAnswer } from '../scripts/evaluate/judge-answer.ts';
import type { LabelledPage } from '../scripts/evaluate/labelled-page.ts';
import { outsidePagesOf } from '../scripts/evaluate/outside-folder.ts';
import { labelledPagesOf, listSets } from '../scripts/evaluate/page-sets.ts';

const { values } = parseArgs({
  options: { pages: { type: 'string', multiple: true }, list: { type: 'boolean' } },
});

/** The earlier rule: anything below `Medium`, and every error that a browser may fix. */
const ruleBefore = (extraction: Extraction): string | undefined => {
  if (isTrustworthy(extraction)) return undefined;
  if (extraction.Error) return mayRecover({ code: extraction.Error.Code }) ? 'NotAnswered' : undefined;
  return 'LowConfidence';
};

interface Looked {
  page: string;
  set: string;
  /** Judges the price of the plain page by its label. */
  price: string;
  sells: boolean;
  before: string | undefined;
  now: string | undefined;
  /** Memory of a host whose pages have repeatedly agreed. */
  settled: string | undefined;
}

const look = ({ html, url, set, id, expected, sellsNothing }: LabelledPage): Looked => {
  const { extraction, signs } = readWithSigns(readPage(html, url), { url });
  const ruleAt = (history: HostHistory): string | undefined =>
    reasonToRender({ extraction, signs, history, isAudited: false })?.rule;
  return {
    page: id,
    set,
    sells: !sellsNothing,
    price: judgeAnswer(expected, extraction).verdicts.price,
    before: ruleBefore(extraction),
    now: ruleAt(undefined),
    settled: ruleAt('Same'),
  };
};

function* pages(): Generator<LabelledPage> {
  if (values.pages) for (const folder of values.pages) yield* outsidePagesOf(folder);
  else yield* labelledPagesOf(listSets());
}
const looked: Looked[] = [];
for (const page of pages()) looked.push(look(page));

const share = (part: number, whole: number): string =>
  `${String(part).padStart(5)} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
const tell = (title: string, of: readonly Looked[], ruleOf: (one: Looked) => string | undefined): void => {
  const rendered = of.filter((one) => ruleOf(one) !== undefined);
  const right = rendered.filter(({ price }) => price === 'right').length;
  console.log(
    `  ${title.padEnd(28)}${share(rendered.length, of.length)}, ${right} of them with a right price`,
  );
  for (const [rule, ones] of Map.groupBy(rendered, ruleOf)) {
    const rightOnes = ones.filter(({ price }) => price === 'right').length;
    console.log(
      `    ${String(rule).padEnd(26)}${String(ones.length).padStart(5)}, already right: ${rightOnes}`,
    );
  }
  const left = of.filter(
    (one) => ruleOf(one) === undefined && (one.price === 'wrong' || one.price === 'missing'),
  );
  console.log(`    ${'not rendered, not right'.padEnd(28)}${String(left.length).padStart(3)}`);
};
for (const [name, of] of [
  ['pages that sell one product', looked.filter(({ sells }) => sells)],
  ['pages that sell nothing', looked.filter(({ sells }) => !sells)],
] as const) {
  console.log(`${of.length} ${name}`);
  tell('before', of, ({ before }) => before);
  tell('now, at first sight', of, ({ now }) => now);
  tell('now, at a settled shop', of, ({ settled }) => settled);
}
if (values.list)
  for (const one of looked)
    if (one.before !== one.now)
      console.log(`${one.set} ${one.page}: ${one.before} -> ${one.now}, ${one.price}`);
