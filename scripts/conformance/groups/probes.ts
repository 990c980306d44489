// Whether a payload fits, told without scraping: with nobody's credentials what fits is 401, what does not is 400,
// since the payload is judged first.
import { type Check, type Citation, expectThat } from '../check.ts';
import { bodyOf, type Deployment, type Json, nobody, plainData } from '../deployment.ts';
import type { Answer } from '../http-client.ts';
import { expectProblem, expectViolation } from '../validators.ts';

export const site = '/Data/SellingSites/0';

/** A payload whose one selling site, or `Data`, has these members. */
export const withSite = (members: Json): Json => bodyOf(nobody, plainData(members));
export const withData = (members: Json): Json => bodyOf(nobody, plainData({}, members));

export const accepts = (name: string, cites: Citation, body: unknown): Check => ({
  name: `${name}: accepted`,
  cites,
  run: async (deployment) => {
    expectProblem(await deployment.queue(body), 401);
  },
});

/** @param pointer - where the violation is; absent where the sentence does not let it be told. */
export const refuses = (name: string, cites: Citation, body: unknown, pointer?: string): Check => ({
  name: `${name}: refused`,
  cites,
  run: async (deployment) => {
    const answer = await deployment.queue(body);
    if (pointer === undefined) expectProblem(answer, 400);
    else expectViolation(answer, pointer);
  },
});

/** Neither outcome is laid down, but an answer must be one of those that are. */
export const answersInForm = (
  name: string,
  cites: Citation,
  send: (deployment: Deployment) => Promise<Answer>,
  allowed: readonly number[],
): Check => ({
  name: `${name}: answered with ${allowed.join(' or ')}`,
  cites,
  run: async (deployment) => {
    const answer = await send(deployment);
    expectThat(allowed.includes(answer.status), `status ${allowed.join(' or ')}`, answer.status);
    expectProblem(answer, answer.status);
  },
});
