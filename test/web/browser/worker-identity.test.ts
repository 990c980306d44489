// In real Chromium: the order in which a worker is told who it is and let run, which no run of its script shows surely.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { giveWorkersIdentity } from '../../../lambdas/web/browser/worker-identity.ts';
import { openChromium } from '../../../scripts/chromium.ts';

const page = `<script>
  const seen = {};
  const see = (name) => ({ data }) => {
    seen[name] = data;
    if (Object.keys(seen).length === 3) document.title = JSON.stringify(seen);
  };
  const worker = new Worker('/worker.js');
  worker.onmessage = ({ data: [name, said] }) => see(name)({ data: said });
  new SharedWorker('/shared.js').port.onmessage = see('shared');
</script>`;
const answers: Record<string, string> = {
  '/worker.js': `postMessage(['own', navigator.language]);
    new Worker('/nested.js').onmessage = ({ data }) => postMessage(['nested', data]);`,
  '/nested.js': 'postMessage(navigator.language);',
  '/shared.js': 'onconnect = ({ ports: [port] }) => port.postMessage(navigator.language);',
};

it('is told to a worker, be it shared or nested, before the worker runs', async () => {
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'Content-Type': type, Connection: 'close' }).end(answers[url] ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await openChromium();
  try {
    const session = await browser.target().createCDPSession();
    const sent = new Map<string, string[]>();
    session.connection()!.on('sessionattached', (attached) => {
      const methods: string[] = [];
      sent.set(attached.id(), methods);
      const { send } = attached;
      attached.send = (method, ...rest) => {
        methods.push(method);
        return send.call(attached, method, ...rest) as never;
      };
    });
    const identities = giveWorkersIdentity(session);
    const context = await browser.createBrowserContext();
    identities.set(context.id!, { userAgent: 'Mozilla/5.0 Mine/1.0', acceptLanguage: 'pt-PT' });
    const opened = await context.newPage();
    await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await opened.waitForFunction('document.title !== ""', { timeout: 0 });
    expect(JSON.parse(await opened.title())).toEqual({ own: 'pt-PT', nested: 'pt-PT', shared: 'pt-PT' });
    const told = [...sent.values()].filter((methods) => methods.includes('Emulation.setUserAgentOverride'));
    expect(told.length).toBeGreaterThanOrEqual(3);
    for (const methods of told) {
      const runs = methods.indexOf('Runtime.runIfWaitingForDebugger');
      expect(runs).toBeGreaterThan(methods.indexOf('Emulation.setUserAgentOverride'));
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
