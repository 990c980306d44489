// Entry of a worker thread, which reads one page at a time.
import { parentPort } from 'node:worker_threads';
import type { Page } from '../pricing/page/page.ts';
import { readPage } from '../pricing/page/read-page.ts';
import type { ExtractionContext } from '../pricing/sources/extraction-context.ts';
import { loadEngines } from '../pricing/sources/selectors/load-engines.ts';
import { createTimeBudget } from '../time-budget.ts';
import type { ReadRequest, ReadResponse } from './page-reader.ts';
import { computations, pageReadings } from './readings.ts';

/** Time of a reading for the caller's selectors; a usual one needs some 10 ms. */
const selectorsMs = 1_000;

/** Adds the engines of the caller's selectors and their time limit: functions cannot be part of a message. */
const withFunctions = async ({ name, given }: ReadRequest): Promise<unknown[]> => {
  if (name !== 'readWithSigns') return given;
  const [context] = given as [ExtractionContext];
  const selectors = Object.values(context.site?.Selectors ?? {}).flat();
  const engines = await loadEngines(selectors.map(({ Type }) => Type));
  return [{ ...context, engines, runBounded: createTimeBudget(selectorsMs) }];
};

/** The page of the last reading. */
let page: Page | undefined;

const openPage = (document: ReadRequest['document']): Page => {
  if (typeof document === 'object') {
    // Frees the memory of one before the next is parsed.
    page = undefined;
    page = readPage(document.html, document.finalUrl);
  }
  return page!;
};

type AnyReading = (...given: unknown[]) => unknown;

const run = async (order: ReadRequest): Promise<unknown> => {
  const given = await withFunctions(order);
  const { name, document } = order;
  return name in pageReadings
    ? (pageReadings[name as keyof typeof pageReadings] as AnyReading)(openPage(document), ...given)
    : (computations[name as keyof typeof computations] as AnyReading)(...given);
};

const respond = (response: ReadResponse): void => parentPort?.postMessage(response);

parentPort?.on('message', async (order: ReadRequest) => {
  try {
    respond({ value: await run(order) });
  } catch (error) {
    respond({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

// The first page is slower, since word lists and code are compiled, so read a dummy page first. Search pages
// are rare and compiled on first use.
const known = '<title>A</title><h1>A</h1><p class="price">€ 1.00</p><button>Add to cart</button>';
const url = 'https://shop.example/p/1';
pageReadings.readWithSigns(readPage(known, url), { url, sku: 'A-1' });
respond({ ready: true });
