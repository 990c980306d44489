import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

test('the package entry works for a program outside the project, with types and without dependencies', () => {
  execFileSync(process.execPath, [join(root, 'scripts/build-client.ts')], { stdio: 'pipe' });
  const entry = packageJson.exports['./client'];
  const code = readFileSync(join(root, entry.default), 'utf8');
  expect(code).not.toMatch(/^import /m);
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-entry-'));
  try {
    const file = join(folder, 'program.mts');
    const from = JSON.stringify(join(root, entry.default));
    writeFileSync(
      file,
      `import { ScrapPrices, NotFoundError, type RequestData, type SellingSite } from ${from};
      const site: SellingSite = { Url: 'https://shop-a.example/p/{sku}', RenderMode: 'Http' };
      // @ts-expect-error names are case-sensitive
      export const wrong: SellingSite = { url: 'https://shop-a.example/' };
      export const scrape = (client: ScrapPrices): Promise<RequestData> => client.scrape('1', [site]);
      console.log(typeof ScrapPrices, new NotFoundError('x', { status: 404 }).status);`,
    );
    const options =
      '--ignoreConfig --noEmit --strict --module nodenext --target es2023 --lib es2023,dom'.split(' ');
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, ...options, '--types', '', file], { stdio: 'pipe' });
    expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe('function 404\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
