/**
 * `npm run docs -- --pictures`: takes the pictures of the console and of a watch in docs/images, from a local stack and its
 * demonstration shops. With a folder behind it takes every state in both themes at four widths there, to be looked at.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeUTF8 } from 'entities';
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
import { buildConsole } from '../console/build.ts';
import { startLocalStack } from '../local/stack.ts';
import { openChromium } from './chromium.ts';

const docsFolder = join(import.meta.dirname, '../docs/images');
const lookFolder = process.argv[2];
const folder = lookFolder ?? docsFolder;
mkdirSync(folder, { recursive: true });

const themes = ['light', 'dark'] as const;
const heights = { 375: 812, 768: 1_024, 1280: 800, 1920: 1_080 } as const;
type Width = keyof typeof heights;
const widths = Object.keys(heights).map(Number) as Width[];

interface State {
  name: string;
  /** From the state before. */
  reach: (page: Page) => Promise<unknown>;
  /** Pictures that the documents keep. */
  kept: readonly (readonly [theme: (typeof themes)[number], width: Width])[];
}

const clickText = (page: Page, text: string): Promise<void> => page.locator(`::-p-text(${text})`).click();
const everywhere = themes.flatMap((theme) => widths.map((width) => [theme, width] as const));

const showTop = (page: Page, selector: string): Promise<void> =>
  page.$eval(selector, (node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));

const states: readonly State[] = [
  {
    name: 'empty',
    reach: (page) => page.locator('::-p-text(Use the demonstration shops)').wait(),
    kept: [['light', 1280]],
  },
  {
    name: 'form',
    reach: async (page) => {
      await clickText(page, 'Use the demonstration shops');
      await page.locator('.settings summary').click();
      await page.locator('#site-0-currency').fill('XYZ');
      await clickText(page, 'Scrape prices');
      await page.locator('.field-problem').wait();
      await showTop(page, '.field-problem');
    },
    kept: [['light', 375]],
  },
  {
    name: 'pending',
    reach: async (page) => {
      await page.reload();
      await clickText(page, 'Use the demonstration shops');
      await clickText(page, 'Scrape prices');
      await page.locator('.pending ::-p-text(sites done)').wait();
    },
    kept: [['light', 1280]],
  },
  {
    name: 'waiting',
    reach: async (page) => {
      await page.setOfflineMode(true);
      await page.locator('.notice').wait();
    },
    kept: [['dark', 375]],
  },
  {
    name: 'result',
    reach: async (page) => {
      await page.setOfflineMode(false);
      await page.locator('.row').wait();
    },
    kept: everywhere,
  },
  {
    name: 'curves',
    reach: async (page) => {
      const first = stack.shops!.sellingSites.find(({ Name }) => Name === 'Kettle & Crown')!.Url!;
      const again = async (path: string) => {
        await fetch(new URL(path, first));
        const before = page.url();
        await clickText(page, 'Run again');
        await page.waitForFunction((url) => location.href !== url, {}, before);
        await page.locator('.row').wait();
      };
      await again('/sale/begin');
      await again('/sale/end');
      await page.locator('.curves').wait();
      await showTop(page, '.curves');
    },
    kept: [['light', 1280]],
  },
  {
    name: 'evidence',
    reach: async (page) => {
      await page.locator('.expand').click();
      await page.locator('.evidence').wait();
      await showTop(page, '.evidence');
    },
    kept: [['light', 768]],
  },
  {
    name: 'candidates',
    reach: (page) => showTop(page, '.candidates'),
    kept: [['light', 1280]],
  },
  {
    name: 'selector',
    reach: async (page) => {
      await page.locator('.candidates li:nth-child(2) button').click();
      await page.locator('.trial').wait();
    },
    kept: [['dark', 1280]],
  },
  {
    name: 'cards',
    reach: async (page) => {
      await clickText(page, 'Back to all sites');
      await page.locator('::-p-xpath(//label[.="Cards"])').click();
      await page.locator('.card').wait();
    },
    kept: [['light', 1920]],
  },
];

const cell = { width: 9, height: 19 } as const;
const edge = 24;

/**
 * Lines of a terminal as strokes in a cell of 2 by 2: the fonts of the project's Chromium have none of them, and no letters
 * of one width either.
 */
const strokes: Readonly<Record<string, string>> = {
  '─': 'M0 1H2',
  '┄': 'M.2 1H.8M1.2 1H1.8',
  '│': 'M1 0V2',
  '┤': 'M1 0V2M0 1H1',
  '└': 'M1 0V1H2',
  '╭': 'M1 2V1.4Q1 1 1.4 1H2',
  '╮': 'M0 1H.6Q1 1 1 1.4V2',
  '╰': 'M1 0V.6Q1 1 1.4 1H2',
  '╯': 'M0 1H.6Q1 1 1 .6V0',
};

const cellOf = (character: string, column: number, row: number): string => {
  const [x, y] = [edge + column * cell.width, edge + row * cell.height];
  const stroke = strokes[character];
  if (stroke !== undefined)
    return `<path transform="translate(${x} ${y}) scale(${cell.width / 2} ${cell.height / 2})" d="${stroke}"/>`;
  return character === ' '
    ? ''
    : `<text x="${x + cell.width / 2}" y="${y + cell.height * 0.72}">${escapeUTF8(character)}</text>`;
};

/** Draws text as a terminal of 80 columns shows it. @returns an SVG. */
const terminalDrawing = (text: string): string => {
  const lines = text.split('\n');
  const columns = Math.max(80, ...lines.map((line) => [...line].length));
  const [width, height] = [columns * cell.width + 2 * edge, lines.length * cell.height + 2 * edge];
  const cells = lines.flatMap((line, row) =>
    [...line].map((character, column) => cellOf(character, column, row)),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>text{font:14.5px sans-serif;fill:#e9eeeb;text-anchor:middle}path{fill:none;stroke:#5fd0c3;stroke-width:1.6;vector-effect:non-scaling-stroke}</style><rect width="${width}" height="${height}" rx="10" fill="#131715"/>${cells.join('')}</svg>`;
};

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

const sku = 'VELA-A3';

/** The page of a shop on a day. */
const pageOn = (name: string, day: number): string => {
  const [from, amount = ''] = Object.entries(stories[name]!).findLast(([first]) => Number(first) <= day)!;
  const isWall = amount === 'Wall' && Number(from) === day;
  if (isWall) return '<title>Just a moment...</title><h1>Verify you are human</h1>';
  const offers = {
    '@type': 'Offer',
    price: amount,
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  };
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Vela A3', sku, offers };
  return `<title>Vela A3</title><script type="application/ld+json">${JSON.stringify(product)}</script>
<h1>Vela A3</h1><p>SKU ${sku}</p><p class="price">${amount} €</p><button>Add to cart</button>`;
};

/** Watches shops for a month whose prices change. @returns what was told, the last lines of it. */
const watchAMonth = async (temporary: string, history: PriceHistory): Promise<string[]> => {
  let day = 0;
  let isSecond = false;
  const names = Object.keys(stories);
  const server = createServer((request, response) => {
    const page = pageOn(names[Number(request.url?.slice(1))] ?? names[0]!, day);
    response
      .writeHead(page.includes('Verify') ? 403 : 200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const watched = await startLocalStack({ allowedTargets: [host] });
  try {
    const { uid, licenseKey } = watched.license!;
    const pairs = names.map((Name, index): WatchedPair => {
      const site = { Name, Url: `http://${host}/${index}`, RenderMode: 'Http' as const };
      return { sku, site, question: questionOf(sku, site), target: undefined };
    });
    const client = new ScrapPrices({ baseUrl: watched.apiUrl, uid, licenseKey });
    for (day = 0; day < days; day += 1) {
      isSecond = false;
      await watchOnce({
        connection: { client, baseUrl: watched.apiUrl, uid },
        history,
        pairs,
        channels: ['Output'],
        parallel: 1,
        confirmAfterMs: 300_000,
        state: join(temporary, 'run.ndjson'),
        signal: new AbortController().signal,
        now: () => startMs + day * dayMs + (isSecond ? 300_000 : 0),
        wait: async () => {
          isSecond = true;
        },
        showsProgress: false,
      });
    }
    const questions = pairs.map(({ question }) => question);
    return history
      .untold('Output', questions)
      .slice(-toldLines)
      .map((stored) => noticeText(fromStoredNotice(stored)));
  } finally {
    await watched.close();
    server.closeAllConnections();
    server.close();
  }
};

const seriesOf = (history: PriceHistory, site: string | undefined): PriceSeries[] =>
  looksOfSku(history, { sku: sku, site, since: undefined }).flatMap(({ series, looks }) =>
    toPriceSeries(series, looks),
  );

/** Takes the pictures of a watch that docs/watching.md shows: its terminal, and its drawing. */
const takeWatchPictures = async (page: Page): Promise<void> => {
  const temporary = mkdtempSync(join(tmpdir(), 'scrap-prices-pictures-'));
  try {
    using history = openHistory(join(temporary, 'history.sqlite'));
    const told = await watchAMonth(temporary, history);
    const curve = historyText(seriesOf(history, 'Dolce'), { width: 80, isUnicode: true });
    const text = [
      '$ npx scrap-prices watch catalogue.csv',
      ...told,
      '',
      `$ npx scrap-prices history ${sku} --site Dolce`,
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

buildConsole();
const stack = await startLocalStack({ shops: true });
const browser = await openChromium();
try {
  const page = await browser.newPage();
  // What is waited for comes for certain, however busy the machine is.
  page.setDefaultTimeout(0);
  await page.goto(`${stack.webUrl}/#access=${stack.credentials.accessKeyId}`);
  for (const { name, reach, kept } of states) {
    await page.setViewport({ width: 1_280, height: heights[1280] });
    await reach(page);
    for (const [theme, width] of lookFolder ? everywhere : kept) {
      await page.setViewport({ width, height: heights[width] });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      if (!['form', 'curves', 'evidence', 'candidates'].includes(name))
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const path = join(folder, `console-${name}-${theme}-${width}.png`);
      await page.screenshot({ path: path as `${string}.png`, captureBeyondViewport: false });
    }
  }
  await page.setViewport({ width: 1_280, height: heights[1280] });
  await page.goto(`${stack.webUrl}/docs/`);
  await page.locator('.opblock').wait();
  await page.screenshot({ path: join(folder, 'docs.png') });
  await takeWatchPictures(page);
} finally {
  await browser.close();
  await stack.close();
}
