import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Extraction, Money } from '../../lambdas/domain/result/site-result.ts';
import type { ExtractionContext } from '../../lambdas/pricing/sources/extraction-context.ts';
import { type Judgement, judgeAnswer, plainAmount } from './judge-answer.ts';
import type { LabelledPage } from './labelled-page.ts';

/** A page whose answer is judged by values, or as a case that passes or fails as a whole. */
export interface JudgedPage {
  html: string;
  context: ExtractionContext;
  judge: (answer: Extraction) => { verdicts?: Judgement['verdicts']; isPassed?: boolean };
}

export const judgedPage = ({ html, url, expected }: LabelledPage): JudgedPage => ({
  html,
  context: { url },
  judge: (answer) => ({ verdicts: judgeAnswer(expected, answer).verdicts }),
});

const caseSchema = z.object({
  url: z.string(),
  html: z.string(),
  sku: z.string().optional(),
  site: z.record(z.string(), z.unknown()).optional(),
  expect: z.record(z.string(), z.unknown()),
});

const amountOf = (money: Money | null | undefined): string | null =>
  money ? plainAmount(money.Amount) : null;

const factsOf = (answer: Extraction): Record<string, unknown> => ({
  ...answer,
  Price: amountOf(answer.Price),
  ListPrice: amountOf(answer.ListPrice),
  UnitPrice: amountOf(answer.UnitPrice),
  Lowest: amountOf(answer.LowestRecentPrice),
  Currency: answer.Price?.Currency ?? null,
  Error: answer.Error?.Code ?? null,
});

const amounts: ReadonlySet<string> = new Set(['Price', 'ListPrice', 'UnitPrice', 'Lowest']);

/**
 * Reads cases from JSON lines: `url`, `html`, optionally `sku` and `site`, and `expect`: the right value or values for
 * members of a result, `null` for none. Members with a leading "_" are not judged.
 */
export const casesOf = (file: string): JudgedPage[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { url, html, sku, site, expect } = caseSchema.parse(JSON.parse(line));
      return {
        html,
        context: { url, sku, site: site as ExtractionContext['site'] },
        judge: (answer) => {
          const facts = factsOf(answer);
          const isPassed = Object.entries(expect)
            .filter(([name]) => !name.startsWith('_'))
            .every(([name, right]) =>
              [right]
                .flat()
                .map((each) => (typeof each === 'string' && amounts.has(name) ? plainAmount(each) : each))
                .includes(facts[name] ?? null),
            );
          return { isPassed };
        },
      };
    });
