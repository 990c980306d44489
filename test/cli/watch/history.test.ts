import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { load } from 'cheerio';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../cli/exit-codes.ts';
import { shownWidth } from '../../../cli/output/table.ts';
import { openHistory, type PriceHistory } from '../../../cli/watch/history-file.ts';
import { historySvg } from '../../../cli/watch/history-svg.ts';
import { historyText, type PlotPoint, pricePlot } from '../../../cli/watch/history-text.ts';
import type { Notice } from '../../../cli/watch/notice.ts';
import type { PriceSeries } from '../../../cli/watch/price-series.ts';
import { pendingPairs, recordResults } from '../../../cli/watch/watch-run.ts';
import type { WatchedPair } from '../../../cli/watch/watched-pairs.ts';
import type { RequestData } from '../../../client/index.ts';
import { questionOf } from '../../../client/question.ts';
import type { SiteResult } from '../../../lambdas/domain/result/site-result.ts';
import { siteResult } from '../../fakes/site-results.ts';
import { cleanEnvironment, rejectionOf, runCli, temporaryFolder } from '../run-cli.ts';

const widthOf = (text: string): number => Math.max(...text.split('\n').map(shownWidth));

const dayMs = 24 * 3_600_000;
const startMs = Date.parse('2026-10-24T06:00:00.000Z');

const pairOf = (name: string): WatchedPair => {
  const site = { Name: name, Url: 'https://shop.example/{sku}' };
  return { sku: 'VELA/A3', site, question: questionOf(`VELA/A3 ${name}`, site), target: undefined };
};

/** A result by its price, such as `1349.00`, `1349.00 Low` or `Blocked`. */
const resultOf = (text: string): SiteResult => {
  const [amount = '', mark = ''] = text.split(' ');
  if (text === 'Blocked') return siteResult({ Outcome: 'Blocked', Price: null, Confidence: null });
  return siteResult({
    Title: '=1+1',
    Price: { Amount: amount, Currency: 'EUR', Raw: amount },
    Confidence: mark === 'Low' ? 'Low' : 'High',
    ...(mark === 'Gone' && { Outcome: 'OutOfStock', Availability: 'OutOfStock' }),
  });
};

/** Records a scrape a day. @returns the changes of each. */
const scrapeDaily = (history: PriceHistory, pair: WatchedPair, prices: readonly string[]): Notice[][] =>
  prices.map((text, day) =>
    recordResults([pair], { Sites: [resultOf(text)] } as RequestData, {
      history,
      scrapeId: `run-${day}`,
      nowMs: startMs + day * dayMs,
      channels: ['Output'],
    }),
  );

const withHistory = (work: (history: PriceHistory, file: string, folder: string) => void): void => {
  using it = temporaryFolder();
  const file = join(it.folder, 'prices.sqlite');
  using history = openHistory(file);
  work(history, file, it.folder);
};

describe('a history', () => {
  test('stores each scrape once, and reports each change once per channel', () =>
    withHistory((history, file) => {
      const pair = pairOf('Shop');
      const prices = ['1349.00', 'Blocked', '1099.00'];
      expect(scrapeDaily(history, pair, prices).map(({ length }) => length)).toEqual([0, 0, 1]);
      expect(scrapeDaily(history, pair, prices).map(({ length }) => length)).toEqual([0, 0, 0]);
      using again = openHistory(file, true);
      const [unreported, ...others] = again.unreported('Output', [pair.question]);
      expect(others).toEqual([]);
      expect(again.unreported('Webhook', [pair.question])).toEqual([]);
      again.markReported(unreported!.Id, 'Output', '2026-11-23T00:00:00.000Z');
      expect(history.unreported('Output', [pair.question])).toEqual([]);
    }));

  test('lists what needs a second scrape', () =>
    withHistory((history) => {
      const pairs = ['A', 'B', 'C'].map(pairOf);
      scrapeDaily(history, pairs[0]!, ['10', '9 Low']);
      scrapeDaily(history, pairs[1]!, ['10', '9']);
      expect(pendingPairs(pairs, history).map(({ site }) => site.Name)).toEqual(['A']);
    }));

  test.each(['ABORT', 'ROLLBACK'])(
    'that cannot be written fails with one sentence, also after %s',
    (ending) =>
      withHistory((history, file) => {
        const pair = pairOf('Shop');
        scrapeDaily(history, pair, ['10']);
        {
          using database = new DatabaseSync(file);
          // SQLite ends a transaction by itself when the disk is full, and does not for each other cause.
          database.exec(
            `CREATE TRIGGER full BEFORE INSERT ON changes BEGIN SELECT RAISE(${ending}, 'database or disk is full'); END`,
          );
        }
        const look = () => scrapeDaily(history, pair, ['10', '9']);
        expect(look).toThrow(UsageError);
        expect(look).toThrow(`The history ${file} cannot be written: database or disk is full.`);
        using database = new DatabaseSync(file);
        database.exec('DROP TRIGGER full');
        expect(look()[1]).toHaveLength(1);
      }),
  );

  test('of a later version is not written to', () => {
    using it = temporaryFolder();
    const file = join(it.folder, 'prices.sqlite');
    openHistory(file)[Symbol.dispose]();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 2');
    database.close();
    expect(() => openHistory(file)).toThrow(/has version 2, but this program reads version 1/);
    const other = join(it.folder, 'other.sqlite');
    const foreign = new DatabaseSync(other);
    foreign.exec('CREATE TABLE mine (a)');
    foreign.close();
    expect(() => openHistory(other)).toThrow(/is a database, but not a price history/);
    expect(() => openHistory(join(it.folder, 'none.sqlite'), true)).toThrow(/There is no history in/);
  });
});

const curve = (values: readonly (number | undefined)[]): PlotPoint[] =>
  values.map((value, day) => ({ atMs: startMs + day * dayMs, value }));
const plain = { width: 40, height: 3, isUnicode: true, label: String, dayLabel: () => 'day' };

describe('a curve in a terminal', () => {
  test('has its width and height for any prices, in ASCII if the locale needs it', () => {
    const values = fc.array(fc.option(fc.nat(1_000), { nil: undefined }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 30, max: 120 }),
        fc.integer({ min: 2, max: 15 }),
        (given, width, height) => {
          const points = curve([...given, 5]);
          const lines = pricePlot(points, { ...plain, width, height, isUnicode: false });
          expect(lines).toHaveLength(height + 2);
          expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
          expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/);
        },
      ),
    );
  });
});

const hostile = 'Bräu <script>alert(1)</script> & "x" \u001b[2J\u202E\u0000\uFFFF';
const seriesOf = (site: string, currency: string | null = 'EUR', amounts = ['10', '9']): PriceSeries => {
  const points = amounts.map((amount, day) => ({ atMs: startMs + day * dayMs, amount, isGone: day === 1 }));
  return {
    sku: hostile,
    site,
    currency,
    points,
    lowest: points.at(-1)!,
    highest: points[0]!,
    last: points.at(-1)!,
  };
};

/** Characters that move a cursor, change the text direction or break a document. */
const unseen = /[^\P{Cc}\n]|\u202E/u;

describe('text from outside', () => {
  test('is escaped in an SVG', () => {
    const svg = historySvg([
      seriesOf(hostile),
      seriesOf('B'),
      seriesOf('C', null),
      seriesOf('D', 'JPY', ['1', '1']),
    ]);
    const $ = load(svg, { xml: true });
    expect($('script')).toHaveLength(0);
    expect($('text').text()).toContain('Bräu <script>alert(1)</script> & "x"');
    expect($('g')).toHaveLength(3);
    expect(svg).not.toMatch(unseen);
    expect(svg).not.toMatch(/\uFFFF|NaN|Infinity|undefined/);
    expect(svg).not.toMatch(/href|url\(|@import/);
  });

  test('cannot move the cursor, and fits 80 columns', () => {
    const all = [seriesOf(hostile), seriesOf('日本'.repeat(40))];
    for (const isUnicode of [true, false]) {
      const text = historyText(all, { width: 80, isUnicode });
      expect(widthOf(text)).toBeLessThanOrEqual(80);
      expect(text).not.toMatch(unseen);
      if (!isUnicode) expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    }
  });
});

describe('the command', () => {
  test('prints a chart, writes SVG and CSV, and lists what the history has', async () => {
    using it = temporaryFolder();
    const file = join(it.folder, 'prices.sqlite');
    const names = ['Dolce Macchina', 'Brühwerk'];
    {
      using history = openHistory(file);
      for (const name of names)
        scrapeDaily(history, pairOf(name), ['1349.00', '1349.00', 'Blocked', '1099.00', '1099.00 Gone']);
    }
    const env = { ...cleanEnvironment(it.folder), LANG: 'C', TZ: 'UTC' };
    const args = ['history', 'VELA/A3', '--history', file];
    const drawn = await runCli(args, { env });
    expect(drawn).toMatchObject({ code: 0, stderr: '' });
    expect(drawn.stdout).toMatch(/^[\x20-\x7e\n]*$/);
    expect(drawn.stdout).toContain(
      'Dolce Macchina 1,099.00 EUR, sold out; lowest 1,099.00 on 2026-10-27, highest\n1,349.00 on 2026-10-24, 5 checks\n',
    );
    expect(widthOf(drawn.stdout)).toBeLessThanOrEqual(80);

    const csv = await runCli([...args, '--csv', '--site', 'brühwerk'], { env });
    const { data } = Papa.parse<Record<string, string>>(csv.stdout.trim(), { header: true });
    expect(data.map(({ Price, Outcome }) => `${Price} ${Outcome}`)).toEqual([
      '1349.00 Priced',
      '1349.00 Priced',
      '1349.00 Blocked',
      '1099.00 Priced',
      '1099.00 OutOfStock',
    ]);
    // A spreadsheet would run it.
    expect(data[0]).toMatchObject({ Site: 'Brühwerk', Title: "'=1+1" });

    const svg = join(it.folder, 'prices.svg');
    expect(await runCli([...args, '--svg', svg], { env })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(svg, 'utf8')).toContain('Dolce Macchina: 1,099.00 EUR, sold out');

    const text = join(it.folder, 'text.txt');
    writeFileSync(text, 'no database at all');
    for (const [rejected, message] of [
      [['history', 'VELA', '--history', file], /no entry for "VELA"; it has VELA\/A3\./],
      [[...args, '--site', 'zzz'], /at a site called "zzz"; it has Brühwerk, Dolce Macchina\./],
      [['history', 'VELA', '--history', text], /cannot be used as a history/],
    ] as const)
      expect(await rejectionOf(rejected)).toEqual({ code: 2, message: expect.stringMatching(message) });
    {
      using history = openHistory(file);
      scrapeDaily(history, pairOf('Closed'), ['Blocked', 'Blocked']);
      scrapeDaily(history, pairOf('Doubtful'), ['10 Low']);
    }
    for (const [more, message] of [
      [['--site', 'Closed'], 'No price was found yet (Blocked)'],
      [['--site', 'Doubtful'], 'No price is certain yet'],
    ] as const) {
      const stderr = expect.stringContaining(message);
      expect(await runCli([...args, ...more], { env })).toEqual({ code: 3, stdout: '', stderr });
    }
  });
});
