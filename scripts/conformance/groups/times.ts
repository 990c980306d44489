// Deadlines and retention, seen from outside: an answer read before a moment and a call sent after it are certain
// of which side they were on; what lies between is not judged.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Check,
  contract,
  expectEqual,
  expectThat,
  type Group,
  Mismatch,
  NotRun,
  spec,
} from '../check.ts';
import { bodyOf, type Deployment, idOf, type Json, need, plainData } from '../deployment.ts';
import { type Answer, jsonOf } from '../http-client.ts';
import { expectProblem } from '../validators.ts';

const failsAt = contract('Time', 'At t >= D a request that is not completed is Failed, from D on.');
const failedGone = contract('Time', 'Failed: 404 from D + 5 min on.');
const completedGone = contract('Time', 'Completed: 404 from C + 5 min on.');
const neverBack = contract(
  'Time',
  'once Failed was answered, Completed is never answered, and once 404, always 404',
);
const timeout = spec('Limits', '5 minutes, after which the status becomes Failed');
const removal = spec('Limits', '5 minutes, after which the request is removed from the system');
const nothingDone = contract('Time', 'Failed (1) remains for a request of which nothing was processed.');
const whileItLives = contract('Requests', 'its present status while that request lives');
const cut = contract('Requests', 'a larger one is cut, with the warning `TimeoutCut`');
const pollMs = 150;

/** One reading of a status: 0, 1, 2, or 404. */
interface Reading {
  state: number;
  answer: Answer;
}

interface History {
  id: string;
  queued: Answer;
  readings: Reading[];
  /** What a repeat was answered once the request was seen to have failed. */
  repeat?: Answer;
}

const stateOf = (answer: Answer): number => {
  if (answer.status === 404) return 404;
  if (answer.status !== 200)
    throw new Mismatch('status 200 or 404', `${answer.status} ${answer.text.slice(0, 200)}`);
  return Number(jsonOf(answer).RequestStatus);
};

/** Reads until the request is gone, and five times more. */
const watch = async (
  d: Deployment,
  queued: Answer,
  repeatFailed?: () => Promise<Answer>,
): Promise<History> => {
  const id = idOf(queued);
  const readings: Reading[] = [];
  const giveUpAtMs = queued.readAtMs + d.processingWindowMs + d.retentionMs + 30_000;
  let gone = 0;
  let repeat: Answer | undefined;
  while (gone < 5) {
    const answer = await d.status(id);
    const state = stateOf(answer);
    readings.push({ state, answer });
    if (state === 1 && repeatFailed !== undefined) repeat ??= await repeatFailed();
    if (state === 404) gone += 1;
    else if (answer.sentAtMs > giveUpAtMs) break;
    await pause(pollMs);
  }
  return { id, queued, readings, ...(repeat && { repeat }) };
};

const clockWords = 'a deployment on the same clock (local, or its clock within milliseconds of this machine)';
const isSameClock = (d: Deployment): boolean =>
  /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(d.baseUrl);

const completedQueued = (d: Deployment): Promise<Answer> =>
  d.once('completedQueued', () =>
    d.queue(bodyOf(d.license, plainData()), [['Idempotency-Key', completedKey]]),
  );
/** Completes at once: its name does not resolve. */
const completed = (d: Deployment): Promise<History> =>
  d.once('completedHistory', async () => watch(d, await completedQueued(d)));
const completedKey = randomUUID();

/** Never answered by its shop: holds a scraper as long as it may. */
const hanging = (d: Deployment, sites: number): Json => {
  const shops = need(d.shops, 'shops that the deployment reaches (--shops-origin)');
  return {
    Sku: 'x',
    SellingSites: Array.from({ length: sites }, (_, i) => ({
      Url: `${shops.origin}/hang/${i}`,
      RenderMode: 'Http',
      TimeoutSeconds: 120,
    })),
  };
};

/** What needs a scraper is done before the scraper is kept from the queue. */
const othersDone = async (d: Deployment): Promise<void> => {
  await d.waitForEnd(idOf(await completedQueued(d)));
  if (d.processingWindowMs < 120_000) await cutData(d);
};

/** Requests behind others that keep the one scraper busy, which then cannot reach the queue until they have failed. */
const held = (d: Deployment): Promise<History[]> =>
  d.once('heldHistories', async () => {
    const hold = d.hold;
    if (hold === undefined)
      throw new NotRun('needs a deployment that can be kept from its queue (local only)');
    await othersDone(d);
    const send = (i: number): Promise<Answer> =>
      d.queue(bodyOf(d.license, hanging(d, 1)), [['Idempotency-Key', `${heldKey}-${i}`]]);
    const queued: Answer[] = [];
    for (let i = 0; i < heldRequests; i += 1) queued.push(await send(i));
    const release = hold();
    const ended = Promise.all(queued.map((answer) => d.waitForEnd(idOf(answer)))).finally(release);
    const watched = queued.map((answer, i) => watch(d, answer, () => ended.then(() => send(i))));
    await ended;
    return Promise.all(watched);
  });
const heldKey = randomUUID();
const heldRequests = 12;

const cutData = (d: Deployment): Promise<Answer> =>
  d.once('cut', async () =>
    d.waitForEnd(idOf(await d.queue(bodyOf(d.license, plainData({ TimeoutSeconds: 120 }))))),
  );

const timesOf = (history: History): { completedAtMs: number; expiresAtMs: number } => {
  const ended = history.readings.find(({ state }) => state === 2);
  const data = ended && jsonOf<{ Data?: { CompletedAt: string; ExpiresAt: string } }>(ended.answer).Data;
  if (data === undefined)
    throw new Mismatch('a completed request', history.readings.map(({ state }) => state).join(' '));
  return { completedAtMs: Date.parse(data.CompletedAt), expiresAtMs: Date.parse(data.ExpiresAt) };
};

const failedOnes = async (d: Deployment): Promise<History[]> => {
  const failed = (await held(d)).filter(({ readings }) => readings.some(({ state }) => state === 1));
  if (failed.length === 0) {
    throw new NotRun('needs requests queued faster than the scraper ends them; all were processed');
  }
  return failed;
};

const inRun = ({ readings }: History): number[] =>
  readings.map(({ state }) => state).filter((state, i, all) => state !== all[i - 1]);
const isForward = (history: History, paths: readonly string[]): void => {
  expectThat(
    paths.includes(inRun(history).join()),
    `one of the ways ${paths.join(' | ')}`,
    inRun(history).join(),
  );
};

const checks: Check[] = [
  {
    name: 'a completed request is there until ExpiresAt: every answer read before it is 200',
    cites: removal,
    run: async (d) => {
      if (!isSameClock(d)) throw new NotRun(`needs ${clockWords}`);
      const history = await completed(d);
      const { expiresAtMs } = timesOf(history);
      expectEqual(
        '404 before ExpiresAt',
        history.readings.filter(({ state, answer }) => state === 404 && answer.readAtMs < expiresAtMs).length,
        0,
      );
    },
  },
  {
    name: 'a completed request is gone from ExpiresAt on: every call sent after it is 404',
    cites: completedGone,
    run: async (d) => {
      if (!isSameClock(d)) throw new NotRun(`needs ${clockWords}`);
      const history = await completed(d);
      const { expiresAtMs } = timesOf(history);
      expectEqual(
        '200 after ExpiresAt',
        history.readings.filter(({ state, answer }) => state !== 404 && answer.sentAtMs >= expiresAtMs)
          .length,
        0,
      );
    },
  },
  {
    name: 'ExpiresAt is CompletedAt and the retention, to the millisecond',
    cites: completedGone,
    run: async (d) => {
      const { completedAtMs, expiresAtMs } = timesOf(await completed(d));
      expectEqual('ExpiresAt - CompletedAt', expiresAtMs - completedAtMs, d.retentionMs);
    },
  },
  {
    name: 'a completed request goes from pending to completed to gone, and never back',
    cites: neverBack,
    run: async (d) => isForward(await completed(d), ['0,2,404', '2,404']),
  },
  {
    name: 'once gone, the 404 is that of an unknown request',
    cites: contract('Requests', 'A request of another UID is the same 404 as an unknown one'),
    run: async (d) => {
      const { id } = await completed(d);
      const gone = expectProblem(await d.status(id), 404);
      const unknown = expectProblem(await d.status(randomUUID()), 404);
      expectEqual('title and detail', [gone.title, gone.detail], [unknown.title, unknown.detail]);
    },
  },
  {
    name: 'after a request is gone its Idempotency-Key makes a new one',
    cites: whileItLives,
    run: async (d) => {
      const { id } = await completed(d);
      // While the queue cannot be reached nothing can be queued.
      if (d.hold !== undefined) await held(d);
      const again = idOf(await d.queue(bodyOf(d.license, plainData()), [['Idempotency-Key', completedKey]]));
      expectThat(again !== id, 'another RequestId', again);
    },
  },
  {
    name: 'a request that nobody processed is Failed',
    cites: nothingDone,
    run: async (d) => void (await failedOnes(d)),
  },
  {
    name: 'Failed has exactly RequestId and RequestStatus',
    cites: spec('the service request (the only resource)', 'only in the response for a completed request'),
    run: async (d) => {
      for (const { readings } of await failedOnes(d)) {
        const failed = readings.find(({ state }) => state === 1)!;
        expectEqual('members', Object.keys(jsonOf(failed.answer)).sort(), ['RequestId', 'RequestStatus']);
      }
    },
  },
  {
    name: 'not Failed before the deadline: every answer read within the window is not Failed',
    cites: timeout,
    run: async (d) => {
      for (const { queued, readings } of await failedOnes(d)) {
        const tooEarly = readings.filter(
          ({ state, answer }) => state === 1 && answer.readAtMs < queued.sentAtMs + d.processingWindowMs,
        );
        expectEqual('Failed within the window', tooEarly.length, 0);
      }
    },
  },
  {
    name: 'not pending after the deadline: every call sent after the window is answered otherwise',
    cites: failsAt,
    run: async (d) => {
      for (const { queued, readings } of await held(d)) {
        const tooLate = readings.filter(
          ({ state, answer }) => state === 0 && answer.sentAtMs >= queued.readAtMs + d.processingWindowMs,
        );
        expectEqual('pending after the window', tooLate.length, 0);
      }
    },
  },
  {
    name: 'a failed request stays for its retention: every answer read within it is 200',
    cites: removal,
    run: async (d) => {
      for (const { queued, readings } of await failedOnes(d)) {
        const untilMs = queued.sentAtMs + d.processingWindowMs + d.retentionMs;
        expectEqual(
          '404 within the retention',
          readings.filter(({ state, answer }) => state === 404 && answer.readAtMs < untilMs).length,
          0,
        );
      }
    },
  },
  {
    name: 'a failed request is gone after its retention: every call sent after it is 404',
    cites: failedGone,
    run: async (d) => {
      for (const { queued, readings } of await failedOnes(d)) {
        const fromMs = queued.readAtMs + d.processingWindowMs + d.retentionMs;
        expectEqual(
          '200 after the retention',
          readings.filter(({ state, answer }) => state !== 404 && answer.sentAtMs >= fromMs).length,
          0,
        );
      }
    },
  },
  {
    name: 'none of twelve requests at the edge of the deadline goes back',
    cites: neverBack,
    run: async (d) => {
      for (const history of await held(d)) isForward(history, ['0,2,404', '0,1,404', '2,404', '1,404']);
    },
  },
  {
    name: 'completed ones among them were completed before their deadline',
    cites: contract('Time', 'Completed at C is possible only when C < D.'),
    run: async (d) => {
      for (const { readings } of await held(d)) {
        const ended = readings.find(({ state }) => state === 2);
        if (ended === undefined) continue;
        const { RequestedAt, CompletedAt } = jsonOf<{ Data: Record<string, string> }>(ended.answer).Data;
        expectThat(
          Date.parse(CompletedAt!) - Date.parse(RequestedAt!) < d.processingWindowMs,
          `less than ${d.processingWindowMs} ms`,
          [RequestedAt, CompletedAt],
        );
      }
    },
  },
  {
    name: 'a repeat of a failed request answers with the present status 1',
    cites: contract(
      'Requests',
      "answer with the first one's `RequestId` and its present status while that request lives",
    ),
    run: async (d) => {
      for (const { id, queued, repeat } of await failedOnes(d)) {
        const untilMs = queued.sentAtMs + d.processingWindowMs + d.retentionMs;
        if (repeat === undefined || repeat.readAtMs >= untilMs) {
          throw new NotRun('needs a machine that repeats within the retention');
        }
        expectEqual('RequestId and RequestStatus', jsonOf(repeat), { RequestId: id, RequestStatus: 1 });
      }
    },
  },
  {
    name: 'TimeoutSeconds 120 is cut, with the warning TimeoutCut, where no delivery has 120 s',
    cites: cut,
    run: async (d) => {
      if (d.processingWindowMs >= 120_000) throw new NotRun('needs a processing window below 120 s');
      const data = jsonOf<{ Data?: { Sites: { Warnings: unknown }[] } }>(await cutData(d)).Data;
      expectThat(
        JSON.stringify(data?.Sites[0]?.Warnings ?? null).includes('TimeoutCut'),
        'the warning TimeoutCut',
        data?.Sites[0]?.Warnings,
      );
    },
  },
  {
    name: 'a site that hangs past the deadline does not keep its request from completing with what was found',
    cites: contract(
      'Time',
      'gets the outcome `Failed` with `Timeout`, so that a request completes with what was found',
    ),
    run: async (d) => {
      const [first] = (await held(d)).filter(({ readings }) => readings.some(({ state }) => state === 2));
      if (first === undefined) throw new NotRun('needs a scraper that began with one of them');
      const { answer } = first.readings.find(({ state }) => state === 2)!;
      const [site] = jsonOf<{ Data: { Sites: { Outcome: string; Error: { Code: string } | null }[] } }>(
        answer,
      ).Data.Sites;
      expectEqual('Outcome and Error.Code', [site?.Outcome, site?.Error?.Code], ['Failed', 'Timeout']);
    },
  },
];

export const timeGroup: Group = {
  name: 'CONTRACT.md, Time: deadlines and retention',
  phase: 'times',
  checks,
};
