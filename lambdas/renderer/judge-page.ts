import { readinessOf } from '../pricing/trustworthy.ts';
import type { PageReader } from '../reader/page-reader.ts';
import type { JudgeReadiness, Wanted } from '../web/page-load.ts';

type WantedHits = Extract<Wanted, { kind: 'Hits' }>;

/** True if a page lists what is searched for, instead of stating one product's price. */
export const listsHits = async (
  reader: PageReader,
  { searchUrl, sku }: WantedHits,
  page: { html: string; finalUrl: string },
  signal: AbortSignal,
): Promise<boolean> => {
  const context = { url: page.finalUrl, searchUrl, sku };
  const { isOfSearch } = await reader.read('readSearchPage', [page.html, context], signal);
  return isOfSearch;
};

/** Judges what stands on a rendered page by what it is loaded for. */
export const createJudge =
  (reader: PageReader, wanted: Wanted, signal: AbortSignal): JudgeReadiness =>
  async (html, finalUrl) => {
    if (wanted.kind === 'Hits') {
      return (await listsHits(reader, wanted, { html, finalUrl }, signal)) ? 'Ready' : 'NotYet';
    }
    const { requestedUrl, sku, fetchedAtMs, site } = wanted;
    const context = { url: finalUrl, requestedUrl, httpStatus: 200, fetchedAtMs, sku, site };
    const { extraction, signs } = await reader.read('readWithSigns', [html, context], signal);
    return readinessOf(extraction, signs);
  };
