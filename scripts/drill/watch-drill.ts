import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHistory, type PriceHistory, type SeenPrice } from '../../cli/watch/history-file.ts';
import { fromStoredNotice, type Notice } from '../../cli/watch/notice.ts';
import { watchOnce } from '../../cli/watch/watch-run.ts';
import type { WatchedPair } from '../../cli/watch/watched-pairs.ts';
import { ScrapPrices, type SellingSite } from '../../client/index.ts';
import { questionOf } from '../../client/question.ts';
import { startLocalStack } from '../../local/stack.ts';
import { createRandom, type Random } from '../page-writer/random.ts';
import { titledLines } from './shop-list.ts';
import { type ChangingShop, startChangingShop, watchedShops } from './watch/changing-shops.ts';
import { type Day, expectedOf, type MadeLook, type Said, scriptOf } from './watch/price-script.ts';

export const watchUsage = 'watch [--pairs COUNT] [--days COUNT] [--seed NUMBER]';

export interface WatchDrill {
  pairs: number;
  days: number;
  seed: number;
}

const defaults: WatchDrill = { pairs: 200, days: 30, seed: 20_261_123 };
const mostOf: WatchDrill = { pairs: 5_000, days: 400, seed: 2 ** 32 };

/** @throws Error when they are none of this drill. */
const drillFrom = (args: readonly string[]): WatchDrill => {
  const drill = { ...defaults };
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index]!.replace(/^--/, '') as keyof WatchDrill;
    const value = Number(args[index + 1]);
    if (!Object.hasOwn(defaults, name) || !Number.isInteger(value) || value < 1 || value > mostOf[name])
      throw new Error(`Expected ${watchUsage}, and got "${args.join(' ')}".`);
    drill[name] = value;
  }
  return drill;
};

const dayMs = 24 * 3_600_000;
const confirmAfterMs = 5 * 60_000;
const startMs = Date.parse('2026-01-01T06:00:00.000Z');

/** A product at a shop, with all that will happen to it. */
interface Story {
  pair: WatchedPair;
  shop: string;
  script: Day[];
}

const storyOf = (index: number, shop: ChangingShop, { days }: WatchDrill, random: Random): Story => {
  const sku = `WATCH-${index}`;
  const { name, path, site, expected } = shop.shop;
  const Url = `http://${shop.host}${path}`;
  const asked: SellingSite = { ...site, Name: name, Url, RenderMode: 'Http' };
  const pair = { sku, site: asked, question: questionOf(sku, asked), target: undefined };
  return { pair, shop: name, script: scriptOf(expected.amount!, days, random) };
};

const toldText = (day: number, from: string, to: string): string => `day ${day}: ${from} to ${to}`;

const dayOf = (at: string): number => Math.floor((Date.parse(at) - startMs) / dayMs);

/** The looks at one product, with what its shop said at each. */
const looksOf = ({ pair, script }: Story, history: PriceHistory): (SeenPrice & MadeLook)[] => {
  const series = history.find(pair.question);
  return (series === undefined ? [] : history.looksOf(series)).map((look) => {
    const day = dayOf(look.at);
    const isSecond = Date.parse(look.at) - startMs - day * dayMs >= confirmAfterMs;
    const said = script[day]![isSecond ? 'second' : 'first'];
    return { ...look, day, said, isRead: look.outcome === 'Priced' };
  });
};

const isReadCertainly = (looks: readonly SeenPrice[]): boolean =>
  looks.some(({ confidence }) => confidence === 'High');

/** What each kind of page has to come to; `Failed` is the service's own, on a machine that is busy. */
const outcomes: Readonly<Record<Said['kind'], readonly string[]>> = {
  Price: ['Priced', 'Failed'],
  Wall: ['Blocked', 'Failed'],
  Missing: ['NotFound', 'Failed'],
};

const readFaults = (
  { day, said, outcome, amount, confidence }: SeenPrice & MadeLook,
  isCertain: boolean,
): string[] => {
  if (!outcomes[said.kind].includes(outcome))
    return [`day ${day}: ${outcome}, where the shop had ${said.kind}`];
  if (amount === null || said.kind !== 'Price') return [];
  if (amount !== said.amount) return [`day ${day}: read ${amount}, where the shop said ${said.amount}`];
  return (confidence === 'High') === isCertain ? [] : [`day ${day}: ${confidence}, other than before`];
};

/** What is wrong with what was told of one product, and with what was read on its pages. */
const faultsOf = (
  story: Story,
  history: PriceHistory,
  notices: readonly Notice[],
  days: number,
): string[] => {
  const looks = looksOf(story, history);
  const isCertain = isReadCertainly(looks);
  const { expected, unconfirmed } = expectedOf(looks, isCertain);
  const told = notices
    .map((notice) =>
      notice.Kind === 'Price'
        ? toldText(dayOf(notice.At), notice.From.Amount, notice.To.Amount)
        : `${notice.Kind}, which nobody made`,
    )
    .join('; ');
  const wanted = expected.map(({ day, from, to }) => toldText(day, from, to)).join('; ');
  const lookedAt = new Set(looks.map(({ day }) => day)).size;
  return [
    ...(lookedAt === days ? [] : [`looked at on ${lookedAt} of ${days} days`]),
    ...looks.flatMap((look) => readFaults(look, isCertain)),
    ...unconfirmed.map((day) => `day ${day}: not certain, and not looked at again`),
    ...(told === wanted ? [] : [`told ${told || 'nothing'}, expected ${wanted || 'nothing'}`]),
  ].map((fault) => `${story.pair.sku} at ${story.shop}: ${fault}`);
};

/** What became of a drill. */
export interface WatchDrillResult {
  looks: number;
  /** Looks that the service ended without the page. */
  failed: number;
  told: number;
  expected: number;
  /** Pairs whose shop is read with certainty at one look. */
  certain: number;
  faults: string[];
}

/**
 * Watches products of the demonstration shops through the whole service, day by day on a clock of its own, while their prices change
 * by a script, and holds what was told against the script.
 */
export const drillWatch = async (drill: WatchDrill): Promise<WatchDrillResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-watch-'));
  const random = createRandom(String(drill.seed));
  const said = new Map<string, () => Said>();
  const running = await Promise.all(
    watchedShops.map((shop) => startChangingShop(shop, (sku) => said.get(sku)?.())),
  );
  const stack = await startLocalStack({ allowedTargets: running.map(({ host }) => host) });
  const history = openHistory(join(folder, 'history.sqlite'));
  try {
    const stories = Array.from({ length: drill.pairs }, (_, index) =>
      storyOf(index, running[index % running.length]!, drill, random),
    );
    let day = 0;
    let isSecond = false;
    for (const { pair, script } of stories)
      said.set(pair.sku, () => script[day]![isSecond ? 'second' : 'first']);
    const { uid, licenseKey } = stack.license!;
    const client = new ScrapPrices({ baseUrl: stack.apiUrl, uid, licenseKey });
    const notices: Notice[] = [];
    for (day = 0; day < drill.days; day += 1) {
      isSecond = false;
      await watchOnce({
        connection: { client, baseUrl: stack.apiUrl, uid },
        history,
        pairs: stories.map(({ pair }) => pair),
        channels: ['Output'],
        parallel: 4,
        confirmAfterMs,
        state: join(folder, 'run.ndjson'),
        signal: new AbortController().signal,
        now: () => startMs + day * dayMs + (isSecond ? confirmAfterMs : 0),
        wait: async () => {
          isSecond = true;
        },
        showsProgress: false,
      });
      for (const stored of history.untold('Output')) {
        notices.push(fromStoredNotice(stored));
        history.markTold(stored.id, 'Output', stored.at);
      }
    }
    const bySku = Map.groupBy(notices, ({ Sku }) => Sku);
    const looks = stories.map((story) => looksOf(story, history));
    return {
      looks: looks.flat().length,
      failed: looks.flat().filter(({ outcome }) => outcome === 'Failed').length,
      told: notices.length,
      expected: looks.flatMap((each) => expectedOf(each, isReadCertainly(each)).expected).length,
      certain: looks.filter(isReadCertainly).length,
      faults: stories.flatMap((story) =>
        faultsOf(story, history, bySku.get(story.pair.sku) ?? [], drill.days),
      ),
    };
  } finally {
    history[Symbol.dispose]();
    await stack.close();
    await Promise.all(running.map(({ close }) => close()));
    rmSync(folder, { recursive: true, force: true });
  }
};

/** @returns false when a change was not told, told twice, or told without having been. */
export const runWatchDrill = async (args: readonly string[]): Promise<boolean> => {
  const drill = drillFrom(args);
  const { looks, failed, told, expected, certain, faults } = await drillWatch(drill);
  process.stdout.write(
    `${drill.pairs} products over ${drill.days} days (seed ${drill.seed}): ${looks} looks, ${failed} of them failed; ${certain} products of pages that are certain at one look; ` +
      `${told} changes told, ${expected} expected, ${faults.length} wrong.\n${titledLines('wrong', faults)}`,
  );
  return faults.length === 0;
};
