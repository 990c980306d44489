// Entry of a worker thread, which reads one page at a time.
import { parentPort } from 'node:worker_threads';
import type { ExtractionContext } from '../pricing/extraction-context.ts';
import { loadEngines } from '../pricing/selectors/load-engines.ts';
import { createTimeBudget } from '../time-budget.ts';
import type { ReadRequest, ReadResponse } from './page-reader.ts';
import { readings } from './readings.ts';

/** Time of a reading for the caller's selectors; a usual one needs some 10 ms. */
const selectorsMs = 1_000;

/** Adds the engines of the caller's selectors and their time limit: functions cannot be part of a message. */
const withFunctions = async ({ name, given }: ReadRequest): Promise<unknown[]> => {
  if (name !== 'extractOffer' && name !== 'readWithSigns') return given;
  const [html, context] = given as [string, ExtractionContext];
  const selectors = Object.values(context.site?.Selectors ?? {}).flat();
  const engines = await loadEngines(selectors.map(({ Type }) => Type));
  return [html, { ...context, engines, runBounded: createTimeBudget(selectorsMs) }];
};

const respond = (response: ReadResponse): void => parentPort?.postMessage(response);

parentPort?.on('message', async (order: ReadRequest) => {
  try {
    const read = readings[order.name] as (...given: unknown[]) => unknown;
    respond({ value: read(...(await withFunctions(order))) });
  } catch (error) {
    respond({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

// The first page is slower, since word lists and code are compiled, so read a dummy page first. Search pages
// are rare and compiled on first use.
const known = '<title>A</title><h1>A</h1><p class="price">€ 1.00</p><button>Add to cart</button>';
readings.readWithSigns(known, { url: 'https://shop.example/p/1', sku: 'A-1' });
respond({ ready: true });
