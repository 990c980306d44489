import type { Command } from 'commander';
import { RequestFailedError } from '../../client/index.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodes, exitCodesHelp } from '../exit-codes.ts';
import { type FormatOptions, formatFrom, withFormats } from '../options.ts';
import { createSiteCount, showProgress } from '../output/progress.ts';
import { printResults } from '../output/results.ts';

/** `scrap-prices status ID`: where a request stands, or with `--wait` its results. */
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
${exitCodesHelp}`,
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
      if (format === 'json') return void process.stdout.write(`${JSON.stringify(view, null, 2)}\n`);
      if (view.RequestStatus === 2) return await printResults([view.Data], format, false);
      const Progress = view.RequestStatus === 0 ? view.Progress : undefined;
      const words = Progress ? `Pending, ${Progress.Done} of ${Progress.Sites} sites done` : 'Pending';
      process.stdout.write(`${words}\n`);
    });
};
