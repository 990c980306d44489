import { expect } from 'vitest';
import { ScrapPrices, type WatchView } from '../client/index.ts';
import type { LocalStack } from '../local/stack.ts';

type WatchRun = NonNullable<WatchView['LastRun']>;

/** The owner's client of a local stack. */
export const clientOf = ({ apiUrl, license }: LocalStack): ScrapPrices =>
  new ScrapPrices({ baseUrl: apiUrl, uid: license!.uid, licenseKey: license!.licenseKey });

/** True if a watch's step runs or is due; delayed messages do not count. */
const isAtWork = (stack: LocalStack): boolean => {
  const { waiting, inFlight } = stack.queueDepth('Steps');
  return inFlight > 0 || waiting > stack.delayedMessages('Steps');
};

/** Advances the clock until a watch has ended a further run, whenever nothing else is pending. */
export const nextRunOf = async (stack: LocalStack, name: string): Promise<WatchRun> => {
  const client = clientOf(stack);
  const lastRun = async (): Promise<WatchRun | null> => (await client.watch(name)).LastRun;
  /** Scraping takes real time. */
  const isScraped = async (requestId: string | null | undefined): Promise<boolean> =>
    requestId != null && (await client.status(requestId)).RequestStatus === 0;
  const before = (await lastRun())?.ScheduledAt;
  await stack.passTime((stack.untilNextSchedule() ?? 0) + 1_000);
  let run = await lastRun();
  await expect
    .poll(
      async () => {
        const isBusy = isAtWork(stack);
        run = await lastRun();
        if (isBusy || (await isScraped(run?.RequestId).catch(() => false))) return false;
        if (run !== null && run.ScheduledAt !== before && run.Ended !== null) return true;
        await stack.passTime(30_000);
        return false;
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(true);
  return run!;
};
