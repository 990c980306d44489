import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generate, HttpClient } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSitesFile } from '../../cli/sites.ts';
import type { RequestData } from '../../client/index.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';

const root = join(import.meta.dirname, '../..');
let stack: LocalStack;

beforeAll(async () => {
  stack = await startLocalStack({ shops: true });
}, 120_000);
afterAll(() => stack?.close());

const shopUrl = () => stack.shops!.sellingSites.find(({ Name }) => Name === 'Kettle & Crown')!.Url!;

const withFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-docs-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Code blocks of a document whose fence says `info`, without the indentation of a list. */
const codeBlocks = (document: string, info: string): string[] =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, , found]) => found === info)
    .map(([, indent = '', , code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

/** The examples' shops and product, as they are on this machine. */
const localised = (code: string): string =>
  code
    .replaceAll(/https:\/\/shop-[ab]\.example\/p\/\{sku\}/g, shopUrl())
    .replaceAll('555088-105', stack.shops!.sku)
    .replaceAll("Currency: 'EUR'", "Currency: 'GBP'");

const variables = () => ({
  PATH: process.env.PATH ?? '',
  SCRAP_PRICES_BASE_URL: stack.apiUrl,
  SCRAP_PRICES_UID: stack.license!.uid,
  SCRAP_PRICES_LICENSE_KEY: stack.license!.licenseKey,
});

describe('docs/client.md', () => {
  test('has examples that compile and run', async () => {
    const blocks = codeBlocks('docs/client.md', 'ts');
    expect(blocks).toHaveLength(3);
    await withFolder(async (folder) => {
      const files = blocks.map((code, index) => {
        const file = join(folder, `example-${index}.ts`);
        writeFileSync(file, localised(code));
        return file;
      });
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: join(root, 'tsconfig.json'),
          compilerOptions: {
            paths: { 'scrap-prices/client': [join(root, 'client/index.ts')] },
            typeRoots: [join(root, 'node_modules/@types')],
          },
          include: [],
          files,
        }),
      );
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'pipe', encoding: 'utf8' });
      const outputs = await Promise.all(
        files.map(async (file) => {
          const outfile = file.replace('.ts', '.mjs');
          const alias = { 'scrap-prices/client': join(root, 'client/index.ts') };
          await build({ entryPoints: [file], outfile, bundle: true, format: 'esm', platform: 'node', alias });
          const { execFile } = await import('node:child_process');
          return new Promise<string>((resolve, reject) =>
            execFile(process.execPath, [outfile], { env: variables() }, (error, stdout) =>
              error ? reject(error) : resolve(stdout),
            ),
          );
        }),
      );
      expect(outputs[0]).toBe('Shop A Priced 1149.00 GBP undefined\nShop B Priced 1149.00 GBP undefined\n');
      expect(outputs[1]).toBe('1\n');
      expect(outputs[2]).toMatch(/^(pending|\[)[\s\S]*404 No request of yours/);
    });
  }, 60_000);
});

/** Runs a document's commands in a folder. */
const runner = (folder: string) => {
  // What npx runs in a clone, without asking npm for it.
  const npx = join(folder, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'cli/main.ts')}" "$@"\n`);
  chmodSync(npx, 0o755);
  const env = { ...variables(), HOME: folder, PATH: `${folder}:${process.env.PATH}` };
  return async (code: string): Promise<string> => {
    const { execFile } = await import('node:child_process');
    return new Promise<string>((resolve, reject) =>
      execFile('sh', ['-e'], { cwd: folder, env }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      ).stdin?.end(localised(code)),
    );
  };
};

describe('docs/cli.md', () => {
  test('has commands that run', async () => {
    const blocks = codeBlocks('docs/cli.md', 'sh run');
    expect(blocks).toHaveLength(2);
    await withFolder(async (folder) => {
      const run = runner(folder);
      const scraped = JSON.parse(await run(blocks[0]!)) as RequestData;
      expect(scraped.Sites[0]?.Price?.Amount).toBe('1149.00');
      expect(JSON.parse(await run(blocks[1]!))).toMatchObject({ RequestStatus: 0 });
      expect(readFileSync(join(folder, 'prices.csv'), 'utf8')).toMatch(
        /^Sku,Site,.*\n.*,Priced,1149\.00,GBP,/,
      );
    });
  }, 60_000);

  test('has commands for operators that run', async () => {
    const [code] = codeBlocks('docs/cli.md', 'sh run local');
    await withFolder(async (folder) => {
      const run = runner(folder);
      const output = await run(code!.replaceAll('--local', `--local ${stack.webUrl}`));
      expect(output).toMatch(/^local stack at [\s\S]*Requests[\s\S]*Call answered/);
    });
  }, 60_000);

  test('lists the exit codes that the command line has', () => {
    const text = readFileSync(join(root, 'docs/cli.md'), 'utf8');
    const help = execFileSync(process.execPath, [join(root, 'cli/main.ts'), '--help'], { encoding: 'utf8' });
    const listed = [...text.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, words]) => `${code} ${words}`);
    const helped = [...help.matchAll(/^ {2}(\d+) +(.+)$/gm)].map(([, code, words]) => `${code} ${words}`);
    expect(listed.length).toBeGreaterThan(5);
    expect(listed).toEqual(helped);
  });
});

test('docs/selling-sites.md has a file of sites that is right', async () => {
  const [json] = codeBlocks('docs/selling-sites.md', 'json sites');
  await withFolder(async (folder) => {
    const file = join(folder, 'sites.json');
    writeFileSync(file, json!);
    expect(readSitesFile(file).map(({ Name }) => Name)).toEqual(['Shop A', 'Shop B']);
  });
});

test('a client generated from docs/openapi.json compiles and completes a scrape', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-generated-'));
  try {
    await generate({
      input: join(root, 'docs/openapi.json'),
      output: join(folder, 'generated'),
      clientName: 'Generated',
      httpClient: HttpClient.FETCH,
    });
    writeFileSync(
      join(folder, 'scrape.ts'),
      `import { Generated, type CompletedView, type RequestData } from './generated';
      export const scrape = async (BASE: string, LicenseKey: string, UID: string): Promise<RequestData> => {
        const api = new Generated({ BASE, HEADERS: { LicenseKey, UID } });
        const { RequestId } = await api.requests.queueRequest({
          Authorization: { LicenseKey, UID },
          Data: { Sku: ${JSON.stringify(stack.shops!.sku)}, SellingSites: [{ Name: 'Shop A', Url: ${JSON.stringify(shopUrl())} }] },
        });
        for (;;) {
          const view = await api.requests.getRequest(RequestId);
          if (view.RequestStatus === 1) throw new Error('failed');
          if (view.RequestStatus === 2) return (view as CompletedView).Data;
        }
      };`,
    );
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2022',
          lib: ['es2022', 'dom', 'dom.iterable'],
          module: 'esnext',
          moduleResolution: 'bundler',
          types: [],
        },
        files: ['scrape.ts'],
      }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'pipe', encoding: 'utf8' });
    const outfile = join(folder, 'scrape.mjs');
    await build({
      entryPoints: [join(folder, 'scrape.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      // The generated transport imports it and, on Node.js, uses the global instead.
      external: ['form-data'],
    });
    const { scrape } = (await import(outfile)) as {
      scrape: (base: string, key: string, uid: string) => Promise<RequestData>;
    };
    const { uid, licenseKey } = stack.license!;
    const data = await scrape(stack.apiUrl, licenseKey, uid);
    expect(data.Sites[0]?.Price?.Amount).toBe('1149.00');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
