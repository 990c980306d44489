import colors from 'picocolors';
import { fileProblem } from '../lib/file-problem.ts';
import { showProgress, siteEnd } from '../terminal/progress.ts';
import { outWidth } from '../terminal/table.ts';
import { startHints } from './demonstration/hints.ts';
import { resultsTable } from './demonstration/results-table.ts';
import { type ShopReport, scrapeShops } from './demonstration/scrape-shops.ts';
import { isPortTaken, type OwnStackOptions, startOwnStack } from './own-stack.ts';
import { preparation, prepareParts } from './project-parts.ts';
import { shops } from './shops/shops.ts';
import type { LocalStack, LocalStackOptions } from './stack.ts';

/** Options of `npm start`. */
export interface StartOptions extends Omit<OwnStackOptions, 'log' | 'warm'> {
  once?: true;
  demo: boolean;
  logs?: true;
}

const exitCodes = { wrongOutcome: 1, cannotStart: 2, interrupted: 130 } as const;

/** Set once per process. */
let options: StartOptions = { demo: true };

const print = (text = ''): void => {
  process.stdout.write(`${text}\n`);
};
const warn = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Last errors of functions, shown after a wrong outcome. */
const lastErrors: string[] = [];
const missingLibraries = new Set<string>();

const onLog: LocalStackOptions['log'] = ({ functionName, stream, text }) => {
  if (options.logs) warn(colors.dim(`${functionName}: ${text}`));
  // Functions write warnings to the same stream.
  if (stream === 'stderr' && /error/i.test(text)) lastErrors.push(`${functionName}: ${text.slice(0, 600)}`);
  if (lastErrors.length > 10) lastErrors.shift();
  const missing = /error while loading shared libraries: ([^\s:]+)/.exec(text)?.[1];
  if (missing) missingLibraries.add(missing);
};

const explainStart = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isPortTaken(error)) {
    return `Port ${options.port} is taken by another program: choose another with --port, or 0 for any free port.`;
  }
  if (code === 'EACCES' && options.port !== undefined && options.port < 1_024) {
    return `Port ${options.port} is reserved for the system: choose 1024 or above with --port.`;
  }
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${options.listen}: choose another with --listen.`;
  return `The service could not start: ${fileProblem(error) ?? message}`;
};

const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(address);

const networkWarning = (address: string): string =>
  `Listening on the network at ${address}: anyone who can connect can load the console and the documentation, and call the API with the license key. Connections are not encrypted; outside a trusted network, put a TLS proxy in front. Tables, queues and shops stay on loopback.`;

const report = (reports: readonly ShopReport[], tookMs: number): boolean => {
  print(resultsTable(reports, colors, outWidth()));
  const wrong = reports.filter(({ differences }) => differences.length > 0);
  const summary =
    `${reports.length - wrong.length} of ${reports.length} shops had the expected outcome ` +
    `(some fail on purpose), in ${(tookMs / 1_000).toFixed(1)} s.`;
  print(wrong.length === 0 ? colors.green(summary) : colors.red(summary));
  for (const { shop, differences } of wrong) print(`  ${shop.name}: ${differences.join('; ')}`);
  if (missingLibraries.size > 0) {
    warn(
      `Chromium could not start because the library ${[...missingLibraries].join(', ')} is missing: install it with the system's package manager (on Debian and Ubuntu: apt-get install libnss3 libgbm1).`,
    );
  } else if (wrong.length > 0 && lastErrors.length > 0 && !options.logs) {
    warn(['Last errors of the functions:', ...lastErrors].join('\n  '));
  }
  return wrong.length === 0;
};

/** Functions that a scrape needs; the others start on demand. */
const scrapingFunctions = ['queue', 'status', 'scraper', 'renderer'] as const;

const interruption = new AbortController();
let stack: LocalStack | undefined;
let interruptedAtMs: number | undefined;

const onSignal = (): void => {
  // One Ctrl-C may arrive twice: from the terminal and from the parent process.
  if (interruptedAtMs !== undefined && Date.now() - interruptedAtMs < 500) return;
  if (interruptedAtMs !== undefined) process.exit(exitCodes.interrupted);
  interruptedAtMs = Date.now();
  interruption.abort();
};

/** Scrapes the demonstration shops and prints the results. @returns false if one differs from what is expected. */
const demonstrate = async (on: LocalStack): Promise<boolean> => {
  const sinceMs = performance.now();
  const scrapes = scrapeShops(on, interruption.signal);
  try {
    await showProgress(
      shops.map((shop, index) => ({
        title: shop.name,
        done: scrapes[index]!.then(({ result, differences }) => ({
          text: result ? siteEnd(result).text : 'no result',
          isFine: differences.length === 0,
        })),
      })),
      { isCleared: true },
    );
    return report(await Promise.all(scrapes), performance.now() - sinceMs);
  } catch (error) {
    if (interruption.signal.aborted) return false;
    throw error;
  }
};

/** Builds or downloads what the service needs, and starts it. */
export const startPrepared = async (
  given: OwnStackOptions,
  warning: (sentence: string) => void,
): Promise<LocalStack> => {
  await prepareParts();
  return startOwnStack(given, process.env, warning);
};

const run = async (): Promise<number> => {
  const startedAtMs = performance.now();
  print(colors.bold('scrap-prices') + colors.dim(' · the whole service on this machine'));
  const notice = preparation();
  if (notice !== undefined) print(colors.dim(notice));
  try {
    stack = await startPrepared({ ...options, warm: scrapingFunctions, log: onLog }, warn);
  } catch (error) {
    warn(explainStart(error));
    return exitCodes.cannotStart;
  }
  if (interruption.signal.aborted) return exitCodes.interrupted;
  print(
    colors.dim(`Ready after ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s: ${stack.apiUrl}`),
  );
  if (options.listen !== undefined && !isLoopback(options.listen))
    print(colors.yellow(networkWarning(options.listen)));
  const succeeded = !options.demo || (await demonstrate(stack));
  if (interruption.signal.aborted) return exitCodes.interrupted;
  if (options.once) return succeeded ? 0 : exitCodes.wrongOutcome;

  print();
  print(startHints(stack, colors));
  print();
  print('Press Ctrl-C to stop.');
  await new Promise<void>((done) => {
    if (interruption.signal.aborted) done();
    interruption.signal.addEventListener('abort', () => done(), { once: true });
  });
  return 0;
};

/** Runs the service until it is interrupted, or with `once` until the demonstration ends; then exits. */
export const runService = async (given: StartOptions): Promise<never> => {
  options = given;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  try {
    process.exitCode = await run();
  } finally {
    await stack?.close();
  }
  // A handle that a library holds open must not delay the exit.
  process.exit();
};
