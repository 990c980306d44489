import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type JournalOptions, nameOfRun, openJournal } from '../../cli/run/journal.ts';
import type { RequestData } from '../../client/index.ts';
import { temporaryFolder } from './run-cli.ts';

const orders = ['a', 'b', 'c'].map((sku) => ({ sku, sites: [{ Url: 'https://shop.example/{sku}' }] }));
const data = { Sku: 'a', Sites: [] } as unknown as RequestData;
const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';

const setUp = () => {
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  const file = join(folder, 'run.ndjson');
  const open = (changes: Partial<JournalOptions> = {}) =>
    openJournal({
      file,
      baseUrl: 'https://api.example/prod',
      uid: 'acme',
      orders,
      resume: false,
      onLaidAside: () => {},
      ...changes,
    });
  return { file, folder, open, [Symbol.dispose]: remove };
};

describe('the file of a run', () => {
  test('is its owner’s alone, and has the lines that docs/cli.md describes', () => {
    using it = setUp();
    const journal = it.open();
    journal.queued(0, 1, requestId);
    journal.completed(0, 1, data);
    journal.ended(1, 1, 'Failed');
    journal.close();
    expect(statSync(it.file).mode & 0o777).toBe(0o600);
    const [head, ...lines] = readFileSync(it.file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(head).toEqual({
      Form: 'scrap-prices-run/1',
      Run: expect.stringMatching(/^[0-9a-f]{32}$/),
      Orders: nameOfRun('https://api.example/prod', 'acme', orders),
      BaseUrl: 'https://api.example/prod',
      UID: 'acme',
      Count: 3,
      StartedAt: expect.stringMatching(/Z$/),
    });
    expect(lines).toEqual([
      { Order: 0, Attempt: 1, RequestId: requestId },
      { Order: 0, Attempt: 1, Data: data },
      { Order: 1, Attempt: 1, Ended: 'Failed' },
    ]);
  });

  test('tells the next start where each order stands, under the same keys', () => {
    using it = setUp();
    const first = it.open();
    first.queued(0, 1, requestId);
    first.completed(0, 1, data);
    first.queued(1, 1, requestId);
    first.ended(1, 1, 'Gone');
    first.queued(2, 1, requestId);
    first.close();
    const next = it.open({ resume: true });
    expect([0, 1, 2].map(next.stateOf)).toEqual([
      { attempt: 1, requestId, data },
      { attempt: 2, requestId: undefined, data: undefined },
      { attempt: 1, requestId, data: undefined },
    ]);
    expect(next.doneBefore).toBe(1);
    expect(next.idempotencyKeyOf(2, 1)).toBe(first.idempotencyKeyOf(2, 1));
    const keys = [next.idempotencyKeyOf(1, 1), next.idempotencyKeyOf(1, 2), next.idempotencyKeyOf(2, 1)];
    expect(new Set(keys).size).toBe(3);
    next.finish();
    expect(existsSync(it.file)).toBe(false);
    const anew = it.open();
    expect(anew.idempotencyKeyOf(1, 1)).not.toBe(keys[0]);
    anew.close();
  });

  test('may end at any byte, as a killed process leaves it', () => {
    using it = setUp();
    const journal = it.open();
    journal.queued(0, 1, requestId);
    journal.completed(0, 1, { ...data, Sku: '商品' });
    journal.close();
    const whole = readFileSync(it.file);
    for (let length = 0; length <= whole.length; length += 1) {
      writeFileSync(it.file, whole.subarray(0, length));
      const next = it.open({ resume: true });
      expect(next.stateOf(0).data?.Sku).toBe(length === whole.length ? '商品' : undefined);
      next.queued(1, 1, requestId);
      next.close();
      const after = it.open({ resume: true });
      expect(after.stateOf(1).requestId).toBe(requestId);
      after.close();
    }
  });

  test('is refused when it is not as it should be, another run’s, in use, or not there', () => {
    using it = setUp();
    expect(() => it.open({ resume: true })).toThrow(/no interrupted run of these SKUs and sites/);
    const journal = it.open();
    expect(() => it.open({ resume: true })).toThrow(/Another process is working on this run/);
    journal.close();
    for (const change of [{ uid: 'b' }, { baseUrl: 'https://b.example' }, { orders: orders.slice(1) }]) {
      expect(() => it.open({ ...change, resume: true })).toThrow(/of other SKUs, sites, address or UID/);
    }
    for (const line of [
      '{"Order":-1,"Attempt":1}',
      'null',
      '{"Order":0',
      '[]',
      '{"Order":0,"Attempt":1,"Data":7}',
    ]) {
      const before = readFileSync(it.file);
      appendFileSync(it.file, `${line}\n`);
      expect(() => it.open({ resume: true })).toThrow(/not a run that can be resumed: line 2 is invalid/);
      writeFileSync(it.file, before);
    }
    writeFileSync(it.file, 'my own notes\n');
    expect(() => it.open({ resume: true })).toThrow(/line 1 is invalid/);
    expect(() => it.open()).toThrow(/line 1 is invalid/);
    expect(readFileSync(it.file, 'utf8')).toBe('my own notes\n');
  });
});
