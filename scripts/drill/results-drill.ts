import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resultObject } from '../../lambdas/domain/result-export.ts';
import { takeOne } from '../../test/docs/code-blocks.ts';
import { siteResult } from '../../test/fakes/site-results.ts';

export const resultsUsage = 'results';

const library = 'duckdb==1.5.3';

/** What is written of one request: sites with a price each, and one that has none and other members than they. */
const told = (requestId: string, at: string, amounts: readonly string[]) => ({
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
/** Of the priced sites since the first of November, as the document's query orders them. */
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

/** Reads results with DuckDB by the query of docs/results.md. @throws Error when Python or DuckDB cannot be had. */
export const runResultsDrill = async (args: readonly string[], cache: string): Promise<boolean> => {
  if (args.length > 0) throw new Error('The drill takes no arguments.');
  const folder = join(cache, 'results');
  const python = join(folder, 'venv/bin/python');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(python))
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' });
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', library], { stdio: 'inherit' });
  const bucket = mkdtempSync(join(folder, 'bucket-'));
  try {
    for (const [index, [uid, at, amounts]] of written.entries()) {
      const { key, body } = resultObject(told(id(index), at, amounts), uid)!;
      mkdirSync(dirname(join(bucket, key)), { recursive: true });
      writeFileSync(join(bucket, key), body);
    }
    const input = takeOne('docs/results.md', 'SELECT date, uid');
    const found = execFileSync(python, ['-c', program], { cwd: bucket, input, encoding: 'utf8' });
    const isRight = JSON.stringify(JSON.parse(found)) === JSON.stringify(expected);
    process.stdout.write(
      isRight
        ? `DuckDB read ${expected.length} exact prices by the query of docs/results.md (${library}).\n`
        : `Expected ${JSON.stringify(expected)}, and DuckDB read ${found}\n`,
    );
    return isRight;
  } finally {
    rmSync(bucket, { recursive: true, force: true });
  }
};
