// The Python client as a wheel in its own environment, against a local stack.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { startLocalStack } from '../../local/stack.ts';
import { buildPython, pythonPrograms, pythonSource } from '../../scripts/release/build-python.ts';
import { startHostileService } from '../client/hostile-service.ts';
import { takeOne } from '../docs/code-blocks.ts';
import { run } from './empty-project.ts';

const root = join(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-python-'));
  const wheel = (await buildPython()).find(({ file }) => file.endsWith('.whl'))!;
  await run(join(pythonPrograms(), 'pip'), [
    'install',
    '--quiet',
    '--no-deps',
    '--target',
    folder,
    wheel.file,
  ]);
  return () => rmSync(folder, { recursive: true, force: true });
});

test('passes its tests, and runs the example', async () => {
  await using hostile = await startHostileService();
  const stack = await startLocalStack({ shops: true, settings: { watches: true } });
  const python = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  try {
    const live = {
      BaseUrl: stack.apiUrl,
      UID: stack.license!.uid,
      LicenseKey: stack.license!.licenseKey,
      Sku: stack.shops!.sku,
      Sites: stack.shops!.sellingSites.filter(({ Name }) => Name === jsonLdShop.name),
      Prices: [jsonLdShop.expected.amount],
    };
    const { stdout } = await run(
      join(pythonPrograms(), 'pytest'),
      ['-q', '-p', 'no:cacheprovider', 'tests'],
      {
        cwd: pythonSource,
        env: { ...python, SCRAP_PRICES_LIVE: JSON.stringify(live), SCRAP_PRICES_HOSTILE: hostile.origin },
      },
    ).catch((error: Error & { stdout: string }) => {
      throw new Error(error.stdout, { cause: error });
    });
    expect(stdout).toMatch(/\d+ passed/);
    expect(stdout).not.toMatch(/skipped|warning/);
    const url = live.Sites[0]!.Url!;
    const example = [join(root, 'examples/python/scrape.py'), live.Sku, url, url];
    const env = {
      ...python,
      SCRAP_PRICES_BASE_URL: live.BaseUrl,
      SCRAP_PRICES_UID: live.UID,
      SCRAP_PRICES_LICENSE_KEY: live.LicenseKey,
    };
    const printed = await run(join(pythonPrograms(), 'python'), example, { env });
    const { amount, currency } = jsonLdShop.expected;
    const line = `Priced\t${amount} ${currency}\t${url.replace('{sku}', live.Sku)}\n`;
    expect(printed.stdout).toBe(line.repeat(2));
    const tutorial = takeOne('docs/tutorial.md', 'import os')
      .replace('LAMP-1', live.Sku)
      .replace('http://127.0.0.1:3000/{sku}.html', url);
    const first = await run(join(pythonPrograms(), 'python'), ['-c', tutorial], { env });
    expect(first.stdout).toBe(`Priced ${amount} ${currency} None\n`);
  } finally {
    await stack.close();
  }
});

test('has types that pass strict checks, for its users as well', async () => {
  const user = `
from scrap_prices import ScrapPrices, Site, SiteResult
def prices(client: ScrapPrices) -> list[SiteResult]:
    return list(client.scrape("1", [Site(url="https://a.example/{sku}")]).sites)
`;
  const mypy = join(pythonPrograms(), 'mypy');
  const env = { ...process.env, MYPYPATH: folder, MYPY_CACHE_DIR: join(folder, '.mypy') };
  await run(mypy, ['--strict', '-c', user], { cwd: folder, env });
  await run(mypy, ['--strict', join(pythonSource, 'src')], { cwd: folder, env: { ...env, MYPYPATH: '' } });
});
