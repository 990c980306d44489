import { Worker } from 'node:worker_threads';
import type { ProcessLimits, Verdict } from './judge-processes.ts';
import type { FromWatch, ToWatch } from './process-watch.ts';

/** Guards the processes of one browser. */
export interface ProcessGuard {
  /**
   * Returns why the guard killed a process of this browser. Reports each kill once.
   *
   * @param scope - a page's process, or the browser itself.
   * @returns `undefined` if it killed none.
   */
  reason(scope: 'page' | 'browser'): Promise<Verdict | undefined>;
  end(): void;
}

interface Watch {
  send(message: ToWatch): void;
  /** Resolves once all earlier messages of the watch have arrived. */
  settled(): Promise<void>;
  readonly guards: Map<number, (verdict: Verdict) => void>;
}

const startWatch = (onGone: () => void): Watch => {
  // Beside the bundle when bundled, see lib/bundle.ts.
  const file = import.meta.url.endsWith('.ts') ? './process-watch.ts' : './process-watch.mjs';
  // Needs no environment.
  const worker = new Worker(new URL(file, import.meta.url), { env: {}, execArgv: [] });
  const guards: Watch['guards'] = new Map();
  const questions = new Map<number, () => void>();
  let asked = 0;
  worker.on('message', (message: FromWatch) => {
    if (message.type === 'killed') guards.get(message.verdict.browser)?.(message.verdict);
    else questions.get(message.question)?.();
  });
  worker.on('error', () => {
    // Browsers must not run without their guard.
    for (const browser of guards.keys()) {
      try {
        process.kill(-browser, 'SIGKILL');
      } catch {}
    }
  });
  worker.on('exit', () => {
    for (const answer of questions.values()) answer();
    onGone();
  });
  // After adding listeners: the first one for messages refs the worker again.
  worker.unref();
  return {
    guards,
    send: (message) => worker.postMessage(message),
    settled: () =>
      new Promise((resolve) => {
        asked += 1;
        const question = asked;
        worker.ref();
        questions.set(question, () => {
          questions.delete(question);
          if (questions.size === 0) worker.unref();
          resolve();
        });
        worker.postMessage({ type: 'ask', question } satisfies ToWatch);
      }),
  };
};

let running: Watch | undefined;

/** One thread for all browsers of this process, reused for later ones. */
const theWatch = (): Watch => {
  running ??= startWatch(() => {
    running = undefined;
  });
  return running;
};

/**
 * Kills a browser or its pages if they exceed their caps on memory, processor time, threads or disk. V8's own
 * limit covers only its heap, but pages also use memory outside it and in the browser's process. Without this
 * guard, Lambda would kill the whole function. Linux only.
 *
 * @param browser - PID of the process that leads the browser's process group.
 * @param folder - contains all files that the browser writes.
 */
export const guardProcesses = (browser: number, folder: string, limits: ProcessLimits): ProcessGuard => {
  if (process.platform !== 'linux') return { reason: async () => undefined, end: () => {} };
  const watch = theWatch();
  const unreported: Verdict[] = [];
  watch.guards.set(browser, (verdict) => unreported.push(verdict));
  watch.send({ type: 'watch', browser, folder, limits });
  return {
    reason: async (scope) => {
      await watch.settled();
      const index = unreported.findIndex(
        ({ renderer }) => (renderer === undefined) === (scope === 'browser'),
      );
      return index === -1 ? undefined : unreported.splice(index, 1)[0];
    },
    end: () => {
      watch.guards.delete(browser);
      watch.send({ type: 'leave', browser });
    },
  };
};
