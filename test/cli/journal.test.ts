import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameOfRun, openJournal } from '../../cli/run/journal.ts';
import type { RequestData } from '../../client/index.ts';
import { temporaryFolder } from './run-cli.ts';

const orders = ['a', 'b', 'c'].map((sku) => ({ sku, sites: [{ Url: 'https://shop.example/{sku}' }] }));
const data = { Sku: '商品', Sites: [] } as unknown as RequestData;
const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const usual = { baseUrl: 'https://api.example/prod', uid: 'acme', orders };

const setUp = () => {
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  const file = join(folder, 'run.ndjson');
  const laidAside: object[] = [];
  const open = (resume = false, changes: Partial<typeof usual> = {}) => {
    const { baseUrl, uid, orders: own } = { ...usual, ...changes };
    const onSetAside = (kept: object) => laidAside.push(kept);
    return openJournal(file, nameOfRun(baseUrl, uid, own), own.length, { resume, onSetAside });
  };
  return { file, laidAside, open, [Symbol.dispose]: remove };
};

describe('the file of a run', () => {
  test('is private', () => {
    using it = setUp();
    const journal = it.open();
    journal.queued(0, 1, requestId);
    journal.close();
    expect(statSync(it.file).mode & 0o777).toBe(0o600);
  });

  test('restores the progress and keys of each order', () => {
    using it = setUp();
    const first = it.open();
    first.queued(0, 1, requestId);
    first.completed(0, 1, data);
    first.queued(1, 1, requestId);
    first.ended(1, 1);
    first.queued(2, 1, requestId);
    first.close();
    const next = it.open(true);
    expect([0, 1, 2].map(next.stateOf)).toEqual([
      { attempt: 1, requestId: undefined, data },
      { attempt: 2, requestId: undefined, data: undefined },
      { attempt: 1, requestId, data: undefined },
    ]);
    expect(next.doneBefore).toBe(1);
    expect(next.idempotencyKeyOf(2, 1)).toBe(first.idempotencyKeyOf(2, 1));
    const keys = [next.idempotencyKeyOf(1, 1), next.idempotencyKeyOf(1, 2), next.idempotencyKeyOf(2, 1)];
    expect(new Set(keys).size).toBe(3);
    next.close(true);
    expect(existsSync(it.file)).toBe(false);
    const anew = it.open();
    expect(anew.idempotencyKeyOf(1, 1)).not.toBe(keys[0]);
    anew.close();
  });

  test('is renamed by a new run', () => {
    using it = setUp();
    const first = it.open();
    first.completed(0, 1, data);
    first.close();
    const second = it.open();
    expect(it.laidAside).toEqual([{ done: 1, count: 3, file: `${it.file}.before` }]);
    expect(second.stateOf(0).data).toBeUndefined();
    second.close();
  });

  test('is rejected if it is invalid, of another run, in use, or missing', () => {
    using it = setUp();
    expect(() => it.open(true)).toThrow(/no interrupted run of these SKUs and sites/);
    const journal = it.open();
    expect(() => it.open(true)).toThrow(/Another process is working on this run/);
    journal.close();
    for (const change of [{ uid: 'b' }, { baseUrl: 'https://b.example' }, { orders: orders.slice(1) }])
      expect(() => it.open(true, change)).toThrow(/of other SKUs, sites, address or UID/);
  });

  test('never overwrites other files', () => {
    using it = setUp();
    writeFileSync(it.file, 'my own notes\n');
    expect(() => it.open(true)).toThrow(/not a run that can be resumed/);
    expect(() => it.open()).toThrow(/not a run that can be resumed/);
    expect(readFileSync(it.file, 'utf8')).toBe('my own notes\n');
    for (const text of ['{"mine":1}\n', 'null\n', '{"Kind":"other"}\n']) {
      writeFileSync(it.file, text);
      expect(() => it.open()).toThrow(/not a run that can be resumed/);
      expect(readFileSync(it.file, 'utf8')).toBe(text);
    }
  });

  test('loses only the line that a killed process was writing', () => {
    using it = setUp();
    const first = it.open();
    first.completed(0, 1, data);
    first.close();
    const whole = readFileSync(it.file);
    appendFileSync(it.file, '[1,1,"0f8fad5b');
    const next = it.open(true);
    expect([0, 1].map((order) => next.stateOf(order).data)).toEqual([data, undefined]);
    expect(readFileSync(it.file)).toEqual(whole);
    next.queued(1, 1, requestId);
    next.close();
    const last = it.open(true);
    expect(last.stateOf(1).requestId).toBe(requestId);
    last.close();
  });

  test('does not stay locked by a killed process', () => {
    using it = setUp();
    it.open().close();
    // Larger than any identifier of a process.
    for (const owner of [2 ** 30, process.pid]) {
      writeFileSync(`${it.file}.lock`, String(owner));
      it.open(true).close();
    }
    expect(existsSync(`${it.file}.lock`)).toBe(false);
  });
});
