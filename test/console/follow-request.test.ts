import { describe, expect, it } from 'vitest';
import {
  ConnectionError,
  NotFoundError,
  RateLimitedError,
  RequestFailedError,
  ServiceError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from '../../client/index.ts';
import { type Ended, followRequest, type Trouble } from '../../console/follow-request.ts';
import { requestDataExample } from '../../scripts/openapi/examples.ts';

const done = requestDataExample;
const facts = { requestId: 'call-1' };

interface Followed {
  ended: Ended;
  polls: number;
  pausesMs: number[];
  troubles: (Trouble | undefined)[];
}

/** Follows a request with scripted answers, of which the last repeats. */
const follow = async (answers: readonly (Error | typeof done)[]): Promise<Followed> => {
  const pausesMs: number[] = [];
  const troubles: (Trouble | undefined)[] = [];
  let polls = 0;
  const ended = await followRequest(
    'id',
    {
      connect: () => ({
        results: async () => {
          const answer = answers[Math.min(polls, answers.length - 1)]!;
          polls += 1;
          if (answer instanceof Error) throw answer;
          return answer;
        },
      }),
      pause: async (ms) => void pausesMs.push(ms),
      onProgress: () => {},
      onTrouble: (trouble) => troubles.push(trouble),
    },
    new AbortController().signal,
  );
  return { ended, polls, pausesMs, troubles };
};

describe('a request that is followed', () => {
  it.each<[string, Error]>([
    ['no network', new ConnectionError('The service could not be reached: Failed to fetch.')],
    ['a fault of the service', new ServiceError('x', { status: 500 })],
    ['an overloaded service', new ServiceError('x', { status: 503, ...facts, retryAfterSeconds: 1 })],
    ['a rate limit', new RateLimitedError('x', { status: 429, ...facts, retryAfterSeconds: 86_294 })],
    ['wrong credentials', new UnauthorizedError('x', { status: 401, ...facts })],
    ['the page of a hotel’s network', new UnexpectedAnswerError('x')],
    ['a 404 of a proxy', new NotFoundError('x', { status: 404 })],
    ['a bug of the console', new Error('x')],
  ])('is not ended by %s', async (_name, error) => {
    const { ended, polls, troubles } = await follow([...Array.from({ length: 40 }, () => error), done]);
    expect(ended).toEqual({ state: 'Completed', data: done });
    expect([polls, troubles.length]).toEqual([41, 40]);
  });

  it.each<[string, Error]>([
    ['that it failed', new RequestFailedError('id')],
    ['that there is no such request', new NotFoundError('gone', { status: 404, ...facts })],
  ])('ends when the service says %s', async (_name, error) => {
    const { ended, polls } = await follow([new ConnectionError('x'), error]);
    expect([ended.state, polls]).toEqual(['Failed', 2]);
  });

  it('stops with its page', async () => {
    const abort = new AbortController();
    const following = followRequest(
      'id',
      {
        connect: () => ({ results: () => Promise.reject(new ConnectionError('x')) }),
        pause: async () => abort.abort(new Error('over')),
        onProgress: () => {},
        onTrouble: () => {},
      },
      abort.signal,
    );
    await expect(following).rejects.toThrow('over');
  });
});
