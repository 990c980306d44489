import type { RequestData } from '../../client/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { isColored } from './colors.ts';
import { type Format, isComplete, resultCsv, resultTable } from './results.ts';

const writeOut = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

/**
 * Prints results on standard output.
 *
 * Resolves when it is written, so that what led to it may be forgotten.
 *
 * @param isList - JSON is a list then, even of one.
 */
export const printResults = async (
  all: readonly RequestData[],
  format: Format,
  isList: boolean,
): Promise<void> => {
  const text = {
    json: () => JSON.stringify(isList ? all : all[0], null, 2),
    csv: () => resultCsv(all),
    table: () => all.map((data) => resultTable(data, isColored)).join('\n\n'),
  }[format]();
  await writeOut(`${text}\n`);
  if (!all.every(isComplete)) process.exitCode = exitCodes.incomplete;
};
