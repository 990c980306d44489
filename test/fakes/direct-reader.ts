import { allEngines } from '../../lambdas/pricing/selectors/all-engines.ts';
import type { PageReader } from '../../lambdas/reader/page-reader.ts';
import { readings } from '../../lambdas/reader/readings.ts';

/** Reads in the caller's thread, since these tests' pages are not hostile. */
export const directReader: PageReader = {
  read: async (name, given, signal) => {
    signal.throwIfAborted();
    const read = readings[name] as (...all: unknown[]) => ReturnType<(typeof readings)[typeof name]>;
    const [page, context, ...more] = given as [unknown, object?, ...unknown[]];
    const takesContext = name === 'extractOffer' || name === 'readWithSigns';
    return read(page, takesContext ? { ...context, engines: allEngines } : context, ...more);
  },
};
