// Servers that speak HTTP/2 as none should, in real Chromium, each beside a page that loads all the while. What of a page
// ends first, Chromium's patience, a cap or its time, is the machine's matter; that it ends, and alone, is not.
import { constants, createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createFlagSetChoice } from '../../../lambdas/web/browser/start-browser.ts';
import { WebError } from '../../../lambdas/web/web-error.ts';
import { amplyMs, browserFor } from './loopback-browser.ts';

vi.setConfig({ testTimeout: amplyMs + 10_000 });

const html = (body: string): string => `<!doctype html><h1>x</h1>${body}`;
const head = { ':status': 200, 'content-type': 'text/html; charset=utf-8' };

/** Goes on as long as anybody is there. */
const withoutEnd = (stream: ServerHttp2Stream, send: () => void): void => {
  const timer = setInterval(() => {
    if (stream.destroyed || stream.session?.destroyed !== false) clearInterval(timer);
    else for (let count = 0; count < 200 && !stream.destroyed; count += 1) send();
  }, 1);
};

/** How each answers whoever asks for its page. */
const servers: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  'early hints without end': (stream) =>
    withoutEnd(stream, () =>
      stream.additionalHeaders({ ':status': 103, link: `</${'a'.repeat(500)}.css>; rel=preload` }),
    ),
  'a head that unpacks to 2 MB': (stream) =>
    stream.respond({ ...head, 'x-same': Array<string>(2_000).fill('x'.repeat(1_000)) }),
  'each stream reset': (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  'a session that goes away at each stream': (stream) =>
    stream.session?.goaway(constants.NGHTTP2_NO_ERROR, 0),
  'pings without end': (stream) => withoutEnd(stream, () => stream.session?.ping(() => {})),
};
const names = Object.keys(servers);

let server: Http2SecureServer;
let origin = '';
let tier: ReturnType<typeof tierFor>;
const waiting = new Set<() => void>();
beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
  });
  server = createSecureServer({ key, cert });
  server.on('sessionError', () => {});
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    const path = headers[':path'] ?? '';
    const odd = servers[names[Number(path.slice(1))] ?? ''];
    try {
      if (odd) odd(stream);
      else if (path === '/good') {
        stream.respond(head);
        stream.end(
          html('<p id=p></p><script>fetch("/over").then(()=>{p.textContent="€ 12"+".50"})</script>'),
        );
      } else if (path === '/over')
        waiting.add(() => {
          stream.respond(head);
          stream.end();
        });
      else stream.close();
    } catch {
      // The session was gone.
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  tier = tierFor();
});
afterAll(async () => {
  await tier.close();
  server.close();
});

const tierFor = () =>
  browserFor([new URL(origin).host], {
    // Certificates are verified elsewhere; a test's own is nobody's.
    flagSetChoice: createFlagSetChoice([
      {
        name: 'test',
        added: [{ flag: '--ignore-certificate-errors', reason: 'Signed by itself.' }],
        omitted: [],
      },
    ]),
    limits: { bytes: 4 * 1024 ** 2, requests: 400 },
  });

const load = (path: string, timeoutMs = amplyMs) =>
  tier.load({ url: origin + path, signal: AbortSignal.timeout(amplyMs), timeoutMs }, (page) =>
    page.includes('€ 12.50') ? 'Ready' : 'NotYet',
  );
/** For a page that nothing else ends. */
const patienceMs = 3_000;

it.each(names.map((name, place) => [name, place] as const))(
  '%s: ends the page that asked, and its neighbour loads',
  async (_name, place) => {
    const good = load('/good');
    await expect.poll(() => waiting.size, { timeout: amplyMs }).toBeGreaterThan(0);
    const error: unknown = await load(`/${place}`, patienceMs).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    for (const answer of waiting) answer();
    waiting.clear();
    expect((await good).html).toContain('€ 12.50');
    expect(error).toBeInstanceOf(WebError);
    expect(['TooLarge', 'ConnectionFailed', 'Timeout']).toContain((error as WebError).code);
  },
);
