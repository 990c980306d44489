// In real Chromium: the order in which a worker is told something and let run, which no run of its script shows surely.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { refuseServiceWorkers } from '../../../lambdas/web/browser/no-service-workers.ts';
import { giveWorkersIdentity } from '../../../lambdas/web/browser/worker-identity.ts';
import { openChromium } from '../../../scripts/chromium.ts';

const page = `<script>
  const seen = {};
  const see = (name) => ({ data }) => {
    seen[name] = data;
    if (Object.keys(seen).length === 4) document.title = JSON.stringify(seen);
  };
  const worker = new Worker('/worker.js');
  worker.onmessage = ({ data: [name, said] }) => see(name)({ data: said });
  new SharedWorker('/shared.js').port.onmessage = see('shared');
  navigator.serviceWorker.register('/service.js').then(() => 'registered', () => 'refused')
    .then((data) => see('service')({ data }));
</script>`;
const answers: Record<string, string> = {
  '/worker.js': `postMessage(['own', navigator.language]);
    new Worker('/nested.js').onmessage = ({ data }) => postMessage(['nested', data]);`,
  '/nested.js': 'postMessage(navigator.language);',
  '/shared.js': 'onconnect = ({ ports: [port] }) => port.postMessage(navigator.language);',
};

it('is told to a worker, be it shared or nested, and kept from a service worker, before it runs', async () => {
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
    refuseServiceWorkers(session);
    const identities = giveWorkersIdentity(session);
    const context = await browser.createBrowserContext();
    identities.set(context.id!, { userAgent: 'Mozilla/5.0 Mine/1.0', acceptLanguage: 'pt-PT' });
    const opened = await context.newPage();
    await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await opened.waitForFunction('document.title !== ""', { timeout: 0 });
    expect(JSON.parse(await opened.title())).toEqual({
      own: 'pt-PT',
      nested: 'pt-PT',
      shared: 'pt-PT',
      service: 'refused',
    });
    const orders = (method: string) => [...sent.values()].filter((methods) => methods.includes(method));
    const isBeforeRun = (method: string) => (methods: string[]) =>
      methods.indexOf(method) < methods.indexOf('Runtime.runIfWaitingForDebugger');
    const told = orders('Emulation.setUserAgentOverride');
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told.filter(isBeforeRun('Emulation.setUserAgentOverride'))).toEqual(told);
    const refused = orders('Fetch.enable');
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(refused.filter(isBeforeRun('Fetch.enable'))).toEqual(refused);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
