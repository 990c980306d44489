// The packed client in an empty folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { buildClient } from '../../scripts/release/build-client.ts';
import { packFolder } from '../../scripts/release/pack.ts';
import { completed, queued, startScriptedService } from '../client/scripted-service.ts';
import { emptyProject, environmentOf, nodeMajors, nodeOf, programOf, run } from './empty-project.ts';

let archive: Awaited<ReturnType<typeof packFolder>>;
let project: Awaited<ReturnType<typeof emptyProject>>;
beforeAll(async () => {
  archive = await packFolder(await buildClient());
  project = await emptyProject(archive.file);
  return () => project[Symbol.dispose]();
});

const use = `
const client = new ScrapPrices({ baseUrl: process.argv[2], uid: 'acme', licenseKey: 'key', random: () => 0 });
client.scrape('1', [{ Url: 'https://shop-a.example/p/{sku}' }]).then(({ Sku }) => {
  console.log(Sku, new NotFoundError('x', { status: 404 }).status, typeof verifyWebhook);
});`;
const names = 'NotFoundError, ScrapPrices, verifyWebhook';
const programs = {
  mjs: `import { ${names} } from '@scrap-prices/client';${use}`,
  cjs: `const { ${names} } = require('@scrap-prices/client');${use}`,
};

test('is small and has no dependencies', () => {
  expect(archive.bytes).toBeLessThan(30_000);
  const lock = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@scrap-prices/client']);
});

test.each(nodeMajors.flatMap((major) => [[major, 'mjs'] as const, [major, 'cjs'] as const]))(
  'scrapes on Node.js %i from an .%s file',
  async (major, kind) => {
    await using service = await startScriptedService(
      queued,
      completed({ Sku: 'from the service', Sites: [] }),
    );
    const file = project.write(`program.${kind}`, programs[kind]);
    const { stdout } = await run(nodeOf(major), [file, service.baseUrl], { env: environmentOf(major) });
    expect(stdout).toBe('from the service 404 function\n');
  },
);

test.each([
  ['Deno', programOf('deno', '2.9.6', 'deno'), ['run', '--no-prompt', '--allow-net=127.0.0.1']],
  ['Bun', programOf('bun', '1.4.5', 'bin/bun.exe'), ['run']],
])('scrapes on %s', async (_name, program, args) => {
  await using service = await startScriptedService(queued, completed({ Sku: 'from the service', Sites: [] }));
  const file = project.write('program.mjs', programs.mjs);
  const { stdout } = await run(program, [...args, file, service.baseUrl], { cwd: project.folder });
  expect(stdout).toBe('from the service 404 function\n');
});

test('has its wire types, for strict ES modules and CommonJS', async () => {
  const typed = `
    const site: SellingSite = { Url: 'https://shop-a.example/p/{sku}', RenderMode: 'Http' };
    // @ts-expect-error names are case-sensitive
    export const wrong: SellingSite = { url: 'https://shop-a.example/' };
    export const scrape = (client: ScrapPrices): Promise<RequestData> => client.scrape('1', [site]);
    export const amount = (data: RequestData): string | undefined => data.Sites[0]?.Price?.Amount;`;
  const importing = `import { type RequestData, ScrapPrices, type SellingSite } from '@scrap-prices/client';`;
  const files = ['mts', 'cts'].map((kind) => project.write(`program.${kind}`, importing + typed));
  const options =
    '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2023';
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, ...options.split(' '), '--lib', 'es2023,dom', '--types', '', ...files], {
    cwd: project.folder,
  });
});

test('bundles for a browser without Node.js modules', async () => {
  const file = project.write('page.js', programs.mjs.replace('process.argv[2]', 'location.origin'));
  const { outputFiles, warnings } = await build({
    entryPoints: [file],
    bundle: true,
    platform: 'browser',
    write: false,
  });
  expect(warnings).toEqual([]);
  expect(outputFiles[0]!.text).not.toMatch(/\brequire\(|\bprocess\.|\bBuffer\b/);
});
