import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { FrameworkShop } from './framework-shop.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.txt': 'text/x-component',
};

export interface RunningFrameworkShop {
  /** `http://127.0.0.1:port` */
  origin: string;
  firstHtml(slug: string): Promise<string>;
  stop(): Promise<void>;
}

/** Serves a framework's output and the API of its pages. */
export const serveShop = async (shop: FrameworkShop, folder: string): Promise<RunningFrameworkShop> => {
  const root = join(folder, shop.output);
  const fileOf = async (path: string): Promise<{ name: string; body: Buffer } | undefined> => {
    const names = [path, `${path}.html`, join(path, 'index.html')];
    for (const name of names) {
      const body = await readFile(join(root, normalize(`/${name}`))).catch(() => undefined);
      if (body) return { name, body };
    }
    return undefined;
  };
  const pageOf = (path: string) => shop.cases.find(({ slug }) => path === `/p/${slug}`);
  const firstHtml = async (path: string): Promise<string | undefined> => {
    const page = pageOf(path);
    if (!page) return undefined;
    // A single-page shop answers every path with its document.
    const file = (await fileOf(path)) ?? (await fileOf('/index.html'));
    const html = file?.body.toString() ?? '';
    return shop.serve?.(html, page) ?? html;
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).replace(
      /(?<=.)\/$/,
      '',
    );
    const offer = shop.cases.find(({ slug }) => path === `/api/offers/${slug}`)?.later;
    if (offer) {
      const { price, isSoldOut, ms } = offer;
      setTimeout(() => {
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ price, isSoldOut }));
      }, ms);
      return;
    }
    const html = await firstHtml(path);
    if (html !== undefined) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
      return;
    }
    const file = await fileOf(path);
    if (file)
      response
        .writeHead(200, { 'Content-Type': types[extname(file.name)] ?? 'application/octet-stream' })
        .end(file.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    firstHtml: async (slug) => (await firstHtml(`/p/${slug}`)) ?? '',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
