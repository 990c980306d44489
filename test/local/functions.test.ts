import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalFunction, type LocalFunctionOptions } from '../../local/functions/local-function.ts';
import { planDeployment } from '../../local/template/deployment-plan.ts';
import { eventually } from '../eventually.ts';
import { tinyAssembly } from './tiny-assembly.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const localFunction = (
  source: string,
  { timeoutSeconds, ...options }: Partial<LocalFunctionOptions> & { timeoutSeconds?: number } = {},
): LocalFunction => {
  const { assembly, remove } = tinyAssembly({
    Tiny: {
      source,
      ...(timeoutSeconds && { timeoutSeconds }),
      variables: { GREETING: 'hello', QUEUE: { Ref: 'AWS::Region' } },
    },
  });
  const plan = planDeployment(assembly, { sqs: 'http://127.0.0.1:1' });
  const local = new LocalFunction(plan.functions.Tiny!, {
    maxInstances: 4,
    environment: { AWS_REGION: 'us-east-1' },
    log: () => {},
    clock: () => ({ offsetMs: 0 }),
    ...options,
  });
  closers.push(remove, () => local.close());
  return local;
};

/** Returns true if the process runs; zombies do not count. */
const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const payloadOf = async (local: LocalFunction, event: unknown = {}): Promise<unknown> => {
  const outcome = await local.invoke(event);
  if (outcome.kind === 'error') throw new Error(outcome.error.errorMessage);
  return outcome.payload;
};

describe('a local function', () => {
  it('passes event and context, and returns the handler’s result', async () => {
    const local = localFunction(
      'export const handler = async (event, context) => ({ echoed: event, name: context.functionName, memory: context.memoryLimitInMB, id: context.awsRequestId });',
    );
    const outcome = await local.invoke({ text: 'ä', list: [1, null] }, 'request-1');
    expect(outcome).toMatchObject({
      kind: 'result',
      payload: { echoed: { text: 'ä', list: [1, null] }, name: 'Tiny', memory: '256', id: 'request-1' },
    });
  });

  it('has the template’s and Lambda’s variables, and none of the user’s', async () => {
    process.env.SECRET_OF_THE_USER = 'secret';
    const local = localFunction('export const handler = async () => process.env;');
    const seen = (await payloadOf(local)) as Record<string, string>;
    delete process.env.SECRET_OF_THE_USER;
    expect(seen).toMatchObject({
      GREETING: 'hello',
      QUEUE: 'us-east-1',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: 'Tiny',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      _HANDLER: 'index.handler',
    });
    expect(seen).not.toHaveProperty('SECRET_OF_THE_USER');
  });

  it('is reused while warm, and starts a second instance only for concurrent calls', async () => {
    const local = localFunction(
      'let calls = 0; export const handler = async ({ waitMs }) => { calls += 1; await new Promise((r) => setTimeout(r, waitMs)); return { calls, pid: process.pid }; };',
    );
    const first = (await payloadOf(local, { waitMs: 0 })) as { pid: number };
    const second = (await payloadOf(local, { waitMs: 0 })) as { calls: number; pid: number };
    expect(second).toEqual({ calls: 2, pid: first.pid });
    const pair = (await Promise.all([
      payloadOf(local, { waitMs: 100 }),
      payloadOf(local, { waitMs: 100 }),
    ])) as {
      pid: number;
    }[];
    expect(new Set(pair.map(({ pid }) => pid)).size).toBe(2);
    expect(local.activity.coldStarts).toBe(2);
  });

  it('ends instances that have been idle for 30 s, and no others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    closers.push(() => vi.useRealTimers());
    // `eventually` would advance the fake timers.
    const until = async (isMet: () => boolean): Promise<void> => {
      while (!isMet()) await delay(20);
    };
    const local = localFunction('export const handler = async () => process.pid;');
    const pair = (await Promise.all([payloadOf(local), payloadOf(local)])) as number[];
    expect(new Set(pair).size).toBe(2);
    vi.advanceTimersByTime(29_999);
    const used = (await payloadOf(local)) as number;
    expect(pair).toContain(used);
    vi.advanceTimersByTime(29_999);
    await until(() => local.activity.processIds.length === 1);
    expect(local.activity.processIds).toEqual([used]);
    expect(await payloadOf(local)).toBe(used);
    vi.advanceTimersByTime(30_000);
    await until(() => local.activity.processIds.length === 0);
    expect(pair.filter(isAlive)).toEqual([]);
    expect(await payloadOf(local)).not.toBe(used);
  });

  describe('with a timeout', () => {
    // Fake timers, so that a slow machine causes no timeouts.
    beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => vi.useRealTimers());

    /** Returns a log, and a promise of a line with this text. */
    const awaitedLine = (awaited: string) => {
      const { promise: isWritten, resolve } = Promise.withResolvers<void>();
      return { isWritten, log: ({ text }: { text: string }) => text === awaited && resolve() };
    };

    it('kills the function and its children, and starts a new instance', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
      closers.push(() => rmSync(folder, { recursive: true, force: true }));
      const file = join(folder, 'pid');
      const { isWritten, log } = awaitedLine('hangs');
      const local = localFunction(
        `import { spawn } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       export const handler = async ({ hang }) => {
         if (!hang) return { pid: process.pid };
         writeFileSync(${JSON.stringify(file)}, spawn('sleep', ['600']).pid + ' ' + process.env.TMPDIR);
         console.log('hangs');
         for (;;);
       };`,
        { timeoutSeconds: 7, log },
      );
      const before = (await payloadOf(local, { hang: false })) as { pid: number };
      const outcome = local.invoke({ hang: true }, 'r-1');
      await isWritten;
      vi.advanceTimersByTime(6_999);
      expect(isAlive(before.pid)).toBe(true);
      vi.advanceTimersByTime(1);
      expect(await outcome).toEqual({
        kind: 'error',
        error: { errorType: 'Sandbox.Timedout', errorMessage: 'r-1 Task timed out after 7.00 seconds' },
      });
      const after = (await payloadOf(local, { hang: false })) as { pid: number };
      expect(after.pid).not.toBe(before.pid);
      const [child, tempFolder] = readFileSync(file, 'utf8').split(' ');
      expect(isAlive(before.pid)).toBe(false);
      expect(isAlive(Number(child))).toBe(false);
      expect(existsSync(tempFolder!)).toBe(false);
      expect(local.activity).toMatchObject({ timeouts: 1, errors: 1 });
    });

    it.each([
      ['times out', 'for (;;);'],
      ['crashes', 'process.exit(1);'],
    ])('also kills a browser with its own process group if the function %s', async (_how, ending) => {
      const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
      closers.push(() => rmSync(folder, { recursive: true, force: true }));
      const file = join(folder, 'pid');
      const { isWritten, log } = awaitedLine('started');
      const local = localFunction(
        `import { spawn } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       export const handler = async () => {
         const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', process.env.TMPDIR + '/profile'], { detached: true, stdio: 'ignore' });
         writeFileSync(${JSON.stringify(file)}, String(child.pid));
         console.log('started');
         ${ending}
       };`,
        { timeoutSeconds: 7, log },
      );
      const outcome = local.invoke({});
      await isWritten;
      vi.advanceTimersByTime(7_000);
      expect(await outcome).toMatchObject({ kind: 'error' });
      await local.close();
      vi.useRealTimers();
      const browser = Number(readFileSync(file, 'utf8'));
      expect(browser).toBeGreaterThan(0);
      await eventually(() => expect(isAlive(browser)).toBe(false));
    });
  });

  it('reports an error when its process cannot start', async () => {
    const { assembly, remove } = tinyAssembly({ Tiny: { source: 'export const handler = 1;' } });
    const plan = planDeployment(assembly, { sqs: 'http://127.0.0.1:1' }).functions.Tiny!;
    remove();
    const local = new LocalFunction(plan, {
      maxInstances: 1,
      environment: {},
      log: () => {},
      clock: () => ({ offsetMs: 0 }),
    });
    closers.push(() => local.close());
    expect(await local.invoke({})).toMatchObject({
      kind: 'error',
      error: { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('ENOENT') },
    });
  });

  it('leaves no process or folder behind when closed, even during calls', async () => {
    const { promise: started, resolve } = Promise.withResolvers<string>();
    const local = localFunction(
      'export const handler = async () => { console.log(process.env.TMPDIR); await new Promise(() => {}); };',
      { log: ({ stream, text }) => stream === 'stdout' && resolve(text) },
    );
    const call = local.invoke({});
    const tempFolder = await started;
    const { processIds } = local.activity;
    expect(processIds).toHaveLength(1);
    await local.close();
    expect(await call).toMatchObject({ kind: 'error' });
    expect(processIds.filter(isAlive)).toEqual([]);
    expect(existsSync(tempFolder)).toBe(false);
  });
});
