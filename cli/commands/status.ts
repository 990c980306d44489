import type { Command } from 'commander';
import { RequestFailedError } from '../../client/index.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodes } from '../exit-codes.ts';
import { type FormatOptions, formatFrom, withFormats } from '../options.ts';
import { createSiteCount, showProgress } from '../output/progress.ts';
import { printResults } from '../output/results.ts';
import { print } from '../output/terminal.ts';

/** `scrap-prices status ID`: shows a request's status or, with `--wait`, its results. */
export const registerStatus = (program: Command): void => {
  const command = program
    .command('status')
    .description('Show the status of a request, and its results once it is completed.')
    .argument('<request-id>', 'identifier printed by "queue"');
  withFormats(withConnection(command))
    .option('-w, --wait', 'wait for completion')
    .addHelpText(
      'after',
      `
Examples:
  $ scrap-prices status 0f8fad5b-d9cb-469f-a165-70867728950e
  $ scrap-prices status 0f8fad5b-d9cb-469f-a165-70867728950e --wait --csv
`,
    )
    .action(async (id: string, options: ConnectionOptions & FormatOptions & { wait?: boolean }) => {
      const { client } = await connect(options);
      const format = formatFrom(options);
      if (options.wait) {
        const { onProgress, onWait, note } = createSiteCount();
        const results = client.results(id, { onProgress, onWait });
        const done = results.then(() => ({ words: 'completed', isFine: true }));
        await showProgress([{ title: id, note, done }]);
        await printResults([await results], format, false);
        return;
      }
      const view = await client.status(id);
      if (view.RequestStatus === 1 && format !== 'json') throw new RequestFailedError(id);
      if (view.RequestStatus === 1) process.exitCode = exitCodes.requestFailed;
      if (view.RequestStatus === 2 && format !== 'json') return printResults([view.Data], format, false);
      const { Done, Sites } = (view.RequestStatus === 0 && view.Progress) || {};
      const words = Sites === undefined ? 'Pending' : `Pending, ${Done} of ${Sites} sites done`;
      print(format === 'json', view, () => words);
    });
};
