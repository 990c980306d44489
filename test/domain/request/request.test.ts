import { describe, expect, it } from 'vitest';
import { parseRequestId, type StoredRequest, stateOf } from '../../../lambdas/domain/request/request.ts';

const retentionMs = 300_000;
const request = (changes: Partial<StoredRequest> = {}): StoredRequest => ({
  requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  uid: 'acme',
  sku: 'x',
  queuedAtMs: 1_000,
  deadlineMs: 301_000,
  groupSizes: [1, 1],
  groups: new Map(),
  ...changes,
});
const half = new Map([[0, new Uint8Array()]]);
const allGroups = new Map([
  [0, new Uint8Array()],
  [1, new Uint8Array()],
]);

describe('stateOf', () => {
  it.each<[string, Partial<StoredRequest>, number, string]>([
    ['is pending when nothing is written', {}, 1_000, 'Pending'],
    ['is pending until the last millisecond before the deadline', {}, 300_999, 'Pending'],
    ['is failed at the very deadline', {}, 301_000, 'Failed'],
    ['is pending while a group is missing', { groups: half, lastResultAtMs: 5_000 }, 6_000, 'Pending'],
    [
      'is failed at the deadline though half of it is written',
      { groups: half, lastResultAtMs: 5_000 },
      301_000,
      'Failed',
    ],
    ['is completed with its last group', { groups: allGroups, lastResultAtMs: 5_000 }, 5_000, 'Completed'],
    [
      'stays completed past the deadline',
      { groups: allGroups, lastResultAtMs: 300_000 },
      302_000,
      'Completed',
    ],
    [
      'is completed until the last millisecond of its retention',
      { groups: allGroups, lastResultAtMs: 5_000 },
      304_999,
      'Completed',
    ],
    [
      'is removed one retention after completion',
      { groups: allGroups, lastResultAtMs: 5_000 },
      305_000,
      'Removed',
    ],
    ['is failed once sealed, even for a clock that is behind', { sealedAtMs: 301_000 }, 299_000, 'Failed'],
    ['is failed until the last millisecond of its retention', {}, 600_999, 'Failed'],
    [
      'is removed one retention after its deadline, not after its seal',
      { sealedAtMs: 400_000 },
      601_000,
      'Removed',
    ],
  ])('%s', (_name, facts, nowMs, name) => {
    expect(stateOf(request(facts), nowMs, retentionMs).name).toBe(name);
  });

  it('counts completion and expiry from the last group', () => {
    expect(stateOf(request({ groups: allGroups, lastResultAtMs: 7_000 }), 8_000, retentionMs)).toEqual({
      name: 'Completed',
      completedAtMs: 7_000,
      expiresAtMs: 307_000,
    });
  });
});

describe('parseRequestId', () => {
  it.each(['0f8fad5b-d9cb-469f-a165-70867728950e'])('takes %s', (id) => expect(parseRequestId(id)).toBe(id));
  it.each([
    undefined,
    '',
    'queue',
    '0F8FAD5B-D9CB-469F-A165-70867728950E',
    '0f8fad5b-d9cb-469f-a165-70867728950e ',
    '0f8fad5bd9cb469fa16570867728950e',
    'idempotency#0f8fad5b',
    '../licenses',
  ])('names no request with %s', (id) => expect(parseRequestId(id)).toBeUndefined());
});
