import type { FauxqsServer } from 'fauxqs';

type QueueMessage = NonNullable<ReturnType<FauxqsServer['inspectQueue']>>['messages']['ready'][number];

/** Whose message it is. The emulator forgets the group of a standard queue's message; its body names it at its start. */
const callerOf = ({ body }: Pick<QueueMessage, 'body'>): string =>
  /^\{"Version":\d+,"Caller":"([0-9a-f]+)"/.exec(body)?.[1] ?? '';

/**
 * Which message is to be taken next: the first one of a caller of whom the fewest are in work.
 *
 * @param busy - callers with a message in work, once for each.
 * @returns its place among the waiting ones, and how many of its caller's are in work; `undefined` when none waits.
 */
export const nextInTurn = (
  waiting: readonly string[],
  busy: readonly string[],
): { place: number; inWork: number } | undefined => {
  const counts = new Map<string, number>();
  for (const caller of busy) counts.set(caller, (counts.get(caller) ?? 0) + 1);
  let next: { place: number; inWork: number } | undefined;
  for (const [place, caller] of waiting.entries()) {
    const inWork = counts.get(caller) ?? 0;
    if (next === undefined || inWork < next.inWork) next = { place, inWork };
    if (inWork === 0) break;
  }
  return next;
};

/**
 * Turns in an emulated queue, which knows none itself. Messages are looked at where they lie, so that those that wait stay
 * in the queue, uncounted, until they are worked on.
 */
export const createTurns = (server: FauxqsServer, queueName: string) => ({
  /**
   * Puts the message to the front whose turn it is, as SQS's fair queues do.
   *
   * @returns whether it is one of a caller with a name, of whom none is in work.
   */
  arrange: (): boolean => {
    const { ready = [], inflight = [] } = server.inspectQueue(queueName)?.messages ?? {};
    const callers = ready.map(callerOf);
    const next = nextInTurn(
      callers,
      inflight.map(({ message }) => callerOf(message)),
    );
    if (next === undefined) return false;
    moveToFront(ready, next.place);
    return next.inWork === 0 && callers[next.place] !== '';
  },
});

/** The list is the emulator's copy, and the messages in it are its own: what they hold changes places. */
const moveToFront = (messages: QueueMessage[], place: number): void => {
  if (place === 0) return;
  const held = messages.slice(0, place + 1).map((message) => ({ ...message }));
  const ordered = [held[place]!, ...held.slice(0, place)];
  for (const [index, message] of ordered.entries()) {
    const target = messages[index]!;
    for (const key of Object.keys(target)) delete target[key as keyof QueueMessage];
    Object.assign(target, message);
  }
};

export type Turns = ReturnType<typeof createTurns>;
