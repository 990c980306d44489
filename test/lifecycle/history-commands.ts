import fc from 'fast-check';
import { type AwaitFate, type History, maxSkewMs, timings } from './history.ts';

/** fast-check's model, which decides if a step has an effect. */
interface HistoryModel {
  history: History;
}

type HistoryCommand = fc.AsyncCommand<HistoryModel, History>;

/** @param isPossible - steps without an effect are skipped, and removed when a failure is shrunk. */
const command = (
  text: string,
  run: (history: History) => Promise<void>,
  isPossible: (history: History) => boolean = () => true,
): HistoryCommand => ({
  check: ({ history }) => isPossible(history),
  run: async (_model, history) => {
    await run(history);
    history.assertHolds();
  },
  toString: () => text,
});

const pick = fc.nat(7);
const skew = fc.oneof(
  fc.constant(0),
  fc.constantFrom(-maxSkewMs, maxSkewMs),
  fc.integer({ min: -maxSkewMs, max: maxSkewMs }),
);
/** Milliseconds around a deadline or expiry, where bugs are likely. */
const offset = fc.oneof(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -2_500, max: 2_500 }));
const fate = fc.oneof(
  { weight: 12, arbitrary: fc.constant<AwaitFate>('pass') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<AwaitFate>(
      'lost-call',
      'lost-answer',
      'unavailable',
      'unanswered',
      'killed-before',
      'killed-after',
    ),
  },
);

const queue = fc
  .record({
    key: fc.oneof(fc.constant(undefined), fc.constantFrom('k1', 'k1', 'k2')),
    sites: fc.constantFrom(1, 2, 9),
    sku: fc.constantFrom('A-1', 'A-1', 'A-1', 'B-2'),
    skewMs: skew,
  })
  // A repeated key has the same sites and mostly the same SKU, like retries and mistakes.
  .map((call) => (call.key ? { ...call, sites: 9 } : call))
  .map((call) => command(`queue(${JSON.stringify(call)})`, (history) => history.queue(call)));

/** A client that repeats its call before the first response. */
const queueTwice = fc.tuple(skew, skew).map(([first, second]) =>
  command(`queueTwice(${first}, ${second})`, async (history) => {
    for (const skewMs of [first, second]) await history.queue({ key: 'k1', sites: 9, sku: 'A-1', skewMs });
  }),
);

const deliver = fc
  .tuple(pick, fc.constantFrom(1, 1, 2, 5), skew, skew)
  .map(([message, receiveCount, skewMs, laterSkewMs]) =>
    command(
      `deliver(${message}, ${receiveCount}, ${skewMs}, ${laterSkewMs})`,
      (history) => history.deliver(message, receiveCount, skewMs, laterSkewMs),
      ({ messages }) => messages.length > 0,
    ),
  );

const close = fc.tuple(pick, skew).map(([request, skewMs]) =>
  command(
    `close(${request}, ${skewMs})`,
    (history) => history.close(request, skewMs),
    ({ closings }) => closings.length > 0,
  ),
);

/** The closing message of a request is delivered on time, possibly together with others. */
const closeInTime = fc.tuple(pick, offset, skew).map(([request, offsetMs, skewMs]) =>
  command(
    `closeInTime(${request}, ${offsetMs}, ${skewMs})`,
    async (history) => {
      await history.waitUntil(request, 'deadline', offsetMs - timings.closingLeadMs, true);
      const { requestId } = history.acknowledged[request % history.acknowledged.length]!;
      const own = [...history.closings.keys()].filter((i) => history.closings[i]?.RequestId === requestId);
      for (const closing of own.slice(0, 2)) await history.close(closing, skewMs);
    },
    ({ acknowledged }) => acknowledged.length > 0,
  ),
);

const read = fc
  .tuple(
    pick,
    skew,
    fc.nat(9).map((draw) => draw === 0),
  )
  .map(([request, skewMs, isStranger]) =>
    command(
      `read(${request}, ${skewMs}, ${isStranger})`,
      (history) => history.read(request, skewMs, isStranger),
      ({ acknowledged }) => acknowledged.length > 0,
    ),
  );

const release = fc.tuple(pick, fate).map(([call, callFate]) =>
  command(
    `release(${call}, '${callFate}')`,
    (history) => history.release(call, callFate),
    ({ callsUnderWay }) => callsUnderWay > 0,
  ),
);

/** Runs whole functions, so that long histories do not consist of pending calls only. */
const releaseMany = fc.integer({ min: 2, max: 12 }).map((count) =>
  command(
    `releaseMany(${count})`,
    async (history) => {
      for (let i = 0; i < count; i += 1) await history.release(0, 'pass');
    },
    ({ callsUnderWay }) => callsUnderWay > 0,
  ),
);

const wait = fc
  .tuple(fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 60_000 })), fc.boolean())
  .map(([ms, late]) => command(`wait(${ms}, ${late})`, (history) => history.wait(ms, late)));

const waitUntil = fc
  .tuple(pick, fc.constantFrom('deadline', 'expiry'), offset, fc.boolean())
  .map(([request, edge, offsetMs, late]) =>
    command(
      `waitUntil(${request}, '${edge}', ${offsetMs}, ${late})`,
      (history) => history.waitUntil(request, edge, offsetMs, late),
      ({ acknowledged }) => acknowledged.length > 0,
    ),
  );

/** Readers, scrapers and a repeated call around the same moment, each with its own clock. */
const meet = fc
  .tuple(pick, fc.constantFrom('deadline', 'expiry'), offset, fc.array(skew, { minLength: 4, maxLength: 4 }))
  .map(([request, edge, offsetMs, skews]) =>
    command(
      `meet(${request}, '${edge}', ${offsetMs}, [${skews}])`,
      async (history) => {
        await history.waitUntil(request, edge, offsetMs, true);
        const { requestId } = history.acknowledged[request % history.acknowledged.length]!;
        const own = [...history.messages.keys()].filter((i) => history.messages[i]?.RequestId === requestId);
        await history.read(request, skews[0]!);
        for (const message of own.slice(0, 2)) await history.deliver(message, 1, skews[1]!);
        await history.read(request, skews[2]!);
        await history.queue({ key: 'k1', sites: 9, sku: 'A-1', skewMs: skews[3]! });
      },
      ({ acknowledged }) => acknowledged.length > 0,
    ),
  );

const storeGoesDown = fc
  .integer({ min: 1_000, max: 60_000 })
  .map((ms) => command(`storeGoesDown(${ms})`, (history) => history.storeGoesDown(ms)));

/** A store that fails between loading a page and writing its result. */
const outageAtTheWrite = pick.map((message) =>
  command(
    `outageAtTheWrite(${message})`,
    async (history) => {
      for (let i = 0; i < 12 && history.callsUnderWay > 0; i += 1) await history.release(0, 'pass');
      await history.deliver(message, 1, 0);
      for (let i = 0; i < 2; i += 1) await history.release(0, 'pass');
      await history.storeGoesDown(40_000);
      for (let i = 0; i < 24; i += 1) await history.release(0, 'pass');
    },
    ({ messages }) => messages.length > 0,
  ),
);

const collectGarbage = fc
  .constant(null)
  .map(() => command('collectGarbage()', (history) => history.collectGarbage()));

/** Steps of one history. `replayPath` is printed by fast-check next to a failure's path. */
export const historyCommands = (options: { maxCommands: number; replayPath?: string | undefined }) =>
  fc.commands(
    // A kind that is listed n times is n times as likely.
    [
      ...[queue, queue, queueTwice, queueTwice, deliver, deliver, deliver, deliver, read, read, read, read],
      ...Array.from({ length: 12 }, () => release),
      ...[
        releaseMany,
        releaseMany,
        meet,
        meet,
        close,
        closeInTime,
        wait,
        wait,
        waitUntil,
        collectGarbage,
        storeGoesDown,
        outageAtTheWrite,
      ],
    ],
    { size: 'max', maxCommands: options.maxCommands, replayPath: options.replayPath ?? null } as never,
  );
