// The packed command line in an empty folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, expect, test } from 'vitest';
import { oldestNode, oldestNodeOfService } from '../../cli/packaged/node-problem.ts';
import { buildCli } from '../../scripts/release/build-cli.ts';
import { packFolder } from '../../scripts/release/pack.ts';
import { failed, requestId, startScriptedService } from '../client/scripted-service.ts';
import { emptyProject, environmentOf, nodeMajors, nodeOf, run } from './empty-project.ts';

const root = join(import.meta.dirname, '../..');
const projectLock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, object>;
};

let built: string;
let archive: Awaited<ReturnType<typeof packFolder>>;
let project: Awaited<ReturnType<typeof emptyProject>>;
let state: string;
beforeAll(async () => {
  built = await buildCli();
  archive = await packFolder(built);
  project = await emptyProject(archive.file);
  state = mkdtempSync(join(tmpdir(), 'scrap-prices-state-'));
  return () => {
    project[Symbol.dispose]();
    rmSync(state, { recursive: true, force: true });
  };
});

/** Keeps downloads for the next run of this test, but no state. */
const variables = (major: number | string): NodeJS.ProcessEnv => ({
  ...environmentOf(major),
  SCRAP_PRICES_CACHE: join(root, '.cache/packaged'),
  XDG_STATE_HOME: state,
});
const npx = (major: number | string, ...args: string[]) =>
  run('npx', ['--no-install', 'scrap-prices', ...args], { cwd: project.folder, env: variables(major) });

test('is a single package, readable by every account', () => {
  expect(archive.bytes).toBeLessThan(10_000_000);
  const closed = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (statSync(join(built, path)).mode & 0o044) !== 0o044,
  );
  expect(closed).toEqual([]);
  const lock = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/scrap-prices']);
});

test('scrapes the demonstration that its own service serves, on the oldest Node.js for that', async () => {
  const oldest = `${oldestNodeOfService.join('.')}.0`;
  const service = spawn('npx', ['--no-install', 'scrap-prices', 'start', '--no-demo', '--port', '0'], {
    cwd: project.folder,
    env: variables(oldest),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let address: string | undefined;
    for await (const line of createInterface({ input: service.stdout })) {
      address = /^Ready after .* s: (http:\S+)\/prod$/.exec(line)?.[1];
      if (address !== undefined) break;
    }
    const { stdout } = await npx(oldest, 'scrape', '--demo', '--local', address!, '--json').catch(
      (error: { stdout: string }) => error,
    );
    const { Sites } = JSON.parse(stdout) as { Sites: { Name: string; Price: { Amount: string } | null }[] };
    expect(Sites.find(({ Name }) => Name === 'Kettle & Crown')?.Price?.Amount).toBe('1149.00');
    // This one needs a browser.
    expect(Sites.find(({ Name }) => Name === 'Crema Lab')?.Price?.Amount).toBe('1399.00');
  } finally {
    process.kill(-service.pid!, 'SIGTERM');
    await new Promise((resolve) => service.once('close', resolve));
  }
});

test('serves agents over standard input and output', async () => {
  const agent = new Client({ name: 'test', version: '1.0.0' });
  await using service = await startScriptedService(failed);
  await agent.connect(
    new StdioClientTransport({
      command: 'npx',
      args: ['--no-install', 'scrap-prices', 'mcp'],
      cwd: project.folder,
      env: {
        ...(variables(22) as Record<string, string>),
        SCRAP_PRICES_BASE_URL: service.baseUrl,
        SCRAP_PRICES_UID: 'acme',
        SCRAP_PRICES_LICENSE_KEY: 'sp_live_secret',
      },
    }),
  );
  try {
    const { tools } = await agent.listTools();
    expect(tools).toHaveLength(6);
    const answer = await agent.callTool({ name: 'read', arguments: { requestId } });
    expect(JSON.stringify(answer)).toMatch(/Failed/);
  } finally {
    await agent.close();
  }
});

test('downloads only what its lock file names by hash, and runs no scripts of packages', () => {
  const { packages } = JSON.parse(readFileSync(join(built, 'downloads/package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity?: string; dependencies?: object }>;
  };
  const { '': manifest, ...locked } = packages;
  expect(Object.keys(manifest!.dependencies!)).toEqual(['@sparticuz/chromium', 'classic-level']);
  for (const [path, { version, integrity }] of Object.entries(locked)) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect(projectLock.packages[path]).toMatchObject({ version, integrity });
  }
});

const oldestCommandNode = `${oldestNode.join('.')}.0`;

test('imports only what the oldest Node.js has, except for what runs the service', async () => {
  project.write(
    'imports.mjs',
    `import { readdirSync, readFileSync } from 'node:fs';
    const [folder] = process.argv.slice(2);
    const missing = {};
    for (const file of readdirSync(folder)) {
      const imports = readFileSync(folder + '/' + file, 'utf8').matchAll(/import\\s*{([^}]*)}\\s*from\\s*"((?:node:)?[a-z_/]+)"/g);
      for (const [, names, module] of imports) {
        const has = await import(module).catch(() => ({}));
        const lacks = names.split(',').map((name) => name.trim().split(' as ')[0]).filter((name) => !(name in has));
        if (lacks.length > 0) (missing[file.replace(/-\\w+\\.mjs$/, '')] ??= []).push(...lacks);
      }
    }
    console.log(JSON.stringify(missing));`,
  );
  const { stdout } = await run(nodeOf(oldestCommandNode), ['imports.mjs', join(built, 'dist')], {
    cwd: project.folder,
  });
  const { chunk, ...missing } = JSON.parse(stdout) as Record<string, string[]>;
  // Zstandard is in a chunk that the service and "sites check" share.
  expect(Object.keys(missing).sort()).toEqual(['run-service', 'runtime.mjs', 'try-sites']);
  expect(chunk!.every((name) => /zstd/i.test(name))).toBe(true);
});

test('calls through a proxy on the oldest Node.js', async () => {
  const targets: string[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    targets.push(url!);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  try {
    await run('npx', ['--no-install', 'scrap-prices', 'watches', 'list'], {
      cwd: project.folder,
      env: {
        ...variables(oldestCommandNode),
        HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
        SCRAP_PRICES_BASE_URL: 'https://api.test/prod',
        SCRAP_PRICES_UID: 'acme',
        SCRAP_PRICES_LICENSE_KEY: 'sp_live_secret',
      },
    }).catch(() => {});
    expect(targets).toContain('api.test:443');
  } finally {
    proxy.close();
  }
});

test('explains which Node.js the service needs', async () => {
  const ended = await npx(oldestCommandNode, 'start').catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('needs Node.js 22.19 or newer') });
});

test.each([oldestCommandNode, ...nodeMajors])(
  'reads a page and writes only results to standard output on Node.js %s',
  async (major) => {
    project.write(
      'page.html',
      '<html lang="en"><h1>Moka pot</h1><p class="price">$12.50</p><button>Add to cart</button>',
    );
    const { stdout } = await npx(
      major,
      'extract',
      'page.html',
      '--url',
      'https://shop.example/p/1',
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({ Outcome: 'Priced', Price: { Amount: '12.50' } });
  },
);
