import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebPages } from '../../local/web-pages.ts';

let folder: string;
let server: Server;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
  mkdirSync(join(folder, 'site'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'site/index.html'), '<p>home');
  writeFileSync(join(folder, 'site/app.js'), 'let a;');
  writeFileSync(join(folder, 'site/source.ts'), 'source');
  writeFileSync(join(folder, 'docs/index.html'), '<p>docs');
  writeFileSync(join(folder, 'outside.txt'), 'outside');
  const pages = createWebPages({ '/demo.json': { Sku: 'A' } }, [
    { path: '/docs/', folder: join(folder, 'docs') },
    { path: '/missing/', folder: join(folder, 'missing') },
    { path: '/', folder: join(folder, 'site') },
  ]);
  server = createServer((request, response) => {
    if (!pages.serve(request.method!, request.url!.split('?')[0]!, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });

it.each([
  ['/', 'text/html; charset=utf-8', '<p>home'],
  ['/app.js?v=1', 'text/javascript; charset=utf-8', 'let a;'],
  ['/docs/', 'text/html; charset=utf-8', '<p>docs'],
  ['/demo.json', 'application/json; charset=utf-8', '{"Sku":"A"}'],
])('serves %s', async (path, type, body) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
  expect(await response.text()).toBe(body);
});

it.each([['/nothing'], ['/missing/'], ['/source.ts'], ['/inner/'], ['/%E0%A4%A']])(
  'has nothing at %s',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

it.each([
  ['/../outside.txt'],
  ['/%2e%2e/outside.txt'],
  ['/..%2foutside.txt'],
  ['/docs/..%2f..%2foutside.txt'],
  ['/inner/%2e%2e%2f%2e%2e%2foutside.txt'],
])('does not leave its folder for %s', async (path) => {
  // fetch would normalize the path.
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('end', () => resolve(text)).on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 404/);
});
