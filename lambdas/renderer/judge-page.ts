import { readinessOf } from '../pricing/rendering/reason-to-render.ts';
import type { PageReader } from '../reader/page-reader.ts';
import type { JudgeReadiness, RenderRequest } from '../web/page-load.ts';

/** True if a page lists search results, rather than a single product. */
export const isSearchPage = async (
  reader: PageReader,
  { url: searchUrl, site, signal }: Pick<RenderRequest, 'url' | 'site' | 'signal'>,
  page: { html: string; finalUrl: string },
): Promise<boolean> => {
  const { isOfSearch } = await reader.read(
    'readSearchPage',
    page,
    [{ searchUrl, sku: site.Sku ?? '' }],
    signal,
  );
  return isOfSearch;
};

/** Creates the function that decides whether a rendered page is complete. */
export const createJudge =
  (reader: PageReader, request: RenderRequest): JudgeReadiness =>
  async (html, finalUrl) => {
    const page = { html, finalUrl };
    if (request.isSearch) return (await isSearchPage(reader, request, page)) ? 'Ready' : 'NotYet';
    const { url: requestedUrl, fetchedAtMs, site, signal } = request;
    const context = { url: finalUrl, requestedUrl, httpStatus: 200, fetchedAtMs, site };
    const { extraction, signs } = await reader.read('readWithSigns', page, [context], signal);
    return readinessOf(extraction, signs);
  };
