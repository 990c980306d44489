/**
 * Kills browser processes that exceed a cap. Runs in a separate thread, which neither a busy event loop nor a
 * hanging browser can block.
 */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type BrowserSample, judgeProcesses, type ProcessLimits, type Verdict } from './judge-processes.ts';
import { createProcessSampler } from './process-samples.ts';

export type ToWatch =
  | { type: 'watch'; browser: number; folder: string; limits: ProcessLimits }
  | { type: 'leave'; browser: number }
  /** Answered after all earlier messages. */
  | { type: 'ask'; question: number };
export type FromWatch = { type: 'killed'; verdict: Verdict } | { type: 'answer'; question: number };

/** Memory can be filled at about 1 GB/s. */
const intervalMs = 100;

/** Lowest priority; such a process still gets an idle processor. */
const lowestPriority = 19;

const port = parentPort!;
const watched = new Map<number, ProcessLimits>();
/** Profile folder of each browser. */
const folders = new Map<number, string>();
const killed = new Set<number>();
let sample = createProcessSampler();
let timer: NodeJS.Timeout | undefined;

const post = (message: FromWatch): void => port.postMessage(message);

const kill = (verdict: Verdict): void => {
  const { browser, renderer } = verdict;
  // Posted before the kill, so that the reason is known when the crash is noticed.
  post({ type: 'killed', verdict });
  killed.add(renderer ?? browser);
  try {
    process.kill(renderer ?? -browser, 'SIGKILL');
  } catch {}
};

/** Lowers the priority of a process's threads. */
const yieldProcessor = (pid: number): void => {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), lowestPriority);
  } catch {
    // The process or one of its threads has exited.
  }
};

const check = (): void => {
  const browsers = sample(folders);
  const alive = new Set(browsers.flatMap(({ processes }) => processes.map(({ pid }) => pid)));
  for (const pid of killed) if (!alive.has(pid)) killed.delete(pid);
  const judged = browsers
    .filter(({ pid }) => !killed.has(pid))
    .map((browser) => ({ ...browser, processes: browser.processes.filter(({ pid }) => !killed.has(pid)) }));
  // Wait until killed processes have returned their memory before judging others.
  for (const verdict of killed.size === 0 ? judgeByLimits(judged) : []) kill(verdict);
  for (const { pid: browser, processes } of judged) {
    const { yieldAfterMs } = watched.get(browser)!;
    for (const { pid, isRenderer, processorMs } of processes) {
      if (isRenderer && processorMs > yieldAfterMs && !killed.has(pid)) yieldProcessor(pid);
    }
  }
};

/** Judges browsers by their own limits, which differ only in tests. */
const judgeByLimits = (browsers: readonly BrowserSample[]): Verdict[] => {
  const byLimits = Map.groupBy(browsers, ({ pid }) => JSON.stringify(watched.get(pid)));
  return [...byLimits].flatMap(([limits, same]) => judgeProcesses(same, JSON.parse(limits) as ProcessLimits));
};

port.on('message', (message: ToWatch) => {
  if (message.type === 'ask') {
    post({ type: 'answer', question: message.question });
    return;
  }
  if (message.type === 'watch') {
    watched.set(message.browser, message.limits);
    folders.set(message.browser, message.folder);
  } else {
    watched.delete(message.browser);
    folders.delete(message.browser);
  }
  if (watched.size > 0) {
    timer ??= setInterval(check, intervalMs);
    return;
  }
  clearInterval(timer);
  timer = undefined;
  killed.clear();
  sample = createProcessSampler();
});
