import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  agreementsToSettle,
  auditOneIn,
  type HostFact,
  type HostRecord,
  historyOf,
  isAudited,
  withFact,
} from '../../../lambdas/domain/site/host-record.ts';

const dayMs = 86_400_000;
const recordAfter = (facts: readonly HostFact[], record?: HostRecord): HostRecord | undefined =>
  facts.reduce((known, fact) => withFact(known, fact, 0) ?? known, record);

describe('the record of a host', () => {
  it.each<[string, HostFact[], HostFact | undefined]>([
    ['nothing', [], undefined],
    ['one look that was the same', ['Same'], undefined],
    ['several that were', ['Same', 'Same', 'Same'], 'Same'],
    ['one that differed', ['Differs'], 'Differs'],
    ['one that differed after others', ['Same', 'Same', 'Same', 'Differs'], 'Differs'],
    ['one that differed before others', ['Differs', 'Same', 'Same', 'Same'], 'Differs'],
    ['one that differed, and one that the browser lacked', ['Differs', 'Varies'], 'Varies'],
    ['the same, and others that differed', ['Differs', 'Varies', 'Same', 'Differs'], 'Varies'],
    ['one that the browser lacked, where none differed', ['Varies', 'Same', 'Same', 'Same'], 'Same'],
  ])('%s', (_what, facts, history) => {
    expect(historyOf(recordAfter(facts), 0)).toBe(history);
  });

  it('expires, and is learned again', () => {
    const record = recordAfter(['Differs'])!;
    expect(historyOf(record, record.expiresAtMs - 1)).toBe('Differs');
    expect(historyOf(record, record.expiresAtMs)).toBeUndefined();
    expect(withFact(record, 'Same', record.expiresAtMs)).toMatchObject({ differed: false, agreements: 1 });
  });

  it('keeps its expiry if the browser lacks a page', () => {
    const record = recordAfter(['Differs'])!;
    expect(withFact(record, 'Varies', dayMs)).toEqual({ ...record, varied: true });
    expect(withFact({ ...record, varied: true }, 'Varies', dayMs)).toBeUndefined();
  });

  it('is not rewritten before half of its lifetime is over', () => {
    for (const fact of ['Differs', 'Same'] as const) {
      const record = recordAfter(Array(agreementsToSettle).fill(fact))!;
      expect(withFact(record, fact, dayMs)).toBeUndefined();
      expect(withFact(record, fact, record.expiresAtMs - dayMs)).toMatchObject({
        expiresAtMs: 2 * record.expiresAtMs - dayMs,
      });
    }
  });
});

describe('the pages that are read both ways', () => {
  it('are the same at each delivery of a message', () => {
    const requestId = randomUUID();
    const chosen = (): boolean[] =>
      Array.from({ length: 200 }, (_, index) => isAudited(requestId, `https://a.example/${index}`));
    expect(chosen()).toEqual(chosen());
  });

  it('are the stated share, over pages of one request and over requests for one page', () => {
    const id = '6f1c1a52-6f0e-4b0e-9a43-3f1f6f1e2c11';
    const many = 64_000;
    const ofPages = Array.from({ length: many }, (_, index) => isAudited(id, `https://a.example/p/${index}`));
    const ofRequests = Array.from({ length: many }, (_, index) =>
      isAudited(id.replace(/^.{8}/, index.toString(16).padStart(8, '0')), 'https://a.example/p/1'),
    );
    for (const all of [ofPages, ofRequests]) {
      const share = all.filter(Boolean).length / many;
      expect(share).toBeGreaterThan(0.8 / auditOneIn);
      expect(share).toBeLessThan(1.25 / auditOneIn);
    }
  });
});
