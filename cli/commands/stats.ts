import type { Command } from 'commander';
import { type DeploymentOptions, withDeployment, withService } from '../deployment.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { spanOption } from '../options.ts';
import { statsText } from '../output/stats.ts';
import { columnsOf } from '../output/table.ts';

/** `scrap-prices stats`: how a deployment does, at a glance. */
export const registerStats = (program: Command): void => {
  withDeployment(
    program.command('stats').description('Show the state of a deployment at a glance (for operators).'),
  )
    .addOption(spanOption('--since <span>', 'period of the counts, e.g. "30 min", 6h, 2d', 3_600_000))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Queues are read as they are now; everything else comes from metrics, which arrive on AWS with a delay of a minute or two.
A request counts as failed once its status is read after the deadline.

Examples:
  $ scrap-prices stats
  $ scrap-prices stats --since 1d --json | jq .Sites.ByOutcome
  $ scrap-prices stats --local
${exitCodesHelp}`,
    )
    .action(async (options: DeploymentOptions & { since: number; json?: boolean }) => {
      const { readStats } = await import('../operations/service-stats.ts');
      const stats = await withService(options, (service) =>
        readStats(service, Math.ceil(options.since / 60_000), Date.now()),
      );
      process.stdout.write(
        `${options.json ? JSON.stringify(stats, null, 2) : statsText(stats, columnsOf(process.stdout, process.env))}\n`,
      );
    });
};
