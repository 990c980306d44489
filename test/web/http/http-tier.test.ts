import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { Writable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  brotliCompressSync,
  crc32,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SiteErrorCode } from '../../../lambdas/domain/result/site-result.ts';
import { createEgressPolicy } from '../../../lambdas/web/egress/egress-policy.ts';
import { defaultHttpLimits } from '../../../lambdas/web/http/http-limits.ts';
import { createHttpTier, type HttpTierOptions } from '../../../lambdas/web/http/http-tier.ts';
import type { PageLoad, PageRequest } from '../../../lambdas/web/page-load.ts';
import { isAllowedByRobots } from '../../../lambdas/web/robots-rules.ts';
import { WebError } from '../../../lambdas/web/web-error.ts';
import { hangGuardMs } from '../../hang-guard.ts';
import { openPolicy } from '../egress/open-policy.ts';
import { waysToPrivateTargets } from '../egress/private-targets.ts';
import { gigabyteBombs, nestedBomb } from './bombs.ts';
import {
  type LoopbackServer,
  malformedResponses,
  startHttp2Shop,
  startRawServer,
  startSecureShop,
  startShop,
} from './loopback-shop.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const closedAfterTest = async (server: Promise<LoopbackServer>): Promise<LoopbackServer> => {
  const started = await server;
  closers.push(() => started.close());
  return started;
};
const shopOf = (answer: RequestListener): Promise<LoopbackServer> => closedAfterTest(startShop(answer));

type TierOptions = Partial<HttpTierOptions> & {
  allowedTargets?: string[];
  resolve?: (name: string) => Promise<{ address: string; family: number }[]>;
};

const tierFor = (shops: LoopbackServer[], { allowedTargets = [], resolve, ...options }: TierOptions = {}) => {
  const policy = createEgressPolicy({
    allowedTargets: [...shops.map(({ port }) => `127.0.0.1:${port}`), ...allowedTargets],
    ...(resolve && { resolve }),
  });
  const tier = createHttpTier({
    policy,
    random: () => 0,
    checkRobots: async (...given) => isAllowedByRobots(given[0], given[1], given[2]),
    ...options,
    limits: { backoffMs: 1, ...options.limits },
  });
  closers.push(() => tier.close());
  return tier;
};

const load = (
  shop: LoopbackServer,
  path = '/',
  options: TierOptions = {},
  request: Partial<PageRequest> = {},
): Promise<PageLoad> => visit(tierFor([shop], options), `${shop.origin}${path}`, request);

/** Loads a page in a shared tier. */
const visit = (
  tier: ReturnType<typeof tierFor>,
  url: string,
  request: Partial<PageRequest> = {},
): Promise<PageLoad> => tier.load({ url, signal: new AbortController().signal, ...request });

/** Writes as long as the client reads. */
const flood = (out: Writable, piece: string | Buffer): void => {
  const pump = (): void => {
    while (!out.destroyed && out.write(piece)) {}
  };
  out.on('drain', pump);
  pump();
};

/** The error code of a load; fails the test if it succeeds. */
const codeOf = async (loading: Promise<PageLoad>): Promise<SiteErrorCode> => {
  const error = await loading.then(
    ({ html }) => expect.fail(`expected an error, got a page: ${html.slice(0, 100)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof WebError)) throw error;
  return error.code;
};

const page =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
  };

const html = '<!doctype html><title>Schuh</title><p>1.299,00 €';

describe('a request', () => {
  it("looks like a browser's navigation in the site's language", async () => {
    const shop = await shopOf((request, response) => {
      response.setHeader('Content-Type', 'text/plain');
      response.end(JSON.stringify(request.rawHeaders));
    });
    const headers: string[] = JSON.parse(
      (await load(shop, '/', {}, { site: { Locale: 'de', Country: 'AT' } })).html,
    );
    expect(headers.filter((_value, index) => index % 2 === 0)).toEqual([
      'host',
      'connection',
      'Upgrade-Insecure-Requests',
      'User-Agent',
      'Accept',
      'Accept-Encoding',
      'Accept-Language',
    ]);
    expect(headers[headers.indexOf('Accept-Language') + 1]).toMatch(/^de-AT,de;q=0\.9,/);
  });

  it('sends the deployment’s user agent', async () => {
    const shop = await shopOf((request, response) =>
      page(String(request.headers['user-agent']))(request, response),
    );
    expect((await load(shop, '/', { userAgent: 'Prices/1.0' })).html).toBe('Prices/1.0');
  });

  it('reuses connections for the next page of the same host', async () => {
    const shop = await shopOf(page(html));
    const tier = tierFor([shop]);
    for (let i = 0; i < 10; i += 1) await visit(tier, `${shop.origin}/${i}`);
    // A page may end just before its connection becomes free, so a second one may be opened.
    expect(shop.connections).toBeLessThanOrEqual(2);
  });
});

describe('decompression', () => {
  /** A member with all optional header fields (RFC 1952, 2.3). */
  const withWholeHeader = (text: string): Buffer => {
    const member = gzipSync(text);
    const header = Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3]);
    const fields = Buffer.concat([header, Buffer.from('\x04\0ab\x1f\x8bpage.html\0a comment\0', 'latin1')]);
    const check = Buffer.alloc(2);
    check.writeUInt16LE(crc32(fields) & 0xffff);
    return Buffer.concat([fields, check, member.subarray(10)]);
  };
  /** Flips one bit, at a number of bytes from the end. */
  const damaged = (body: Buffer, fromEnd: number): Buffer => {
    const copy = Buffer.from(body);
    copy[copy.length - fromEnd]! ^= 1;
    return copy;
  };
  const garbage = Buffer.from('<!-- served in 12 ms -->');
  const half = Math.floor(html.length / 2);

  // Chromium, Firefox and curl show such pages.
  it.each<[string, Buffer]>([
    ['zeros and garbage', Buffer.concat([gzipSync(html), Buffer.alloc(8), garbage])],
    ['half of such a beginning', Buffer.concat([gzipSync(html), Buffer.from([0x1f, 0x20, 0x20])])],
    ['garbage', Buffer.concat([gzipSync(html), garbage])],
    ['the same page once more, as it is', Buffer.concat([gzipSync(html), Buffer.from(html)])],
    [
      'garbage behind a second member',
      Buffer.concat([gzipSync(html.slice(0, half)), gzipSync(html.slice(half)), garbage]),
    ],
    [
      'garbage behind members with headers of all kinds',
      Buffer.concat([withWholeHeader(html.slice(0, half)), withWholeHeader(html.slice(half)), garbage]),
    ],
    ['garbage behind an empty member', Buffer.concat([gzipSync(''), gzipSync(html), gzipSync(''), garbage])],
  ])('ignores trailing data after a gzip body: %s', async (_what, body) => {
    const shop = await shopOf(page(body, { 'Content-Encoding': 'gzip' }));
    expect((await load(shop)).html).toBe(html);
  });

  it('counts the bytes of the page, but not trailing data', async () => {
    const body = Buffer.concat([gzipSync(html), gzipSync(html), garbage]);
    const shop = await shopOf(page(body, { 'Content-Encoding': 'gzip' }));
    const bytes = 2 * Buffer.byteLength(html);
    expect((await load(shop, '/', { limits: { decodedBytes: bytes } })).html).toBe(html + html);
    expect(await codeOf(load(shop, '/', { limits: { decodedBytes: bytes - 1 } }))).toBe('TooLarge');
    expect(await codeOf(load(shop, '/', { limits: { wireBytes: body.length - 1 } }))).toBe('TooLarge');
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(html)],
    ['GZIP', gzipSync(html)],
    ['deflate', deflateSync(html)],
    ['deflate', deflateRawSync(html)],
    ['br', brotliCompressSync(html)],
    ['zstd', zstdCompressSync(html)],
    ['identity', Buffer.from(html)],
    ['none', Buffer.from(html)],
    ['gzip', Buffer.from(html)],
    ['gzip, br', brotliCompressSync(gzipSync(html))],
    ['gzip', Buffer.concat([gzipSync(html.slice(0, 20)), gzipSync(html.slice(20))])],
  ])('reads a body sent as "%s"', async (coding, body) => {
    const shop = await shopOf(page(body, { 'Content-Encoding': coding }));
    expect((await load(shop)).html).toBe(html);
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(html.repeat(2_000))],
    ['br', brotliCompressSync(Array.from({ length: 9_000 }, (_, i) => `${html}${i * 7919}`).join(''))],
    [
      'zstd',
      zstdCompressSync(Buffer.from(Array.from({ length: 9_000 }, (_, i) => `${html}${i * 7919}`).join(''))),
    ],
    ['deflate', deflateSync(html.repeat(2_000))],
  ])('reads the received part of a truncated "%s" body', async (coding, body) => {
    const shop = await shopOf(
      page(body.subarray(0, Math.floor(body.length * 0.7)), { 'Content-Encoding': coding }),
    );
    expect(await load(shop)).toMatchObject({
      html: expect.stringContaining('<title>Schuh'),
      isTruncated: true,
    });
  });

  // Chromium ignores trailing checksums.
  it.each<[string, string, Buffer, string]>([
    ['of gzip', 'gzip', damaged(gzipSync(html), 8), html],
    ['and something else behind it', 'gzip', Buffer.concat([damaged(gzipSync(html), 8), garbage]), html],
    [
      'in the second member',
      'gzip',
      Buffer.concat([gzipSync(html), damaged(gzipSync(html), 8)]),
      html + html,
    ],
    ['in the first member', 'gzip', Buffer.concat([damaged(gzipSync(html), 8), gzipSync(html)]), html + html],
    ['of deflate', 'deflate', damaged(deflateSync(html), 1), html],
    ['of a gzip header', 'gzip', damaged(withWholeHeader(html), gzipSync(html).length - 10 + 1), html],
  ])('reads a body with a wrong checksum %s', async (_where, coding, body, wanted) => {
    const shop = await shopOf(page(body, { 'Content-Encoding': coding }));
    expect(await load(shop)).toMatchObject({ html: wanted, isTruncated: false });
  });

  const withFlags = (flags: number): Buffer => {
    const member = gzipSync(html);
    member[3] = flags;
    return member;
  };
  const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

  it.each<[string, string, Buffer]>([
    ['gzip with flags that mean nothing', 'gzip', withFlags(0xe0)],
    ['gzip without its sums', 'gzip', gzipSync(html).subarray(0, -8)],
    ['deflate without its sum', 'deflate', deflateSync(html).subarray(0, -4)],
    [
      'zstd in frames',
      'zstd',
      Buffer.concat([zstdCompressSync(html.slice(0, half)), skipped, zstdCompressSync(html.slice(half))]),
    ],
    ['zstd and something else behind it', 'zstd', Buffer.concat([zstdCompressSync(html), garbage])],
    ['brotli and something else behind it', 'br', Buffer.concat([brotliCompressSync(html), garbage])],
    ['a page that is only called compressed', 'compress', Buffer.from(html)],
  ])('reads a complete page in a malformed body: %s', async (_what, coding, body) => {
    const shop = await shopOf(page(body, { 'Content-Encoding': coding }));
    expect(await load(shop)).toMatchObject({ html, isTruncated: false });
  });

  it.each<[string, string, Buffer]>([
    [
      'in the second member',
      'gzip',
      Buffer.concat([gzipSync(html), gzipSync(html.repeat(2_000)).subarray(0, 100)]),
    ],
    [
      'in the second member, behind a wrong sum',
      'gzip',
      Buffer.concat([damaged(gzipSync(html), 8), gzipSync(html.repeat(2_000)).subarray(0, 100)]),
    ],
    [
      'in the second frame',
      'zstd',
      Buffer.concat([zstdCompressSync(html), zstdCompressSync(html).subarray(0, 20)]),
    ],
    ['in the inner layer', 'gzip, br', brotliCompressSync(gzipSync(html.repeat(2_000)).subarray(0, 100))],
  ])('reports a body truncated %s', async (_where, coding, body) => {
    const shop = await shopOf(page(body, { 'Content-Encoding': coding }));
    expect(await load(shop)).toMatchObject({
      html: expect.stringContaining('<title>Schuh'),
      isTruncated: true,
    });
  });

  it('reads any number of gzip members, with one cap for all codings', async () => {
    const many = Buffer.concat([...Array(150).fill(gzipSync('x')), gzipSync(html)]);
    const shop = await shopOf(page(many, { 'Content-Encoding': 'gzip' }));
    expect((await load(shop)).html).toBe('x'.repeat(150) + html);
    for (const [coding, part] of [
      ['gzip', damaged(gzipSync(Buffer.alloc(1_000_000)), 8)],
      ['zstd', zstdCompressSync(Buffer.alloc(1_000_000))],
    ] as const) {
      const bomb = await shopOf(page(Buffer.concat(Array(50).fill(part)), { 'Content-Encoding': coding }));
      expect(await codeOf(load(bomb))).toBe('TooLarge');
    }
  });

  it.each([
    ['gzip', Buffer.concat([gzipSync(html).subarray(0, 12), Buffer.from('garbage garbage garbage')])],
    // With trailing data, each member needs its own decoder.
    ['gzip', Buffer.concat([...Array(101).fill(gzipSync('x')), Buffer.from('garbage')])],
    ['br', Buffer.from('this is not brotli at all')],
    ['zstd', Buffer.from('this is not zstd at all')],
    ['zstd', Buffer.concat(Array(101).fill(zstdCompressSync('x')))],
    ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(html)))],
  ])('rejects a damaged "%s" body that a browser may read', async (coding, body) => {
    const shop = await shopOf(page(body, { 'Content-Encoding': coding }));
    await expect(load(shop)).rejects.toMatchObject({ code: 'UnsupportedContent', isUndecodable: true });
  });

  it('rejects permanently what no browser reads', async () => {
    const compressed = Buffer.from([0x1f, 0x9d, 0x90, 0x3c, 0x42]);
    const said: Record<string, string>[] = [
      { 'Content-Encoding': 'compress' },
      { 'Content-Type': 'application/pdf' },
    ];
    for (const headers of said) {
      const shop = await shopOf(page(compressed, headers));
      await expect(load(shop)).rejects.toMatchObject({ code: 'UnsupportedContent', isUndecodable: false });
    }
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(html).subarray(0, 6)],
    ['gzip', gzipSync(html).subarray(0, 10)],
    // Compressed blocks cannot be decoded partially.
    ['zstd', zstdCompressSync(html.repeat(2_000)).subarray(0, -1)],
  ])('reports a "%s" body truncated before any content as a failed connection', async (coding, body) => {
    const complete: Record<string, Buffer> = { gzip: gzipSync(html), zstd: zstdCompressSync(html) };
    let requested = 0;
    const shop = await shopOf((request, response) => {
      const isCut = request.url === '/cut' || ++requested === 1;
      page(isCut ? body : complete[coding]!, { 'Content-Encoding': coding })(request, response);
    });
    expect(await load(shop)).toMatchObject({ html, attempts: 2, isTruncated: false });
    await expect(load(shop, '/cut')).rejects.toMatchObject({ code: 'ConnectionFailed', retryable: true });
  });

  it('uses the status of an error whose body cannot be decompressed', async () => {
    const shop = await shopOf((_request, response) => {
      response.writeHead(404, { 'Content-Type': 'text/html', 'Content-Encoding': 'br' }).end('not brotli');
    });
    expect(await load(shop)).toMatchObject({ httpStatus: 404, html: '', isTruncated: false });
  });

  describe('bombs', () => {
    let bombs: Awaited<ReturnType<typeof gigabyteBombs>>;
    beforeAll(async () => {
      bombs = await gigabyteBombs();
    });

    it.each(['gzip', 'br', 'zstd'] as const)(
      'stops 1 GB of %s at the cap, in little memory',
      async (coding) => {
        const shop = await shopOf(page(bombs[coding], { 'Content-Encoding': coding }));
        const before = process.memoryUsage.rss();
        expect(await codeOf(load(shop))).toBe('TooLarge');
        expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
      },
    );

    it('stops a bomb in a bomb', async () => {
      const shop = await shopOf(page(nestedBomb(), { 'Content-Encoding': 'br, gzip' }));
      expect(await codeOf(load(shop))).toBe('TooLarge');
    });
  });
});

describe('charsets', () => {
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
  const cp1251 = Buffer.from([0xd6, 0xe5, 0xed, 0xe0]); // Цена
  const shiftJis = Buffer.from([0x89, 0xbf, 0x8a, 0x69]); // 価格
  const utf16 = Buffer.from(`\ufeff${html}`, 'utf16le');

  it.each<[string, string, Buffer, string, string?]>([
    ['the header says', 'text/html; charset=windows-1251', cp1251, 'Цена'],
    [
      'the header says, against meta',
      'text/html;charset=windows-1251',
      Buffer.concat([latin1('<meta charset=utf-8>'), cp1251]),
      'Цена',
    ],
    [
      'a byte order mark says, against the header',
      'text/html;charset=iso-8859-1',
      Buffer.from(`\ufeff${html}`),
      '1.299,00 €',
    ],
    ['a UTF-16 byte order mark says', 'text/html', utf16, '1.299,00 €'],
    ['meta says', 'text/html', Buffer.concat([latin1('<meta charset="shift_jis">'), shiftJis]), '価格'],
    [
      'meta http-equiv says',
      'text/html',
      Buffer.concat([
        latin1('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'),
        cp1251,
      ]),
      'Цена',
    ],
    [
      'meta says, where the header names none that exists',
      'text/html; charset=foo',
      Buffer.concat([latin1('<meta charset=windows-1251>'), cp1251]),
      'Цена',
    ],
    [
      'an XML declaration says',
      'application/xhtml+xml',
      Buffer.concat([latin1('<?xml version="1.0" encoding="windows-1251"?><p>'), cp1251]),
      'Цена',
    ],
    ['nothing says, in UTF-8', 'text/html', Buffer.from(html), '1.299,00 €'],
    ['nothing says, in windows-1252', 'text/html', Buffer.from([0x31, 0x80]), '1€'],
    ['nothing says, on a Russian site', 'text/html', cp1251, 'Цена', 'ru-RU'],
    ['ISO-8859-1 is meant as windows-1252', 'text/html; charset=iso-8859-1', Buffer.from([0x31, 0x80]), '1€'],
    ['nothing says, in JSON', 'application/json', Buffer.from('"€"'), '"€"'],
    ['UTF-8 is said and not meant', 'text/html; charset=utf-8', Buffer.from([0x31, 0x80, 0x32]), '1\ufffd2'],
  ])('reads what %s', async (_title, type, body, expected, locale) => {
    const shop = await shopOf(page(body, { 'Content-Type': type }));
    expect((await load(shop, '/', {}, { site: { Locale: locale } })).html).toContain(expected);
  });
});

describe('content types', () => {
  it.each([
    'text/html',
    'application/xhtml+xml',
    'text/xml',
    'application/json',
    'application/ld+json',
    'text/plain',
  ])('reads %s', async (type) => {
    expect((await load(await shopOf(page('"x"', { 'Content-Type': type })))).html).toBe('"x"');
  });

  it.each([
    'application/pdf',
    'image/png',
    'image/svg+xml',
    'video/mp4',
    'application/octet-stream',
    'text/event-stream',
    'multipart/x-mixed-replace; boundary=x',
  ])('refuses %s without downloading it', async (type) => {
    // Endless, so the test only ends if the body is not read.
    const shop = await shopOf((_request, response) => {
      response.writeHead(200, { 'Content-Type': type }).write('x');
    });
    expect(await codeOf(load(shop))).toBe('UnsupportedContent');
  });

  it('reads markup without a type, and refuses binary content without one', async () => {
    const shop = await shopOf((request, response) => {
      response.end(request.url === '/page' ? html : Buffer.from([0, 1, 2, 3, 255]));
    });
    expect((await load(shop, '/page')).html).toBe(html);
    expect(await codeOf(load(shop, '/binary'))).toBe('UnsupportedContent');
  });

  it.each([403, 404, 410, 429, 451, 500, 503])(
    'gives a %d with its body, for the caller to judge',
    async (status) => {
      const shop = await shopOf((_request, response) => {
        response
          .writeHead(status, { 'Content-Type': 'text/html', 'Retry-After': '120' })
          .end('<title>No</title>');
      });
      const { httpStatus, html: body, headers } = await load(shop);
      expect([httpStatus, body, headers['retry-after']]).toEqual([status, '<title>No</title>', '120']);
    },
  );

  it('returns a 404 image without a body', async () => {
    const shop = await shopOf((_request, response) => {
      response.writeHead(404, { 'Content-Type': 'image/png' }).end('x');
    });
    expect(await load(shop)).toMatchObject({ httpStatus: 404, html: '' });
  });
});

describe('redirects', () => {
  const redirecting =
    (status: number, location: string): RequestListener =>
    (request, response) => {
      if (request.url === '/') response.writeHead(status, { Location: location }).end('moved');
      else page(`at ${request.url}`)(request, response);
    };

  it.each([301, 302, 303, 307, 308])('follows %d', async (status) => {
    const shop = await shopOf(redirecting(status, 'next?a=1'));
    const { finalUrl, html: body } = await load(shop, '/#size-42');
    expect([finalUrl, body]).toEqual([`${shop.origin}/next?a=1#size-42`, 'at /next?a=1']);
  });

  it('follows no redirect to another host if restricted to one shop', async () => {
    const other = await shopOf(page('another shop'));
    const shop = await shopOf(redirecting(302, `${other.origin}/offers`));
    const only = { onlyShopHost: `127.0.0.1:${shop.port}` };
    const leaving = visit(
      tierFor([], { policy: openPolicy([shop.target, other.target]) }),
      `${shop.origin}/`,
      only,
    );
    expect([await codeOf(leaving), other.connections]).toEqual(['ForbiddenTarget', 0]);
    const staying = await shopOf(redirecting(302, '/offers'));
    const stays = await load(staying, '/', {}, { onlyShopHost: `127.0.0.1:${staying.port}` });
    expect(stays.html).toBe('at /offers');
  });

  it.each([300, 304])('does not follow %d', async (status) => {
    expect((await load(await shopOf(redirecting(status, '/next')))).httpStatus).toBe(status);
  });

  it('reads a location in raw UTF-8', async () => {
    const shop = await closedAfterTest(
      startRawServer((socket) => {
        socket.once('data', (head) => {
          const isFirst = head.toString().startsWith('GET / ');
          socket.end(
            isFirst
              ? 'HTTP/1.1 302 Found\r\nLocation: /größe\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
              : `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${head.toString().split(' ')[1]}`,
          );
        });
      }),
    );
    expect((await load(shop)).html).toBe('/gr%C3%B6%C3%9Fe');
  });

  it.each([
    ['<meta http-equiv="refresh" content="0; url=/next">', 'at /next'],
    ["<META HTTP-EQUIV='Refresh' CONTENT='1;URL=\"/next\"'>", 'at /next'],
    ['<meta http-equiv=refresh content="0,/next">', 'at /next'],
    ['<noscript><meta http-equiv="refresh" content="0; url=/next"></noscript>shop', 'shop'],
    ['<!-- <meta http-equiv="refresh" content="0; url=/next"> -->shop', 'shop'],
    ['<script>"<meta http-equiv=refresh content=0;/next>"</script>shop', 'shop'],
    ['<meta http-equiv="refresh" content="600; url=/timeout">shop', 'shop'],
    ['<meta http-equiv="refresh" content="0">shop', 'shop'],
    ['<meta http-equiv="refresh" content="0; url=/">shop', 'shop'],
  ])('treats %s as a browser does', async (markup, expected) => {
    const shop = await shopOf((request, response) =>
      page(request.url === '/' ? markup : `at ${request.url}`)(request, response),
    );
    expect((await load(shop)).html).toContain(expected);
  });

  it.each([
    ['0; url=/next', 'at /next'],
    ['1;URL="next"', 'at /next'],
    ['0;/gr\u00c3\u00b6\u00c3\u009fe', 'at /gr%C3%B6%C3%9Fe'],
    ['600; url=/timeout', 'shop'],
    ['0', 'shop'],
    ['0; url=/', 'shop'],
  ])('follows the header "Refresh: %s" like a meta tag', async (refresh, expected) => {
    const shop = await shopOf((request, response) => {
      if (request.url === '/') page('shop', { Refresh: refresh })(request, response);
      else page(`at ${request.url}`)(request, response);
    });
    expect((await load(shop)).html).toBe(expected);
  });

  it('ends a redirect loop, an endless chain and an endless chain of refreshes', async () => {
    let requested = 0;
    const shop = await shopOf((request, response) => {
      requested += 1;
      const [, kind, number] = /^\/(\w+)\/(\d+)$/.exec(request.url ?? '') ?? [];
      const next = `/${kind}/${kind === 'circle' ? (Number(number) + 1) % 2 : Number(number) + 1}`;
      if (kind === 'meta') page(`<meta http-equiv=refresh content="0;url=${next}">`)(request, response);
      else if (kind === 'header') page('', { Refresh: `0;url=${next}` })(request, response);
      else response.writeHead(302, { Location: next }).end();
    });
    for (const kind of ['circle', 'chain', 'meta', 'header']) {
      expect(await codeOf(load(shop, `/${kind}/0`))).toBe('TooManyRedirects');
    }
    expect(requested).toBe(2 + 11 + 11 + 11);
  });

  it('aborts the endless body of a redirect', async () => {
    const shop = await shopOf((request, response) => {
      if (request.url !== '/') return page('arrived')(request, response);
      response.writeHead(302, { Location: '/next' });
      flood(response, Buffer.alloc(65_536));
    });
    expect((await load(shop)).html).toBe('arrived');
  });

  it.each(['http://[::1', 'http://', 'https://exa mple.com/'])(
    'refuses the location "%s"',
    async (location) => {
      expect(await codeOf(load(await shopOf(redirecting(302, location))))).toBe('InvalidUrl');
    },
  );
});

describe('cookies', () => {
  it('are kept along a redirect chain, and scoped to their host', async () => {
    const seen: Record<string, string | undefined> = {};
    const shop = await shopOf((request, response) => {
      const host = request.headers.host!;
      seen[host] = request.headers.cookie;
      if (host.startsWith('other')) return page('other')(request, response);
      if (request.headers.cookie === undefined) {
        response.writeHead(302, {
          Location: request.url,
          'Set-Cookie': [
            'seen=1; Path=/',
            'foreign=1; Domain=example.org',
            'broad=1; Domain=com',
            'locked=1; Secure',
          ],
        });
      } else {
        response.writeHead(302, { Location: `http://other.example.com:${shop.port}/` });
      }
      response.end();
    });
    const names = ['shop.example.com', 'other.example.com'].map((name) => `${name}:${shop.port}`);
    const policy = openPolicy(names, async () => [{ address: '127.0.0.1', family: 4 }]);
    await visit(tierFor([], { policy }), `http://${names[0]}/gate`);
    expect(seen).toEqual({ [names[0]!]: 'seen=1', [names[1]!]: undefined });
  });

  it('are dropped after the load', async () => {
    const cookies: (string | undefined)[] = [];
    const shop = await shopOf((request, response) => {
      cookies.push(request.headers.cookie);
      page(html, { 'Set-Cookie': 'session=1; Max-Age=1000' })(request, response);
    });
    const tier = tierFor([shop]);
    for (const path of ['/a', '/a']) await visit(tier, shop.origin + path);
    expect(cookies).toEqual([undefined, undefined]);
  });
});

describe('hostile servers', () => {
  const endless: RequestListener = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    flood(response, '<p>'.repeat(20_000));
  };

  it('stops an endless body', async () => {
    const shop = await shopOf(endless);
    expect(await codeOf(load(shop, '/', { limits: { wireBytes: 500_000 } }))).toBe('TooLarge');
    await expect.poll(() => shop.open).toBe(0);
  });

  it('rejects an announced length beyond the cap', async () => {
    const shop = await shopOf((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '9999999999' }).write('x');
    });
    expect(await codeOf(load(shop))).toBe('TooLarge');
  });

  it('stops headers of 10 MB', async () => {
    const shop = await closedAfterTest(
      startRawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const line = `X-Filler: ${'x'.repeat(8_000)}\r\n`;
        for (let sent = 0; sent < 10_000_000 && !socket.destroyed; sent += line.length) socket.write(line);
      }),
    );
    expect(await codeOf(load(shop))).toBe('TooLarge');
  });

  it('stops headers in very many short lines', async () => {
    const shop = await closedAfterTest(
      startRawServer((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}\r\n`);
      }),
    );
    expect(await codeOf(load(shop))).toBe('TooLarge');
  });

  describe('unsolicited 100 Continue', () => {
    const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';
    const answer = (body: string, headers = '') =>
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

    it.each<[string, string[]]>([
      ['once', [proceed + answer('<p>9</p>')]],
      ['alone', [proceed, answer('<p>9</p>')]],
      ['byte by byte', [...proceed.repeat(2), ...answer('<p>9</p>')]],
      [
        'with other interim answers',
        [`${proceed}HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n`, answer('<p>9</p>')],
      ],
      ['with a head and an older version', ['HTTP/1.0 100\r\nServer: x\r\n', `\r\n${answer('<p>9</p>')}`]],
      [
        'in the body, where it is the page’s',
        [answer(`<p>9</p>${proceed}`).slice(0, -proceed.length), proceed],
      ],
    ])('is ignored, as in browsers: %s', async (_how, pieces) => {
      const shop = await closedAfterTest(
        startRawServer((socket) => {
          socket.setNoDelay(true);
          socket.on('data', async () => {
            for (const piece of pieces) {
              socket.write(piece);
              await new Promise(setImmediate);
            }
          });
        }),
      );
      const tier = tierFor([shop]);
      for (const path of ['/1', '/2', '/3', '/4', '/5']) {
        const page = await visit(tier, shop.origin + path);
        expect(page).toMatchObject({ httpStatus: 200, attempts: 1 });
        expect(page.html).toMatch(/^<p>9<\/p>(?:HTTP\/1\.1 100 Continue\r\n\r\n)?$/);
      }
      // At least two per connection.
      expect(shop.connections).toBeLessThan(5);
    });

    it.each([
      ['without end', proceed.repeat(100)],
      ['with a head without end', `${proceed.slice(0, -2)}${'a: b\r\n'.repeat(100)}`],
    ])('%s is stopped', async (_what, piece) => {
      const shop = await closedAfterTest(
        startRawServer((socket) => void socket.once('data', () => flood(socket, piece))),
      );
      expect(await codeOf(load(shop, '/', { limits: { framedBytes: 500_000 } }))).toMatch(
        /^(TooLarge|ConnectionFailed)$/,
      );
      await expect.poll(() => shop.open).toBe(0);
    });
  });

  describe('bytes outside headers and body', () => {
    const openChunk = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n1;';

    it.each([
      ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'.repeat(100)],
      ['the extension of a chunk', openChunk, 'a'.repeat(5_000)],
    ])('stops %s without end', async (_what, start, piece) => {
      const shop = await closedAfterTest(
        startRawServer((socket) => {
          socket.once('data', () => {
            socket.write(start);
            flood(socket, piece);
          });
        }),
      );
      expect(await codeOf(load(shop, '/', { limits: { framedBytes: 500_000 } }))).toBe('TooLarge');
      await expect.poll(() => shop.open).toBe(0);
    });

    it('are counted per response, not per connection', async () => {
      const shop = await shopOf(page('x'.repeat(60_000)));
      const tier = tierFor([shop], { limits: { framedBytes: 100_000 } });
      for (let index = 0; index < 5; index += 1) await visit(tier, `${shop.origin}/${index}`);
      // At least three responses on one connection, more than the limit of one.
      expect(shop.connections).toBeLessThan(3);
    });
  });

  it.each<[string, Partial<HttpTierOptions['limits'] & object>, RequestListener]>([
    ['a server that never answers', { firstByteMs: 30 }, () => {}],
    [
      'a body that stops',
      { totalMs: 60 },
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>');
      },
    ],
    [
      'a body that drips compressed',
      { totalMs: 60 },
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' });
        const body = gzipSync(html);
        let sent = 0;
        const drip = setInterval(() => {
          response.write(body.subarray(sent, sent + 1));
          sent += 1;
        }, 5);
        response.once('close', () => clearInterval(drip));
      },
    ],
  ])('ends %s, and its connection', async (_title, limits, answer) => {
    const shop = await shopOf(answer);
    expect(await codeOf(load(shop, '/', { limits }))).toBe('Timeout');
    await expect.poll(() => shop.open).toBe(0);
  });

  it.each<[string, RequestListener]>([
    ['to begin its answer', (request, response) => void setTimeout(() => page(html)(request, response), 150)],
    [
      'between two pieces',
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>');
        setTimeout(() => response.end(html), 150);
      },
    ],
  ])('waits for a host that is slow %s if the caller allows it', async (_title, answer) => {
    const shop = await shopOf(answer);
    const limits = { firstByteMs: 20, totalMs: 20 };
    expect(await codeOf(load(shop, '/', { limits }))).toBe('Timeout');
    expect((await load(shop, '/', { limits }, { patienceMs: 60_000 })).html).toContain(html);
  });

  it('ends within the load’s time, however long the caller would wait', async () => {
    const shop = await shopOf(() => {});
    expect(await codeOf(load(shop, '/', {}, { patienceMs: 60_000, timeoutMs: 20 }))).toBe('Timeout');
    await expect.poll(() => shop.open).toBe(0);
  });

  it("ends with the signal's own reason, and closes the connection", async () => {
    const shop = await shopOf(() => {});
    const controller = new AbortController();
    const loading = load(shop, '/', {}, { signal: controller.signal });
    await expect.poll(() => shop.open).toBe(1);
    const reason = new WebError('Timeout', 'The group has no time left.', { retryable: true });
    controller.abort(reason);
    await expect(loading).rejects.toBe(reason);
    await expect.poll(() => shop.open).toBe(0);
  });

  it('does nothing for an aborted signal', async () => {
    const shop = await shopOf(page(html));
    expect(await codeOf(load(shop, '/', {}, { signal: AbortSignal.abort() }))).toBe('Timeout');
    expect(shop.connections).toBe(0);
  });

  it.each(malformedResponses)('reports a malformed response with %s', async (_title, answer) => {
    const shop = await closedAfterTest(
      startRawServer((socket) => void socket.once('data', () => socket.end(answer))),
    );
    await expect(load(shop)).rejects.toMatchObject({
      code: 'ConnectionFailed',
      retryable: false,
      message: expect.stringContaining('malformed'),
    });
  });

  it.each([
    [
      'fewer bytes than announced before the end',
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 99\r\n\r\n<p>',
    ],
    [
      'fewer bytes than announced',
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>',
    ],
    [
      'chunks that do not end',
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n',
    ],
    ['nothing', ''],
  ])('gives ConnectionFailed for %s', async (_title, answer) => {
    const shop = await closedAfterTest(
      startRawServer((socket) => void socket.once('data', () => socket.end(answer))),
    );
    await expect(load(shop)).rejects.toMatchObject({ code: 'ConnectionFailed', retryable: true });
  });

  it('gives ConnectionFailed if nothing listens', async () => {
    const shop = await startShop(() => {});
    await shop.close();
    await expect(load(shop)).rejects.toMatchObject({
      code: 'ConnectionFailed',
      message: expect.stringContaining('did not accept the connection'),
    });
  });

  it('gives DnsFailure for a name that does not exist', async () => {
    const resolve = async (): Promise<never> => {
      throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    };
    const tier = tierFor([], { resolve });
    const loading = visit(tier, 'https://gone.example.com/');
    await expect(loading).rejects.toMatchObject({ code: 'DnsFailure', retryable: false });
  });
});

describe('TLS', () => {
  let trusted: { key: string; cert: string };
  let strange: { key: string; cert: string };
  beforeAll(async () => {
    const named = (name: string) =>
      generate([{ name: 'commonName', value: name }], {
        keyType: 'ec',
        extensions: [
          { name: 'basicConstraints', cA: true },
          { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
        ],
      });
    const [known, unknown] = await Promise.all([named('shop.example.com'), named('shop.example.com')]);
    trusted = { key: known.private, cert: known.cert };
    strange = { key: unknown.private, cert: unknown.cert };
    setDefaultCACertificates([...getCACertificates('default'), trusted.cert]);
  });

  const loopback = async () => [{ address: '127.0.0.1', family: 4 }];
  const loadFrom = (
    shop: LoopbackServer,
    name: string,
    options: TierOptions = {},
    request: Partial<PageRequest> = {},
  ): Promise<PageLoad> =>
    visit(
      tierFor([], { allowedTargets: [`${name}:${shop.port}`], resolve: loopback, ...options }),
      `https://${name}:${shop.port}/`,
      request,
    );

  it('verifies the name while it connects to the address', async () => {
    const shop = await closedAfterTest(startSecureShop(trusted, page(html)));
    expect((await loadFrom(shop, 'shop.example.com')).html).toBe(html);
  });

  it('offers Brotli, Zstandard and client hints over a secure connection', async () => {
    const shop = await closedAfterTest(
      startSecureShop(trusted, (request, response) =>
        page(JSON.stringify(request.headers))(request, response),
      ),
    );
    expect(JSON.parse((await loadFrom(shop, 'shop.example.com')).html)).toMatchObject({
      'accept-encoding': 'gzip, deflate, br, zstd',
      'sec-ch-ua': '"Chromium";v="153", "Not_A Brand";v="8"',
      'sec-ch-ua-platform': '"Linux"',
      'sec-fetch-mode': 'navigate',
    });
  });

  it('uses HTTP/2 if offered', async () => {
    const shop = await closedAfterTest(
      startHttp2Shop(trusted, (request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`HTTP/${request.httpVersion} ${request.headers['accept-language']}`);
      }),
    );
    expect((await loadFrom(shop, 'shop.example.com')).html).toMatch(/^HTTP\/2\.0 en-US/);
  });

  it('stops HTTP/2 headers that decompress to 100 KB', async () => {
    const shop = await closedAfterTest(
      startHttp2Shop(trusted, (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.setHeader('x-same', Array<string>(100).fill('x'.repeat(1_000)));
        response.end(html);
      }),
    );
    expect(await codeOf(loadFrom(shop, 'shop.example.com'))).toBe('TooLarge');
  });

  it('waits for a connection as long as its caller, and no longer for another', async () => {
    const shop = await closedAfterTest(startSecureShop(trusted, page(html)));
    // Accepts a connection immediately, but starts TLS later.
    const slow = await closedAfterTest(
      startRawServer((socket) => {
        setTimeout(() => {
          const onward = connect(shop.port, '127.0.0.1');
          onward.on('error', () => socket.destroy());
          socket.pipe(onward).pipe(socket);
          // undici's connect timeout has a resolution of half a second.
        }, 2_500);
      }),
    );
    const limits = { connectMs: 20 };
    expect(await codeOf(loadFrom(slow, 'shop.example.com', { limits }))).toBe('Timeout');
    const brought = await loadFrom(slow, 'shop.example.com', { limits }, { patienceMs: 60_000 });
    expect(brought.html).toContain(html);
  });

  it('rejects an untrusted certificate', async () => {
    const shop = await closedAfterTest(startSecureShop(strange, page(html)));
    expect(await codeOf(loadFrom(shop, 'shop.example.com'))).toBe('TlsError');
  });

  it('rejects a certificate for another name', async () => {
    const shop = await closedAfterTest(startSecureShop(trusted, page(html)));
    expect(await codeOf(loadFrom(shop, 'other.example.com'))).toBe('TlsError');
  });

  it('rejects a server without TLS', async () => {
    const shop = await shopOf(page(html));
    expect(await codeOf(loadFrom(shop, 'shop.example.com'))).toBe('TlsError');
  });
});

describe('retries', () => {
  const failingOnce = (fail: RequestListener): RequestListener => {
    let requested = 0;
    return (request, response) => {
      requested += 1;
      (requested === 1 ? fail : page(html))(request, response);
    };
  };

  it.each<[string, RequestListener]>([
    ['a reset connection', (request) => request.socket.destroy()],
    ...[429, 502, 503, 504].map((status): [string, RequestListener] => [
      `a ${status}`,
      (_request, response) => void response.writeHead(status, { 'Retry-After': '0' }).end(),
    ]),
  ])('recover from %s', async (_title, fail) => {
    expect(await load(await shopOf(failingOnce(fail)))).toMatchObject({ httpStatus: 200, attempts: 2, html });
  });

  it.each([400, 401, 403, 404, 410, 500])('are not made for a %d', async (status) => {
    const shop = await shopOf(failingOnce((_request, response) => void response.writeHead(status).end()));
    expect(await load(shop)).toMatchObject({ httpStatus: status, attempts: 1 });
  });

  it('use a new connection if the host closes reused ones', async () => {
    const uses = new WeakMap<object, number>();
    const shop = await shopOf((request, response) => {
      const used = (uses.get(request.socket) ?? 0) + 1;
      uses.set(request.socket, used);
      if (used > 1) request.socket.resetAndDestroy();
      else page(html)(request, response);
    });
    const tier = tierFor([shop]);
    const loads = await Promise.all(
      Array.from({ length: 24 }, (_, index) => visit(tier, `${shop.origin}/${index}`)),
    );
    expect(loads.map(({ httpStatus }) => httpStatus)).toEqual(Array(24).fill(200));
    // Otherwise no connection was reused, and the test shows nothing.
    expect(loads.some(({ attempts }) => attempts === 2)).toBe(true);
  });

  it('are counted if both attempts fail', async () => {
    const shop = await shopOf((request) => request.socket.destroy());
    const failure: unknown = await load(shop).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ConnectionFailed', attempts: 2 });
  });

  it.each([429, 403, 500])(
    'are not made for a %d whose body never arrives: its status counts',
    async (status) => {
      const shop = await shopOf((_request, response) => {
        response
          .writeHead(status, { 'Content-Type': 'text/html', 'Retry-After': '9'.repeat(400) })
          .write('<p>');
      });
      expect(await load(shop, '/', { limits: { errorIdleMs: 30 } })).toMatchObject({
        httpStatus: status,
        html: '',
      });
    },
  );

  it('are made only once', async () => {
    let requested = 0;
    const shop = await shopOf((_request, response) => {
      requested += 1;
      response.writeHead(502).end();
    });
    expect(await load(shop)).toMatchObject({ httpStatus: 502, attempts: 2 });
    expect(requested).toBe(2);
  });
});

describe('politeness', () => {
  it('limits concurrent fetches per host', async () => {
    const waiting: (() => void)[] = [];
    let maximum = 0;
    const shop = await shopOf((request, response) => {
      waiting.push(() => page(html)(request, response));
      maximum = Math.max(maximum, waiting.length);
      // Only responds to pairs, so a single concurrent fetch would hang.
      if (waiting.length === 2) setTimeout(() => waiting.splice(0).forEach((answer) => void answer()), 5);
    });
    const tier = tierFor([shop], { maxFetchesPerHost: 2 });
    await Promise.all(Array.from({ length: 12 }, (_, i) => visit(tier, `${shop.origin}/${i}`)));
    expect(maximum).toBe(2);
  });

  it('stops waiting for a place at the time limit', async () => {
    const shop = await shopOf((request, response) => {
      if (request.url === '/quick') page(html)(request, response);
    });
    const tier = tierFor([shop], { maxFetchesPerHost: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const stuck = visit(tier, `${shop.origin}/slow`, { signal: first.signal });
    await expect.poll(() => shop.open).toBe(1);
    const waiting = visit(tier, `${shop.origin}/quick`, { signal: second.signal });
    second.abort();
    expect(await codeOf(waiting)).toBe('Timeout');
    first.abort();
    expect(await codeOf(stuck)).toBe('Timeout');
    expect((await visit(tier, `${shop.origin}/quick`)).html).toBe(html);
  });

  it('pauses for a host that asks for it', async () => {
    let requested = 0;
    const shop = await shopOf((_request, response) => {
      requested += 1;
      response.writeHead(429, { 'Retry-After': '60' }).end();
    });
    const tier = tierFor([shop]);
    expect(await visit(tier, `${shop.origin}/a`)).toMatchObject({
      httpStatus: 429,
      attempts: 1,
    });
    await expect(visit(tier, `${shop.origin}/b`)).rejects.toMatchObject({
      code: 'RateLimitedBySite',
      retryable: true,
      retryAfterSeconds: 60,
    });
    expect(requested).toBe(1);
  });
});

describe('robots.txt', () => {
  const withRobots = (answer: RequestListener) =>
    shopOf((request, response) => (request.url === '/robots.txt' ? answer : page(html))(request, response));
  const rules = page(
    'User-agent: *\nDisallow: /private\n\nUser-agent: scrap-prices\nDisallow: /not-for-you',
    {
      'Content-Type': 'text/plain',
    },
  );

  it('is not fetched by default', async () => {
    const shop = await withRobots(() => expect.fail('robots.txt was fetched'));
    expect((await load(shop, '/not-for-you')).html).toBe(html);
  });

  it('is obeyed if configured, and fetched once per site', async () => {
    let requested = 0;
    const shop = await withRobots((request, response) => {
      requested += 1;
      rules(request, response);
    });
    const tier = tierFor([shop], { robotsPolicy: 'obey' });
    expect(await codeOf(visit(tier, `${shop.origin}/not-for-you/1`))).toBe('RobotsDisallowed');
    expect((await visit(tier, `${shop.origin}/private`)).html).toBe(html);
    expect(requested).toBe(1);
  });

  it.each<[number, string]>([
    [404, 'allows'],
    [403, 'allows'],
    [429, 'forbids'],
    [500, 'forbids'],
  ])('with status %d %s everything', async (status, verdict) => {
    const shop = await withRobots((_request, response) => void response.writeHead(status).end('Disallow: /'));
    const loading = load(shop, '/', { robotsPolicy: 'obey' });
    if (verdict === 'allows') expect((await loading).html).toBe(html);
    else expect(await codeOf(loading)).toBe('RobotsDisallowed');
  });

  it.each(['application/octet-stream', 'image/png', 'application/pdf', 'text/html', ''])(
    'is read with the content type "%s"',
    async (type) => {
      // A robots.txt is text whatever its declared type, and never redirects by its content.
      const text = '# <meta http-equiv="refresh" content="0;url=/elsewhere">\nUser-agent: *\nDisallow: /';
      const shop = await withRobots(page(text, { 'Content-Type': type }));
      expect(await codeOf(load(shop, '/', { robotsPolicy: 'obey' }))).toBe('RobotsDisallowed');
    },
  );

  describe.each<[string, (text: string) => { body: string | Buffer; coding?: string }]>([
    ['as it is', (text) => ({ body: text })],
    ['compressed', (text) => ({ body: gzipSync(text), coding: 'gzip' })],
  ])('larger than the limit, sent %s,', (_title, sent) => {
    const pathsOf = async (text: string, paths: string[]) => {
      const { body, coding } = sent(text);
      const shop = await withRobots(
        page(body, { 'Content-Type': 'text/plain', ...(coding && { 'Content-Encoding': coding }) }),
      );
      const tier = tierFor([shop], { robotsPolicy: 'obey' });
      const loads = paths.map((path) => visit(tier, `${shop.origin}${path}`));
      return Promise.all(
        loads.map((loading) =>
          loading.then(
            () => 'Loaded',
            ({ code }) => code,
          ),
        ),
      );
    };

    it('is read up to the limit of RFC 9309', async () => {
      const rules = `User-agent: *\nDisallow: /early\n${'# long\n'.repeat(3_000_000)}Disallow: /late\n`;
      expect(await pathsOf(rules, ['/', '/early', '/late'])).toEqual([
        'Loaded',
        'RobotsDisallowed',
        'Loaded',
      ]);
    });

    it('is read without a truncated rule', async () => {
      const limit = defaultHttpLimits.plainTextBytes;
      const rules = `User-agent: *\n${'Disallow: /x\n'.repeat(60_000)}`.slice(0, limit - 11);
      expect(await pathsOf(`${rules}\nDisallow: /private\n`, ['/', '/x'])).toEqual([
        'Loaded',
        'RobotsDisallowed',
      ]);
    });
  });

  it('with endless redirects allows everything', async () => {
    const shop = await withRobots(
      (_request, response) => void response.writeHead(302, { Location: '/robots.txt' }).end(),
    );
    expect((await load(shop, '/', { robotsPolicy: 'obey' })).html).toBe(html);
  });

  it('is also fetched for a redirect’s target', async () => {
    const other = await withRobots(rules);
    const shop = await shopOf(
      (_request, response) => void response.writeHead(302, { Location: `${other.origin}/not-for-you` }).end(),
    );
    const tier = tierFor([], { policy: openPolicy([shop.target, other.target]), robotsPolicy: 'obey' });
    const loading = visit(tier, shop.origin);
    expect(await codeOf(loading)).toBe('RobotsDisallowed');
  });
});

describe('canary behind the HTTP tier', () => {
  it('gets no connection however it is addressed, directly or by redirect', async () => {
    const canary = await closedAfterTest(startRawServer((socket) => void socket.destroy()));
    const shop = await shopOf((request, response) => {
      const { searchParams } = new URL(request.url!, 'http://x');
      const target = searchParams.get('to')!;
      if (searchParams.get('by') === 'meta')
        page(`<meta http-equiv=refresh content="0;url=${target}">`)(request, response);
      else if (searchParams.get('by') === 'header')
        page('', { Refresh: `0;url=${encodeURI(decodeURI(target))}` })(request, response);
      else
        response.writeHead(Number(searchParams.get('by')), { Location: encodeURI(decodeURI(target)) }).end();
    });
    const resolve = async (name: string) =>
      waysToPrivateTargets.find((way) => way.host === name)?.answers ?? [];
    const tier = tierFor([shop], { resolve, limits: { totalMs: hangGuardMs, firstByteMs: hangGuardMs } });
    const urls = waysToPrivateTargets.flatMap(({ host }) => [
      `http://${host}:${canary.port}/`,
      `http://${host}/`,
      `https://${host}/`,
    ]);
    const ways = urls.flatMap((url) => [
      url,
      ...['301', '302', '303', '307', '308', 'meta', 'header'].map(
        (by) => `${shop.origin}/?by=${by}&to=${encodeURIComponent(url)}`,
      ),
    ]);
    expect(waysToPrivateTargets.length).toBeGreaterThanOrEqual(60);
    const codes = await Promise.all(ways.map((url) => codeOf(visit(tier, url)).then((code) => [url, code])));
    expect(codes.filter(([, code]) => code !== 'ForbiddenTarget' && code !== 'InvalidUrl')).toEqual([]);
    expect(canary.connections).toBe(0);
  });

  it('reaches an allowed target only for sites that name it', async () => {
    const shop = await shopOf(page('shop'));
    const of = (Url: string) => load(shop, '/', {}, { site: { Url } });
    expect((await of(shop.origin)).html).toBe('shop');
    expect(await codeOf(of('https://evil.example/'))).toBe('ForbiddenTarget');
  });

  it('follows no redirect to a target that the site does not name', async () => {
    const inner = await shopOf(page('inner'));
    const outer = await shopOf(
      (_request, response) => void response.writeHead(302, { Location: inner.origin }).end(),
    );
    for (const allowedTargets of [[], [inner.target]])
      expect(await codeOf(load(outer, '/', { allowedTargets }))).toBe('ForbiddenTarget');
    expect(inner.connections).toBe(0);
  });

  it.each([
    'file:///etc/hostname',
    'ftp://example.com/',
    'gopher://example.com/',
    'data:text/html,x',
    'javascript:1',
    'http://user:pass@example.com/',
    'https://example.com:8443/',
    'http://example.com:22/',
    '//example.com',
    '',
  ])('refuses %s', async (url) => {
    const tier = tierFor([]);
    const code = await codeOf(visit(tier, url));
    expect(['ForbiddenTarget', 'InvalidUrl']).toContain(code);
  });

  it('resolves once per connection, and connects to the checked address', async () => {
    const shop = await shopOf(page('pinned'));
    const canary = await closedAfterTest(startRawServer((socket) => void socket.destroy()));
    let lookups = 0;
    // A second lookup would return another address.
    const tier = tierFor([], {
      allowedTargets: [`rebind.example.com:${shop.port}`],
      resolve: async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      },
    });
    const { html: body } = await visit(tier, `http://rebind.example.com:${shop.port}/`);
    expect([body, lookups, canary.connections]).toEqual(['pinned', 1, 0]);
  });
});
