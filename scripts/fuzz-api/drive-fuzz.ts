import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { createKeepAliveClient, type HttpAnswer } from '../load/keep-alive-client.ts';
import { startPriceShop } from '../load/price-shop.ts';
import type { ProofResult } from '../load/proof.ts';
import { type StackInChild, startStackInChild } from '../load/stack-in-child.ts';
import { functionFailures, functionNames } from '../load/stack-protocol.ts';
import { arbitraryCall, type FuzzCall, queuePath, watchesPath } from './arbitrary-call.ts';
import { type Credentials, makeCallers } from './callers.ts';
import { describeHeaps, growthIn, type Heaps, measureHeaps } from './heaps.ts';
import { createJudge, faultsOf } from './judge-answer.ts';
import type { JsonSchema } from './schema-arbitrary.ts';

export interface FuzzOrder {
  calls: number;
  seed: number;
  clients: number;
  dataDir: string;
  log: (line: string) => void;
}

/** Calls that are generated from one seed, and between two looks at the memory. */
const chunkSize = 500;
/** After which code is compiled and caches are full. */
const warmUpShare = 0.2;
/** Fewer say nothing about growth: their code is still being compiled. */
const leastCallsForGrowth = 5_000;
/** Looking for the smallest call takes its time. */
const maxSmallest = 3;
const statusPath = '/api/scrap_prices/{requestId}';

const documentedPaths: readonly { path: string; methods: readonly string[]; pattern: RegExp }[] = [
  { path: queuePath, methods: ['POST'], pattern: /^\/api\/scrap_prices\/queue$/ },
  { path: statusPath, methods: ['GET'], pattern: /^\/api\/scrap_prices\/[^/]+$/ },
  {
    path: `${statusPath}/deliveries`,
    methods: ['GET', 'POST'],
    pattern: /^\/api\/scrap_prices\/[^/]+\/deliveries$/,
  },
  { path: watchesPath, methods: ['GET'], pattern: /^\/api\/watches$/ },
  {
    path: `${watchesPath}/{name}`,
    methods: ['PUT', 'GET', 'DELETE'],
    pattern: /^\/api\/watches\/[^/]+$/,
  },
  {
    path: `${watchesPath}/{name}/history`,
    methods: ['GET'],
    pattern: /^\/api\/watches\/[^/]+\/history$/,
  },
];

const documentedPath = ({ method, path }: FuzzCall): string | undefined => {
  const [pathname] = path.split('?');
  return documentedPaths.find(({ methods, pattern }) => methods.includes(method) && pattern.test(pathname!))
    ?.path;
};

const authorizationOf = (
  { headerCredentials }: FuzzCall,
  { LicenseKey, UID }: Credentials,
): Record<string, string> =>
  headerCredentials === 'headers'
    ? { LicenseKey, UID }
    : headerCredentials === 'basic'
      ? { Authorization: `Basic ${Buffer.from(`${UID}:${LicenseKey}`).toString('base64')}` }
      : {};

/** Sends generated calls and judges each answer. */
export const driveFuzz = async ({
  calls,
  seed,
  clients,
  dataDir,
  log,
}: FuzzOrder): Promise<ProofResult & { accepted: number; watchesPut: number }> => {
  const shop = await startPriceShop();
  const http = createKeepAliveClient(clients);
  const judge = createJudge();
  const arbitrary = arbitraryCall(judge.schemas as Record<string, JsonSchema>, shop.target);
  let stack: StackInChild | undefined;
  try {
    stack = await startStackInChild({
      dataDir,
      allowedTargets: [shop.target],
      // What is accepted early can still be looked at in the end.
      settings: {
        retentionSeconds: 3_600,
        watches: true,
        throttleRatePerSecond: 10_000,
        throttleBurst: 5_000,
      },
    });
    const running = stack;
    const credentials = await makeCallers(running);
    const accepted: string[] = [];
    let watchesPut = 0;
    const answers = new Map<string, number>();

    const send = (call: FuzzCall): Promise<HttpAnswer> => {
      const who = credentials[call.caller];
      const id = accepted[call.pick % Math.max(1, accepted.length)] ?? 'none';
      const body = call.body?.(who);
      return http.send({
        method: call.method,
        url: running.apiUrl,
        path: new URL(running.apiUrl).pathname + call.path.replace('{accepted}', id),
        headers: { ...call.headers, ...authorizationOf(call, who) },
        ...(body && { body }),
      });
    };
    const wrongWith = (call: FuzzCall, answer: HttpAnswer): string[] => {
      const who = credentials[call.caller];
      const path = documentedPath(call);
      const isQueued = answer.status === 202 && path === queuePath;
      const isAccepted = isQueued || (call.method === 'PUT' && answer.status < 300);
      if (isAccepted && !isQueued) watchesPut += 1;
      // The first call of `spent` is within its quota; nobody else may look at what it queued.
      if (isQueued && call.caller === 'open')
        accepted.push((JSON.parse(answer.text) as { RequestId: string }).RequestId);
      const mayNotCall = call.caller === 'disabled' || call.caller === 'wrong';
      const isAllowedBody = (): boolean =>
        !call.bodyValue || judge.isDocumentedBody(call.method, path!, JSON.parse(String(call.body?.(who))));
      return [
        ...judge.judge(call.method, path, answer),
        ...faultsOf([
          [answer.text.includes(who.LicenseKey), 'tells the license key'],
          [answer.headers['x-injected'] !== undefined, 'has a header that the call smuggled in'],
          [isAccepted && mayNotCall, 'accepts a caller who may not call'],
          [isAccepted && !isAllowedBody(), 'accepts a body that the document does not allow'],
        ]),
      ];
    };
    /** @returns what is wrong with the answer to a call. */
    const attempt = async (call: FuzzCall): Promise<{ answer: HttpAnswer | undefined; wrong: string[] }> => {
      let answer: HttpAnswer;
      try {
        answer = await send(call);
      } catch (error) {
        return { answer: undefined, wrong: [`was cut off: ${(error as Error).message}`] };
      }
      return { answer, wrong: wrongWith(call, answer) };
    };
    const describe = (call: FuzzCall): string => {
      const { LicenseKey } = credentials[call.caller];
      const body = String(call.body?.(credentials[call.caller]) ?? '').replaceAll(
        LicenseKey,
        '<LICENSE_KEY>',
      );
      const headers = JSON.stringify({
        ...call.headers,
        credentials: `${call.caller} (${call.headerCredentials})`,
      });
      return `${call.method} ${call.path.slice(0, 200)} ${headers.slice(0, 400)} ${body.slice(0, 400)}`;
    };

    const violations: string[] = [];
    const kinds = new Map<string, number>();
    let smallestFound = 0;
    const measuresGrowth = calls >= leastCallsForGrowth;
    const warmUpCalls = Math.floor(calls * warmUpShare);
    let early: Heaps | undefined;
    const startedMs = performance.now();
    /** Sends the calls of one seed. @returns whether one was answered wrongly. */
    const sendChunk = async (chunk: readonly FuzzCall[]): Promise<boolean> => {
      let next = 0;
      let isWrong = false;
      const client = async (): Promise<void> => {
        while (next < chunk.length) {
          const call = chunk[next]!;
          next += 1;
          const { answer, wrong } = await attempt(call);
          kinds.set(call.kind, (kinds.get(call.kind) ?? 0) + 1);
          const key = String(answer?.status ?? 'cut off');
          answers.set(key, (answers.get(key) ?? 0) + 1);
          if (wrong.length === 0) continue;
          isWrong = true;
          violations.push(`the answer ${answer?.status} ${wrong.join(', ')} [${describe(call)}]`);
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      return isWrong;
    };
    const tellSmallest = async (numRuns: number, chunkSeed: number): Promise<void> => {
      const smallest = await smallestViolation(arbitrary, { numRuns, seed: chunkSeed }, attempt);
      if (!smallest) return;
      const again = `again with --seed ${chunkSeed} --requests ${numRuns}`;
      violations.unshift(`smallest (${again}): ${smallest.wrong.join(', ')} [${describe(smallest.call)}]`);
    };
    for (let done = 0; done < calls; done += chunkSize) {
      const numRuns = Math.min(chunkSize, calls - done);
      const chunkSeed = seed + done;
      const isWrong = await sendChunk(fc.sample(arbitrary, { numRuns, seed: chunkSeed }));
      if (isWrong && smallestFound < maxSmallest) {
        smallestFound += 1;
        await tellSmallest(numRuns, chunkSeed);
      }
      if (measuresGrowth && early === undefined && done + numRuns >= warmUpCalls) {
        await untilIdle(running);
        early = await measureHeaps(running);
      }
      if ((done / chunkSize) % 10 === 9) {
        const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
        log(`  ${done + numRuns} of ${calls} calls, ${seconds} s`);
      }
    }
    await untilIdle(running);
    const late = early && (await measureHeaps(running));
    if (early && late) violations.push(...growthIn(early, late));
    // With the queue empty, whatever was accepted has its end.
    const unique = [...new Set(accepted)];
    const ends = new Map<string, number>();
    const look = async (): Promise<void> => {
      for (let id = unique.pop(); id !== undefined; id = unique.pop()) {
        const answer = await http.send({
          method: 'GET',
          url: `${running.apiUrl}/api/scrap_prices/${id}`,
          headers: { ...credentials.open },
        });
        const wrong = judge.judge('GET', statusPath, answer);
        if (wrong.length > 0) violations.push(`the request ${id} ${wrong.join(', ')}`);
        const end = String((JSON.parse(answer.text) as { RequestStatus?: number }).RequestStatus);
        ends.set(end, (ends.get(end) ?? 0) + 1);
        if (end !== '2')
          violations.push(`the accepted request ${id} was not completed: ${answer.status} ${answer.text}`);
      }
    };
    await Promise.all(Array.from({ length: clients }, look));
    const last = await running.facts();
    violations.push(...functionFailures(last));
    const elapsedS = (performance.now() - startedMs) / 1_000;
    const list = (counts: Map<string, number>): string =>
      [...counts]
        .toSorted()
        .map(([what, count]) => `${what}: ${count}`)
        .join(', ');
    const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
    const resident = functionNames.map((name) => `${name} ${megabytes(last.functionBytes[name])}`);
    const report = [
      `Calls generated from the API's document: ${calls}, seed ${seed}`,
      `  by kind         ${list(kinds)}`,
      `  by answer       ${list(answers)}`,
      `  accepted        ${accepted.length}, requests by their status in the end: ${list(ends)}`,
      `  watches         put ${watchesPut} times`,
      ...last.complaints.slice(0, 5).map((line) => `  a function said ${line}`),
      ...(early && late
        ? [
            `  live heap, MB, after ${warmUpCalls} calls and at the end, of a process of each function, ` +
              'and of the stack with all that was accepted',
            ...describeHeaps(early, late),
          ]
        : []),
      `  resident at the end, MB: ${resident.join(', ')}, gateway and emulators ${megabytes(last.stackBytes)}`,
      `  ${elapsedS.toFixed(0)} s, ${(calls / elapsedS).toFixed(0)} calls per second, violations ${violations.length}`,
      '',
    ].join('\n');
    return { cases: calls, violations, report, accepted: accepted.length, watchesPut };
  } finally {
    http.close();
    await stack?.close();
    await shop.close();
  }
};

/** Waits until the scraper has nothing left to do. */
const untilIdle = async (stack: StackInChild): Promise<void> => {
  for (;;) {
    const { waiting, inFlight } = (await stack.facts()).scrapeQueue;
    if (waiting + inFlight === 0) return;
    await delay(200);
  }
};

/** Looks for the smallest call that is still answered wrongly, one call after the other. */
const smallestViolation = async (
  arbitrary: fc.Arbitrary<FuzzCall>,
  parameters: { numRuns: number; seed: number },
  attempt: (call: FuzzCall) => Promise<{ wrong: string[] }>,
): Promise<{ call: FuzzCall; wrong: string[] } | undefined> => {
  const details = await fc.check(
    fc.asyncProperty(arbitrary, async (call) => (await attempt(call)).wrong.length === 0),
    { ...parameters, interruptAfterTimeLimit: 20_000 },
  );
  const call = details.counterexample?.[0];
  return call && { call, wrong: (await attempt(call)).wrong };
};
