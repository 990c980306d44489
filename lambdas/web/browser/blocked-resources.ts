/** Media, which never contain a price. A switch disables fonts, and images are replaced. */
const endings = ['mp4', 'webm', 'm3u8', 'mp3'];

/** Analytics, advertising and chat services, which never provide a price. */
const trackers = [
  'google-analytics.com',
  'googletagmanager.com',
  'doubleclick.net',
  'googlesyndication.com',
  'googleadservices.com',
  'connect.facebook.net',
  'bat.bing.com',
  'clarity.ms',
  'hotjar.com',
  'criteo.com',
  'criteo.net',
  'taboola.com',
  'outbrain.com',
  'scorecardresearch.com',
  'analytics.tiktok.com',
  'mc.yandex.ru',
  'segment.io',
  'segment.com',
  'fullstory.com',
  'nr-data.net',
  'newrelic.com',
  'sentry.io',
  'intercom.io',
  'zdassets.com',
  'snap.licdn.com',
  'ct.pinterest.com',
  'quantserve.com',
];

/**
 * Patterns for CDP's `Network.setBlockedURLs`, which needs no round trip per request. Chromium tries every
 * pattern on every request, so there are few; each covers a host and its subdomains.
 */
export const blockedUrlPatterns: readonly string[] = [
  ...endings.map((ending) => `*.${ending}*`),
  ...trackers.map((host) => `*://*${host}/*`),
];
