import { Worker } from 'node:worker_threads';
import type { ProcessLimits, Verdict } from './judge-processes.ts';
import type { FromWatch, ToWatch } from './process-watch.ts';

/** Guards the processes of one browser. */
export interface ProcessGuard {
  /**
   * Why the guard killed a process of this browser that nobody has asked for yet.
   *
   * @param scope - of a page, or of the browser itself.
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

/** One thread for all browsers of this process, kept for the next ones. */
const theWatch = (): Watch => {
  running ??= startWatch(() => {
    running = undefined;
  });
  return running;
};

/**
 * Kills the pages of a browser, or the browser, that take more than allowed: memory, processor time, threads, disk. V8's
 * own limit knows of the heap alone, and pages have much besides it, in the browser's own process too; without this
 * guard the function would be killed with all its pages. Linux only.
 *
 * @param browser - process that leads the group of all processes of the browser.
 * @param folder - all that it writes lies in there.
 */
export const guardProcesses = (browser: number, folder: string, limits: ProcessLimits): ProcessGuard => {
  if (process.platform !== 'linux') return { reason: async () => undefined, end: () => {} };
  const watch = theWatch();
  const untold: Verdict[] = [];
  watch.guards.set(browser, (verdict) => untold.push(verdict));
  watch.send({ type: 'watch', browser, folder, limits });
  return {
    reason: async (scope) => {
      await watch.settled();
      const index = untold.findIndex(({ renderer }) => (renderer === undefined) === (scope === 'browser'));
      return index === -1 ? undefined : untold.splice(index, 1)[0];
    },
    end: () => {
      watch.guards.delete(browser);
      watch.send({ type: 'leave', browser });
    },
  };
};
