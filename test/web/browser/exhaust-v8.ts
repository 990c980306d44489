// A separate process that loads a page which exhausts V8, and prints its outcome and the browser's limits.
import { readdirSync, readFileSync } from 'node:fs';
import { WebError } from '../../../lambdas/web/web-error.ts';
import { startShop } from '../http/loopback-shop.ts';
import { amplyMs, browserFor } from './loopback-browser.ts';

const gibibyte = 1024 ** 3;
/** Soft limits on core dumps of all descendant Chromium processes. */
const coreLimits = new Set<string>();

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has exited.
    return '';
  }
};

const recordLimits = (): void => {
  const browsers = readdirSync('/proc').filter((pid) =>
    textOf(`/proc/${pid}/cmdline`).includes(`scrap-prices-profile-${process.pid}-`),
  );
  for (const pid of browsers) {
    const limit = /^Max core file size\s+(\S+)/m.exec(textOf(`/proc/${pid}/limits`))?.[1];
    if (limit !== undefined) coreLimits.add(limit);
  }
};

const shop = await startShop((request, response) => {
  if (request.url === '/alive') recordLimits();
  response
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end(
      '<!doctype html><h1>x</h1><script>fetch("/alive").then(()=>{const a=[];for(;;)a.push(Array(1e6).fill(.5))})</script>',
    );
});
// Only V8's own limit applies.
const tier = browserFor([shop.target], {
  limits: { processorSeconds: amplyMs, processBytes: 8 * gibibyte },
});
const outcome = await tier
  .load(
    {
      url: `${shop.origin}/`,
      signal: AbortSignal.timeout(amplyMs),
      timeoutMs: amplyMs,
      site: { WaitFor: '#never' },
    },
    () => 'NotYet',
  )
  .then(
    () => 'Loaded',
    (error: unknown) => (error instanceof WebError ? error.code : String(error)),
  );
await tier.close();
await shop.close();
process.stdout.write(JSON.stringify({ outcome, coreLimits: [...coreLimits] }));
