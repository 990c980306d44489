import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  Answer,
  Question,
  QuestionText,
  StackAddress,
  StackFacts,
  StackProcessOptions,
} from './stack-protocol.ts';

export interface StackInChild extends StackAddress {
  facts: () => Promise<StackFacts>;
  /** Bytes of JavaScript objects in use in its own process, after its garbage was collected. */
  liveHeapBytes: () => Promise<number>;
  advanceClock: (byMs: number) => Promise<void>;
  /** Ends it with `SIGKILL`, as a crash of the machine would; functions in work die with it. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
}

const startProcess = (options: StackProcessOptions) => {
  const child = fork(join(import.meta.dirname, 'stack-process.ts'), [JSON.stringify(options)], {
    // In place of whatever this process was started with, such as a test runner's own loader.
    execArgv: ['--expose-gc'],
  });
  return { child, exited: once(child, 'exit') };
};

/** Starts a local stack and kills it after `afterMs`, up or not. */
export const startAndKill = async (options: StackProcessOptions, afterMs: number): Promise<void> => {
  const { child, exited } = startProcess(options);
  await delay(afterMs);
  child.kill('SIGKILL');
  await exited;
};

/**
 * Starts a local stack in a process of its own.
 *
 * @throws Error when the process ends before the stack is up; its own message is on stderr.
 */
export const startStackInChild = async (options: StackProcessOptions): Promise<StackInChild> => {
  const { child, exited } = startProcess(options);
  const waiting = new Map<number, (answer: Answer) => void>();
  let nextId = 0;
  const [address] = (await Promise.race([
    once(child, 'message'),
    exited.then(([code, signal]) => {
      throw new Error(`The local stack ended before it was up (${signal ?? `exit code ${code}`}).`);
    }),
  ])) as [StackAddress];
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });

  const ask = async (text: QuestionText): Promise<Answer> => {
    const answered = Promise.withResolvers<Answer>();
    const id = nextId;
    nextId += 1;
    waiting.set(id, answered.resolve);
    child.send({ id, ...text } satisfies Question);
    return Promise.race([
      answered.promise,
      exited.then(() => {
        throw new Error('The local stack has ended.');
      }),
    ]);
  };

  return {
    ...address,
    facts: async () => (await ask({ ask: 'facts' })).facts!,
    liveHeapBytes: async () => (await ask({ ask: 'liveHeap' })).liveHeapBytes!,
    advanceClock: async (byMs) => {
      await ask({ ask: 'advanceClock', byMs });
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    close: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
};
