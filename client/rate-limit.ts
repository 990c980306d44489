import type { QuotaFacts } from './errors.ts';

/** Matches items such as `"sites";r=0;t=86294`. */
const readItems = (header: string | null): { name: string; numbers: Map<string, number> }[] =>
  [...(header ?? '').matchAll(/"([^"]*)"((?:\s*;\s*[a-z]+=\d+)*)/g)].map(
    ([, name = '', parameters = '']) => ({
      name,
      numbers: new Map(
        [...parameters.matchAll(/([a-z]+)=(\d+)/g)].map(([, letter = '', digits]) => [
          letter,
          Number(digits),
        ]),
      ),
    }),
  );

/**
 * Finds the quota that a call exceeded.
 *
 * @param retryAfterSeconds - from the same response: the end of that quota's window.
 * @returns `undefined` if no quota resets then.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const refusedQuota = (
  headers: Pick<Headers, 'get'>,
  retryAfterSeconds: number | undefined,
): QuotaFacts | undefined => {
  const policies = readItems(headers.get('RateLimit-Policy'));
  const refused = readItems(headers.get('RateLimit')).findLast(
    ({ numbers }) => retryAfterSeconds !== undefined && numbers.get('t') === retryAfterSeconds,
  );
  const policy = policies.find(({ name }) => name === refused?.name);
  const limit = policy?.numbers.get('q');
  const windowSeconds = policy?.numbers.get('w');
  if (refused === undefined || limit === undefined || windowSeconds === undefined) return undefined;
  return { name: refused.name, limit, windowSeconds };
};
