import { ScrapPrices, type SellingSite, type WatchRunView } from '../../client/index.ts';
import type { PriceChange } from '../../lambdas/domain/price-changes.ts';
import { shortestRateMs } from '../../lambdas/domain/watches/schedule.ts';
import { maxWatches } from '../../lambdas/domain/watches/watch.ts';
import type { HistoryEntry, WatchChange } from '../../lambdas/domain/watches/watch-history.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import type { Assembly } from '../../local/template/template.ts';
import { createRandom, type Random } from '../page-writer/random.ts';
import { titledLines } from './shop-list.ts';
import { type ChangingShop, startChangingShop, watchedShops } from './watch/changing-shops.ts';
import {
  drillFrom,
  drillReport,
  type JudgedLook,
  type JudgedProduct,
  judgeTold,
  toldText,
  type WatchDrill,
  type WatchDrillResult,
} from './watch/judge-told.ts';
import { type NoticeReceiver, startNoticeReceiver, type Told } from './watch/notice-receiver.ts';
import { type Day, type Said, scriptOf } from './watch/price-script.ts';
import { isDead, untilIdle } from './watch/until-idle.ts';

export const accountWatchUsage = 'account-watch [--pairs COUNT] [--days COUNT] [--seed NUMBER]';

/** So many pairs are one watch. */
const sitesOfWatch = 25;
const mostOf: WatchDrill = { pairs: maxWatches * sitesOfWatch, days: 80, seed: 2 ** 32 };

/** A product at a shop, with all that will happen to it. */
interface Story {
  sku: string;
  shop: string;
  site: SellingSite;
  script: Day[];
}

/** A watch of some products, and where its run is at the moment. */
interface DrilledWatch {
  name: string;
  stories: Story[];
  /** Whether what is asked now is asked a second time. */
  isSecond: boolean;
  /** When each day's run was scheduled for, as the service says. */
  scheduledAt: string[];
}

const storyOf = (index: number, { shop, host }: ChangingShop, days: number, random: Random): Story => {
  const sku = `WATCH-${index}`;
  const Url = `http://${host}${shop.path}`;
  return {
    sku,
    shop: shop.name,
    site: { ...shop.site, Name: shop.name, Sku: sku, Url, RenderMode: 'Http' },
    script: scriptOf(shop.expected.amount!, days, random),
  };
};

const watchesOf = (stories: readonly Story[]): DrilledWatch[] =>
  Array.from({ length: Math.ceil(stories.length / sitesOfWatch) }, (_, index) => ({
    name: `drill-${index}`,
    stories: stories.slice(index * sitesOfWatch, (index + 1) * sitesOfWatch),
    isSecond: false,
    scheduledAt: [],
  }));

/** A little longer than the service waits before it looks whether a request has ended. */
const stepMs = 80_000;
/** A run takes two scrapes and the five minutes between them, some ten steps. */
const mostSteps = 40;

/** Where the run of today is: it has ended, waits for its second scrape, or neither. */
const placeOf = (watch: DrilledWatch, run: WatchRunView | null): 'Ended' | 'Waiting' | undefined => {
  if (run === null || run.ScheduledAt === watch.scheduledAt.at(-1)) return undefined;
  if (run.Ended !== null) return 'Ended';
  return run.RequestId === null ? 'Waiting' : undefined;
};

/**
 * Lets a day's runs come and end.
 *
 * @throws Error when one does not.
 */
const passDay = async (
  stack: LocalStack,
  client: ScrapPrices,
  watches: readonly DrilledWatch[],
): Promise<void> => {
  for (const watch of watches) watch.isSecond = false;
  await stack.passTime(stack.untilNextSchedule() ?? 0);
  for (let step = 0; step < mostSteps; step += 1) {
    await untilIdle(stack);
    const runs = new Map((await client.watches()).Watches.map(({ Name, LastRun }) => [Name, LastRun]));
    const places = watches.map((watch) => placeOf(watch, runs.get(watch.name) ?? null));
    if (places.every((place) => place === 'Ended')) {
      for (const watch of watches) watch.scheduledAt.push(runs.get(watch.name)!.ScheduledAt);
      return;
    }
    // The second scrape asks when time goes on, and not before.
    for (const [index, watch] of watches.entries()) watch.isSecond ||= places[index] === 'Waiting';
    await stack.passTime(stepMs);
  }
  throw new Error('A run of a watch has not ended within its time.');
};

const historyOf = async (client: ScrapPrices, name: string): Promise<HistoryEntry[]> => {
  const entries: HistoryEntry[] = [];
  for await (const entry of client.watchEntries(name)) entries.push(entry as HistoryEntry);
  return entries.toReversed();
};

const looksOf = (
  { stories, scheduledAt }: DrilledWatch,
  place: number,
  entries: readonly HistoryEntry[],
): JudgedLook[] =>
  entries.flatMap(({ Sites, ScheduledAt, IsSecond }) => {
    const day = scheduledAt.indexOf(ScheduledAt);
    const seen = Sites.find(({ Index }) => Index === place);
    if (!seen || day < 0) return [];
    return [
      {
        day,
        said: stories[place]!.script[day]![IsSecond ? 'second' : 'first'],
        isRead: seen.Outcome === 'Priced',
        outcome: seen.Outcome,
        amount: seen.Price?.Amount ?? null,
        confidence: seen.Confidence,
      },
    ];
  });

interface Notice {
  Watch: string;
  ScheduledAt: string;
  Changes: WatchChange[];
}

const noticeIn = ({ text }: Told): Notice => (JSON.parse(text) as { data: Notice }).data;

const changeText = (day: number, change: WatchChange): string => {
  const { Kind, From, To } = change as unknown as Extract<PriceChange, { Kind: 'Price' }>;
  return Kind === 'Price' ? toldText(day, From.Amount, To.Amount) : `${Kind}, which nobody made`;
};

/** What is told of a watch's products, each by its place. */
const toldOf = ({ name, scheduledAt }: DrilledWatch, notices: readonly Notice[]): Map<number, string[]> => {
  const told = notices
    .filter(({ Watch }) => Watch === name)
    .flatMap(({ ScheduledAt, Changes }) => {
      const day = scheduledAt.indexOf(ScheduledAt);
      return Changes.map((change) => ({ place: change.Index, day, text: changeText(day, change) }));
    })
    // Calls that are tried again come late.
    .toSorted((first, second) => first.day - second.day);
  return new Map(
    [...Map.groupBy(told, ({ place }) => place)].map(([place, all]) => [place, all.map(({ text }) => text)]),
  );
};

/** One call for each identifier: a receiver that got one twice passes over the second. */
const onceEach = (told: readonly Told[]): { once: Told[]; faults: string[] } => {
  const byId = new Map<string, Told>();
  const faults: string[] = [];
  for (const call of told) {
    const before = byId.get(call.id);
    if (before && before.text !== call.text) faults.push(`${call.id} came with two bodies`);
    byId.set(call.id, before ?? call);
  }
  return { once: [...byId.values()], faults };
};

const listFaults = (ids: readonly string[], what: string): string[] => ids.map((id) => `${id} ${what}`);

/** What is wrong with a history and the calls that belong to it. */
const historyFaults = (
  { name, scheduledAt }: DrilledWatch,
  entries: readonly HistoryEntry[],
  ids: ReadonlySet<string>,
): string[] => [
  ...entries
    .filter(({ Ended }) => Ended !== 'Completed')
    .map(({ Ended, ScheduledAt }) => `${name}: the run of ${ScheduledAt} is ${Ended}`),
  ...entries
    .filter(({ ScheduledAt }) => !scheduledAt.includes(ScheduledAt))
    .map(({ ScheduledAt }) => `${name}: nobody knows of the run of ${ScheduledAt}`),
  ...listFaults(
    entries.flatMap(({ WebhookId }) => (WebhookId === null || ids.has(WebhookId) ? [] : [WebhookId])),
    `is told by the history of ${name}, and never came`,
  ),
];

const untilAllTold = async (stack: LocalStack): Promise<void> => {
  const deliveries = Object.keys(stack.plan.queues).find((name) => /Deliver/.test(name) && !isDead(name))!;
  while (stack.queueDepth(deliveries).waiting > 0) {
    await stack.passTime(shortestRateMs);
    await untilIdle(stack);
  }
};

const judge = async (
  { days }: WatchDrill,
  client: ScrapPrices,
  watches: readonly DrilledWatch[],
  receiver: NoticeReceiver,
): Promise<WatchDrillResult> => {
  const { once, faults } = onceEach(receiver.told);
  const ids = new Set(once.map(({ id }) => id));
  const notices = once.map(noticeIn);
  const products: JudgedProduct[] = [];
  const own = [...receiver.faults, ...faults];
  const inHistories = new Set<string>();
  for (const watch of watches) {
    const entries = await historyOf(client, watch.name);
    own.push(...historyFaults(watch, entries, ids));
    for (const { WebhookId } of entries) if (WebhookId !== null) inHistories.add(WebhookId);
    const told = toldOf(watch, notices);
    for (const [place, { sku, shop }] of watch.stories.entries())
      products.push({ sku, shop, looks: looksOf(watch, place, entries), told: told.get(place) ?? [] });
  }
  own.push(
    ...listFaults(
      [...ids].filter((id) => !inHistories.has(id)),
      'came, and is in no history',
    ),
  );
  const result = judgeTold(products, { days, followsUnread: false });
  return { ...result, faults: [...own, ...result.faults] };
};

/**
 * Has the service itself watch products of the demonstration shops, day by day on a clock that is moved, while their prices change
 * by a script, and holds what its calls tell against the script.
 *
 * @param assembly - what to run instead of the project's own app.
 */
export const drillAccountWatch = async (
  drill: WatchDrill,
  assembly?: Assembly,
): Promise<WatchDrillResult> => {
  const random = createRandom(String(drill.seed));
  const said = new Map<string, () => Said>();
  const running = await Promise.all(
    watchedShops.map((shop) => startChangingShop(shop, (sku) => said.get(sku)?.())),
  );
  const receiver = await startNoticeReceiver();
  const stack = await startLocalStack({
    ...(assembly ? { assembly } : { settings: { watches: true } }),
    allowedTargets: [receiver.host, ...running.map(({ host }) => host)],
  });
  try {
    const stories = Array.from({ length: drill.pairs }, (_, index) =>
      storyOf(index, running[index % running.length]!, drill.days, random),
    );
    const watches = watchesOf(stories);
    let day = 0;
    for (const watch of watches)
      for (const { sku, script } of watch.stories)
        said.set(sku, () => script[day]![watch.isSecond ? 'second' : 'first']);
    const { uid, licenseKey } = stack.license!;
    const client = new ScrapPrices({ baseUrl: stack.apiUrl, uid, licenseKey });
    for (const { name, stories: watched } of watches)
      await client.putWatch(name, {
        sku: name,
        sites: watched.map(({ site }) => site),
        schedule: 'rate(1 day)',
        webhook: { Url: receiver.url, Secret: receiver.secret },
      });
    for (day = 0; day < drill.days; day += 1) await passDay(stack, client, watches);
    day -= 1;
    await untilAllTold(stack);
    const result = await judge(drill, client, watches, receiver);
    const lost = Object.keys(stack.plan.queues)
      .filter(isDead)
      .map((name) => ({ name, ...stack.queueDepth(name) }))
      .filter(({ waiting, inFlight }) => waiting + inFlight > 0)
      .map(({ name, waiting }) => `${waiting} messages lie in ${name}`);
    return { ...result, faults: [...lost, ...result.faults] };
  } finally {
    await stack.close();
    await receiver.close();
    await Promise.all(running.map(({ close }) => close()));
  }
};

/** @returns false when a change was not told, told twice, or told without having been. */
export const runAccountWatchDrill = async (args: readonly string[]): Promise<boolean> => {
  const drill = drillFrom(args, accountWatchUsage, mostOf);
  const result = await drillAccountWatch(drill);
  process.stdout.write(`${drillReport(drill, result)}\n${titledLines('wrong', result.faults)}`);
  return result.faults.length === 0;
};
