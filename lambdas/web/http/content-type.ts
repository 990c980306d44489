/** `undefined`: cannot contain a price. */
export type ContentKind = 'html' | 'xml' | 'text' | undefined;

/** The media type, lower case and without parameters; empty if there is none. */
export const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]!.split(',', 1)[0]!.trim().toLowerCase();

/** The charset parameter as written; `undefined` if there is none. */
export const charsetParameter = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?'?([^\s;,"']+)/i.exec(contentType ?? '')?.[1];

/** Decides by the declared type alone, so that no film is downloaded just to be rejected. */
export const contentKind = (contentType: string | undefined): ContentKind => {
  const type = mediaType(contentType);
  if (type === 'text/html' || type === '' || type === 'unknown/unknown' || type === '*/*') return 'html';
  if (type === 'application/xhtml+xml' || type === 'application/xml' || type === 'text/xml') return 'xml';
  if (type === 'text/plain' || type === 'application/json' || type.endsWith('+json')) return 'text';
  return type.endsWith('+xml') && !type.startsWith('image/') ? 'xml' : undefined;
};

/** A body without a declared type that starts with control characters is not markup (WHATWG MIME Sniffing, 7). */
export const looksBinary = (body: Uint8Array): boolean =>
  body
    .subarray(0, 512)
    .some(
      (byte) =>
        byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f),
    );
