/** Resources of one browser process. */
export interface ProcessSample {
  pid: number;
  /** Of one page alone; the other processes of a browser serve all its pages. */
  isRenderer: boolean;
  /** Resident memory; what it shares with others counts whole. */
  residentBytes: number;
  /** Its share of what it holds: of memory that n processes share, one nth. Costly to learn, so asked where it matters. */
  proportionalBytes: () => number;
  /** Processor time so far, ms. */
  processorMs: number;
  threads: number;
}

/** All processes of one browser. */
export interface BrowserSample {
  /** The browser's own process, which leads the group of all others. */
  pid: number;
  processes: readonly ProcessSample[];
  /** On the disk that its profile lies on; asked at every look. */
  freeDiskBytes: () => number;
  /** Bytes that it holds of that disk, open deleted files included. Costly, so asked only when it matters. */
  heldDiskBytes: () => number;
}

/** Caps on processes; each ends the page, or the browser, that passes it. */
export interface ProcessLimits {
  /** Memory of the process of one page. */
  rendererBytes: number;
  /** Memory of the processes of one browser that serve all its pages: blobs and storage of pages lie there. */
  sharedBytes: number;
  /** Memory of all browsers with all their pages. */
  memoryBytes: number;
  /** Processor time of the process of one page, ms. */
  processorMs: number;
  /** Processor time after which the process of a page lets the others go first, ms. */
  yieldAfterMs: number;
  /** Processor time of the processes of one browser that serve all its pages, ms. */
  sharedProcessorMs: number;
  /** Threads of the process of one page; each worker is one. */
  threads: number;
  /** Threads of one browser. */
  browserThreads: number;
  /** Processes of one browser. */
  processes: number;
  /** Free on the disk: with less, nobody may hold more of it than `diskBytes`. */
  diskFreeBytes: number;
  /** Share of a nearly full disk that one browser may hold. */
  diskBytes: number;
}

/** Why a process is ended, in the words of the error that its page ends with. */
export const capReasons = {
  rendererBytes: 'took more memory than one page may',
  memoryBytes: 'took the most memory when all pages together took more than there is',
  processorMs: 'used more processor time than one page may',
  threads: 'started more workers than one page may',
  sharedBytes: 'had the browser hold more for it than one may',
  sharedProcessorMs: 'kept the browser itself busy for longer than one may',
  browserThreads: 'had the browser start more threads than one may',
  processes: 'had the browser start more processes than one may',
  diskBytes: 'had the browser hold more of a disk that is nearly full than one may',
} as const;

export type ProcessCap = keyof typeof capReasons;

export interface Verdict {
  /** Of the browser that it is about. */
  browser: number;
  /** The process of a page that is to be killed; `undefined` when the browser is, since any page may be the cause. */
  renderer: number | undefined;
  cap: ProcessCap;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** True if processes hold more than the limit. Shared memory is counted once, but only where that decides. */
const isOver = (processes: readonly ProcessSample[], limitBytes: number): boolean =>
  sum(processes.map(({ residentBytes }) => residentBytes)) > limitBytes &&
  sum(processes.map(({ proportionalBytes }) => proportionalBytes())) > limitBytes;

const renderersOf = ({ processes }: BrowserSample): ProcessSample[] =>
  processes.filter(({ isRenderer }) => isRenderer);
const sharedOf = ({ processes }: BrowserSample): ProcessSample[] =>
  processes.filter(({ isRenderer }) => !isRenderer);

const rendererCaps: readonly {
  cap: ProcessCap;
  isPassed: (renderer: ProcessSample, limits: ProcessLimits) => boolean;
}[] = [
  { cap: 'rendererBytes', isPassed: (renderer, { rendererBytes }) => isOver([renderer], rendererBytes) },
  { cap: 'threads', isPassed: (renderer, limits) => renderer.threads > limits.threads },
  { cap: 'processorMs', isPassed: (renderer, limits) => renderer.processorMs > limits.processorMs },
];

const browserCaps: readonly {
  cap: ProcessCap;
  isPassed: (browser: BrowserSample, limits: ProcessLimits) => boolean;
}[] = [
  { cap: 'sharedBytes', isPassed: (browser, { sharedBytes }) => isOver(sharedOf(browser), sharedBytes) },
  {
    cap: 'sharedProcessorMs',
    isPassed: (browser, limits) =>
      sum(sharedOf(browser).map(({ processorMs }) => processorMs)) > limits.sharedProcessorMs,
  },
  {
    cap: 'browserThreads',
    isPassed: ({ processes }, limits) => sum(processes.map(({ threads }) => threads)) > limits.browserThreads,
  },
  { cap: 'processes', isPassed: ({ processes }, limits) => processes.length > limits.processes },
  {
    cap: 'diskBytes',
    isPassed: ({ freeDiskBytes, heldDiskBytes }, limits) =>
      freeDiskBytes() < limits.diskFreeBytes && heldDiskBytes() > limits.diskBytes,
  },
];

const judgeBrowser = (browser: BrowserSample, limits: ProcessLimits): Verdict[] => {
  const verdicts = renderersOf(browser).flatMap((renderer): Verdict[] => {
    const passed = rendererCaps.find(({ isPassed }) => isPassed(renderer, limits));
    return passed ? [{ browser: browser.pid, renderer: renderer.pid, cap: passed.cap }] : [];
  });
  // Pages that are known to be at fault go first; with them may go what they had the browser do.
  if (verdicts.length > 0) return verdicts;
  const passed = browserCaps.find(({ isPassed }) => isPassed(browser, limits));
  return passed ? [{ browser: browser.pid, renderer: undefined, cap: passed.cap }] : [];
};

/** Of all pages, and of what browsers hold for theirs, that which holds most. */
const judgeAll = (browsers: readonly BrowserSample[], { memoryBytes }: ProcessLimits): Verdict[] => {
  if (
    !isOver(
      browsers.flatMap(({ processes }) => processes),
      memoryBytes,
    )
  ) {
    return [];
  }
  const holders = browsers.flatMap((browser) => [
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
  const largest = holders.toSorted((a, b) => b.bytes - a.bytes)[0]!;
  return [{ browser: largest.browser, renderer: largest.renderer, cap: 'memoryBytes' }];
};

/**
 * Decides which processes pass a cap. Where the process of a page is at fault, that page is ended and nothing else;
 * where a process is that serves all pages of a browser, any of them may be the cause, and the browser is ended.
 */
export const judgeProcesses = (browsers: readonly BrowserSample[], limits: ProcessLimits): Verdict[] => {
  const verdicts = browsers.flatMap((browser) => judgeBrowser(browser, limits));
  return verdicts.length > 0 ? verdicts : judgeAll(browsers, limits);
};
