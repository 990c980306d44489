import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RequestData, ScrapPrices, UnauthorizedError } from '../../client/index.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { cleanEnvironment, runCli, temporaryFolder } from './run-cli.ts';

let stack: LocalStack;

beforeAll(async () => {
  stack = await startLocalStack({ shops: true });
});
afterAll(() => stack?.close());

const sku = () => stack.shops!.sku;
const siteOf = (name: string) => stack.shops!.sellingSites.find(({ Name }) => Name === name)!;

const environmentOf = (home: string, changes: Record<string, string> = {}) =>
  cleanEnvironment(home, {
    ...stack.awsEnv,
    LICENSES_TABLE: stack.tables.licenses,
    SCRAP_PRICES_BASE_URL: stack.apiUrl,
    SCRAP_PRICES_UID: stack.license!.uid,
    SCRAP_PRICES_LICENSE_KEY: stack.license!.licenseKey,
    ...changes,
  });

const clientOf = (changes: Partial<ConstructorParameters<typeof ScrapPrices>[0]> = {}) =>
  new ScrapPrices({ baseUrl: stack.apiUrl, ...stack.license!, ...changes });

describe('the command line', () => {
  test('finds a local stack with its license and shops', async () => {
    using it = temporaryFolder();
    const env = cleanEnvironment(it.folder, stack.cliEnv);
    const local = ['--local', stack.webUrl];
    const queued = await runCli(['queue', sku(), '--site', siteOf('Kettle & Crown').Url!, ...local], { env });
    const { RequestId } = JSON.parse(queued.stdout) as { RequestId: string };
    const results = await runCli(['status', RequestId, '--wait', ...local], { env });
    expect((JSON.parse(results.stdout) as RequestData).Sites[0]?.Price?.Amount).toBe('1149.00');
    const mixed = await runCli(['scrape', '--demo', '--site', 'x', ...local], { env });
    expect(mixed).toMatchObject({ code: 2, stderr: expect.stringContaining('its own sites') });
    const without = await runCli(['scrape', '--site', 'x', ...local], { env });
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('x needs a SKU') });
    const demo = await runCli(['scrape', '--demo', '--csv', ...local], { env });
    const rows = demo.stdout.trim().split('\n');
    expect(rows.length).toBeGreaterThan(stack.shops!.sellingSites.length);
    expect(demo.stdout).toMatch(/^"VELA-A3","Kettle & Crown",.*"Priced",1149\.00,"GBP",/m);
    expect(demo.code).toBe(3);
  });

  test('creates, lists, rotates, disables and deletes licenses, and shows each key once', async () => {
    using it = temporaryFolder();
    const env = environmentOf(it.folder);
    const run = (...args: string[]) => runCli(['license', ...args], { env });
    const isRefused = (licenseKey: string) =>
      clientOf({ uid: 'acme', licenseKey })
        .status('0f8fad5b-d9cb-469f-a165-70867728950e')
        .then(
          () => false,
          (error: unknown) => error instanceof UnauthorizedError,
        );
    const created = await run('create', 'acme', '--sites-per-day', '50');
    const firstKey = created.stdout.trim();
    expect(firstKey).toMatch(/^sp_live_[\w-]{43}$/);
    expect(await isRefused(firstKey)).toBe(false);
    expect(await run('create', 'acme')).toMatchObject({ code: 2, stdout: '' });
    const listed = await run('list', '--json');
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({ UID: 'acme', Status: 'in force', SitesPerDay: 50, RequestsPerMinute: 60 }),
    );
    expect((await run('create', 'free', '--unlimited')).code).toBe(0);
    expect(JSON.parse((await run('list', '--json')).stdout)).toContainEqual(
      expect.objectContaining({ UID: 'free', SitesPerDay: null, RequestsPerMinute: null }),
    );
    expect(await run('create', 'both', '--unlimited', '--sites-per-day', '5')).toMatchObject({ code: 2 });
    expect(listed.stdout).not.toContain(firstKey);
    const secondKey = (await run('rotate', 'acme')).stdout.trim();
    expect(secondKey).not.toBe(firstKey);
    const [one, other] = [
      (await run('webhook-secret', 'acme')).stdout.trim(),
      (await run('webhook-secret', 'acme', '--overlap', '1')).stdout.trim(),
    ];
    for (const secret of [one, other]) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(other).not.toBe(one);
    expect((await run('list', '--json')).stdout).not.toContain('whsec_');
    expect(await run('webhook-secret', 'nobody')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('webhook-secret', 'acme', '--overlap', '-1')).toMatchObject({ code: 2, stdout: '' });
    expect((await run('disable', 'acme')).code).toBe(0);
    expect((await run('list')).stdout).toMatch(/acme.*disabled/);
    expect((await run('enable', 'acme')).code).toBe(0);
    expect((await run('delete', 'acme')).code).toBe(0);
    expect(await run('delete', 'acme')).toMatchObject({ code: 2 });
  });
});
