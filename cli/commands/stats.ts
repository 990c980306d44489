import type { Command } from 'commander';
import { print } from '../../terminal/streams.ts';
import { outWidth, wrapText } from '../../terminal/table.ts';
import { formatDuration } from '../../terminal/text.ts';
import { type DeploymentOptions, withDeployment, withService } from '../connection.ts';
import type { ServiceStats } from '../operations/service-stats.ts';
import { spanOption, withHelp } from '../options.ts';

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
  const now: [string, string][] = [
    ['Queue', `${Now.Waiting} waiting, ${Now.InWork} in progress${oldest}`],
    ['Dead letters', Now.DeadLetters === 0 ? 'none' : `${Now.DeadLetters}; see "scrap-prices dlq list"`],
  ];
  if (stats.ActiveAlarms !== null) now.push(['Alarms', stats.ActiveAlarms.join(', ') || 'none active']);
  const past: [string, string][] = [
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
  const lines = (rows: readonly [string, string][]): string[] =>
    rows.map(([name, value]) => {
      const wrapped = wrapText(value, Math.max(20, width - indent.length));
      return `  ${name.padEnd(18)}${wrapped.join(`\n${indent}`)}`;
    });
  const window = `In the last ${formatDuration(stats.WindowMinutes * 60_000)}`;
  return [stats.Service, 'Now', ...lines(now), window, ...lines(past)].join('\n');
};

export const registerStats = (program: Command): void => {
  const command = program
    .command('stats')
    .description('Show the state of a deployment at a glance (for operators).');
  withDeployment(command)
    .addOption(spanOption('--since <span>', 'period of the counts, e.g. "30 min", 6h, 2d', 3_600_000))
    .option('--json', 'print JSON')
    .action(async (options: DeploymentOptions & { since: number; json?: boolean }) => {
      const { readStats } = await import('../operations/service-stats.ts');
      const stats = await withService(options, (service) =>
        readStats(service, Math.ceil(options.since / 60_000), Date.now()),
      );
      print(options.json, stats, () => statsText(stats, outWidth()));
    });
  withHelp(
    command,
    ['stats', 'stats --since 1d --json | jq .Sites.ByOutcome', 'stats --local'],
    `Queues are read as they are now; everything else comes from metrics, which arrive on AWS with a delay of a minute or two.
A request counts as failed once its status is read after the deadline.`,
  );
};
