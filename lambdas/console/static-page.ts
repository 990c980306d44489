import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** A text file of the console. */
export interface StaticPage {
  body: string;
  contentType: string;
  /** Quoted as in the header; the same for all content encodings. */
  etag: string;
}

/** By file extension; files with other extensions are not served. */
const contentTypes: Readonly<Record<string, string>> = {
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

/**
 * Reads a folder's pages, and those of its subfolders.
 *
 * @returns by path without a leading slash; empty if there is no such folder.
 */
export const pagesIn = (folder: string, recursive = true): Map<string, StaticPage> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive, encoding: 'utf8' }) : []).flatMap(
      (file): [string, StaticPage][] => {
        const contentType = contentTypes[extname(file)];
        if (contentType === undefined) return [];
        const body = readFileSync(join(folder, file), 'utf8');
        const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
        return [[file.replaceAll(sep, '/'), { body, contentType, etag }]];
      },
    ),
  );
