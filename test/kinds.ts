/**
 * Tests that start a browser, a local stack or another process, or that take long, by kind. `npm run test:all` runs
 * them, except `deploy`. A test that no line names is a unit test, which `npm test` runs; test/no-processes.ts keeps it one.
 */
export const kinds: Readonly<Record<string, readonly string[]>> = {
  smoke: ['smoke'],
  browser: [
    'web/acting-addresses',
    'web/browser/{attacks,await-price,canary,chromium-binary,core-dumps,frames}',
    'web/browser/{hostile,http2,images,native-functions,navigator,rendered-document,speculation,start-browser,starving}',
    'scraper/{hostile-pages,main-thread,robots}',
  ],
  stack: [
    'service/*',
    'contract/service',
    'docs/running',
    'examples/*',
    'local/{compression,data-folder,doors,event-source,expiry,full-disk,functions,gateway-wire}',
    'local/{hostile-calls,keep-alive,own-stack,rest-api}',
    'reader/worker-pool',
    'security/guarantees',
  ],
  'command-line': [
    'cli/{cli,completion,doctor,explain,journal,local-stack,ndjson,operations,resume,save-trials,sites-file}',
    'cli/{offline,sku-file,terminal,try-sites,watch}',
    'clients/*',
    'evaluate/fetch-archive',
    'scripts/*',
    'security/supply-chain',
    'pricing/{words/added-language,text/currency-data}',
  ],
  packages: ['packages/*'],
  console: ['console/{console,losing-work,states}', 'docs-site/site'],
  aws: ['aws/*', 'lib/*'],
  lifecycle: ['lifecycle/*'],
  fuzz: ['fuzz/*'],
  deploy: ['deploy/*'],
};

/** Projects of `npm test`. */
export const quickProjects: readonly string[] = ['unit', 'smoke'];
/** A real `cdk deploy` into an AWS emulator: `npm run test:all -- deploy`. It needs Python 3 and runs only by its name. */
export const deployProject = 'deploy';
/** Projects of `npm run test:all`. */
export const slowProjects = Object.keys(kinds).filter(
  (name) => !quickProjects.includes(name) && name !== deployProject,
);

/**
 * Half a minute and more each, the longest first. `packages/cli` downloads releases of Node.js in a clean clone; the
 * other packages start later, so that they find them.
 */
export const longest: readonly string[] = [
  ...['packages/cli', 'web/browser/attacks', 'docs/running', 'packages/python', 'packages/cdk'],
  ...[
    'web/browser/canary',
    'web/browser/hostile',
    'web/browser/starving',
    'console/console',
    'cli/doctor',
    'cli/terminal',
  ],
  ...['packages/client', 'lifecycle/deployments', 'service/stress', 'clients/clients', 'contract/service'],
  ...['fuzz/pricing', 'fuzz/shared-references', 'evaluate/kept-sets'],
];
