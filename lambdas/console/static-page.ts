/** A text file of the console. */
export interface StaticPage {
  body: string;
  contentType: string;
  /** Quoted as in the header; the same for all content encodings. */
  etag: string;
}

/** By file extension; files with other extensions are not served. */
export const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Sent with every file of the console: allows only scripts, styles and calls of its own origin, no framing
 * and no referrer. The documentation's pages contain `data:` images.
 */
export const consoleHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
