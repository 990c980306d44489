import { createReadStream, existsSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { consoleHeaders } from '../lambdas/console/static-page.ts';
import { openApiFile, prepareDocs, webFolder } from './project-parts.ts';

/** A folder or file of the project that the local stack serves beside the API. */
interface WebMount {
  /** e.g. `/docs/`; a folder's path ends with a slash. */
  path: string;
  /** Absolute. It need not exist. */
  source: string;
  /** Sent with each file, e.g. a content security policy. */
  headers?: Record<string, string>;
  /** Makes the files. It runs before each answer, so it is quick where nothing has changed. */
  prepare?: () => Promise<void>;
}

/** Longest path first: the first that fits serves. */
const webMounts: WebMount[] = [
  { path: '/openapi.json', source: openApiFile },
  { path: '/docs/', source: join(webFolder, 'docs'), headers: consoleHeaders, prepare: prepareDocs },
  { path: '/', source: webFolder, headers: consoleHeaders },
];

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const fileFor = ({ path, source }: WebMount, pathname: string): string | undefined => {
  const rest = path.endsWith('/') ? pathname.slice(path.length) : '';
  let decodedRest: string;
  try {
    decodedRest = decodeURIComponent(rest);
  } catch {
    return undefined;
  }
  const file = rest === '' && !path.endsWith('/') ? source : normalize(join(source, decodedRest));
  if (file !== source && !file.startsWith(source + sep)) return undefined;
  if (decodedRest.split('/').some((part) => part.startsWith('.'))) return undefined;
  if (!existsSync(file)) return undefined;
  if (!statSync(file).isDirectory()) return extname(file) in contentTypes ? file : undefined;
  const index = join(file, 'index.html');
  return existsSync(index) ? index : undefined;
};

/** Where a mount leads: to one of its files, or to its own path with the slash that is missing. */
const pageOf = (mount: WebMount, pathname: string): { file: string } | { location: string } | undefined => {
  const { path, source } = mount;
  const isFolder = path.endsWith('/');
  if (isFolder && `${pathname}/` === path && existsSync(source)) return { location: path };
  if (isFolder ? !pathname.startsWith(path) : pathname !== path) return undefined;
  const file = fileFor(mount, pathname);
  return file === undefined ? undefined : { file };
};

const sendFile = (file: string, mount: WebMount, method: string, response: ServerResponse): void => {
  response.writeHead(200, {
    'Content-Type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'Content-Length': statSync(file).size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...mount.headers,
  });
  if (method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
};

const sendDocument = (document: unknown, method: string, response: ServerResponse): void => {
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(method === 'HEAD' ? undefined : JSON.stringify(document));
};

type Page = NonNullable<ReturnType<typeof pageOf>>;

const sendPage = (page: Page, mount: WebMount, method: string, response: ServerResponse): void => {
  if ('file' in page) sendFile(page.file, mount, method, response);
  else response.writeHead(308, { Location: page.location }).end();
};

/** Sends a page of a mount whose files are made first. Where that fails, what was made before is still served. */
const sendPrepared = async (
  mount: WebMount,
  method: string,
  pathname: string,
  response: ServerResponse,
): Promise<void> => {
  const failure = await mount.prepare?.().then(
    () => undefined,
    (error: Error) => error.message,
  );
  const page = pageOf(mount, pathname);
  if (page) return sendPage(page, mount, method, response);
  const text = failure === undefined || existsSync(mount.source) ? 'There is no such page.' : failure;
  response.writeHead(text === failure ? 500 : 404, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
};

/**
 * Serves the console, the documentation and the demonstration's facts.
 *
 * @param documents - JSON documents made at start, by path, e.g. `/demo.json`.
 */
export const createWebPages = (documents: Record<string, unknown>, mounts: WebMount[] = webMounts) => ({
  /** @returns false when no page is at this path; nothing is written then. */
  serve: (method: string, pathname: string, response: ServerResponse): boolean => {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const document = documents[pathname];
    if (document !== undefined) {
      sendDocument(document, method, response);
      return true;
    }
    for (const mount of mounts) {
      if (mount.prepare && `${pathname}/`.startsWith(mount.path)) {
        void sendPrepared(mount, method, pathname, response);
        return true;
      }
      const page = pageOf(mount, pathname);
      if (!page) continue;
      sendPage(page, mount, method, response);
      return true;
    }
    return false;
  },
});
