// Python programs of the documentation, with their libraries.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resultObject } from '../../lambdas/domain/delivery/result-export.ts';
import { pythonEnvironment } from '../../scripts/deploy/python-environment.ts';
import { takeOne } from '../docs/code-blocks.ts';
import { tryReceiver } from '../docs/try-receiver.ts';
import { siteResult } from '../fakes/site-results.ts';

/** An event of a request with priced sites, and one without a price and with other members. */
const completedEvent = (requestId: string, at: string, amounts: readonly string[]) => ({
  type: 'scrap_prices.completed' as const,
  timestamp: at,
  data: {
    RequestId: requestId,
    RequestStatus: 2 as const,
    Data: {
      ...{ Sku: 'x', RequestedAt: at, CompletedAt: at, ExpiresAt: at },
      Summary: {
        ...{ Total: amounts.length + 1, Priced: amounts.length, OutOfStock: 0, Ambiguous: 0 },
        ...{ NotFound: 0, Blocked: 1, Failed: 0 },
      },
      Sites: [
        ...amounts.map((Amount, Index) =>
          siteResult({ Index, Name: `Shop ${Index}`, Price: { Amount, Currency: 'EUR', Raw: Amount } }),
        ),
        siteResult({
          Index: amounts.length,
          Name: 'Wall',
          Outcome: 'Blocked',
          Price: null,
          Title: 'Größe 42 👟',
        }),
      ],
    },
  },
});

const id = (digit: number): string => `0f8fad5b-d9cb-469f-a165-70867728950${digit}`;
const written: readonly [uid: string, at: string, amounts: string[]][] = [
  ['acme', '2026-10-31T23:59:59.999Z', ['1.00']],
  ['acme', '2026-11-21T10:00:20.410Z', ['1226.00', '0.1000']],
  ['b@example.com', '2026-11-22T00:00:00.000Z', ['12345678901234.5678']],
];
/** Priced sites since the first of November, in the order of the document's query. */
const expected = [
  ['2026-11-21', 'acme', 'Shop 0', '1226.0000', 'EUR'],
  ['2026-11-21', 'acme', 'Shop 1', '0.1000', 'EUR'],
  ['2026-11-22', 'b@example.com', 'Shop 0', '12345678901234.5678', 'EUR'],
];

const program = `
import json, sys
import duckdb
rows = duckdb.sql(sys.stdin.read()).fetchall()
print(json.dumps([[str(value) for value in row] for row in rows]))
`;

const python = (): string =>
  join(pythonEnvironment('clients', join(import.meta.dirname, 'requirements.txt')), 'python');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-python-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the receiver of docs/webhooks.md accepts only signed calls', async () => {
  const receiver = join(folder, 'receiver.py');
  writeFileSync(receiver, takeOne('docs/webhooks.md', 'import os'));
  await tryReceiver(python(), [receiver]);
});

it('the query of docs/results.md reads exact prices with DuckDB', () => {
  for (const [index, [uid, at, amounts]] of written.entries()) {
    const { key, body } = resultObject(completedEvent(id(index), at, amounts), uid)!;
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    writeFileSync(join(folder, key), body);
  }
  const input = takeOne('docs/results.md', 'SELECT date, uid');
  const found = execFileSync(python(), ['-c', program], { cwd: folder, input, encoding: 'utf8' });
  expect(JSON.parse(found)).toEqual(expected);
});
