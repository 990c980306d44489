import type { Command } from 'commander';
import type { WatchHistory } from '../../client/index.ts';
import type { WatchedChange } from '../../lambdas/domain/watch/watched-changes.ts';
import { print } from '../../terminal/streams.ts';
import { tableText } from '../../terminal/table.ts';
import { formatLocalTime, printable } from '../../terminal/text.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { jsonInPipe, wantsJson, wholeNumber, withHelp } from '../options.ts';
import { changeText, siteText } from '../output/change-text.ts';

const historyText = ({ Entries, Next }: WatchHistory): string => {
  const rows = Entries.flatMap(({ At, Ended, Reason, Sites, Changes }) => {
    const priced = Sites.filter(({ Outcome }) => Outcome === 'Priced').length;
    const scrape = Ended === 'Completed' ? `${priced} of ${Sites.length} priced` : (Reason?.Message ?? Ended);
    const changes = Changes.map((given) => {
      const change = given as typeof given & WatchedChange;
      const site = printable(siteText(given.Name ?? given.Url ?? '', change));
      return ['', site, printable(changeText(change), 1_000), given.IsReported ? 'reported' : ''];
    });
    return [[formatLocalTime(At), scrape, '', ''], ...changes];
  });
  const table = rows.length === 0 ? 'Nothing recorded yet.' : tableText(['At', '', 'Change', ''], rows);
  return Next === null ? table : `${table}\nMore: --cursor ${Next}`;
};

interface HistoryOptions extends ConnectionOptions {
  limit?: number;
  cursor?: string;
  json?: true;
}

export const registerHistory = (program: Command): void => {
  const command = program
    .command('history')
    .description('Show what a watch has seen and reported, newest first.')
    .argument('<name>', 'name of the watch');
  withConnection(command)
    .option('--limit <count>', 'number of entries, at most 100', wholeNumber(100))
    .option('--cursor <text>', 'cursor printed by the previous page')
    .option('--json', jsonInPipe)
    .action(async (name: string, options: HistoryOptions) => {
      const { client } = await connect(options);
      const { limit, cursor } = options;
      const view = await client.watchHistory(name, { limit, cursor });
      print(wantsJson(options), view, () => historyText(view));
    });
  withHelp(command, ['history VELA-A3', 'history VELA-A3 --limit 100 --json']);
};
