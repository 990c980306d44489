/** A file of the console as it is served. All of them are text. */
export interface StaticPage {
  body: string;
  contentType: string;
  /** Quoted, as in the header, and the same for each coding that the file may be sent in. */
  etag: string;
}

/** By the extension of a file's name; what is not listed is not served. */
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
 * Sent with every file of the console, wherever it is served: scripts, styles and calls of its own origin and nothing
 * else, no other site may frame it, and addresses stay at home. `data:` images are pictures in the documentation's pages.
 */
export const consoleHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
