import tab from '@bomb.sh/tab/commander';
import { Command, Help } from 'commander';
import { defineStart } from '../local/start-command.ts';
import packageJson from '../package.json' with { type: 'json' };
import { fitText, outWidth } from '../terminal/table.ts';
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
import { registerQueue, registerStatus } from './commands/requests.ts';
import { registerScrape } from './commands/scrape.ts';
import { registerSites } from './commands/sites.ts';
import { registerStats } from './commands/stats.ts';
import { registerTail } from './commands/tail.ts';
import { registerWatch } from './commands/watch.ts';
import { registerWatches } from './commands/watches.ts';
import { exitCodesHelp } from './exit-codes.ts';

/** Rejects an unknown command even with `--help`, for which commander would print the help of its parent. */
const rejectUnknown = (command: Command): void => {
  command.on('beforeHelp', () => {
    const [name] = command.args;
    const isKnown = name === 'help' || command.commands.some((child) => child.name() === name);
    if (name !== undefined && !name.startsWith('-') && !isKnown)
      command.error(`error: unknown command '${name}'`, { code: 'commander.unknownCommand' });
  });
};

const finish = (command: Command): void => {
  command.exitOverride();
  if (command.commands.length > 0) rejectUnknown(command);
  for (const child of command.commands) finish(child);
};

/** Commands by use, in the order of the help. */
const groups: readonly (readonly [heading: string, registers: readonly ((program: Command) => void)[]])[] = [
  [
    'Prices:',
    [
      registerScrape,
      registerWatches,
      registerWatch,
      registerHistory,
      registerQueue,
      registerStatus,
      registerDeliveries,
    ],
  ],
  ['Pages and sites:', [registerSites, registerExtract, registerParsePrice]],
  [
    'This machine:',
    [
      (program) => void defineStart(program.command('start'), 'scrap-prices start'),
      registerAllowTarget,
      registerProfile,
      registerMcp,
    ],
  ],
  ['Operators of a service:', [registerLicense, registerStats, registerTail, registerDlq, registerDoctor]],
];

/** All commands of the command line. */
export const createProgram = (): Command => {
  const program = new Command('scrap-prices')
    .description('Compare the prices of a product across selling sites, with evidence.')
    .configureHelp({
      // With "[options]" the longest terms would leave too little room for a column of descriptions.
      subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', ''),
      minWidthToWrap: 30,
    })
    .version(packageJson.version)
    .configureOutput({
      writeOut: (text) => process.stdout.write(fitText(text, outWidth())),
    })
    .showHelpAfterError('(run with --help for usage and examples)')
    .addHelpText(
      'after',
      `
Credentials come from a profile (scrap-prices profile add) or from the environment: SCRAP_PRICES_BASE_URL,
SCRAP_PRICES_UID, SCRAP_PRICES_LICENSE_KEY. Calls use the proxy in HTTPS_PROXY, except for hosts in NO_PROXY.

Examples:
  $ scrap-prices scrape https://shop.example/p/kettle
  $ scrap-prices scrape 555088-105 --site "https://shop-a.example/p/{sku}"
  $ scrap-prices sites check sites.json --sku 555088-105
  $ source <(scrap-prices complete bash)   # or zsh, fish
${exitCodesHelp}`,
    );
  for (const [heading, registers] of groups) {
    program.commandsGroup(heading);
    for (const register of registers) register(program);
  }
  program.commandsGroup('Other:').helpCommand('help [command]', 'show the help of a command');
  // Adds "complete", which prints shell scripts and their completions.
  tab(program);
  finish(program);
  return program;
};
