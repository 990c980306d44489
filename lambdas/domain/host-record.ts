import type { EpochMs } from './timing.ts';

/** Effect of rendering at one shop, for one license. */
export interface HostRecord {
  /** The rendered page answered otherwise than the first HTML. */
  differed: boolean;
  /** The browser had no answer at one of its pages where the first HTML had one. Absent: at none. */
  varied?: boolean;
  /** Looks in a row at which both answered the same; no more are counted than are needed. */
  sameLooks: number;
  expiresAtMs: EpochMs;
}

/**
 * Result of reading one page both ways; `Varies` if only the first HTML answered, which matters for a shop
 * whose pages differed alone.
 */
export type HostFact = 'Differs' | 'Varies' | 'Same';

/** So many looks, none of which differed, settle that a shop's first HTML can be believed. */
export const looksToSettle = 3;

const dayMs = 24 * 60 * 60 * 1_000;
/** Shops change their programs: after this time it is looked anew. */
const keptMs: Readonly<Record<Exclude<HostFact, 'Varies'>, number>> = {
  Differs: 14 * dayMs,
  Same: 7 * dayMs,
};

const living = (record: HostRecord | undefined, nowMs: EpochMs): HostRecord | undefined =>
  record && record.expiresAtMs > nowMs ? record : undefined;

/** The fact that a record supports at a time; `undefined` if none yet, or no longer. */
export const historyOf = (written: HostRecord | undefined, nowMs: EpochMs): HostFact | undefined => {
  const record = living(written, nowMs);
  if (!record) return undefined;
  if (record.differed) return record.varied ? 'Varies' : 'Differs';
  return record.sameLooks >= looksToSettle ? 'Same' : undefined;
};

/**
 * Adds a fact to a record.
 *
 * @returns the record to be written; `undefined` where the written one says it already, which is nearly always: one
 *   that differed stands until it ends, and so does that it varied; one that is settled is written anew when half of its
 *   time is over.
 */
export const withFact = (
  written: HostRecord | undefined,
  fact: HostFact,
  nowMs: EpochMs,
): HostRecord | undefined => {
  const record = living(written, nowMs);
  if (fact === 'Varies') return record?.differed && !record.varied ? { ...record, varied: true } : undefined;
  const isYoung = record !== undefined && record.expiresAtMs - nowMs > keptMs[fact] / 2;
  const expiresAtMs = nowMs + keptMs[fact];
  if (fact === 'Differs')
    return record?.differed && isYoung
      ? undefined
      : { ...(record?.varied && { varied: true }), differed: true, sameLooks: 0, expiresAtMs };
  if (record?.differed) return undefined;
  const sameLooks = Math.min(looksToSettle, (record?.sameLooks ?? 0) + 1);
  return record?.sameLooks === sameLooks && isYoung ? undefined : { differed: false, sameLooks, expiresAtMs };
};

/** Of the pages that need no browser by all that is known, one in so many is rendered all the same. */
export const auditOneIn = 64;

/** FNV-1a: spreads texts evenly, and the same text always alike. */
const spread = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  // The lowest bits of it know too little of the first characters.
  return (hash ^ (hash >>> 15)) >>> 0;
};

/**
 * True for the pages of a request that are read both ways. Callers cannot choose a request's identifier,
 * and a message that is delivered twice chooses the same pages.
 */
export const isAudited = (requestId: string, url: string): boolean =>
  spread(`${requestId} ${url}`) % auditOneIn === 0;
