import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestData } from '../../client/index.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { cleanEnvironment, mainFile, runCli, temporaryFolder } from './run-cli.ts';
import { productPage, startShop } from './shop.ts';

/** Products requested from the shop, which has all. */
const requested: string[] = [];
let stack: LocalStack;
let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop((request, response) => {
    const [, sku] = /^\/p\/(.*)$/.exec(request.url ?? '') ?? [];
    if (sku === undefined) return void response.writeHead(404).end();
    requested.push(sku);
    response.setHeader('Content-Type', 'text/html').end(productPage(sku, '12.50'));
  });
  stack = await startLocalStack({ allowedTargets: [shop.host] });
});
afterAll(async () => {
  await stack?.close();
  shop?.close();
});

/** A folder with a file of SKUs and one of sites, and a license with a quota. */
const setUp = async (uid: string, skus: readonly string[], sitesPerDay: number) => {
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  const operator = cleanEnvironment(folder, stack.cliEnv);
  const args = ['license', 'create', uid, '--sites-per-day', `${sitesPerDay}`, '--local', stack.webUrl];
  const key = (await runCli(args, { env: operator })).stdout.trim();
  const site = { Name: 'Shop', Url: `http://${shop.host}/p/{sku}`, RenderMode: 'Http' };
  writeFileSync(join(folder, 'sites.json'), JSON.stringify([site]));
  writeFileSync(join(folder, 'skus.csv'), ['Sku', ...skus].join('\n'));
  const env = {
    ...operator,
    TZ: 'Asia/Kathmandu',
    SCRAP_PRICES_BASE_URL: stack.apiUrl,
    SCRAP_PRICES_UID: uid,
    SCRAP_PRICES_LICENSE_KEY: key,
  };
  const command = ['scrape', '--skus', join(folder, 'skus.csv'), '--sites', join(folder, 'sites.json')];
  return {
    folder,
    env,
    command: [...command, '--parallel', '1'],
    runs: join(folder, '.local/state/scrap-prices/runs'),
    [Symbol.dispose]: remove,
  };
};

const skusOf = (stdout: string): string[] => (JSON.parse(stdout) as RequestData[]).map(({ Sku }) => Sku);

describe('a quota used up during a run', () => {
  test('ends the run with the results so far, the time of the reset, and its own exit code', async () => {
    const skus = ['q-1', 'q-2', 'q-3', 'q-4', 'q-5'];
    using it = await setUp('thrifty', skus, 3);
    const before = new Date();
    const ended = await runCli(it.command, it);
    expect(ended.code).toBe(8);
    expect(skusOf(ended.stdout)).toEqual(['q-1', 'q-2', 'q-3']);
    expect(ended.stderr).toMatch(/^q-5: not queued: a quota is used up/m);
    // The window began with the first request, so it ends tomorrow, by the clock of Kathmandu.
    const said = /error: daily quota reached; available again at ([\d:]+) on ([\d-]+); 3 of 5 done\n/.exec(
      ended.stderr,
    );
    const freeAgainMs = Date.parse(`${said?.[2]}T${(said?.[1] ?? '').padEnd(8, ':00')}+05:45`);
    expect(freeAgainMs).toBeGreaterThanOrEqual(before.getTime() + 86_400_000 - 1_000);
    expect(freeAgainMs).toBeLessThanOrEqual(Date.now() + 86_400_000 + 1_000);
    expect(ended.stderr).toContain('Run the same command with --resume to continue.');
    expect(requested.filter((sku) => sku.startsWith('q-'))).toEqual(['q-1', 'q-2', 'q-3']);

    const again = await runCli([...it.command, '--resume'], it);
    expect(again.code).toBe(8);
    expect(again.stderr).toMatch(/^3 of 5 already done\.$/m);
    expect(skusOf(again.stdout)).toEqual(['q-1', 'q-2', 'q-3']);

    // A day later, as far as the service knows.
    stack.advanceClock(86_400_000);
    const rest = await runCli([...it.command, '--resume'], it);
    expect(rest.code).toBe(0);
    expect(skusOf(rest.stdout)).toEqual(skus);
    expect(requested.filter((sku) => sku.startsWith('q-'))).toEqual(skus);
    expect(readdirSync(it.runs)).toEqual([]);
  });
});

describe('a full disk', () => {
  test.skipIf(!existsSync('/dev/full'))(
    'loses nothing of a run: the command says so, and goes on from there',
    async () => {
      using it = await setUp('full', ['f-1', 'f-2'], 10);
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [mainFile, ...it.command], {
        env: it.env,
        stdio: ['ignore', full, 'pipe'],
      });
      const [stderr, code] = await Promise.all([
        text(child.stderr!),
        new Promise((resolve) => child.once('close', resolve)),
      ]);
      closeSync(full);
      expect(stderr).toMatch(
        /error: Standard output cannot be written: ENOSPC.*\nRun the same command with --resume to continue/,
      );
      expect(stderr).not.toContain('    at ');
      expect(code).toBe(1);
      const rest = await runCli([...it.command, '--resume'], it);
      expect(skusOf(rest.stdout)).toEqual(['f-1', 'f-2']);
      expect(requested.filter((sku) => sku.startsWith('f-'))).toEqual(['f-1', 'f-2']);
    },
  );
});

const moments = ['before the call', 'between call and answer', 'after the answer'] as const;
type Moment = (typeof moments)[number];

/** A proxy before the service that kills the command line during a call. */
const startKiller = async () => {
  let kill: ((now: Moment) => void) | undefined;
  const proxy = await startShop(async (request, response) => {
    const body = await text(request);
    kill?.('before the call');
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(new URL(request.url ?? '', stack.webUrl), {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body !== '' && { body }),
    });
    const content = await answer.text();
    kill?.('between call and answer');
    const {
      'content-encoding': _encoding,
      'content-length': _size,
      'transfer-encoding': _transfer,
      ...rest
    } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, rest).end(content, () => kill?.('after the answer'));
  });
  return {
    baseUrl: `http://${proxy.host}/prod`,
    close: () => {
      proxy.close();
    },
    /** @param call - counted from 1; 0 kills nothing. */
    run: async (args: readonly string[], env: Record<string, string>, call: number, moment: Moment) => {
      const child = spawn(process.execPath, [mainFile, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let calls = 0;
      kill = (now) => {
        if (now === 'before the call') calls += 1;
        if (calls === call && now === moment) child.kill('SIGKILL');
      };
      const ended = new Promise<NodeJS.Signals | null>((done) =>
        child.once('close', (_code, signal) => done(signal)),
      );
      const [stdout, stderr, signal] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      kill = undefined;
      return { stdout, stderr, signal };
    },
  };
};

describe('a killed run', () => {
  test('is resumed without repeated scrapes or charges and without losses, whenever it was killed', async () => {
    const skus = ['k-1', 'k-2', 'k-3'];
    // The budget is exact: a duplicate charge would exceed it.
    using it = await setUp('mortal', skus, skus.length);
    const killer = await startKiller();
    const env = { ...it.env, SCRAP_PRICES_BASE_URL: killer.baseUrl };
    const file = join(it.folder, 'run.ndjson');
    const start = (call: number, moment: Moment) =>
      killer.run(
        [...it.command, '--state', file, ...(existsSync(file) ? ['--resume'] : [])],
        env,
        call,
        moment,
      );
    try {
      // The first call of each start queues, or polls what is queued; the second one is the other.
      for (const call of [1, 2]) {
        for (const moment of moments) expect((await start(call, moment)).signal).toBe('SIGKILL');
      }
      const { stdout, signal } = await start(0, 'before the call');
      expect(signal).toBeNull();
      expect(skusOf(stdout)).toEqual(skus);
    } finally {
      killer.close();
    }
    expect(requested.filter((sku) => sku.startsWith('k-'))).toEqual(skus);
    expect(existsSync(file)).toBe(false);
  });
});
