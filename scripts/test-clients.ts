/**
 * `npm run test:clients`: clients that two generators make of docs/openapi.json, in Python, queue a request on a local
 * stack, read its result, put a watch and are refused without credentials. The generators, and the Java of one of them,
 * are installed into .cache/ once. Exit codes: 0 all proven; 1 something failed; 3 no Python.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { jsonLdShop } from '../local/shops/json-ld-shop.ts';
import { startLocalStack } from '../local/stack.ts';
import { NoPython, pythonEnvironment } from './deploy/python-environment.ts';

const root = join(import.meta.dirname, '..');
const document = join(root, 'docs/openapi.json');
const drivers = join(root, 'test/clients');
const packageName = 'scrap_prices_client';
const run = promisify(execFile);

interface Generator {
  name: string;
  /** Program in test/clients that uses the client. */
  driver: string;
  /** Its program in the virtual environment, and how it writes the package into a folder. */
  program: string;
  args: (folder: string) => string[];
}

const generators: readonly Generator[] = [
  {
    name: 'openapi-python-client',
    driver: 'openapi_python_client.py',
    program: 'openapi-python-client',
    // What it cannot generate is a warning, and then a failure.
    args: (folder) => [
      ...['generate', '--path', document, '--output-path', join(folder, packageName)],
      ...['--meta', 'none', '--fail-on-warning'],
    ],
  },
  {
    name: 'OpenAPI Generator',
    driver: 'openapi_generator.py',
    program: 'openapi-generator-cli',
    args: (folder) => [
      ...['generate', '--generator-name', 'python', '--input-spec', document, '--output', folder],
      ...['--package-name', packageName],
    ],
  },
];

const generatorsFolder = (): string => {
  try {
    return pythonEnvironment('clients', join(drivers, 'requirements.txt'));
  } catch (error) {
    if (!(error instanceof NoPython)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(3);
  }
};

const bin = generatorsFolder();
// One generator calls the formatter beside it.
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
const stack = await startLocalStack({ shops: true, settings: { watches: true } });
let failures = 0;
try {
  const { uid, licenseKey } = stack.license!;
  const site = stack.shops!.sellingSites.find(({ Name }) => Name === jsonLdShop.name)!;
  const input = {
    BaseUrl: stack.apiUrl,
    Authorization: { LicenseKey: licenseKey, UID: uid },
    Data: { Sku: stack.shops!.sku, SellingSites: [site] },
  };
  for (const { name, driver, program, args } of generators) {
    const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-client-'));
    try {
      await run(join(bin, program), args(folder), { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
      const calling = run(join(bin, 'python'), [join(drivers, driver)], {
        cwd: folder,
        env: { ...env, PYTHONPATH: folder },
      });
      calling.child.stdin!.end(JSON.stringify(input));
      const { RequestId, ...rest } = JSON.parse((await calling).stdout) as Record<string, unknown>;
      assert.match(String(RequestId), /^[\da-f-]{36}$/);
      assert.deepEqual(rest, {
        Amount: jsonLdShop.expected.amount,
        Currency: jsonLdShop.expected.currency,
        Watches: ['clients'],
        Refused: 401,
      });
      process.stdout.write(`✓ ${name}: its client queues, reads, watches and is refused\n`);
    } catch (error) {
      failures += 1;
      const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
      process.stdout.write(`✗ ${name}: ${message}\n${stdout.slice(-3_000)}${stderr.slice(-3_000)}\n`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
} finally {
  await stack.close();
}
process.exitCode = failures === 0 ? 0 : 1;
