// `node bench/peers/profile.ts ORIGIN`: profiles one page over plain HTTP, from the socket to the written result, with
// V8's profiler. The page is that of `peers`, in groups of eight.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbRequestStore } from '../../lambdas/aws/dynamodb-request-store.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import { readWithSigns } from '../../lambdas/pricing/rendering/rendering-signs.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../../lambdas/web/http/http-tier.ts';

const parallel = 16;
const sitesPerGroup = 8;

/** Stages by the file of a function; the first match wins. */
const stages: readonly (readonly [stage: string, files: RegExp])[] = [
  ['garbage collection', /^\(garbage collector\)$/],
  [
    'headers, cookies, redirects',
    /tough-cookie|request-headers|client-hints|accept-language|retry-after|fetch-document|web\/egress/,
  ],
  ['decoding to text', /decode-text|@exodus\/bytes|html-encoding-sniffer|http\/refresh|content-type/],
  ['decompression', /zlib|decompress/],
  [
    'sockets and HTTP',
    /undici|node:(?:net|_?http|internal\/(?:streams?|net|http|dns|timers|stream_base)|events|_?tls|dns|buffer)|politeness|with-signal|http-tier|pinned-/,
  ],
  ['writing (AWS SDK)', /@aws-sdk|@smithy|lambdas\/aws|node:(?:internal\/)?crypto/],
  ['packing', /result-pack|\/zod\//],
  ['parsing markup', /htmlparser2|domhandler|parse-html|\/entities\//],
  ['reading: the page’s lines and zones', /pricing\/page\//],
  ['reading: money and words', /pricing\/(?:money|lexicon|roles)\/|availability-text/],
  ['reading: data of the page', /pricing\/(?:structured|embedded|claims)/],
  ['reading: what is seen', /pricing\/(?:visible|features|search|page-currencies|page-hints)/],
  ['signs of scripts', /pricing\/rendering\//],
  ['deciding', /pricing\/(?:decide|page-kind|extract-offer|selectors|evidence)/],
];

const elsewhere = 'the rest of Node.js';
const stageOf = (file: string): string => stages.find(([, files]) => files.test(file))?.[0] ?? elsewhere;

/** Processor time by stage, ms. */
type Shares = ReadonlyMap<string, number>;

/** Profiles repeated work. @returns the time of one repetition. */
const profile = async (count: number, work: () => Promise<unknown>): Promise<Shares> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const { profile: taken } = await session.post('Profiler.stop');
  session.disconnect();
  const { nodes, samples = [], timeDeltas = [] } = taken;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  /** Attributes V8's own functions, e.g. regular expressions, to their caller. */
  const ownerOf = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parentOf.get(at)) {
      const { url, functionName } = byId.get(at)!.callFrame;
      if (url !== '') return url;
      if (functionName.startsWith('(') && functionName !== '(root)') return functionName;
    }
    return '(program)';
  };
  const shares = new Map<string, number>();
  let sampled = 0;
  for (const [index, id] of samples.entries()) {
    const owner = ownerOf(id);
    if (owner === '(idle)' || owner.startsWith('node:inspector')) continue;
    const ms = timeDeltas[index]! / 1_000;
    sampled += ms;
    const stage = stageOf(owner);
    shares.set(stage, (shares.get(stage) ?? 0) + ms);
  }
  // Time of the kernel and other threads has no samples, and is distributed over the others.
  const scale = (user + system) / 1_000 / sampled / count;
  return new Map([...shares].map(([stage, ms]) => [stage, ms * scale]));
};

/** Formats a table of the time per stage. */
const profileHttp = async (origin: string): Promise<string[]> => {
  const policy = createEgressPolicy({ allowedTargets: [new URL(origin).host] });
  const tier = createHttpTier({ policy, maxFetchesPerHost: parallel });
  const { signal } = new AbortController();
  let html = '';
  const fetchPages = async (count: number): Promise<void> => {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        ({ html } = await tier.load({ url: `${origin}/plain/${next}`, site: { Locale: 'de-DE' }, signal }));
      }
    };
    await Promise.all(Array.from({ length: parallel }, lane));
  };
  const context = {
    url: `${origin}/plain/1`,
    requestedUrl: `${origin}/plain/1`,
    httpStatus: 200,
    fetchedAtMs: 0,
  };
  const readPages = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += 1)
      readWithSigns(readPage(html, context.url), { ...context, site: { Locale: 'de-DE' } });
  };
  const table = createServer((request, response) => {
    request
      .resume()
      .once('end', () => response.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{}'));
  }).listen(0, '127.0.0.1');
  await once(table, 'listening');
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(table.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });
  try {
    await fetchPages(200);
    await readPages(60);
    const result = {
      ...readWithSigns(readPage(html, context.url), context).extraction,
      Index: 0,
      Name: 'Shop',
      Reference: null,
      RequestedSku: '1',
      Url: context.url,
      FinalUrl: context.url,
      HttpStatus: 200,
      RenderMode: 'Http',
      FetchedAt: new Date(0).toISOString(),
      DurationMs: 1,
      Attempts: 1,
    } as SiteResult;
    const group = Array.from({ length: sitesPerGroup }, (_, Index) => ({ ...result, Index }));
    const store = createDynamoDbRequestStore(
      DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
      'Requests',
    );
    const writeGroups = async (count: number): Promise<void> => {
      for (let done = 0; done < count; done += 1)
        await store.addResults(
          '00000000-0000-4000-8000-000000000000',
          0,
          packResults(group, sitesPerGroup),
          1,
        );
    };
    await writeGroups(50);
    const parts = [
      await profile(1_000, () => fetchPages(1_000)),
      await profile(300, () => readPages(300)),
      await profile(200 * sitesPerGroup, () => writeGroups(200)),
    ];
    const shares = [...stages.map(([stage]) => stage), elsewhere]
      .map((stage) => ({ stage, ms: parts.reduce((sum, of) => sum + (of.get(stage) ?? 0), 0) }))
      .toSorted((one, other) => other.ms - one.ms);
    const whole = shares.reduce((sum, { ms }) => sum + ms, 0);
    return [
      `One page over plain HTTP, from the socket to the written result: ${whole.toFixed(1)} ms of a processor`,
      '',
      ...shares.map(
        ({ stage, ms }) =>
          `${stage.padEnd(44)}${ms.toFixed(2).padStart(8)} ms${((100 * ms) / whole).toFixed(1).padStart(7)} %`,
      ),
    ];
  } finally {
    client.destroy();
    table.close();
    await tier.close();
  }
};

process.stdout.write(`${(await profileHttp(process.argv[2] ?? '')).join('\n')}\n`);
