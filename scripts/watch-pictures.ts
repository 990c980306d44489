import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { openHistory, type PriceHistory } from '../cli/watch/history-file.ts';
import { historySvg } from '../cli/watch/history-svg.ts';
import { historyText } from '../cli/watch/history-text.ts';
import { fromStoredNotice } from '../cli/watch/notice.ts';
import { noticeText } from '../cli/watch/notice-text.ts';
import { looksOfSku, type PriceSeries, toPriceSeries } from '../cli/watch/price-series.ts';
import { watchOnce } from '../cli/watch/watch-run.ts';
import type { WatchedPair } from '../cli/watch/watched-pairs.ts';
import { ScrapPrices } from '../client/index.ts';
import { questionOf } from '../client/question.ts';
import { product } from '../local/shops/markup.ts';
import { startLocalStack } from '../local/stack.ts';
import { startChangingShop, watchedShops } from './drill/watch/changing-shops.ts';
import type { Said } from './drill/watch/price-script.ts';
import { terminalDrawing } from './terminal-drawing.ts';

const dayMs = 24 * 3_600_000;
const days = 31;
const startMs = Date.parse('2026-10-23T06:00:00.000Z');
const toldLines = 4;

/** What shops of one currency, so that they are curves of one drawing, ask from which day on; `Wall`: no page that day. */
const stories: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  Brühwerk: { 0: '1299.00', 9: '1249.00', 16: '1279.00', 24: '1199.00', 30: '1179.00' },
  'Dolce Macchina': {
    0: '1099.00',
    6: '1079.00',
    12: 'Wall',
    13: '1059.00',
    19: '1089.00',
    26: '1049.00',
    29: '1019.00',
  },
  'Comptoir du Café': { 0: '1279.90', 8: '1219.90', 21: '1239.90', 28: '1149.90' },
};

const saidOn = (name: string, day: number): Said => {
  const story = Object.entries(stories[name]!).filter(([from]) => Number(from) <= day);
  const [from, amount = ''] = story.at(-1)!;
  return amount === 'Wall' && Number(from) === day ? { kind: 'Wall' } : { kind: 'Price', amount };
};

/** Watches some demonstration shops for a month whose prices change by a script. @returns what was told, the last lines of it. */
const watchAMonth = async (folder: string, history: PriceHistory): Promise<string[]> => {
  let day = 0;
  let isSecond = false;
  const running = await Promise.all(
    watchedShops
      .filter(({ name }) => Object.hasOwn(stories, name))
      .map((shop) => startChangingShop(shop, () => saidOn(shop.name, day))),
  );
  const stack = await startLocalStack({ allowedTargets: running.map(({ host }) => host) });
  try {
    const { uid, licenseKey } = stack.license!;
    const pairs = running.map(({ shop, host }): WatchedPair => {
      const site = {
        ...shop.site,
        Name: shop.name,
        Url: `http://${host}${shop.path}`,
        RenderMode: 'Http' as const,
      };
      return { sku: product.sku, site, question: questionOf(product.sku, site), target: undefined };
    });
    for (day = 0; day < days; day += 1) {
      isSecond = false;
      await watchOnce({
        connection: {
          client: new ScrapPrices({ baseUrl: stack.apiUrl, uid, licenseKey }),
          baseUrl: stack.apiUrl,
          uid,
        },
        history,
        pairs,
        channels: ['Output'],
        parallel: 1,
        confirmAfterMs: 300_000,
        state: join(folder, 'run.ndjson'),
        signal: new AbortController().signal,
        now: () => startMs + day * dayMs + (isSecond ? 300_000 : 0),
        wait: async () => {
          isSecond = true;
        },
        showsProgress: false,
      });
    }
    return history
      .untold(
        'Output',
        pairs.map(({ question }) => question),
      )
      .slice(-toldLines)
      .map((stored) => noticeText(fromStoredNotice(stored)));
  } finally {
    await stack.close();
    await Promise.all(running.map(({ close }) => close()));
  }
};

const seriesOf = (history: PriceHistory, site: string | undefined): PriceSeries[] =>
  looksOfSku(history, { sku: product.sku, site, since: undefined }).flatMap(({ series, looks }) =>
    toPriceSeries(series, looks),
  );

/** Takes the pictures of a watch that docs/watching.md shows: its terminal, and its drawing. */
export const takeWatchPictures = async (page: Page, folder: string): Promise<void> => {
  const temporary = mkdtempSync(join(tmpdir(), 'scrap-prices-pictures-'));
  try {
    using history = openHistory(join(temporary, 'history.sqlite'));
    const told = await watchAMonth(temporary, history);
    const curve = historyText(seriesOf(history, 'Dolce'), { width: 80, isUnicode: true });
    const text = [
      '$ npx scrap-prices watch catalogue.csv',
      ...told,
      '',
      `$ npx scrap-prices history ${product.sku} --site Dolce`,
      curve,
    ].join('\n');
    await page.setViewport({ width: 1_000, height: 700 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    await page.setContent(terminalDrawing(text));
    const terminal = await page.waitForSelector('svg');
    await terminal!.screenshot({ path: join(folder, 'watch-history.png') as `${string}.png` });
    await page.setContent(historySvg(seriesOf(history, undefined)));
    const drawing = await page.waitForSelector('svg');
    await drawing!.screenshot({ path: join(folder, 'watch-drawing.png') as `${string}.png` });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};
