import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A call that told of changes, as far as a drill looks at it. */
export interface Told {
  id: string;
  /** The body as it came. */
  text: string;
}

export interface NoticeReceiver {
  host: string;
  url: string;
  /** Signs what is posted. */
  secret: string;
  /** Calls that were taken, in order. */
  told: Told[];
  /** What was wrong with calls by themselves. */
  faults: string[];
  close: () => Promise<void>;
}

/** Each so many-th call is answered with a fault, so that the service tries again. */
const refusedEach = 5;

/** Starts a receiver of calls that checks their signatures, and now and then does not take one. */
export const startNoticeReceiver = async (): Promise<NoticeReceiver> => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const told: Told[] = [];
  const faults: string[] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
    // By a clock that is moved: the library's own check would find it too late.
    const expected = new Webhook(secret).sign(String(id), new Date(Number(at) * 1_000), text);
    if (signature !== expected) faults.push(`${id} is signed ${signature}, expected ${expected}`);
    calls += 1;
    if (calls % refusedEach === 0) return void response.writeHead(500).end();
    told.push({ id: String(id), text });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/told`,
    secret,
    told,
    faults,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
