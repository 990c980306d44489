import type { CDPSession } from 'puppeteer-core';
import type { SellingSite, SiteResult } from '../client/index.ts';
import { languagesOf } from '../lambdas/web/accept-language.ts';
import { defaultBrowserLimits } from '../lambdas/web/browser/browser-limits.ts';
import type { ChromiumInstallation } from '../lambdas/web/browser/chromium-binary.ts';
import { launchBrowser } from '../lambdas/web/browser/launch-browser.ts';
import { openPage } from '../lambdas/web/browser/open-page.ts';
import { createFlagSetChoice, startBrowser } from '../lambdas/web/browser/start-browser.ts';
import { withDeadline } from '../lambdas/web/browser/with-deadline.ts';
import type { EgressPolicy } from '../lambdas/web/egress/egress-policy.ts';
import { startPinningProxy } from '../lambdas/web/egress/pinning-proxy.ts';
import type { PageLoad } from '../lambdas/web/page-load.ts';
import { defaultUserAgent } from '../lambdas/web/user-agent.ts';

export interface Trial {
  site: SellingSite;
  result: SiteResult;
  /** The page that the result was read from, or the last one received. */
  page: PageLoad | undefined;
}

interface PagePictureOptions {
  policy: EgressPolicy;
  binary: () => Promise<ChromiumInstallation>;
  /** Markup as read. It is not fetched again, and its scripts do not run. */
  html: string;
  /** Address of the page, from which styles and images are fetched as the policy allows. */
  url: string;
  /** Texts of the price to outline, e.g. `1226.00` and `1.226,00 €`. */
  prices: readonly string[];
  locale?: string | undefined;
  country?: string | undefined;
}

export interface PagePicture {
  png: Buffer;
  isOutlined: boolean;
}

const loadMs = 20_000;
const view = { width: 1_280, height: 900, deviceScaleFactor: 1, mobile: false };

/**
 * Runs in the page: outlines the largest short text with the digits of a price, and scrolls to it. Prefers text that is not
 * struck through.
 */
const outline = `((prices) => {
  const isDigit = (code) => /\\p{Nd}/u.test(String.fromCodePoint(code));
  const valueOf = (character) => {
    const code = character.codePointAt(0);
    let zero = code;
    while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
    return code - zero;
  };
  const digitsOf = (text) => Array.from(text.match(/\\p{Nd}/gu) ?? [], valueOf).join('');
  const wanted = new Set(prices.flatMap((price) => {
    const digits = digitsOf(price);
    return /[.,]0+\\D*$/.test(price) ? [digits, digitsOf(price.replace(/[.,]0+\\D*$/, ''))] : [digits];
  }).filter(Boolean));
  const found = Array.from(document.body?.querySelectorAll('*') ?? []).filter((element) => {
    const text = element.textContent.trim();
    return text.length <= 60 && wanted.has(digitsOf(text)) && element.getClientRects().length > 0;
  }).map((element) => {
    const style = getComputedStyle(element);
    const isStruck = element.closest('s, del, strike') !== null || style.textDecorationLine.includes('line-through');
    return { element, rank: (isStruck ? 0 : 1_000) + parseFloat(style.fontSize), length: element.textContent.length };
  }).filter(({ element }) => element.getBoundingClientRect().width > 0);
  found.sort((a, b) => b.rank - a.rank || a.length - b.length);
  const [best] = found;
  if (!best) return false;
  best.element.style.setProperty('outline', '4px solid #e11d48', 'important');
  best.element.style.setProperty('outline-offset', '4px', 'important');
  best.element.scrollIntoView({ block: 'center', inline: 'center' });
  return true;
})`;

/** Loads the markup at its address: serves the document itself, and leaves frames empty. */
const show = async (
  session: CDPSession,
  frameId: string,
  { html, url }: PagePictureOptions,
): Promise<void> => {
  session.on('Fetch.requestPaused', ({ requestId, frameId: asking }) => {
    const answer =
      asking === frameId
        ? session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }],
            body: Buffer.from(html).toString('base64'),
          })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    answer.catch(() => {});
  });
  await Promise.all([
    session.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    session.send('Emulation.setDeviceMetricsOverride', view),
    // The service blocks images, but a screenshot needs them.
    session.send('Network.setBlockedURLs', { urls: [] }),
  ]);
  const loaded = new Promise<void>((resolve) => session.once('Page.loadEventFired', () => resolve()));
  await session.send('Page.navigate', { url });
  // Take the screenshot even if an image never arrives.
  await withDeadline(loadMs, loaded, () => new Error('The page took too long.')).catch(() => {});
};

/**
 * Takes a screenshot of a page as read, with its price outlined, in a separate browser behind the egress policy.
 *
 * @throws WebError `RendererCrashed` if no browser starts.
 */
export const takePagePicture = async (options: PagePictureOptions): Promise<PagePicture> => {
  const { policy, binary, prices } = options;
  const { bytes: totalBytes, requests, closeMs } = defaultBrowserLimits;
  const installation = await binary();
  await using held = new AsyncDisposableStack();
  const startProxy = async (limits: { totalBytes?: number; requests: number }) => {
    const proxy = await startPinningProxy(policy, { requireCredential: false, limits });
    held.defer(() => proxy.close());
    return proxy;
  };
  // Requests outside a page are blocked.
  const noProxy = await startProxy({ requests: 0 });
  const pageProxy = await startProxy({ totalBytes, requests });
  const launched = await startBrowser({
    choice: createFlagSetChoice(),
    onFailed: () => {},
    isGivenUp: () => false,
    launch: (flagSet, isProven) =>
      launchBrowser({
        installation,
        proxyUrl: noProxy.url,
        userAgent: defaultUserAgent,
        closeMs,
        limits: defaultBrowserLimits,
        flagSet,
        isProven,
      }),
  });
  held.defer(() => launched.close());
  const { session, frameId } = await openPage(launched, {
    userAgent: defaultUserAgent,
    languages: languagesOf(options.locale, options.country),
    proxyUrl: pageProxy.url,
  });
  const late = (): Error => new Error('The browser did not respond in time.');
  await show(session, frameId, options);
  const { result } = await withDeadline(
    loadMs,
    session.send('Runtime.evaluate', {
      expression: `${outline}(${JSON.stringify(prices)})`,
      returnByValue: true,
    }),
    late,
  );
  const { data } = await withDeadline(
    loadMs,
    session.send('Page.captureScreenshot', { format: 'png' }),
    late,
  );
  return { png: Buffer.from(data, 'base64'), isOutlined: result.value === true };
};
