import type { Protocol } from 'puppeteer-core';

/** One transparent pixel. */
const pixels = {
  gif: {
    type: 'image/gif',
    body: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  },
  // A drawing that other drawings refer to has to be one.
  svg: {
    type: 'image/svg+xml',
    body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>').toString('base64'),
  },
} as const;

const isDrawing = (url: string): boolean => /\.svgz?$/i.test(URL.parse(url)?.pathname ?? '');

/** For `Fetch.enable`: images of the page and its frames, whoever asks: markup, styles, scripts, drawings. */
export const imagePattern: Protocol.Fetch.RequestPattern = { resourceType: 'Image', requestStage: 'Request' };

/**
 * Answers a paused request for an image in its place. An image that Chromium does not load (by its own setting) or may
 * not load (by a block) tells the page nothing, or that it failed, and pages wait for their images.
 *
 * @returns what `Fetch.fulfillRequest` takes. Where the page asks as another origin's guest, the answer admits it.
 */
export const imageAnswer = (
  requestId: string,
  { url, headers }: Protocol.Network.Request,
): Protocol.Fetch.FulfillRequestRequest => {
  const { type, body } = isDrawing(url) ? pixels.svg : pixels.gif;
  const origin = Object.entries(headers).find(([name]) => name.toLowerCase() === 'origin')?.[1];
  return {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: type },
      { name: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
      ...(origin === undefined
        ? []
        : [
            { name: 'Access-Control-Allow-Origin', value: origin },
            { name: 'Access-Control-Allow-Credentials', value: 'true' },
          ]),
    ],
    body,
  };
};

/** True if a paused request is one of {@link imagePattern}. */
export const isImage = ({ resourceType }: Protocol.Fetch.RequestPausedEvent): boolean =>
  resourceType === 'Image';
