// `npm run bench -- timing-401 [--cases N]`: tests whether the timing of a 401 reveals its cause. The four causes run in
// random order through the handlers, with the deployment's license reader over an emulated DynamoDB, and each pair is
// compared with a Mann-Whitney test.
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createCachedLicenseReader } from '../lambdas/aws/cached-license-reader.ts';
import { dynamoDbDocuments } from '../lambdas/aws/clients.ts';
import { createDynamoDbLicenseStore } from '../lambdas/aws/dynamodb-license-store.ts';
import { formatLicenseKey, hashLicenseKey } from '../lambdas/domain/license.ts';
import type { LicenseReader } from '../lambdas/domain/ports.ts';
import { ProblemError } from '../lambdas/domain/problem.ts';
import { defaultDurations, deriveTimings } from '../lambdas/domain/timing.ts';
import { createQueueHandler } from '../lambdas/queue/handler.ts';
import { createStatusHandler } from '../lambdas/status/handler.ts';
import { programOptions } from '../scripts/program-options.ts';
import type { ProofOptions, ProofResult } from '../scripts/proof.ts';
import { startDynamoDb } from '../test/aws/emulators.ts';
import { queueEvent, statusEvent, validBody } from '../test/fakes/events.ts';
import {
  createMemoryIdempotencyStore,
  createMemoryQuotaStore,
  createMemoryRequestStore,
  testLicense,
  unlimitedCalls,
} from '../test/fakes/memory-stores.ts';
import { mannWhitney } from './mann-whitney.ts';

const causes = ['unknown', 'wrong-key', 'disabled', 'expired'] as const;
type Cause = (typeof causes)[number];
type Call = (cause: Cause, index: number) => Promise<unknown>;

/**
 * False positive rate per run, shared by the six pairs of a table.
 * @see https://en.wikipedia.org/wiki/Bonferroni_correction
 */
const falseAlarm = 0.001;
/**
 * A difference that survives the way through a network is far less than this: the chance that of two answers
 * the one of the first cause is the slower one. 0.5 is none.
 */
const toleratedSuperiority = 0.05;

const nowMs = Date.UTC(2026, 10, 21);
const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const rightKey = formatLicenseKey(new Uint8Array(32).fill(7));
const wrongKey = formatLicenseKey(new Uint8Array(32).fill(8));
const timings = deriveTimings(defaultDurations);

const uidOf = (cause: Cause, index: number): string =>
  `${cause.padEnd(9, '-')}-${String(index).padStart(6, '0')}`;
const keyFor = (cause: Cause): string => (cause === 'wrong-key' ? wrongKey : rightKey);

const licenseOf = (cause: Cause, index: number) =>
  testLicense({
    uid: uidOf(cause, index),
    keyHash: hashLicenseKey(rightKey),
    enabled: cause !== 'disabled',
    // Items of equal size.
    expiresAtMs: cause === 'expired' ? nowMs - 1 : nowMs + 1_000_000,
  });

const mustBe401 = async (answer: Promise<unknown>): Promise<void> => {
  try {
    await answer;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return;
    throw error;
  }
  throw new Error('Expected a 401.');
};

const statusCall = (licenses: LicenseReader): Call => {
  const handler = createStatusHandler({
    ...unlimitedCalls,
    sleep: async () => {},
    requests: createMemoryRequestStore(),
    licenses,
    clock: () => nowMs,
    timings,
  });
  return (cause, index) =>
    mustBe401(handler(statusEvent(requestId, { LicenseKey: keyFor(cause), UID: uidOf(cause, index) })));
};

const queueCall = (licenses: LicenseReader): Call => {
  const handler = createQueueHandler({
    requests: createMemoryRequestStore(),
    idempotency: createMemoryIdempotencyStore(),
    quotas: createMemoryQuotaStore(),
    queue: { send: async () => {} },
    closing: { send: async () => {} },
    deliveries: { send: async () => {} },
    licenses,
    clock: () => nowMs,
    newRequestId: () => requestId,
    registry: new Map(),
    timings,
  });
  const eventFor = (cause: Cause, index: number): APIGatewayProxyEvent =>
    queueEvent({ ...validBody(), Authorization: { LicenseKey: keyFor(cause), UID: uidOf(cause, index) } });
  return (cause, index) => mustBe401(handler(eventFor(cause, index)));
};

/** Measures each cause once per round, in random order, µs. */
const measure = async (call: Call, rounds: number, indexOf: (round: number) => number) => {
  const times: Record<Cause, number[]> = { unknown: [], 'wrong-key': [], disabled: [], expired: [] };
  const warmUp = Math.min(500, rounds);
  for (let round = -warmUp; round < rounds; round += 1) {
    const order = [...causes];
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = randomInt(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (const cause of order) {
      const index = indexOf(Math.max(0, round));
      const startedAt = process.hrtime.bigint();
      await call(cause, index);
      const microseconds = Number(process.hrtime.bigint() - startedAt) / 1_000;
      if (round >= 0) times[cause].push(microseconds);
    }
  }
  return times;
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const compare = (title: string, times: Record<Cause, number[]>) => {
  const pairs = causes.flatMap((a, i) => causes.slice(i + 1).map((b) => [a, b] as const));
  const lines = [
    `${title}: ${times.unknown.length} calls for each cause`,
    `  median µs: ${causes.map((cause) => `${cause} ${median(times[cause]).toFixed(1)}`).join(', ')}`,
  ];
  const findings: string[] = [];
  for (const [a, b] of pairs) {
    const { p, superiority } = mannWhitney(times[a], times[b]);
    const isDistinct = p < falseAlarm / pairs.length && Math.abs(superiority - 0.5) > toleratedSuperiority;
    if (isDistinct)
      findings.push(`${title}: timing distinguishes "${a}" from "${b}" (p = ${p.toExponential(1)}).`);
    lines.push(
      `  ${`${a} / ${b}`.padEnd(22)} p = ${p.toFixed(4)}   slower in ${(superiority * 100).toFixed(1)} %${isDistinct ? '   distinguished' : ''}`,
    );
  }
  return { findings, lines };
};

/** Compares the four causes of a 401. A control without the cache must be distinguishable. */
export const runTiming401 = async ({ cases = 3_000 }: ProofOptions = {}): Promise<ProofResult> => {
  const dynamoDb = await startDynamoDb({ Licenses: 'UID' });
  const documents = dynamoDbDocuments();
  try {
    const store = createDynamoDbLicenseStore(documents, 'Licenses');
    for (const cause of causes) if (cause !== 'unknown') await store.create(licenseOf(cause, 0));
    const reader = () => createCachedLicenseReader(store);
    const warm = () => 0;
    const parts = [
      compare('status', await measure(statusCall(reader()), cases, warm)),
      compare('queue', await measure(queueCall(reader()), cases, warm)),
    ];
    // Unknown UIDs are looked up at every call.
    const cached = reader();
    const leaky: LicenseReader = {
      get: async (uid) => (uid.startsWith('unknown') ? store.get(uid) : cached.get(uid)),
    };
    const controlled = Math.min(cases, 300);
    const control = compare(
      'control, a cache of known UIDs only',
      await measure(statusCall(leaky), controlled, warm),
    );
    // A function's first call with a UID waits for the database, and reading an item takes microseconds longer than
    // reading none. Told and not judged: SECURITY.md says what follows from it.
    for (let index = 1; index < controlled; index += 1) {
      for (const cause of causes) if (cause !== 'unknown') await store.create(licenseOf(cause, index));
    }
    const cold = compare(
      'first call of each UID, for information',
      await measure(statusCall(reader()), controlled, (round) => round),
    );
    const violations = parts.flatMap(({ findings }) => findings);
    if (control.findings.length !== 3)
      violations.push('The control was not distinguished, so the measurement is not sensitive enough.');
    const report = [...parts, control, cold].flatMap(({ lines }) => lines).join('\n');
    return { cases: cases * causes.length * parts.length, violations, report };
  } finally {
    documents.destroy();
    await dynamoDb.stop();
  }
};

if (import.meta.main) {
  const { values } = programOptions(import.meta.filename, {
    options: { cases: { type: 'string', default: '10000' } },
  });
  const { report, violations } = await runTiming401({ cases: Number(values.cases) });
  const [cpu] = cpus();
  const machine = `Node.js ${process.versions.node}, ${cpus().length} x ${cpu?.model ?? 'unknown processor'}`;
  const verdict =
    violations.length === 0
      ? 'Once a function has looked up a UID, the causes of a 401 are indistinguishable by timing.'
      : violations.join('\n');
  const text = `${machine}\n\n${report}\n\n${verdict}\n`;
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'results/timing-401.txt'), text);
  console.log(text);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
