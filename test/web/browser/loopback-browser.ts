import type { RequestListener } from 'node:http';
import { type BrowserTierOptions, createBrowserTier } from '../../../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../../../lambdas/web/browser/chromium-binary.ts';
import type { BrowserTier } from '../../../lambdas/web/page-load.ts';
import { defaultUserAgent } from '../../../lambdas/web/user-agent.ts';
import { chromiumAssetFolder } from '../../../lib/chromium-asset.ts';
import { openPolicy } from '../egress/open-policy.ts';
import { startShop } from '../http/loopback-shop.ts';

/** More than any machine needs: only guards against hangs. */
export const amplyMs = 200_000;

export const binary = createChromiumBinary(await chromiumAssetFolder());

/**
 * A browser tier with long timeouts.
 *
 * @param targets - `host:port` of the loopback servers that pages may reach.
 */
export const browserFor = (
  targets: readonly string[],
  { limits, ...options }: Partial<BrowserTierOptions> = {},
): BrowserTier =>
  createBrowserTier({
    policy: openPolicy(targets),
    binary,
    userAgent: defaultUserAgent,
    ...options,
    limits: { loadMs: amplyMs, readyMs: amplyMs, commandMs: amplyMs, ...limits },
  });

/** Responds with a page or script by path, otherwise with an empty page. */
export const answering =
  (answers: Readonly<Record<string, string>>): RequestListener =>
  ({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'Content-Type': type, Connection: 'close' }).end(answers[url] ?? '');
  };

/** Loads `/` of a shop in a German browser. @returns the JSON that the page wrote, URI-encoded, into its `pre`. */
export const reportOf = async <Report>(
  answer: RequestListener,
  options: Partial<BrowserTierOptions> = {},
): Promise<Report> => {
  const shop = await startShop(answer);
  const tier = browserFor([shop.target, `localhost:${shop.port}`], {
    limits: { quietWithoutPriceMs: amplyMs },
    ...options,
  });
  try {
    const { html } = await tier.load(
      { url: `${shop.origin}/`, site: { Country: 'DE' }, signal: AbortSignal.timeout(amplyMs) },
      (text) => (text.includes('<pre>%7B') ? 'Ready' : 'NotYet'),
    );
    return JSON.parse(decodeURIComponent(/<pre>(.*?)<\/pre>/s.exec(html)![1]!)) as Report;
  } finally {
    await tier.close();
    await shop.close();
  }
};
