import { describe, expect, it } from 'vitest';
import {
  type BrowserSample,
  judgeProcesses,
  type ProcessLimits,
  type ProcessSample,
} from '../../../lambdas/web/browser/judge-processes.ts';

const limits: ProcessLimits = {
  rendererBytes: 100,
  sharedBytes: 80,
  memoryBytes: 300,
  processorMs: 1_000,
  yieldAfterMs: 100,
  threads: 10,
  browserThreads: 40,
  processes: 6,
  diskFreeBytes: 50,
  diskBytes: 20,
};

const process = (pid: number, given: Partial<ProcessSample> & { bytes?: number } = {}): ProcessSample => ({
  pid,
  isRenderer: true,
  residentBytes: given.bytes ?? 10,
  proportionalBytes: () => given.bytes ?? 10,
  processorMs: 10,
  threads: 2,
  ...given,
});
const disk = { freeDiskBytes: () => 1_000, usedDiskBytes: () => 0 };
const browser = (...processes: ProcessSample[]): BrowserSample => ({
  ...disk,
  pid: 1,
  processes: [process(1, { isRenderer: false }), ...processes],
});

describe('judging browser processes', () => {
  it.each<[string, BrowserSample[], [number | undefined, string][]]>([
    ['none that keeps its caps', [browser(process(2), process(3))], []],
    [
      'a page with too much memory',
      [browser(process(2, { bytes: 101 }), process(3))],
      [[2, 'rendererBytes']],
    ],
    [
      'no page whose memory is mostly that of others',
      [browser(process(2, { residentBytes: 500, proportionalBytes: () => 50 }))],
      [],
    ],
    ['a page that ran too long', [browser(process(2, { processorMs: 1_001 }))], [[2, 'processorMs']]],
    [
      'the browser, where that holds too much for its pages',
      [browser(process(2), process(4, { isRenderer: false, bytes: 71 }))],
      [[undefined, 'sharedBytes']],
    ],
    [
      'the page before its browser, where both are over',
      [browser(process(2, { bytes: 101 }), process(4, { isRenderer: false, bytes: 200 }))],
      [[2, 'rendererBytes']],
    ],
    [
      'the browser with too many threads',
      [browser(...[2, 3, 4, 5].map((pid) => process(pid, { threads: 10 })))],
      [[undefined, 'browserThreads']],
    ],
    [
      'the browser that holds much of a disk that is nearly full',
      [{ ...browser(process(2)), freeDiskBytes: () => 49, usedDiskBytes: () => 21 }],
      [[undefined, 'diskBytes']],
    ],
    [
      'none for a disk that others filled',
      [{ ...browser(process(2)), freeDiskBytes: () => 0, usedDiskBytes: () => 20 }],
      [],
    ],
    [
      'the page that holds most, where all together hold too much',
      [
        browser(process(2, { bytes: 99 })),
        { ...disk, pid: 8, processes: [97, 98, 60].map((bytes, i) => process(9 + i, { bytes })) },
      ],
      [[2, 'memoryBytes']],
    ],
  ])('ends %s', (_what, browsers, expected) => {
    expect(judgeProcesses(browsers, limits).map(({ renderer, cap }) => [renderer, cap])).toEqual(expected);
  });

  it('reads shared memory only if it matters', () => {
    let requested = 0;
    const counting = { residentBytes: 20, proportionalBytes: () => (requested += 1) };
    judgeProcesses([browser(process(2, counting), process(3, counting))], limits);
    expect(requested).toBe(0);
  });
});
