import type { Command } from 'commander';
import { type DeploymentOptions, withDeployment, withService } from '../deployment.ts';
import type { ServiceStats } from '../operations/service-stats.ts';
import { spanOption } from '../options.ts';
import { outWidth, wrapText } from '../output/table.ts';
import { print } from '../output/terminal.ts';
import { formatDuration } from '../output/text.ts';

const spread = ({ P50, P95 }: ServiceStats['SiteMs']): string =>
  P50 === null || P95 === null
    ? 'no data'
    : `half within ${formatDuration(P50)}, 95 % within ${formatDuration(P95)}`;

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'none';

const bytes = (count: number): string =>
  count < 1_000_000 ? `${Math.round(count / 1_000)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;

/** The statistics as text. @param width - columns of the terminal. */
const statsText = (stats: ServiceStats, width: number): string => {
  const { Now, Requests, Sites, Browser } = stats;
  const scraped = Sites.ByTier.Http + Sites.ByTier.Browser;
  const share =
    scraped === 0 ? '' : ` (${Math.round((100 * Sites.ByTier.Browser) / scraped)} % in the browser)`;
  const oldest =
    Now.OldestSeconds === null ? '' : `, the oldest ${formatDuration(Now.OldestSeconds * 1_000)}`;
  const rows: [string, string][] = [
    ['Queue', `${Now.Waiting} waiting, ${Now.InWork} in progress${oldest}`],
    ['Dead letters', Now.DeadLetters === 0 ? 'none' : `${Now.DeadLetters}; see "scrap-prices dlq list"`],
    ...(stats.ActiveAlarms === null
      ? []
      : [['Alarms', stats.ActiveAlarms.join(', ') || 'none active'] as [string, string]]),
    ['', ''],
    ['Requests', `${Requests.Queued} queued, ${Requests.Completed} completed, ${Requests.Failed} failed`],
    ['Time to complete', spread(stats.CompletionMs)],
    ['Sites', `${Sites.Queued} queued; ${listed(Sites.ByOutcome)}`],
    ['One site', spread(stats.SiteMs)],
    ['Tiers', `${listed(Sites.ByTier)}${share}`],
    ['Browser', `${Browser.Launches} launches, ${Browser.ColdStarts} cold starts`],
    ['Network', bytes(stats.WireBytes)],
    ['Dropped', `${stats.MessagesDropped} messages that were late or duplicates`],
    ['Crashes', listed(stats.FunctionErrors)],
  ];
  const indent = ' '.repeat(20);
  const lines = rows.map(([what, value]) =>
    what === ''
      ? ''
      : `  ${what.padEnd(18)}${wrapText(value, Math.max(20, width - indent.length)).join(`\n${indent}`)}`,
  );
  const past = lines.indexOf('');
  return [
    stats.Service,
    'Now',
    ...lines.slice(0, past),
    `In the last ${formatDuration(stats.WindowMinutes * 60_000)}`,
    ...lines.slice(past + 1),
  ].join('\n');
};

/** `scrap-prices stats`: shows the state of a deployment at a glance. */
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
`,
    )
    .action(async (options: DeploymentOptions & { since: number; json?: boolean }) => {
      const { readStats } = await import('../operations/service-stats.ts');
      const stats = await withService(options, (service) =>
        readStats(service, Math.ceil(options.since / 60_000), Date.now()),
      );
      print(options.json, stats, () => statsText(stats, outWidth()));
    });
};
