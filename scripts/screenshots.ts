/** `npm run screenshots`: takes the pictures of the console in docs/images, from a local stack and its demonstration shops. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { buildConsole } from '../console/build.ts';
import { startLocalStack } from '../local/stack.ts';
import { openChromium } from './chromium.ts';

const folder = join(import.meta.dirname, '../docs/images');
mkdirSync(folder, { recursive: true });

const desktop = { width: 1_360, height: 900, deviceScaleFactor: 1 };
const phone = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const clickText = (page: Page, text: string): Promise<void> => page.locator(`::-p-text(${text})`).click();

buildConsole();
const stack = await startLocalStack({ shops: true });
const browser = await openChromium();
try {
  const take = async (
    name: string,
    scheme: 'light' | 'dark',
    viewport: typeof desktop,
    until: 'empty' | 'pending' | 'result',
  ): Promise<void> => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport(viewport);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(`${stack.webUrl}/`);
    await page.locator('::-p-text(Use the demonstration shops)').wait();
    if (until !== 'empty') {
      await clickText(page, 'Use the demonstration shops');
      await clickText(page, 'Scrape prices');
      await page
        .locator(until === 'pending' ? '.pending' : '.card')
        .setTimeout(120_000)
        .wait();
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(folder, `${name}.png`), captureBeyondViewport: false });
    await context.close();
  };
  await take('console-empty', 'light', desktop, 'empty');
  await take('console-pending', 'light', desktop, 'pending');
  await take('console-result', 'light', desktop, 'result');
  await take('console-result-dark', 'dark', desktop, 'result');
  await take('console-result-phone', 'light', phone, 'result');
  const page = await browser.newPage();
  await page.setViewport(desktop);
  await page.goto(`${stack.webUrl}/docs/`);
  await page.locator('.opblock').wait();
  await page.screenshot({ path: join(folder, 'docs.png') });
} finally {
  await browser.close();
  await stack.close();
}
