import type { ServerResponse } from 'node:http';
import { consoleHeaders, pagesIn, type StaticPage } from '../lambdas/console/static-page.ts';
import { prepareDocs, webFolder } from './project-parts.ts';

type Pages = ReadonlyMap<string, StaticPage>;

/** A folder whose files the local stack serves beside the API. */
interface WebMount {
  /** e.g. `/docs/`; ends with a slash. */
  path: string;
  /** Absolute. It need not exist. */
  folder: string;
  /** Builds the files when the first one is asked for. */
  prepare?: () => Promise<void>;
}

/** The first match serves. */
const webMounts: WebMount[] = [
  { path: '/docs/', folder: `${webFolder}/docs`, prepare: prepareDocs },
  { path: '/', folder: webFolder },
];

const sendPage = ({ body, contentType }: StaticPage, method: string, response: ServerResponse): void => {
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-cache',
    ...consoleHeaders,
  });
  response.end(method === 'HEAD' ? undefined : body);
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

/**
 * Returns a function that builds and reads a mount's files once. If the build fails, it reads an earlier one, and builds
 * again for the next call.
 */
const preparer = (folder: string, prepare: () => Promise<void>) => {
  let ready: Promise<{ pages: Pages; failure?: string }> | undefined;
  return () => {
    ready ??= prepare().then(
      () => ({ pages: pagesIn(folder, false) }),
      (error: Error) => {
        ready = undefined;
        return { pages: pagesIn(folder, false), failure: error.message };
      },
    );
    return ready;
  };
};

/**
 * Serves the console, the documentation and the demonstration's facts from memory: no path of a caller reaches the file
 * system.
 *
 * @param documents - JSON documents by path, e.g. `/demo.json`.
 */
export const createWebPages = (documents: Record<string, unknown>, mounts: WebMount[] = webMounts) => {
  const sources = mounts.map((mount) => ({
    path: mount.path,
    pages: mount.prepare ? undefined : pagesIn(mount.folder, false),
    prepared: mount.prepare && preparer(mount.folder, mount.prepare),
  }));
  const nameOf = (path: string, pathname: string): string => pathname.slice(path.length) || 'index.html';
  return {
    /** @returns false if there is no page at this path; nothing is written then. */
    serve: (method: string, pathname: string, response: ServerResponse): boolean | Promise<void> => {
      if (!['GET', 'HEAD'].includes(method)) return false;
      const document = documents[pathname];
      const source = sources.find(({ path }) => `${pathname}/`.startsWith(path));
      const page = source?.pages?.get(nameOf(source.path, pathname));
      if (document !== undefined) sendDocument(document, method, response);
      else if (source && `${pathname}/` === source.path)
        response.writeHead(308, { Location: source.path }).end();
      else if (page) sendPage(page, method, response);
      else if (!source?.prepared) return false;
      else
        return source.prepared().then(({ pages, failure }) => {
          const found = pages.get(nameOf(source.path, pathname));
          if (found) sendPage(found, method, response);
          else if (failure === undefined) sendText(response, 404, 'There is no such page.');
          else sendText(response, 500, failure);
        });
      return true;
    },
  };
};
