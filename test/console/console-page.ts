import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'puppeteer-core';
import { hangGuardMs } from '../hang-guard.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const desktop = { width: 1_280, height: 900 };
export const phone = { width: 360, height: 740, isMobile: true, hasTouch: true };
/** A window of 1280 × 900 at 200 %. */
export const zoomed = { width: 640, height: 450, deviceScaleFactor: 2 };

/** A page in its own context, with its errors. */
export const openConsole = async (
  browser: Browser,
  address: string,
  viewport: typeof desktop = desktop,
  prepare: (page: Page) => Promise<unknown> = async () => {},
) => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(hangGuardMs);
  await page.setViewport(viewport);
  const complaints: string[] = [];
  const addresses: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => addresses.push(request.url()));
  await prepare(page);
  await page.goto(address);
  return { page, context, complaints, addresses, [Symbol.asyncDispose]: () => context.close() };
};

/** Violations of WCAG 2.2 A and AA and of axe's best practices. */
export const accessibilityViolations = async (page: Page): Promise<string[]> => {
  // Through the debugger, which the page's script policy does not apply to.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
};

export const click = (page: Page, text: string) => page.locator(`::-p-text(${text})`).click();

/** Pixels that can be scrolled sideways and beyond the end of the content. */
export const emptyScroll = (page: Page): Promise<{ sideways: number; below: number }> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    const end = Math.max(clientHeight, Math.ceil(document.body.getBoundingClientRect().bottom + scrollY));
    return { sideways: scrollWidth - clientWidth, below: Math.max(0, scrollHeight - end) };
  });

export const nowhere = { sideways: 0, below: 0 };

export const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (node) => node.textContent ?? '');

/**
 * Types over a field's text as a user does. Puppeteer's `fill` empties the field without an event, so a re-render may
 * restore the old text.
 */
export const write = async (page: Page, selector: string, text: string): Promise<void> => {
  const field = await page.locator(selector).waitHandle();
  await field.focus();
  await field.evaluate((each) => (each as HTMLInputElement).select());
  await page.keyboard.type(text);
};
