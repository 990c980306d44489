/** Resources of one browser process. */
export interface ProcessSample {
  pid: number;
  /** True for the process of a single page; others serve all pages of a browser. */
  isRenderer: boolean;
  /** Resident memory, counting shared memory in full. */
  residentBytes: number;
  /** Proportional memory: shared memory divided among its processes. Expensive, so read only if it matters. */
  proportionalBytes: () => number;
  /** Processor time so far, ms. */
  processorMs: number;
  threads: number;
}

/** All processes of one browser. */
export interface BrowserSample {
  /** The browser's main process, which leads the process group. */
  pid: number;
  processes: readonly ProcessSample[];
  /** Free space on its profile's disk; read every time. */
  freeDiskBytes: () => number;
  /** Bytes that it uses on that disk, including deleted open files. Expensive, so read only if it matters. */
  usedDiskBytes: () => number;
}

/** Caps on processes; exceeding one ends the page or the browser. */
export interface ProcessLimits {
  /** Memory of one page's process. */
  rendererBytes: number;
  /** Memory of one browser's shared processes, which hold blobs and storage of pages. */
  sharedBytes: number;
  /** Memory of all browsers with all their pages. */
  memoryBytes: number;
  /** Processor time of one page's process, ms. */
  processorMs: number;
  /** Processor time after which a page's process gets a lower priority, ms. */
  yieldAfterMs: number;
  /** Threads of one page's process; each worker is one. */
  threads: number;
  /** Threads of one browser. */
  browserThreads: number;
  /** Processes of one browser. */
  processes: number;
  /** Minimum free disk space; below it, no browser may use more than `diskBytes`. */
  diskFreeBytes: number;
  /** Share of a nearly full disk that one browser may hold. */
  diskBytes: number;
}

/** Why a process is killed, as in its page's error message. */
export const capReasons = {
  rendererBytes: 'used more memory than one page is allowed',
  memoryBytes: 'used the most memory when all pages together exceeded the limit',
  processorMs: 'used more processor time than one page is allowed',
  threads: 'started more workers than one page is allowed',
  sharedBytes: 'made the browser use more memory than one page is allowed',
  browserThreads: 'made the browser start more threads than one page is allowed',
  processes: 'made the browser start more processes than one page is allowed',
  diskBytes: 'made the browser use more of a nearly full disk than one page is allowed',
} as const;

export type ProcessCap = keyof typeof capReasons;

export interface Verdict {
  browser: number;
  /** The page's process to kill; `undefined` to kill the browser, because any page may be the cause. */
  renderer: number | undefined;
  cap: ProcessCap;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** True if processes use more memory than the limit. Counts shared memory once if that matters. */
const isOver = (processes: readonly ProcessSample[], limitBytes: number): boolean =>
  sum(processes.map(({ residentBytes }) => residentBytes)) > limitBytes &&
  sum(processes.map(({ proportionalBytes }) => proportionalBytes())) > limitBytes;

const renderersOf = ({ processes }: BrowserSample): ProcessSample[] =>
  processes.filter(({ isRenderer }) => isRenderer);
const sharedOf = ({ processes }: BrowserSample): ProcessSample[] =>
  processes.filter(({ isRenderer }) => !isRenderer);

const rendererCaps: readonly {
  cap: ProcessCap;
  isExceeded: (renderer: ProcessSample, limits: ProcessLimits) => boolean;
}[] = [
  { cap: 'rendererBytes', isExceeded: (renderer, { rendererBytes }) => isOver([renderer], rendererBytes) },
  { cap: 'threads', isExceeded: (renderer, limits) => renderer.threads > limits.threads },
  { cap: 'processorMs', isExceeded: (renderer, limits) => renderer.processorMs > limits.processorMs },
];

const browserCaps: readonly {
  cap: ProcessCap;
  isExceeded: (browser: BrowserSample, limits: ProcessLimits) => boolean;
}[] = [
  { cap: 'sharedBytes', isExceeded: (browser, { sharedBytes }) => isOver(sharedOf(browser), sharedBytes) },
  {
    cap: 'browserThreads',
    isExceeded: ({ processes }, limits) =>
      sum(processes.map(({ threads }) => threads)) > limits.browserThreads,
  },
  { cap: 'processes', isExceeded: ({ processes }, limits) => processes.length > limits.processes },
  {
    cap: 'diskBytes',
    isExceeded: ({ freeDiskBytes, usedDiskBytes }, limits) =>
      freeDiskBytes() < limits.diskFreeBytes && usedDiskBytes() > limits.diskBytes,
  },
];

const judgeBrowser = (browser: BrowserSample, limits: ProcessLimits): Verdict[] => {
  const verdicts = renderersOf(browser).flatMap((renderer): Verdict[] => {
    const passed = rendererCaps.find(({ isExceeded }) => isExceeded(renderer, limits));
    return passed ? [{ browser: browser.pid, renderer: renderer.pid, cap: passed.cap }] : [];
  });
  // First kill pages known to be at fault; this may also stop the work they gave the browser.
  if (verdicts.length > 0) return verdicts;
  const passed = browserCaps.find(({ isExceeded }) => isExceeded(browser, limits));
  return passed ? [{ browser: browser.pid, renderer: undefined, cap: passed.cap }] : [];
};

/** The page or shared processes that use the most memory. */
const judgeAll = (browsers: readonly BrowserSample[], { memoryBytes }: ProcessLimits): Verdict[] => {
  if (
    !isOver(
      browsers.flatMap(({ processes }) => processes),
      memoryBytes,
    )
  ) {
    return [];
  }
  const consumers = browsers.flatMap((browser) => [
    ...renderersOf(browser).map((renderer) => ({
      browser: browser.pid,
      renderer: renderer.pid as number | undefined,
      bytes: renderer.proportionalBytes(),
    })),
    {
      browser: browser.pid,
      renderer: undefined,
      bytes: sum(sharedOf(browser).map(({ proportionalBytes }) => proportionalBytes())),
    },
  ]);
  const largest = consumers.toSorted((a, b) => b.bytes - a.bytes)[0]!;
  return [{ browser: largest.browser, renderer: largest.renderer, cap: 'memoryBytes' }];
};

/**
 * Decides which processes to kill. If a page's own process exceeds a cap, only that page is killed; if a
 * shared process does, any page may be the cause, and the whole browser is killed.
 */
export const judgeProcesses = (browsers: readonly BrowserSample[], limits: ProcessLimits): Verdict[] => {
  const verdicts = browsers.flatMap((browser) => judgeBrowser(browser, limits));
  return verdicts.length > 0 ? verdicts : judgeAll(browsers, limits);
};
