import { writeOut } from '../output/standard-output.ts';
import { tell } from '../output/tell.ts';
import { NotTaken, postNotice, type Receiver, runCommand } from './hand-over.ts';
import type { Channel, PriceHistory } from './history-file.ts';
import type { Notice } from './notice.ts';
import { noticeText } from './notice-text.ts';
import type { WatchedPair } from './watched-pairs.ts';

export interface Telling {
  history: PriceHistory;
  /** Whose changes are told; those of others stay open for them. */
  pairs: readonly Pick<WatchedPair, 'question'>[];
  /** JSON, a line a change, in place of words. */
  isJson: boolean;
  /** Run for each change. */
  command: string | undefined;
  receiver: Receiver | undefined;
  signal: AbortSignal;
  now: () => number;
}

type Hand = (notice: Notice) => Promise<void>;

/** How each channel takes a change. */
const handsOf = ({ isJson, command, receiver, signal, now }: Telling): [Channel, Hand][] => [
  ['Output', (notice) => writeOut(`${isJson ? JSON.stringify(notice) : noticeText(notice)}\n`)],
  ...(command === undefined
    ? []
    : [['Command', (notice) => runCommand(command, notice, signal)] satisfies [Channel, Hand]]),
  ...(receiver === undefined
    ? []
    : [['Webhook', (notice) => postNotice(receiver, notice, now(), signal)] satisfies [Channel, Hand]]),
];

/** Channels that changes of a run are to be told by. */
export const channelsOf = ({ command, receiver }: Pick<Telling, 'command' | 'receiver'>): Channel[] => [
  'Output',
  ...(command === undefined ? [] : ['Command' as const]),
  ...(receiver === undefined ? [] : ['Webhook' as const]),
];

export interface Told {
  /** Changes that went to the output. */
  notices: Notice[];
  /** Changes that a command or a webhook did not take. */
  notTaken: number;
}

/**
 * Tells what was not told yet of the pairs, by each channel in order of time, also what an earlier run has left. A channel that does not take
 * one is not asked for further ones at this run.
 */
export const tellChanges = async (telling: Telling): Promise<Told> => {
  const { history, pairs, now } = telling;
  const questions = pairs.map(({ question }) => question);
  const notices: Notice[] = [];
  let notTaken = 0;
  for (const [channel, hand] of handsOf(telling)) {
    const untold = history.untold(channel, questions);
    for (const [index, notice] of untold.entries()) {
      try {
        await hand(notice);
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error;
        tell(error.message);
        notTaken += untold.length - index;
        break;
      }
      history.markTold(notice.Id, channel, new Date(now()).toISOString());
      if (channel === 'Output') notices.push(notice);
    }
  }
  return { notices, notTaken };
};
