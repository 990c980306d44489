import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import Papa from 'papaparse';
import { product } from '../../local/shops/markup.ts';
import { shops } from '../../local/shops/shops.ts';
import { startLocalStack } from '../../local/stack.ts';
import { titledLines } from './shop-list.ts';

export const catalogueUsage = 'catalogue [--rows COUNT]';

const defaultRows = 500;

/** What a row says of its product, and what has to come of it. */
interface RowKind {
  name: string;
  sku: (row: number) => string;
  expect: Readonly<Record<string, string>>;
  /** @returns what is wrong with the row's result; `undefined`: nothing. */
  fault: (result: ResultRow, amount: string) => string | undefined;
}

type ResultRow = Readonly<Record<string, string>>;

const isOfPrice = ({ Price }: ResultRow, amount: string): string | undefined =>
  Price === amount ? undefined : `price ${Price || 'missing'}, expected ${amount}`;

const isRefused = ({ Outcome, Error: code, Price, Identity }: ResultRow): string | undefined =>
  Outcome === 'NotFound' && code === 'ProductMismatch' && Price === '' && Identity === 'Different'
    ? undefined
    : `${Outcome} ${code} ${Price} ${Identity}, expected NotFound ProductMismatch without a price`;

const kinds: readonly RowKind[] = [
  {
    name: "the maker's number agrees",
    sku: (row) => `SAME-${row}`,
    expect: { ExpectMpn: product.sku },
    fault: (result, amount) =>
      isOfPrice(result, amount) ?? (result.Identity === 'Same' ? undefined : `is ${result.Identity}`),
  },
  {
    name: 'the model is another',
    sku: (row) => `OTHER-${row}`,
    expect: { ExpectTitle: 'Vela Aurelia 4' },
    fault: isRefused,
  },
  {
    name: 'nothing is expected, and the number is another',
    sku: (row) => `NUMBER-${row}`,
    expect: {},
    fault: (result, amount) =>
      isOfPrice(result, amount) ??
      (result.Warnings?.includes('SkuDiffers') && result.Confidence !== 'High'
        ? undefined
        : `confidence ${result.Confidence}, "${result.Warnings}", expected SkuDiffers`),
  },
  {
    name: 'nothing is expected, and the number is the one',
    sku: () => product.sku,
    expect: {},
    fault: (result, amount) =>
      isOfPrice(result, amount) ?? (result.Identity === 'Same' ? undefined : `is ${result.Identity}`),
  },
];

/** Shops whose first answer holds a price, and whose site has no member that a row cannot have. */
const pricedShops = shops.filter(
  ({ isSearch, expected, site }) =>
    !isSearch && !site?.Variant && expected.outcome === 'Priced' && expected.renderMode !== 'Browser',
);

interface CatalogueRow {
  kind: RowKind;
  amount: string;
  cells: Record<string, string>;
}

/** @param origins - by the name of the shop. */
const catalogueOf = (count: number, origins: ReadonlyMap<string, string>): CatalogueRow[] =>
  Array.from({ length: count }, (_, row) => {
    const shop = pricedShops[row % pricedShops.length]!;
    const kind = kinds[Math.floor(row / pricedShops.length) % kinds.length]!;
    const { Country = '', Locale = '', Currency = '' } = shop.site ?? {};
    const Url = `${origins.get(shop.name)}${shop.path.replace('{sku}', product.sku)}?row=${row}`;
    const cells = { Sku: kind.sku(row), Site: shop.name, Url, Country, Locale, Currency, ...kind.expect };
    return { kind, amount: shop.expected.amount ?? '', cells };
  });

/** @throws Error when it is no number of rows. */
const countFrom = (args: readonly string[]): number => {
  if (args.length === 0) return defaultRows;
  const count = args[0] === '--rows' && args.length === 2 ? Number(args[1]) : Number.NaN;
  if (Number.isInteger(count) && count > 0 && count <= 10_000) return count;
  throw new Error(`Expected --rows with a whole number up to 10000, and got "${args.join(' ')}".`);
};

const runCli = async (
  args: readonly string[],
  variables: Record<string, string>,
): Promise<{ stdout: string; stderr: string }> => {
  const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
};

/** Rows of the output by the address that was asked for: it is the shop's own, since none of them leads elsewhere. */
const resultsByUrl = (csv: string): Map<string, ResultRow> => {
  const { data } = Papa.parse<ResultRow>(csv.trim(), { header: true });
  return new Map(data.map((row) => [row.Url ?? '', row]));
};

/**
 * Scrapes a catalogue from the demonstration shops by the command line, each row with its own SKU, address and
 * expectations, and holds what comes of each row against what is known of it.
 *
 * @returns false when a row is answered wrongly, or the summary does not say what did not match.
 */
export const runCatalogueDrill = async (args: readonly string[]): Promise<boolean> => {
  const count = countFrom(args);
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-catalogue-'));
  const stack = await startLocalStack({ shops: true });
  try {
    const origins = new Map(
      stack.shops!.sellingSites.map(({ Name, Url = '' }) => [Name ?? '', URL.parse(Url)?.origin ?? '']),
    );
    const rows = catalogueOf(count, origins);
    const file = join(folder, 'catalogue.csv');
    const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
    writeFileSync(file, Papa.unparse({ fields: columns, data: rows.map(({ cells }) => cells) }));
    const { stdout, stderr } = await runCli(
      [
        ...['scrape', '--skus', file, '--csv', '--local', stack.webUrl],
        ...['--state', join(folder, 'run.ndjson')],
      ],
      stack.cliEnv,
    );
    const results = resultsByUrl(stdout);
    const faults = rows.flatMap(({ kind, amount, cells }) => {
      const result = results.get(cells.Url!);
      const fault = result === undefined ? 'no result' : kind.fault(result, amount);
      return fault === undefined ? [] : [`${cells.Sku} at ${cells.Site} (${kind.name}): ${fault}`];
    });
    const another = rows.filter(({ kind }) => kind.fault === isRefused).length;
    const isSummed = stderr.includes(`Of ${count} results:`) && stderr.includes(`${another} another,`);
    // What it says before is progress, and worth reading where nothing came of it.
    process.stdout.write(`${stderr.slice(Math.max(0, stderr.indexOf(`Of ${count} results:`)))}\n`);
    process.stdout.write(
      `${count} rows, ${faults.length} wrong; the summary is ${isSummed ? 'right' : 'wrong'}.\n` +
        titledLines('wrong', faults),
    );
    return faults.length === 0 && isSummed;
  } finally {
    await stack.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
