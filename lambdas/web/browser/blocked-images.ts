import type { Protocol } from 'puppeteer-core';

/** One transparent pixel. */
const pixels = {
  gif: {
    type: 'image/gif',
    body: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  },
  // SVG images may be referenced by other SVG images, which requires an SVG.
  svg: {
    type: 'image/svg+xml',
    body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>').toString('base64'),
  },
} as const;

const isSvg = (url: string): boolean => /\.svgz?$/i.test(URL.parse(url)?.pathname ?? '');

/** For `Fetch.enable`: images of the page and its frames, requested by markup, styles, scripts or SVG. */
export const imagePattern: Protocol.Fetch.RequestPattern = { resourceType: 'Image', requestStage: 'Request' };

/**
 * Answers a paused image request with one pixel. If Chromium's own setting disabled images, the page would
 * see no event; if they were blocked, an error. Pages wait for their images.
 *
 * @returns parameters of `Fetch.fulfillRequest`; allows cross-origin requests.
 */
export const imageAnswer = (
  requestId: string,
  { url, headers }: Protocol.Network.Request,
): Protocol.Fetch.FulfillRequestRequest => {
  const { type, body } = isSvg(url) ? pixels.svg : pixels.gif;
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
