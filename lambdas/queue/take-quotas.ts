import type { License } from '../domain/license/license.ts';
import { type Quota, type QuotaState, quotasOf, rateLimitHeaders } from '../domain/license/quota.ts';
import type { QuotaStore } from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';

export interface TakenQuotas {
  /** `RateLimit` headers for the response. */
  headers: Record<string, string>;
  /** Refunds everything, if the call was not accepted after all. */
  giveBack: () => Promise<void>;
}

/**
 * Charges a call to its license's quotas: all of them or none.
 *
 * @throws ProblemError 429 if one is used up.
 */
export const takeQuotas = async (
  quotas: QuotaStore,
  license: License,
  sites: number,
  nowMs: number,
): Promise<TakenQuotas> => {
  const taken: { quota: Quota; state: QuotaState }[] = [];
  const giveBack = async (): Promise<void> => {
    for (const { quota, state } of taken) {
      if (state.isAllowed) await quotas.giveBack(license.uid, quota, state.resetsAtMs);
    }
  };
  for (const quota of quotasOf(license, sites)) {
    const state = await quotas.take(license.uid, quota, nowMs);
    taken.push({ quota, state });
    if (!state.isAllowed) {
      await giveBack();
      const period = quota.name === 'requests' ? 'minute' : 'day';
      throw new ProblemError(
        429,
        `This license allows ${quota.limit} ${quota.name} per ${period}; repeat the call after Retry-After seconds.`,
        { headers: rateLimitHeaders(taken, nowMs) },
      );
    }
  }
  return { headers: rateLimitHeaders(taken, nowMs), giveBack };
};
