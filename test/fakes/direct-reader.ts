import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import type { ExtractionContext } from '../../lambdas/pricing/sources/extraction-context.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';
import type { PageReader } from '../../lambdas/reader/page-reader.ts';
import { computations, pageReadings } from '../../lambdas/reader/readings.ts';

/** Reads in the caller's thread, since these tests' pages are not hostile. */
export const directReader: PageReader = {
  read: async (name, { html, finalUrl }, given, signal) => {
    signal.throwIfAborted();
    const read = pageReadings[name] as (...all: unknown[]) => ReturnType<(typeof pageReadings)[typeof name]>;
    const all: unknown[] =
      name === 'readWithSigns' ? [{ ...(given[0] as ExtractionContext), engines: allEngines }] : given;
    return read(readPage(html, finalUrl), ...all);
  },
  compute: async (name, given, signal) => {
    signal.throwIfAborted();
    const compute = computations[name] as (
      ...all: unknown[]
    ) => ReturnType<(typeof computations)[typeof name]>;
    return compute(...given);
  },
};
