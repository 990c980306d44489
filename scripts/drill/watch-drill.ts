import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHistory, type PriceHistory } from '../../cli/watch/history-file.ts';
import { fromStoredNotice, type Notice } from '../../cli/watch/notice.ts';
import { watchOnce } from '../../cli/watch/watch-run.ts';
import type { WatchedPair } from '../../cli/watch/watched-pairs.ts';
import { ScrapPrices, type SellingSite } from '../../client/index.ts';
import { questionOf } from '../../client/question.ts';
import { startLocalStack } from '../../local/stack.ts';
import { createRandom, type Random } from '../page-writer/random.ts';
import { titledLines } from './shop-list.ts';
import { type ChangingShop, startChangingShop, watchedShops } from './watch/changing-shops.ts';
import {
  drillFrom,
  drillReport,
  type JudgedLook,
  judgeTold,
  toldText,
  type WatchDrill,
  type WatchDrillResult,
} from './watch/judge-told.ts';
import { type Day, type Said, scriptOf } from './watch/price-script.ts';

export const watchUsage = 'watch [--pairs COUNT] [--days COUNT] [--seed NUMBER]';

const mostOf: WatchDrill = { pairs: 5_000, days: 400, seed: 2 ** 32 };

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

const dayOf = (at: string): number => Math.floor((Date.parse(at) - startMs) / dayMs);

/** The looks at one product, with what its shop said at each. */
const looksOf = ({ pair, script }: Story, history: PriceHistory): JudgedLook[] => {
  const series = history.find(pair.question);
  return (series === undefined ? [] : history.looksOf(series)).map((look) => {
    const day = dayOf(look.at);
    const isSecond = Date.parse(look.at) - startMs - day * dayMs >= confirmAfterMs;
    const said = script[day]![isSecond ? 'second' : 'first'];
    return { ...look, day, said, isRead: look.outcome === 'Priced' };
  });
};

const textOf = (notice: Notice): string =>
  notice.Kind === 'Price'
    ? toldText(dayOf(notice.At), notice.From.Amount, notice.To.Amount)
    : `${notice.Kind}, which nobody made`;

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
    const questions = stories.map(({ pair }) => pair.question);
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
      for (const stored of history.untold('Output', questions)) {
        notices.push(fromStoredNotice(stored));
        history.markTold(stored.id, 'Output', stored.at);
      }
    }
    const bySku = Map.groupBy(notices, ({ Sku }) => Sku);
    return judgeTold(
      stories.map((story) => ({
        sku: story.pair.sku,
        shop: story.shop,
        looks: looksOf(story, history),
        told: (bySku.get(story.pair.sku) ?? []).map(textOf),
      })),
      { days: drill.days, followsUnread: true },
    );
  } finally {
    history[Symbol.dispose]();
    await stack.close();
    await Promise.all(running.map(({ close }) => close()));
    rmSync(folder, { recursive: true, force: true });
  }
};

/** @returns false when a change was not told, told twice, or told without having been. */
export const runWatchDrill = async (args: readonly string[]): Promise<boolean> => {
  const drill = drillFrom(args, watchUsage, mostOf);
  const result = await drillWatch(drill);
  process.stdout.write(`${drillReport(drill, result)}\n${titledLines('wrong', result.faults)}`);
  return result.faults.length === 0;
};
