// `npm run bench -- watch-runs`: measures the watcher function per run of a watch on the local stack with a simulated
// clock. Writes bench/results/watch-runs.json, which bench/cost.ts reads.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScrapPrices } from '../client/index.ts';
import { startLocalStack } from '../local/stack.ts';
import { ProcessSampler } from './process-sampler.ts';
import { untilIdle } from './until-idle.ts';

export interface WatchRunMeasurement {
  sites: number;
  runs: number;
  /** Invocations of the watcher function per run. */
  invocations: number;
  /** Processor time per run, ms. */
  cpuMs: number;
  /** Bytes logged per run. */
  logBytes: number;
  /** Peak memory of the function, MB. */
  peakMb: number;
}

const sites = 10;
const warmUpRuns = 3;
const runs = 30;
const watcher = 'WatcherFunction';
/** Longer than the service's delay before it checks for the end of a request. */
const stepMs = 80_000;

const shop = fork(join(import.meta.dirname, 'web-shop.ts'));
const [port] = (await once(shop, 'message')) as [number];
let logBytes = 0;
const stack = await startLocalStack({
  settings: { watches: true },
  maxConcurrency: 1,
  allowedTargets: [`127.0.0.1:${port}`],
  log: ({ functionName, text }) => {
    if (functionName.includes(watcher)) logBytes += Buffer.byteLength(text) + 1;
  },
});
try {
  const { uid, licenseKey } = stack.license!;
  const client = new ScrapPrices({ baseUrl: stack.apiUrl, uid, licenseKey });
  await client.putWatch('bench', {
    sku: '555088-105',
    sites: Array.from({ length: sites }, (_, index) => ({
      Url: `http://127.0.0.1:${port}/plain/${index}?sku={sku}`,
      RenderMode: 'Http' as const,
    })),
    schedule: 'rate(1 hour)',
  });
  let seconds = 0;
  const run = async (): Promise<void> => {
    const before = (await client.watch('bench')).LastRun?.ScheduledAt;
    await stack.passTime(stack.untilNextSchedule() ?? 0);
    for (;;) {
      await untilIdle(stack);
      const { LastRun } = await client.watch('bench');
      if (LastRun && LastRun.ScheduledAt !== before && LastRun.Ended !== null) break;
      await stack.passTime(stepMs);
    }
    const { Entries } = await client.watchHistory('bench', { limit: 1 });
    const priced = Entries[0]?.Sites.filter(({ Outcome }) => Outcome === 'Priced').length;
    if (Entries[0]?.Ended !== 'Completed' || priced !== sites)
      throw new Error(`Expected ${sites} prices per run, got ${JSON.stringify(Entries[0])}.`);
    if (Entries[0].IsSecond) seconds += 1;
  };
  for (let done = 0; done < warmUpRuns; done += 1) await run();
  seconds = 0;
  logBytes = 0;
  const invoked = stack.functionActivity(watcher).invocations;
  const sampler = new ProcessSampler(() => stack.functionActivity(watcher).processIds);
  for (let done = 0; done < runs; done += 1) await run();
  const { cpuMs, peakBytes } = sampler.stop();
  if (seconds > 0)
    throw new Error(`${seconds} runs scraped twice; expected certain prices at the first scrape.`);
  const each = (total: number): number => Math.round((10 * total) / runs) / 10;
  const measurement: WatchRunMeasurement = {
    ...{ sites, runs },
    invocations: each(stack.functionActivity(watcher).invocations - invoked),
    cpuMs: each(cpuMs),
    logBytes: Math.round(logBytes / runs),
    peakMb: Math.round(peakBytes / 1e6),
  };
  const text = `${JSON.stringify(measurement, null, 2)}\n`;
  writeFileSync(join(import.meta.dirname, 'results/watch-runs.json'), text);
  process.stdout.write(text);
} finally {
  await stack.close();
  shop.kill();
}
