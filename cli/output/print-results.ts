import type { RequestData } from '../../client/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { isColored } from './colors.ts';
import { type Format, isComplete, resultCsv, resultTable } from './results.ts';
import { writeOut } from './standard-output.ts';

/**
 * Prints results on standard output.
 *
 * @param isList - JSON is a list then, even of one.
 * @throws OutputError
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
