import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import {
  formatLicenseKey,
  hashLicenseKey,
  keyPrefixLength,
  keyRandomBytes,
} from '../../lambdas/domain/license.ts';
import { createKeepAliveClient, type HttpAnswer } from '../load/keep-alive-client.ts';
import { startPriceShop } from '../load/price-shop.ts';
import type { ProofResult } from '../load/proof.ts';
import { type StackInChild, startStackInChild } from '../load/stack-in-child.ts';
import { type FunctionName, functionNames } from '../load/stack-protocol.ts';
import { arbitraryCall, type Caller, type Credentials, type FuzzCall, queuePath } from './arbitrary-call.ts';
import { createJudge } from './judge-answer.ts';
import { liveHeapBytes } from './live-heap.ts';
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
/** A tenth of a kilobyte for each call would be more than this. */
const allowedGrowthMb = 3;
const statusPath = '/api/scrap_prices/{requestId}';

/** Makes the licenses that answer otherwise than the stack's own. */
const makeCallers = async (stack: StackInChild): Promise<Record<Caller, Credentials>> => {
  const client = new DynamoDBClient({
    endpoint: stack.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    const licenses = createDynamoDbLicenseStore(
      DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
      stack.tables.licenses,
    );
    const make = async (
      uid: string,
      rest: { enabled: boolean; sitesPerDay?: number },
    ): Promise<Credentials> => {
      const LicenseKey = formatLicenseKey(randomBytes(keyRandomBytes));
      await licenses.create({
        uid,
        keyHash: hashLicenseKey(LicenseKey),
        keyPrefix: LicenseKey.slice(0, keyPrefixLength),
        createdAtMs: Date.now(),
        ...rest,
      });
      return { LicenseKey, UID: uid };
    };
    const { uid: UID, licenseKey: LicenseKey } = stack.license;
    return {
      open: { LicenseKey, UID },
      spent: await make('spent', { enabled: true, sitesPerDay: 1 }),
      disabled: await make('disabled', { enabled: false }),
      wrong: { UID, LicenseKey: formatLicenseKey(randomBytes(keyRandomBytes)) },
    };
  } finally {
    client.destroy();
  }
};

const documentedPath = ({ method, path }: FuzzCall): string | undefined => {
  const [pathname] = path.split('?');
  if (method === 'POST') return pathname === queuePath ? queuePath : undefined;
  return method === 'GET' && /^\/api\/scrap_prices\/[^/]+$/.test(pathname!) ? statusPath : undefined;
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
export const driveFuzz = async ({ calls, seed, clients, dataDir, log }: FuzzOrder): Promise<ProofResult> => {
  const shop = await startPriceShop();
  const http = createKeepAliveClient(clients);
  const judge = createJudge();
  const arbitrary = arbitraryCall(judge.schemas as Record<string, JsonSchema>, shop.target);
  let stack: StackInChild | undefined;
  try {
    stack = await startStackInChild({
      dataDir,
      allowedTargets: [shop.target],
      settings: { throttleRatePerSecond: 10_000, throttleBurst: 5_000 },
    });
    const running = stack;
    const credentials = await makeCallers(running);
    const accepted: string[] = [];
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
    /** @returns what is wrong with the answer to a call. */
    const attempt = async (call: FuzzCall): Promise<{ answer: HttpAnswer | undefined; wrong: string[] }> => {
      let answer: HttpAnswer;
      try {
        answer = await send(call);
      } catch (error) {
        return { answer: undefined, wrong: [`was cut off: ${(error as Error).message}`] };
      }
      const who = credentials[call.caller];
      const wrong = judge.judge(call.method, documentedPath(call), answer);
      if (answer.text.includes(who.LicenseKey)) wrong.push('tells the license key');
      if (answer.headers['x-injected'] !== undefined) wrong.push('has a header that the call smuggled in');
      if (answer.status === 202) {
        accepted.push((JSON.parse(answer.text) as { RequestId: string }).RequestId);
        if (call.caller === 'disabled' || call.caller === 'wrong')
          wrong.push('accepts a caller who may not call');
        if (call.bodyValue && !judge.isDocumentedBody(JSON.parse(String(call.body?.(who))))) {
          wrong.push('accepts a body that the document does not allow');
        }
      }
      return { answer, wrong };
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
    const warmUpCalls = Math.floor(calls * warmUpShare);
    let early: Heaps | undefined;
    const startedMs = performance.now();
    for (let done = 0; done < calls; done += chunkSize) {
      const numRuns = Math.min(chunkSize, calls - done);
      const chunkSeed = seed + done;
      const chunk = fc.sample(arbitrary, { numRuns, seed: chunkSeed });
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
      if (isWrong && violations.length < 20) {
        const smallest = await smallestViolation(arbitrary, { numRuns, seed: chunkSeed }, attempt);
        if (smallest)
          violations.unshift(
            `seed ${chunkSeed}, smallest: ${smallest.wrong.join(', ')} [${describe(smallest.call)}]`,
          );
      }
      if (early === undefined && done + numRuns >= warmUpCalls) early = await measureHeaps(running);
      if ((done / chunkSize) % 10 === 9) {
        log(
          `  ${done + numRuns} of ${calls} calls, ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`,
        );
      }
    }
    const last = await running.facts();
    const late = await measureHeaps(running);
    for (const name of functionNames) {
      const grownMb = late[name] - early![name];
      if (grownMb > allowedGrowthMb) {
        violations.push(`the heap of the ${name} function grew by ${grownMb.toFixed(1)} MB`);
      }
    }
    for (const [name, errors] of Object.entries(last.functionErrors)) {
      if (errors > 0) violations.push(`the ${name} function failed ${errors} times: ${last.complaints[0]}`);
    }
    const elapsedS = (performance.now() - startedMs) / 1_000;
    const list = (counts: Map<string, number>): string =>
      [...counts]
        .toSorted()
        .map(([what, count]) => `${what}: ${count}`)
        .join(', ');
    const report = [
      `Calls generated from the API's document: ${calls}, seed ${seed}`,
      `  by kind         ${list(kinds)}`,
      `  by answer       ${list(answers)}`,
      `  accepted        ${accepted.length}`,
      ...last.complaints.slice(0, 5).map((line) => `  a function said ${line}`),
      `  live heap, MB, after ${warmUpCalls} calls and at the end, averaged over the processes of a function:`,
      ...functionNames.map(
        (name) => `    ${name.padEnd(8)} ${early![name].toFixed(1).padStart(6)} → ${late[name].toFixed(1)}`,
      ),
      `    gateway and emulators, with what was accepted: ${early!.stack.toFixed(1)} → ${late.stack.toFixed(1)}`,
      `  resident at the end, MB: ${functionNames.map((name) => `${name} ${Math.round(last.functionBytes[name] / 1e6)}`).join(', ')}, gateway and emulators ${Math.round(last.stackBytes / 1e6)}`,
      `  ${elapsedS.toFixed(0)} s, ${(calls / elapsedS).toFixed(0)} calls per second, violations ${violations.length}`,
      '',
    ].join('\n');
    return { cases: calls, violations, report };
  } finally {
    http.close();
    await stack?.close();
    await shop.close();
  }
};

/** Live heap in MB, of a process of each function and of the stack's own. */
type Heaps = Record<FunctionName | 'stack', number>;

const measureHeaps = async (stack: StackInChild): Promise<Heaps> => {
  // What is still being worked on is no growth.
  let facts = await stack.facts();
  while (facts.scrapeQueue.waiting + facts.scrapeQueue.inFlight > 0) {
    await delay(200);
    facts = await stack.facts();
  }
  const heaps: Partial<Heaps> = { stack: (await stack.liveHeapBytes()) / 1e6 };
  for (const name of functionNames) {
    const processIds = facts.functionProcessIds[name];
    let bytes = 0;
    for (const processId of processIds) bytes += await liveHeapBytes(processId);
    heaps[name] = bytes / processIds.length / 1e6;
  }
  return heaps as Heaps;
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
