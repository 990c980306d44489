// Deleting a license deletes its own watches, and no others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { ScrapPrices } from '../../client/index.ts';
import { createDynamoDbWatchStore } from '../../lambdas/aws/dynamodb-watch-store.ts';
import { emptyEntry } from '../../lambdas/domain/watch/conclude.ts';
import { environment } from '../../lambdas/environment.ts';
import { cleanEnvironment, runCli } from '../cli/run-cli.ts';
import { documentsOf, useLocalStack } from './stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-deleted-license-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const local = useLocalStack(async () => ({ shops: false, settings: { watches: true } }));

const license = (...args: string[]) =>
  runCli(['license', ...args, '--local', local.stack.webUrl], {
    env: cleanEnvironment(folder, local.stack.cliEnv),
  });

it('deletes them with their schedules and states, and reports it', { timeout: 120_000 }, async () => {
  const licenseKey = (await license('create', 'leaving')).stdout.trim();
  const { apiUrl: baseUrl, license: own } = local.stack;
  const leaving = new ScrapPrices({ baseUrl, uid: 'leaving', licenseKey });
  const staying = new ScrapPrices({ baseUrl, uid: own!.uid, licenseKey: own!.licenseKey });
  const watch = { sku: 'x', sites: [{ Url: 'http://127.0.0.1:1/{sku}' }], schedule: 'cron(0 0 29 2 ? *)' };
  for (const name of ['b', 'a']) await leaving.putWatch(name, watch);
  await staying.putWatch('a', { ...watch, schedule: 'rate(7 days)' });

  const documents = documentsOf(local.stack);
  const TableName = Object.values(local.stack.plan.functions).find(
    ({ environment: variables }) => environment.watchesTable in variables,
  )!.environment[environment.watchesTable]!;
  const store = createDynamoDbWatchStore(documents, TableName);
  const seen = (await store.get('leaving', 'a'))!;
  const run = { scheduledAtMs: 1_000, step: 'First' as const };
  const entry = emptyEntry({ run, endedAtMs: 2_000, requestId: null }, 'Lost');
  await store.addEntries(seen, [entry], Date.now() + 3_600_000);

  const deleted = await license('delete', 'leaving');
  expect(deleted).toMatchObject({ code: 0, stdout: '' });
  expect(deleted.stderr).toContain('License "leaving" deleted.\nIts watches were deleted: a, b.\n');
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
  expect(new Set(Items.map(({ Part }) => String(Part).split('#')[1]))).toEqual(new Set([own!.uid]));
  expect((await staying.watches()).Watches).toMatchObject([{ Name: 'a' }]);
  // Only the schedule that runs soon remains.
  expect(local.stack.untilNextSchedule()).toBeLessThan(7 * 24 * 3_600_000);
  await staying.deleteWatch('a');
  expect(local.stack.untilNextSchedule()).toBeUndefined();
  expect(await license('delete', 'leaving')).toMatchObject({ code: 2 });
  documents.destroy();
});
