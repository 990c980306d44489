import type { Context } from 'aws-lambda';
import type { Clock } from '../domain/ports.ts';
import {
  type RenderAnswer,
  type RenderEvent,
  type RequestedPage,
  readRenderEvent,
} from '../domain/render-protocol.ts';
import type { Renderer, RenderRequest } from '../web/page-load.ts';
import { browserTimeout, WebError } from '../web/web-error.ts';
import { createLinePacker, type PackedPage, packFailed, packLoaded } from './pack-answer.ts';

export interface RendererPorts {
  /** Creates a renderer for one event; no state survives the event. */
  open: (event: RenderEvent) => Renderer;
  clock: Clock;
  log: {
    /** Called for each event before its pages are loaded. */
    started(event: RenderEvent): void;
    /** Logs errors of the service, not of the page. */
    error(message: string, error: unknown): void;
  };
}

/** Reserved at the end of the invocation for packing the results. */
const answerReserveMs = 2_000;

/** Time after a page's deadline until it is abandoned, even if the browser does not respond. */
const graceMs = 500;

/**
 * Loads pages in a browser and writes the document of each as soon as it is done. A page's failure affects only that
 * page.
 *
 * @throws ZodError for an invalid event.
 */
export const createRendererHandler = ({ open, clock, log }: RendererPorts) => {
  const load = async (renderer: Renderer, page: RequestedPage, timeoutMs: number): Promise<PackedPage> => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(browserTimeout()), Math.max(0, timeoutMs) + graceMs);
    const request: RenderRequest = {
      url: page.Url,
      site: { ...page.Site, Url: page.SiteOrigin },
      fetchedAtMs: page.FetchedAtMs,
      isSearch: page.IsSearch,
      timeoutMs,
      ...(page.PatienceMs !== undefined && { patienceMs: Math.min(page.PatienceMs, timeoutMs) }),
      signal: controller.signal,
    };
    try {
      if (timeoutMs <= 0) throw browserTimeout();
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
    write: (line: RenderAnswer) => void,
  ): Promise<void> => {
    const event = readRenderEvent(given);
    log.started(event);
    // The clocks of the two functions may differ; never give a page more than its own timeout.
    const passedMs = Math.max(0, clock() - event.SentAtMs);
    const maxMs = invocation.getRemainingTimeInMillis() - answerReserveMs;
    const renderer = open(event);
    const pack = createLinePacker();
    const packed: PackedPage[] = [];
    const answer = async (page: RequestedPage): Promise<void> => {
      packed.push(await load(renderer, page, Math.min(page.TimeoutMs - passedMs, maxMs)));
      if (packed.length < event.Pages.length) write(pack(packed.at(-1)!));
    };
    try {
      await Promise.all(event.Pages.map(answer));
    } finally {
      await renderer.close();
    }
    // The last page comes after the browser has closed, so that a scraper with all its pages leaves no busy instance.
    write(pack(packed.at(-1)!));
  };
};
