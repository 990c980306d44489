import type { Command } from 'commander';
import { defaultLocalAddress } from '../../local/addresses.ts';
import { allowTargetPath } from '../../local/operations/operations-pages.ts';
import { parseTarget } from '../../local/start-command.ts';
import { localStackAt } from '../local-stack.ts';
import { withHelp } from '../options.ts';

export const registerAllowTarget = (program: Command): void => {
  const command = program
    .command('allow-target')
    .description('Let the running local service scrape a private address, until it ends.')
    .argument('<host:port...>', 'e.g. your own shop on this machine', parseTarget)
    .option('--local <address>', 'address of the service', defaultLocalAddress)
    .action(async (targets: string[], { local }: { local: string }) => {
      const { origin, fetchPage } = localStackAt(local);
      for (const target of targets)
        await fetchPage(`${allowTargetPath}?target=${encodeURIComponent(target)}`, 'POST');
      process.stdout.write(`The service at ${origin} may scrape ${targets.join(', ')} until it ends.\n`);
    });
  withHelp(
    command,
    ['allow-target 127.0.0.1:3000'],
    'For every start, give it to "scrap-prices start --allow-target".',
  );
};
