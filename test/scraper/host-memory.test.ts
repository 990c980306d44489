import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { createMemoryHostRecordStore } from '../fakes/memory-stores.ts';

const url = 'https://shop.example/p/1';
const open = (records = createMemoryHostRecordStore(), uid = 'acme') => {
  const memory = createHostMemory({ records, uid, requestId: 'r', clock: () => 1_000 });
  return { memory, records };
};

describe('the memory of a host', () => {
  it('serves later messages, for all pages of the host', async () => {
    const { memory, records } = open();
    memory.record(url, 'Differs', true);
    await memory.close();
    expect(await open(records).memory.historyOf('https://shop.example/other')).toBe('Differs');
    expect(await open(records).memory.historyOf('https://shop.example:8443/p/1')).toBeUndefined();
  });

  it('is neither readable nor writable by another license', async () => {
    const { memory, records } = open();
    memory.record(url, 'Differs', true);
    await memory.close();
    expect(await open(records, 'rival').memory.historyOf(url)).toBeUndefined();
    const rival = open(records, 'rival').memory;
    for (let observation = 0; observation < 5; observation += 1) rival.record(url, 'Same', true);
    await rival.close();
    expect(await open(records).memory.historyOf(url)).toBe('Differs');
  });

  it('applies only to its own message if it says nothing about product pages', async () => {
    const { memory, records } = open();
    memory.record(url, 'Differs', false);
    await memory.close();
    expect(await memory.historyOf(url)).toBe('Differs');
    expect(records.records.size).toBe(0);
  });

  it('is corrected when the browser lacks a page, for this message and later ones', async () => {
    const { memory, records } = open();
    memory.record(url, 'Differs', true);
    memory.record(url, 'Varies', true);
    memory.record(url, 'Differs', true);
    await memory.close();
    expect(await memory.historyOf(url)).toBe('Varies');
    const later = open(records).memory;
    later.record(url, 'Differs', true);
    expect(await later.historyOf(url)).toBe('Varies');
    await later.close();
    expect(await open(records).memory.historyOf(url)).toBe('Varies');
  });

  it('counts every observation, also several of one message', async () => {
    const { memory, records } = open();
    memory.record(url, 'Same', true);
    memory.record('https://shop.example/p/2', 'Same', true);
    await memory.close();
    expect([...records.records.values()]).toMatchObject([{ agreements: 2 }]);
  });

  it('is skipped without delay if the store fails or does not answer', async () => {
    const failing = { read: async () => Promise.reject(new UnavailableError('down')), write: async () => {} };
    const silent = { read: () => new Promise<undefined>(() => {}), write: async () => {} };
    for (const records of [failing, silent]) {
      const memory = createHostMemory({ records, uid: 'acme', requestId: 'r', clock: () => 0 });
      expect(await memory.historyOf(url)).toBeUndefined();
      memory.record(url, 'Same', true);
      await memory.close();
    }
  });
});
