import type { Context } from 'aws-lambda';
import type { Clock } from '../domain/ports.ts';
import type { Renderer, RenderRequest, Wanted } from '../web/page-load.ts';
import { notLoadedInTime, WebError } from '../web/web-error.ts';
import { type PackedPage, packAnswer, packFailed, packLoaded } from './pack-answer.ts';
import { type OrderedPage, type RenderAnswer, type RenderEvent, readRenderEvent } from './protocol.ts';

export interface RendererPorts {
  /** A fresh renderer for one event; nothing of an event survives in it. */
  open: (event: RenderEvent) => Renderer;
  clock: Clock;
  log: {
    /** Told of each event before its pages are loaded. */
    begun(event: RenderEvent): void;
    /** Told of errors that are ours, not the page's. */
    error(message: string, error: unknown): void;
  };
}

/** Kept back of the function's own time, for packing what was brought. */
const answerReserveMs = 2_000;

/** After the browser's own end of a page's time; then it is given up, whatever the browser does. */
const graceMs = 500;

const toWanted = ({ Url, Wanted: wanted }: OrderedPage): Wanted =>
  wanted.Kind === 'Hits'
    ? { kind: 'Hits', searchUrl: wanted.SearchUrl, sku: wanted.Sku }
    : {
        kind: 'Offer',
        requestedUrl: Url,
        sku: wanted.Sku,
        fetchedAtMs: wanted.FetchedAtMs,
        site: wanted.Site,
      };

/**
 * Loads pages in a browser and answers with their documents. Whatever a page does is that page's own outcome.
 *
 * @throws ZodError or UnreadableVersionError for an event that is none.
 */
export const createRendererHandler = ({ open, clock, log }: RendererPorts) => {
  const load = async (renderer: Renderer, page: OrderedPage, timeoutMs: number): Promise<PackedPage> => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(notLoadedInTime()), Math.max(0, timeoutMs) + graceMs);
    const request: RenderRequest = {
      url: page.Url,
      siteUrl: page.SiteOrigin,
      locale: page.Locale,
      country: page.Country,
      waitFor: page.WaitFor,
      timeoutMs,
      ...(page.PatienceMs !== undefined && { patienceMs: Math.min(page.PatienceMs, timeoutMs) }),
      signal: controller.signal,
      wanted: toWanted(page),
    };
    try {
      if (timeoutMs <= 0) throw notLoadedInTime();
      return await packLoaded(page.Key, await renderer.load(request));
    } catch (error) {
      if (error instanceof WebError) return packFailed(page.Key, error);
      log.error('Rendering a page failed', error);
      const unknown = new WebError('Internal', 'The service failed on this site.', { retryable: true });
      return packFailed(page.Key, unknown);
    } finally {
      clearTimeout(timer);
    }
  };

  return async (
    given: unknown,
    invocation: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<RenderAnswer> => {
    const event = readRenderEvent(given);
    log.begun(event);
    // Clocks of two functions may differ; a page gets no more time for that than it was given.
    const passedMs = Math.max(0, clock() - event.SentAtMs);
    const longestMs = invocation.getRemainingTimeInMillis() - answerReserveMs;
    const renderer = open(event);
    try {
      const packed = await Promise.all(
        event.Pages.map((page) => load(renderer, page, Math.min(page.TimeoutMs - passedMs, longestMs))),
      );
      return packAnswer(packed);
    } finally {
      await renderer.close();
    }
  };
};
