import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { RateLimitedError } from '../client/index.ts';
import { defineStart } from '../local/start-command.ts';
import packageJson from '../package.json' with { type: 'json' };
import { registerAllowTarget } from './commands/allow-target.ts';
import { registerDeliveries } from './commands/deliveries.ts';
import { registerDlq } from './commands/dlq.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerExtract } from './commands/extract.ts';
import { registerHistory } from './commands/history.ts';
import { registerLicense } from './commands/license.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerParsePrice } from './commands/parse-price.ts';
import { registerProfile } from './commands/profile.ts';
import { registerQueue } from './commands/queue.ts';
import { registerScrape } from './commands/scrape.ts';
import { registerSites } from './commands/sites.ts';
import { registerStats } from './commands/stats.ts';
import { registerStatus } from './commands/status.ts';
import { registerTail } from './commands/tail.ts';
import { registerWatch } from './commands/watch.ts';
import { registerWatches } from './commands/watches.ts';
import { bashCompletion } from './complete-bash.ts';
import { exitCodeOf, exitCodes, exitCodesHelp, Interrupted } from './exit-codes.ts';
import { quotaText } from './output/progress.ts';
import { columnsOf, fitText } from './output/table.ts';
import { guardControls, isColored, OutputError, watchStandardOutput } from './output/terminal.ts';
import { UnreachableError } from './reachable.ts';

guardControls(process.stdout, isColored);
guardControls(process.stderr, false);

const program = new Command('scrap-prices')
  .description('Compare the prices of a product across selling sites, with evidence.')
  .version(packageJson.version)
  .configureOutput({
    writeOut: (text) => process.stdout.write(fitText(text, columnsOf(process.stdout, process.env))),
  })
  .showHelpAfterError('(run with --help for usage and examples)')
  .addHelpText(
    'after',
    `
Credentials come from a profile (scrap-prices profile add) or from the environment: SCRAP_PRICES_BASE_URL,
SCRAP_PRICES_UID, SCRAP_PRICES_LICENSE_KEY.

Examples:
  $ scrap-prices scrape 555088-105 --site "https://shop-a.example/p/{sku}"
  $ scrap-prices sites check sites.json --sku 555088-105
  $ source <(scrap-prices complete bash)   # or zsh, fish
${exitCodesHelp}`,
  );

defineStart(program.command('start'), 'scrap-prices start');
registerAllowTarget(program);
registerScrape(program);
registerWatch(program);
registerWatches(program);
registerHistory(program);
registerQueue(program);
registerStatus(program);
registerDeliveries(program);
registerSites(program);
registerMcp(program);
registerProfile(program);
registerLicense(program);
registerStats(program);
registerTail(program);
registerDlq(program);
registerDoctor(program);
registerParsePrice(program);
registerExtract(program);
// Adds "complete", which writes the shell's script and answers its questions.
tab(program);

const throwInsteadOfExiting = (command: Command): void => {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExiting(child);
};
throwInsteadOfExiting(program);

const markOutputErrorTold = watchStandardOutput();

/** The message of an error that ends a command; with the stack only if the fault is ours. */
const wordsOf = (error: unknown, code: number): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RateLimitedError) return `${quotaText(error, new Date())}\n${error.message}`;
  if (error instanceof OutputError) return error.message;
  return code === exitCodes.fault ? (error.stack ?? error.message) : error.message;
};

try {
  const [, , command, shell] = process.argv;
  if (command === 'complete' && shell === 'bash') process.stdout.write(bashCompletion);
  else await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has said it already; its own code 1 means a wrong argument.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  } else {
    process.exitCode = exitCodeOf(error);
    // A look-up of its name cannot be cancelled, and would hold up the end.
    if (error instanceof UnreachableError) setTimeout(() => process.exit(), 500).unref();
    if (error instanceof OutputError) markOutputErrorTold();
    if (!(error instanceof Interrupted)) {
      const text = `error: ${wordsOf(error, exitCodeOf(error))}\n`;
      // A script that looks for words of it finds them on one line.
      const { isTTY } = process.stderr;
      process.stderr.write(isTTY ? fitText(text, columnsOf(process.stderr, process.env)) : text);
    }
  }
}
