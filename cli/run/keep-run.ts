import type { Connection } from '../connection.ts';
import { UsageError } from '../exit-codes.ts';
import { tell } from '../output/tell.ts';
import {
  type JournalOptions,
  nameOfRun,
  openJournal,
  RunInUseError,
  type RunJournal,
  removeOldRuns,
  stateFileOf,
} from './journal.ts';
import type { Order } from './order.ts';

export interface KeepOptions {
  /** Where the run is kept; else in a file of its own among those of the person's runs. */
  state?: string | undefined;
  /** Continues the run that is kept there. */
  resume: boolean;
  /** Told of an earlier run that is laid aside. */
  onLaidAside: JournalOptions['onLaidAside'];
}

/** Where a run of these orders is kept. */
export const fileOfRun = (
  state: string | undefined,
  { baseUrl, uid }: Pick<Connection, 'baseUrl' | 'uid'>,
  orders: readonly Order[],
): string => state ?? stateFileOf(nameOfRun(baseUrl, uid, orders), process.env);

/**
 * Opens the file of a run.
 *
 * @returns `undefined` where the run cannot be kept, which only matters when somebody asked for it.
 * @throws UsageError where somebody did.
 */
export const keepRun = (
  { state, resume, onLaidAside }: KeepOptions,
  connection: Connection,
  orders: readonly Order[],
): RunJournal | undefined => {
  const { baseUrl, uid } = connection;
  const file = fileOfRun(state, connection, orders);
  try {
    if (state === undefined) removeOldRuns(process.env, Date.now());
    return openJournal({ file, baseUrl, uid, orders, resume, onLaidAside });
  } catch (error) {
    const isWanted = state !== undefined || resume;
    // The same may be scraped twice at a time; only one of them can be gone on with.
    if (error instanceof UsageError && (isWanted || !(error instanceof RunInUseError))) throw error;
    const reason = `This run cannot be saved in ${file}: ${(error as Error).message}`;
    if (isWanted) throw new UsageError(reason, { cause: error });
    tell(`${reason.replace(/\.?$/, '.')} It cannot be resumed.`);
    return undefined;
  }
};
