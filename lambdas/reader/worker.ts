// The entry of a worker thread: reads one page after the other, and knows nothing but what it is given.
import { parentPort } from 'node:worker_threads';
import type { ExtractionContext } from '../pricing/extraction-context.ts';
import { loadEngines } from '../pricing/selectors/load-engines.ts';
import { createTimeBudget } from '../time-budget.ts';
import type { ReadAnswer, ReadOrder } from './page-reader.ts';
import { readings } from './readings.ts';

/** Share of a reading for the caller's selectors; a usual one needs some hundredths of it. */
const selectorsMs = 1_000;

/** Adds the engines of the caller's selectors and their time limit: functions cannot be part of a message. */
const withFunctions = async ({ name, given }: ReadOrder): Promise<unknown[]> => {
  if (name !== 'extractOffer' && name !== 'readWithSigns') return given;
  const [html, context] = given as [string, ExtractionContext];
  const selectors = Object.values(context.site?.Selectors ?? {}).flat();
  const engines = await loadEngines(selectors.map(({ Type }) => Type));
  return [html, { ...context, engines, runBounded: createTimeBudget(selectorsMs) }];
};

const answer = (given: ReadAnswer): void => parentPort?.postMessage(given);

parentPort?.on('message', async (order: ReadOrder) => {
  try {
    const read = readings[order.name] as (...given: unknown[]) => unknown;
    answer({ value: read(...(await withFunctions(order))) });
  } catch (error) {
    answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

// The first page takes a fraction of a second more than the second: lists of words are compiled, and code is. So the
// first one is none that anybody waits for. Few sites are searched: what that needs is compiled when one is.
const known = '<title>A</title><h1>A</h1><p class="price">€ 1.00</p><button>Add to cart</button>';
readings.readWithSigns(known, { url: 'https://shop.example/p/1', sku: 'A-1' });
answer({ ready: true });
