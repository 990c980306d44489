import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Calls {
  /** Of answers that have not gone out whole. */
  open: Set<ServerResponse>;
  latest: { request: IncomingMessage; response: ServerResponse };
}

/** Knows what each connection's calls are still to be answered. */
export const createOwedAnswers = () => {
  const callsOf = new WeakMap<Duplex, Calls>();
  return {
    /** A call that has come. */
    add: (request: IncomingMessage, response: ServerResponse): void => {
      const open = callsOf.get(request.socket)?.open ?? new Set();
      callsOf.set(request.socket, { open: open.add(response), latest: { request, response } });
      response.once('close', () => open.delete(response));
    },

    /** @returns the answer to the call whose body is still coming; `undefined` when a new call would come next. */
    unfinishedCall: (socket: Duplex): ServerResponse | undefined => {
      const latest = callsOf.get(socket)?.latest;
      return latest?.request.complete === false ? latest.response : undefined;
    },

    /** Goes on when all answers have gone out; never, when one of them does not. */
    afterAll: (socket: Duplex, goOn: () => void): void => {
      const open = callsOf.get(socket)?.open ?? new Set();
      const goOnIfGiven = (): void => {
        if (open.size === 0) goOn();
      };
      for (const response of open) response.once('close', goOnIfGiven);
      goOnIfGiven();
    },
  };
};
