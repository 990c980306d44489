// A process of its own: loads a page that exhausts V8, and prints what came of it and of the browser's limits.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBrowserTier } from '../../../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../../../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../../../lambdas/web/egress/egress-policy.ts';
import { defaultUserAgent } from '../../../lambdas/web/user-agent.ts';
import { WebError } from '../../../lambdas/web/web-error.ts';
import { chromiumAssetFolder } from '../../../lib/chromium-asset.ts';

const amplyMs = 200_000;
const gibibyte = 1024 ** 3;
/** Soft limits on core dumps of all processes of a Chromium that descend from this one. */
const coreLimits = new Set<string>();

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process is gone.
    return '';
  }
};

const noteLimits = (): void => {
  const browsers = readdirSync('/proc').filter((pid) =>
    textOf(`/proc/${pid}/cmdline`).includes(`scrap-prices-profile-${process.pid}-`),
  );
  for (const pid of browsers) {
    const limit = /^Max core file size\s+(\S+)/m.exec(textOf(`/proc/${pid}/limits`))?.[1];
    if (limit !== undefined) coreLimits.add(limit);
  }
};

const server = createServer((request, response) => {
  if (request.url === '/alive') noteLimits();
  response
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end(
      '<!doctype html><h1>x</h1><script>fetch("/alive").then(()=>{const a=[];for(;;)a.push(Array(1e6).fill(.5))})</script>',
    );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const tier = createBrowserTier({
  policy: createEgressPolicy({ allowedTargets: [host] }),
  binary: createChromiumBinary(chromiumAssetFolder()),
  userAgent: defaultUserAgent,
  // No cap but V8's own is in the way.
  limits: {
    loadMs: amplyMs,
    readyMs: amplyMs,
    commandMs: amplyMs,
    processorMs: amplyMs,
    sharedProcessorMs: amplyMs,
    rendererBytes: 8 * gibibyte,
    memoryBytes: 16 * gibibyte,
  },
});
const outcome = await tier
  .load(
    { url: `http://${host}/`, signal: AbortSignal.timeout(amplyMs), timeoutMs: amplyMs, waitFor: '#never' },
    () => 'NotYet',
  )
  .then(
    () => 'Loaded',
    (error: unknown) => (error instanceof WebError ? error.code : String(error)),
  );
await tier.close();
server.closeAllConnections();
server.close();
process.stdout.write(JSON.stringify({ outcome, coreLimits: [...coreLimits] }));
