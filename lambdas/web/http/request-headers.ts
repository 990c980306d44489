import { clientHints } from './client-hints.ts';

export interface NavigationHeaders {
  url: URL;
  userAgent: string;
  acceptLanguage: string;
  /** `Cookie` of this hop; empty for none. */
  cookie: string;
}

/**
 * The headers of a browser's top-level navigation in Chromium's order and case, as name, value, name, value.
 * Like Chromium, offers client hints, Brotli and Zstandard only over https.
 */
export const navigationHeaders = ({
  url,
  userAgent,
  acceptLanguage,
  cookie,
}: NavigationHeaders): string[] => {
  const isSecure = url.protocol === 'https:';
  const hints = isSecure ? clientHints(userAgent) : undefined;
  return [
    ...(hints ? Object.entries(hints).flat() : []),
    ...['Upgrade-Insecure-Requests', '1'],
    ...['User-Agent', userAgent],
    ...[
      'Accept',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    ],
    ...(isSecure
      ? [
          ...['Sec-Fetch-Site', 'none'],
          ...['Sec-Fetch-Mode', 'navigate'],
          ...['Sec-Fetch-User', '?1'],
          ...['Sec-Fetch-Dest', 'document'],
        ]
      : []),
    ...['Accept-Encoding', isSecure ? 'gzip, deflate, br, zstd' : 'gzip, deflate'],
    ...['Accept-Language', acceptLanguage],
    ...(cookie === '' ? [] : ['Cookie', cookie]),
  ];
};
