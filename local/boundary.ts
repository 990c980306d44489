import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Time limit for receiving a call in full, its body included. */
export const receiveMs = 30_000;

const answer500 = (response: ServerResponse): void => {
  response.writeHead(500, { Connection: 'close' }).end();
};

/**
 * Contains a listener's failures: if it throws or rejects, the call is answered with 500 and the process goes on.
 *
 * @param answerFailure - writes that answer.
 */
export const contained =
  (
    listener: (request: IncomingMessage, response: ServerResponse) => unknown,
    answerFailure = answer500,
  ): RequestListener =>
  (request, response) => {
    // Without a listener, the error of a broken connection would end the process.
    request.on('error', () => {});
    response.on('error', () => {});
    const run = async (): Promise<void> => {
      await listener(request, response);
    };
    run().catch((error: unknown) => {
      // The client is gone.
      if (response.destroyed) return;
      process.stderr.write(`${request.method} failed: ${(error as Error).stack ?? String(error)}\n`);
      if (response.headersSent) response.destroy();
      else answerFailure(response);
    });
  };
