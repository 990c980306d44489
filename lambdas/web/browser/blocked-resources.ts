/** File endings that no price stands in. Images are off by a switch; these are what is left. */
const endings = [
  'mp4',
  'webm',
  'm3u8',
  'mp3',
  'ogg',
  'wav',
  'woff',
  'woff2',
  'ttf',
  'otf',
  'eot',
  'ico',
  'pdf',
  'zip',
];

/** Third parties that count visitors, show advertisements or chat, and never bring a price. */
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

/** Patterns for CDP's `Network.setBlockedURLs`, which costs no round trip for each request. */
export const blockedUrlPatterns: readonly string[] = [
  ...endings.flatMap((ending) => [`*.${ending}`, `*.${ending}?*`]),
  ...trackers.flatMap((host) => [`*://${host}/*`, `*://*.${host}/*`]),
];
