import { readinessOf } from '../pricing/rendering/trustworthy.ts';
import type { PageReader } from '../reader/page-reader.ts';
import type { JudgeReadiness, PagePurpose } from '../web/page-load.ts';

type SearchPurpose = Extract<PagePurpose, { kind: 'Hits' }>;

/** True if a page lists search results, rather than a single product. */
export const isSearchPage = async (
  reader: PageReader,
  { searchUrl, sku }: SearchPurpose,
  page: { html: string; finalUrl: string },
  signal: AbortSignal,
): Promise<boolean> => {
  const { isOfSearch } = await reader.read('readSearchPage', page, [{ searchUrl, sku }], signal);
  return isOfSearch;
};

/** Creates the function that decides whether a rendered page fulfils its purpose. */
export const createJudge =
  (reader: PageReader, purpose: PagePurpose, signal: AbortSignal): JudgeReadiness =>
  async (html, finalUrl) => {
    if (purpose.kind === 'Hits') {
      return (await isSearchPage(reader, purpose, { html, finalUrl }, signal)) ? 'Ready' : 'NotYet';
    }
    const { requestedUrl, sku, fetchedAtMs, site } = purpose;
    const context = { url: finalUrl, requestedUrl, httpStatus: 200, fetchedAtMs, sku, site };
    const { extraction, signs } = await reader.read('readWithSigns', { html, finalUrl }, [context], signal);
    return readinessOf(extraction, signs);
  };
