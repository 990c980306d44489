import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { hangGuardMs } from './test/hang-guard.ts';
import { deployProject, kinds, longest } from './test/kinds.ts';

const filesOf = (names: readonly string[]): string[] => names.map((name) => `test/${name}.test.ts`);

const unit = {
  name: 'unit',
  include: ['test/**/*.test.ts'],
  exclude: filesOf(Object.values(kinds).flat()),
  setupFiles: ['test/setup.ts', 'test/no-processes.ts'],
  // The words of all languages are compiled once, and not anew for each file.
  isolate: false,
};

/** Its files share one emulator and its account. */
const deploy = { globalSetup: ['test/deploy/emulator.ts'], fileParallelism: false };

/** The longest begin first: one that begins last has every other worker wait for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      [...longest, ''].findIndex((name) => name === '' || moduleId.endsWith(`/test/${name}.test.ts`));
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    // One for two cores: suites that start Chromium or the local stack need the second core for it. Three at least, since
    // many of them wait most of the time.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    sequence: { sequencer: LongestFirst },
    testTimeout: hangGuardMs,
    hookTimeout: hangGuardMs,
    // The polled state comes for certain; a second of waiting is too short for a machine with other work.
    expect: { poll: { timeout: hangGuardMs } },
    projects: [
      { extends: true, test: unit },
      ...Object.entries(kinds).map(([name, files]) => ({
        extends: true as const,
        test: { name, include: filesOf(files), ...(name === deployProject && deploy) },
      })),
    ],
  },
});
