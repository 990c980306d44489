import type { RequestData } from '../../client/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { isColored } from './colors.ts';
import { type Format, isComplete, resultCsv, resultTable } from './results.ts';

/**
 * Prints results on standard output.
 *
 * @param isList - JSON is a list then, even of one.
 */
export const printResults = (all: readonly RequestData[], format: Format, isList: boolean): void => {
  const text = {
    json: () => JSON.stringify(isList ? all : all[0], null, 2),
    csv: () => resultCsv(all),
    table: () => all.map((data) => resultTable(data, isColored)).join('\n\n'),
  }[format]();
  process.stdout.write(`${text}\n`);
  if (!all.every(isComplete)) process.exitCode = exitCodes.incomplete;
};
