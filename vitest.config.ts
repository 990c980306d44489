import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { hangGuardMs } from './test/hang-guard.ts';

/**
 * Tests that start a browser, a local stack or another process, or that take long, by kind. `npm run test:all` runs
 * them. A test that no line names is a unit test, which `npm test` runs; test/no-processes.ts keeps it one.
 */
export const kinds: Readonly<Record<string, readonly string[]>> = {
  smoke: ['smoke'],
  browser: [
    'web/acting-addresses',
    'web/browser/{attacks,await-price,canary,chromium-binary,core-dumps,frames,guard-processes,hear-of-targets}',
    'web/browser/{hostile,http2,images,native-functions,navigator,rendered-document,speculation,start-browser}',
    'scraper/{hostile-pages,main-thread,robots}',
  ],
  stack: [
    'service/*',
    'contract/service',
    'docs/{documented-errors,running}',
    'examples/*',
    'local/{compression,data-folder,doors,event-source,full-disk,functions,gateway-wire,keep-alive}',
    'local/{own-stack,rest-api}',
    'reader/worker-pool',
    'security/guarantees',
  ],
  'command-line': [
    'cli/{cli,completion,doctor,explain,journal,local-stack,ndjson,operations,resume,save-trials,sites-file}',
    'cli/{sku-file,terminal}',
    'cli/watch/{hand-over,history,watch}',
    'client/package-entry',
    'clients/*',
    'evaluate/{answers-of-ref,fetch-archive}',
    'scripts/*',
    'security/supply-chain',
    'pricing/{lexicon/added-language,money/currency-data}',
  ],
  console: ['console/{console,keyboard,losing-work,states}', 'docs-site/site'],
  aws: ['aws/*', 'lib/*', 'versions/*'],
  lifecycle: ['lifecycle/*'],
  fuzz: ['fuzz/*'],
};

/** Projects of `npm test`. */
export const quickProjects: readonly string[] = ['unit', 'smoke'];
/** Projects of `npm run test:all`. */
export const slowProjects = Object.keys(kinds).filter((name) => !quickProjects.includes(name));

const filesOf = (names: readonly string[]): string[] => names.map((name) => `test/${name}.test.ts`);

const unit = {
  name: 'unit',
  include: ['test/**/*.test.ts'],
  exclude: filesOf(Object.values(kinds).flat()),
  setupFiles: ['test/setup.ts', 'test/no-processes.ts'],
  // What the words of all languages compile to is made once, and not anew for each file.
  isolate: false,
};

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    // One for two cores: suites that start Chromium or the local stack need the second core for it. Three at least, since
    // many of them wait most of the time.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    testTimeout: hangGuardMs,
    hookTimeout: hangGuardMs,
    // What is polled for comes for certain; a second of waiting is too short for a machine with other work.
    expect: { poll: { timeout: hangGuardMs } },
    projects: [
      { extends: true, test: unit },
      ...Object.entries(kinds).map(([name, files]) => ({
        extends: true as const,
        test: { name, include: filesOf(files) },
      })),
    ],
  },
});
