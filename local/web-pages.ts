import { createReadStream, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { consoleHeaders } from '../lambdas/console/static-page.ts';
import { openApiFile, prepareDocs, webFolder } from './project-parts.ts';

/** A folder that the local stack serves beside the API. */
interface WebMount {
  /** e.g. `/docs/`; ends with a slash. */
  path: string;
  /** Absolute. It need not exist. */
  folder: string;
  /** Builds the files before each answer; quick if nothing has changed. */
  prepare?: () => Promise<void>;
}

/** The first match serves. */
const webMounts: WebMount[] = [
  { path: '/docs/', folder: join(webFolder, 'docs'), prepare: prepareDocs },
  { path: '/', folder: webFolder },
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

/** Returns the file at a path; `undefined` for hidden files, unknown types and paths that leave the folder. */
const fileAt = ({ path, folder }: WebMount, pathname: string): string | undefined => {
  let rest: string;
  try {
    rest = decodeURIComponent(pathname.slice(path.length));
  } catch {
    return undefined;
  }
  const file = join(folder, rest.endsWith('/') || rest === '' ? `${rest}index.html` : rest);
  const isInside = file.startsWith(folder + sep) && !rest.split('/').some((part) => part.startsWith('.'));
  const isServed = isInside && extname(file) in contentTypes;
  return isServed && statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
};

const sendFile = (file: string, method: string, response: ServerResponse): void => {
  response.writeHead(200, {
    'Content-Type': contentTypes[extname(file)],
    'Content-Length': statSync(file).size,
    'Cache-Control': 'no-cache',
    ...consoleHeaders,
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

const sendText = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
};

/** Builds a mount's files, then sends one. If the build fails, an earlier build is served. */
const sendPrepared = async (
  mount: WebMount,
  prepare: () => Promise<void>,
  method: string,
  pathname: string,
  response: ServerResponse,
): Promise<void> => {
  const failure = await prepare().then(
    () => undefined,
    (error: Error) => error.message,
  );
  const file = fileAt(mount, pathname);
  if (file !== undefined) sendFile(file, method, response);
  else if (failure === undefined) sendText(response, 404, 'There is no such page.');
  else sendText(response, 500, failure);
};

/**
 * Serves the console, the documentation and the demonstration's facts.
 *
 * @param documents - JSON documents by path, e.g. `/demo.json`.
 */
export const createWebPages = (documents: Record<string, unknown>, mounts: WebMount[] = webMounts) => ({
  /** @returns false if there is no page at this path; nothing is written then. */
  serve: (method: string, pathname: string, response: ServerResponse): boolean => {
    if (!['GET', 'HEAD'].includes(method)) return false;
    const document = documents[pathname];
    const mount = mounts.find(({ path }) => `${pathname}/`.startsWith(path));
    const file = pathname === '/openapi.json' ? openApiFile : mount && fileAt(mount, pathname);
    if (document !== undefined) sendDocument(document, method, response);
    else if (mount && `${pathname}/` === mount.path) response.writeHead(308, { Location: mount.path }).end();
    else if (mount?.prepare) void sendPrepared(mount, mount.prepare, method, pathname, response);
    else if (file === undefined) return false;
    else sendFile(file, method, response);
    return true;
  },
});
