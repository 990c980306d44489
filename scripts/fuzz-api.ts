/**
 * `node scripts/bootstrap.mjs scripts/fuzz-api.ts [--examples N] [--seed N]`: fuzzes a local stack with Schemathesis,
 * which generates valid and invalid calls from docs/openapi.json. Responses must be as documented and never 5xx, and no
 * function may fail. Needs Python 3.10 or newer. Exit code 1 on violations.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { jsonLdShop } from '../local/shops/json-ld-shop.ts';
import { startLocalStack } from '../local/stack.ts';
import { pythonEnvironment } from './deploy/python-environment.ts';
import { programOptions } from './program-options.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'test/fuzz');

/**
 * Without `positive_data_acceptance`, as some rules are beyond the schema (lists of standards, rules between members),
 * and without `unsupported_method`, as API Gateway answers 403 and 404, never 405.
 */
const checks = [
  ...['not_a_server_error', 'status_code_conformance', 'content_type_conformance'],
  ...['response_headers_conformance', 'response_schema_conformance', 'negative_data_rejection'],
  ...['ignored_auth', 'use_after_free', 'missing_required_header'],
];

const run = async (bin: string, examples: string, seed: string): Promise<number> => {
  let failures = 0;
  const stack = await startLocalStack({
    shops: true,
    warm: true,
    settings: { watches: true, throttleRatePerSecond: 10_000, throttleBurst: 5_000 },
    log: ({ text }) => {
      if (!/"level":"ERROR"/.test(text)) return;
      failures += 1;
      process.stdout.write(`✗ function failed: ${text}\n`);
    },
  });
  try {
    const { uid, licenseKey } = stack.license!;
    const { Url } = stack.shops!.sellingSites.find(({ Name }) => Name === jsonLdShop.name)!;
    const args = [
      ...['run', join(root, 'docs/openapi.json'), '--url', stack.apiUrl, '--checks', checks.join(',')],
      ...['--header', `LicenseKey: ${licenseKey}`, '--header', `UID: ${uid}`],
      ...['--max-examples', examples, '--seed', seed, '--workers', '2', '--continue-on-failure'],
    ];
    const child = spawn(join(bin, 'schemathesis'), args, {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...{ SCHEMATHESIS_HOOKS: 'schemathesis_hooks', PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' },
        ...{ LICENSE_KEY: licenseKey, LICENSE_UID: uid, SHOP_URL: Url },
      },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0 && failures === 0 ? 0 : 1;
  } finally {
    await stack.close();
  }
};

const { values } = programOptions(import.meta.filename, {
  options: { examples: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
process.exitCode = await run(
  pythonEnvironment('schemathesis', join(folder, 'requirements.txt')),
  values.examples,
  values.seed,
);
