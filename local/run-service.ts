import colors from 'picocolors';
import { showProgress, siteEnd } from '../cli/output/progress.ts';
import { outWidth } from '../cli/output/table.ts';
import { startHints } from './demonstration/hints.ts';
import { resultsTable } from './demonstration/results-table.ts';
import { type ShopReport, scrapeShops } from './demonstration/scrape-shops.ts';
import { isPortTaken, startOwnStack } from './own-stack.ts';
import { preparation, prepareWeb } from './project-parts.ts';
import { shops } from './shops/shops.ts';
import type { LocalStack, LocalStackOptions } from './stack.ts';

/** Options of `npm start`. */
export interface StartOptions {
  once?: true;
  demo: boolean;
  port?: number;
  /** Address; absent: 127.0.0.1. */
  listen?: string;
  allowHost?: string[];
  data?: string;
  allowTarget?: string[];
  logs?: true;
}

const exitCodes = { wrongOutcome: 1, cannotStart: 2, interrupted: 130 } as const;

/** As they were given; this module is one program's. */
let options: StartOptions = { demo: true };

const say = (text = ''): void => {
  process.stdout.write(`${text}\n`);
};
const complain = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** The end of what functions wrote as errors, for when something went wrong. */
const lastErrors: string[] = [];
const missingLibraries = new Set<string>();

const onLog: LocalStackOptions['log'] = ({ functionName, stream, text }) => {
  if (options.logs) complain(colors.dim(`${functionName}: ${text}`));
  // Functions warn on the same stream; only errors explain a wrong outcome.
  if (stream === 'stderr' && /error/i.test(text)) lastErrors.push(`${functionName}: ${text.slice(0, 600)}`);
  if (lastErrors.length > 10) lastErrors.shift();
  const missing = /error while loading shared libraries: ([^\s:]+)/.exec(text)?.[1];
  if (missing) missingLibraries.add(missing);
};

const explainStart = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isPortTaken(error)) {
    return `Port ${options.port} is taken by another program: choose another with --port, or 0 for any free one.`;
  }
  if (code === 'EACCES' && options.port !== undefined && options.port < 1_024) {
    return `Port ${options.port} is reserved for the system: choose one from 1024 on with --port.`;
  }
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${options.listen}: choose another for --listen.`;
  return `The service could not start: ${message}`;
};

const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(address);

const opened = (address: string): string =>
  `Open to the network at ${address}: whoever reaches it can load console and documentation, and use the API with the license key. Connections are not encrypted; beyond a network that you trust, put a proxy with TLS before it. Tables, queues and shops stay on loopback.`;

const report = (reports: readonly ShopReport[], tookMs: number): boolean => {
  say(resultsTable(reports, colors, outWidth()));
  const wrong = reports.filter(({ differences }) => differences.length > 0);
  const right =
    `${reports.length - wrong.length} of ${reports.length} shops had the expected outcome ` +
    `(some fail on purpose), in ${(tookMs / 1_000).toFixed(1)} s.`;
  say(wrong.length === 0 ? colors.green(right) : colors.red(right));
  for (const { shop, differences } of wrong) say(`  ${shop.name}: ${differences.join('; ')}`);
  if (missingLibraries.size > 0) {
    complain(
      `Chromium could not start, because this machine lacks the library ${[...missingLibraries].join(', ')}: install it with the system's package manager (on Debian and Ubuntu: apt-get install libnss3 libgbm1).`,
    );
  } else if (wrong.length > 0 && lastErrors.length > 0 && !options.logs) {
    complain(['The functions wrote last:', ...lastErrors].join('\n  '));
  }
  return wrong.length === 0;
};

/** Whose processes a scrape needs; the others start with their first work. */
const scrapingFunctions = ['queue', 'status', 'scraper', 'renderer'] as const;

const interruption = new AbortController();
let stack: LocalStack | undefined;
let interruptedAtMs: number | undefined;

const onSignal = (): void => {
  // One Ctrl-C may arrive twice, from the terminal and from the program that started this one.
  if (interruptedAtMs !== undefined && Date.now() - interruptedAtMs < 500) return;
  if (interruptedAtMs !== undefined) process.exit(exitCodes.interrupted);
  interruptedAtMs = Date.now();
  interruption.abort();
};

/**
 * Scrapes the demonstration shops and prints what came of it.
 *
 * @returns `undefined` when that was interrupted.
 */
const demonstrate = async (
  on: LocalStack,
): Promise<{ isRight: boolean; scrapeRequestId: string | undefined } | undefined> => {
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
    const reports = await Promise.all(scrapes);
    const isRight = report(reports, performance.now() - sinceMs);
    return { isRight, scrapeRequestId: reports[0]?.scrapeRequestId };
  } catch (error) {
    if (interruption.signal.aborted) return undefined;
    throw error;
  }
};

const run = async (): Promise<number> => {
  const startedAtMs = performance.now();
  say(colors.bold('scrap-prices') + colors.dim(' · the whole service on this machine'));
  const notice = preparation();
  if (notice !== undefined) say(colors.dim(notice));
  try {
    prepareWeb();
    stack = await startOwnStack({ ...options, warm: scrapingFunctions, log: onLog }, process.env, complain);
  } catch (error) {
    complain(explainStart(error));
    return exitCodes.cannotStart;
  }
  if (interruption.signal.aborted) return exitCodes.interrupted;
  say(colors.dim(`Ready after ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s: ${stack.apiUrl}`));
  if (options.listen !== undefined && !isLoopback(options.listen)) say(colors.yellow(opened(options.listen)));
  const demonstration = options.demo ? await demonstrate(stack) : undefined;
  if (interruption.signal.aborted) return exitCodes.interrupted;
  if (options.once) return demonstration?.isRight === false ? exitCodes.wrongOutcome : 0;

  say();
  say(startHints(stack, demonstration?.scrapeRequestId, colors));
  say();
  say('Press Ctrl-C to stop.');
  await new Promise<void>((done) => {
    if (interruption.signal.aborted) done();
    interruption.signal.addEventListener('abort', () => done(), { once: true });
    // Keeps the process up whatever else happens.
    const timer = setInterval(() => {}, 60_000);
    interruption.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  });
  return 0;
};

/** Runs the service until it is interrupted, or with `once` until the demonstration is over; then ends the process. */
export const runService = async (given: StartOptions): Promise<never> => {
  options = given;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  try {
    process.exitCode = await run();
  } finally {
    await stack?.close();
  }
  // Nothing is left to do; whatever a library still holds open must not keep a user waiting.
  process.exit();
};
