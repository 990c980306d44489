import { dayMs, type EpochMs } from '../timing.ts';

/** Effect of rendering at one shop, for one license. */
export interface HostRecord {
  /** The rendered page gave another answer than the first HTML. */
  differed: boolean;
  /** On one of its pages only the first HTML gave an answer. Absent: on none. */
  varied?: boolean;
  /** Consecutive comparisons in which both agreed, counted up to {@link agreementsToSettle}. */
  agreements: number;
  expiresAtMs: EpochMs;
}

/**
 * Result of reading one page both ways. `Varies`: only the first HTML gave an answer, which matters only at a shop whose
 * pages have differed.
 */
export type HostFact = 'Differs' | 'Varies' | 'Same';

/** A shop's first HTML is trusted after this many agreements in a row. */
export const agreementsToSettle = 3;

/** Shops change their software, so facts expire. */
const retentionMs: Readonly<Record<Exclude<HostFact, 'Varies'>, number>> = {
  Differs: 14 * dayMs,
  Same: 7 * dayMs,
};

const living = (record: HostRecord | undefined, nowMs: EpochMs): HostRecord | undefined =>
  record && record.expiresAtMs > nowMs ? record : undefined;

/** The fact that a record supports; `undefined` if it supports none yet, or has expired. */
export const historyOf = (written: HostRecord | undefined, nowMs: EpochMs): HostFact | undefined => {
  const record = living(written, nowMs);
  if (!record) return undefined;
  if (record.differed) return record.varied ? 'Varies' : 'Differs';
  return record.agreements >= agreementsToSettle ? 'Same' : undefined;
};

/**
 * Adds a fact to a record.
 *
 * @returns the record to write; usually `undefined`, because the stored one says the same. A record that differed or
 *   varied stays so until it expires; a settled one is renewed after half its lifetime.
 */
export const withFact = (
  written: HostRecord | undefined,
  fact: HostFact,
  nowMs: EpochMs,
): HostRecord | undefined => {
  const record = living(written, nowMs);
  if (fact === 'Varies') return record?.differed && !record.varied ? { ...record, varied: true } : undefined;
  const isYoung = record !== undefined && record.expiresAtMs - nowMs > retentionMs[fact] / 2;
  const expiresAtMs = nowMs + retentionMs[fact];
  if (fact === 'Differs')
    return record?.differed && isYoung
      ? undefined
      : { ...(record?.varied && { varied: true }), differed: true, agreements: 0, expiresAtMs };
  if (record?.differed) return undefined;
  const agreements = Math.min(agreementsToSettle, (record?.agreements ?? 0) + 1);
  return record?.agreements === agreements && isYoung
    ? undefined
    : { differed: false, agreements, expiresAtMs };
};

/** One in this many of the pages that seem to need no browser is rendered anyway, as a check. */
export const auditOneIn = 64;

/** FNV-1a hash. */
const spread = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  // The first characters barely reach the lowest bits.
  return (hash ^ (hash >>> 15)) >>> 0;
};

/**
 * True for the pages that are read both ways as a check. Callers cannot influence the choice, since they do not choose
 * request identifiers, and a message delivered twice selects the same pages.
 */
export const isAudited = (requestId: string, url: string): boolean =>
  spread(`${requestId} ${url}`) % auditOneIn === 0;
