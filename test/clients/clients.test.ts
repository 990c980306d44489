// Clients that two generators make of docs/openapi.json, in Python, each in a process of its own, against a local stack.
// The generators, and the Java of one of them, are installed into .cache/ once.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { pythonEnvironment } from '../../scripts/deploy/python-environment.ts';
import { useLocalStack } from '../service/stack.ts';

const document = join(import.meta.dirname, '../../docs/openapi.json');
const packageName = 'scrap_prices_client';
const run = promisify(execFile);
const local = useLocalStack({ settings: { watches: true } });

it.each<[name: string, driver: string, program: string, args: (folder: string) => string[]]>([
  [
    'openapi-python-client',
    'openapi_python_client.py',
    'openapi-python-client',
    // Anything it cannot generate is a warning, and so a failure.
    (folder) => [
      ...['generate', '--path', document, '--output-path', join(folder, packageName)],
      ...['--meta', 'none', '--fail-on-warning'],
    ],
  ],
  [
    'OpenAPI Generator',
    'openapi_generator.py',
    'openapi-generator-cli',
    (folder) => [
      ...['generate', '--generator-name', 'python', '--input-spec', document, '--output', folder],
      ...['--package-name', packageName],
    ],
  ],
])(
  'a client made by %s queues, reads, watches and is refused without credentials',
  async (_name, driver, program, args) => {
    const bin = pythonEnvironment('clients', join(import.meta.dirname, 'requirements.txt'));
    // One generator calls the formatter beside it.
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const { license, shops, apiUrl } = local.stack;
    const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-client-'));
    try {
      await run(join(bin, program), args(folder), { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
      const calling = run(join(bin, 'python'), [join(import.meta.dirname, driver)], {
        cwd: folder,
        env: { ...env, PYTHONPATH: folder },
      });
      calling.child.stdin!.end(
        JSON.stringify({
          BaseUrl: apiUrl,
          Authorization: { LicenseKey: license!.licenseKey, UID: license!.uid },
          Data: {
            Sku: shops!.sku,
            SellingSites: shops!.sellingSites.filter(({ Name }) => Name === jsonLdShop.name),
          },
        }),
      );
      expect(JSON.parse((await calling).stdout)).toEqual({
        RequestId: expect.stringMatching(/^[\da-f-]{36}$/),
        Amount: jsonLdShop.expected.amount,
        Currency: jsonLdShop.expected.currency,
        Watches: ['clients'],
        Refused: 401,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
