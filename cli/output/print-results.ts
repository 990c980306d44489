import type { RequestData } from '../../client/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { type Format, isComplete, resultCsv, resultTable } from './results.ts';

/** Whether standard output takes colours: https://no-color.org, https://force-color.org */
export const isColored = (): boolean =>
  process.env.FORCE_COLOR ? true : process.stdout.isTTY === true && !process.env.NO_COLOR;

/**
 * Prints results on standard output.
 *
 * @param isList - JSON is a list then, even of one.
 */
export const printResults = (all: readonly RequestData[], format: Format, isList: boolean): void => {
  const text = {
    json: () => JSON.stringify(isList ? all : all[0], null, 2),
    csv: () => resultCsv(all),
    table: () => all.map((data) => resultTable(data, isColored())).join('\n\n'),
  }[format]();
  process.stdout.write(`${text}\n`);
  if (!all.every(isComplete)) process.exitCode = exitCodes.incomplete;
};
