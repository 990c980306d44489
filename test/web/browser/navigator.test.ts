// What a page in real Chromium sees of the browser agrees with the headers that its server saw, and with the market.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createBrowserTier } from '../../../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../../../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../../../lambdas/web/egress/egress-policy.ts';
import { defaultUserAgent } from '../../../lambdas/web/user-agent.ts';
import { chromiumAssetFolder } from '../../../lib/chromium-asset.ts';
import { tableIn } from '../../docs/tables.ts';

const amplyMs = 120_000;

const probe = `(async () => {
  const { userAgent, language, languages, platform, userAgentData } = navigator;
  const hints = ['architecture', 'bitness', 'model', 'platformVersion', 'fullVersionList', 'uaFullVersion', 'formFactors'];
  const seen = {
    'navigator.userAgent': userAgent, 'navigator.language': language, 'navigator.languages': languages,
    'navigator.platform': platform, ...await userAgentData.getHighEntropyValues(hints),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    viewport: [innerWidth, innerHeight], screen: [screen.width, screen.height],
    price: new Intl.NumberFormat(languages, { style: 'currency', currency: 'EUR' }).format(1234.5),
  };
  document.body.innerHTML = '<pre></pre>';
  document.querySelector('pre').textContent = encodeURIComponent(JSON.stringify(seen));
})()`;

it('agrees with the headers and the market', async () => {
  let headers: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    if (request.url === '/') headers = request.headers;
    response.writeHead(200, { 'Content-Type': 'text/html', Connection: 'close' });
    response.end(`<h1>x</h1><script>${probe}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tier = createBrowserTier({
    policy: createEgressPolicy({ allowedTargets: [target] }),
    binary: createChromiumBinary(chromiumAssetFolder()),
    userAgent: defaultUserAgent,
    limits: { loadMs: amplyMs, readyMs: amplyMs, commandMs: amplyMs },
  });
  try {
    const { html } = await tier.load(
      { url: `http://${target}/`, country: 'DE', signal: new AbortController().signal },
      (text) => (text.includes('<pre>%7B') ? 'Ready' : 'NotYet'),
    );
    const seen = JSON.parse(decodeURIComponent(/<pre>(.*?)<\/pre>/s.exec(html)![1]!)) as Record<
      string,
      unknown
    >;
    const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
    for (const [name, value] of tableIn('docs/headers.md', 'What a page sees')) {
      expect(text(seen[name!]), name).toBe(value!.replace('{userAgent}', defaultUserAgent));
    }
    expect(seen['navigator.userAgent']).toBe(headers['user-agent']);
    expect(headers['accept-language']).toBe('de-DE,de;q=0.9,en;q=0.8');
    expect(seen.price).toMatch(/^1\.234,50\s€$/);
    expect(JSON.stringify(seen)).not.toContain('Headless');
  } finally {
    await tier.close();
    server.closeAllConnections();
    server.close();
  }
});
