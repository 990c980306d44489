import type { ServiceStats, Spread } from '../operations/service-stats.ts';
import { formatDuration } from './duration.ts';
import { wrapText } from './table.ts';

const spread = ({ P50, P95 }: Spread): string =>
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

/** The statistics for a person, a line for each question. @param width - columns of the terminal. */
export const statsText = (stats: ServiceStats, width: number): string => {
  const { Now, Requests, Sites, Browser } = stats;
  const scraped = Sites.ByTier.Http! + Sites.ByTier.Browser!;
  const share =
    scraped === 0 ? '' : ` (${Math.round((100 * Sites.ByTier.Browser!) / scraped)} % in the browser)`;
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
