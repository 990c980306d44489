/**
 * `npm run docs -- --pictures [FOLDER]`: takes the console's screenshots for docs/images from a local stack. With a
 * folder: every state, in both themes at four widths, for review.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { buildConsole } from '../console/build.ts';
import { startLocalStack } from '../local/stack.ts';
import { openChromium } from './chromium.ts';

const docsFolder = join(import.meta.dirname, '../docs/images');
const reviewFolder = process.argv.slice(2).find((argument) => !argument.startsWith('-'));
const folder = reviewFolder ?? docsFolder;
mkdirSync(folder, { recursive: true });

const themes = ['light', 'dark'] as const;
const heights = { 375: 812, 768: 1_024, 1280: 800, 1920: 1_080 } as const;
type Width = keyof typeof heights;
const widths = Object.keys(heights).map(Number) as Width[];

interface State {
  name: string;
  /** Leads here from the previous state. */
  reach: (page: Page) => Promise<unknown>;
  /** Screenshots for docs/images. */
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

buildConsole();
const stack = await startLocalStack({ shops: true });
const browser = await openChromium();
try {
  const page = await browser.newPage();
  // Slow machines must not fail.
  page.setDefaultTimeout(0);
  await page.goto(`${stack.webUrl}/#access=${stack.credentials.accessKeyId}`);
  for (const { name, reach, kept } of states) {
    await page.setViewport({ width: 1_280, height: heights[1280] });
    await reach(page);
    for (const [theme, width] of reviewFolder ? everywhere : kept) {
      await page.setViewport({ width, height: heights[width] });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      if (!['form', 'curves', 'evidence', 'candidates'].includes(name))
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const path = join(folder, `console-${name}-${theme}-${width}.png`);
      await page.screenshot({ path: path as `${string}.png`, captureBeyondViewport: false });
    }
  }
} finally {
  await browser.close();
  await stack.close();
}
