import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import pLimit from 'p-limit';
import { Webhook } from 'standardwebhooks';
import type { DeliveryView } from '../../lambdas/domain/delivery-view.ts';
import type { RequestView } from '../../lambdas/domain/request-view.ts';
import { startLocalStack } from '../../local/stack.ts';
import type { ProofOptions, ProofResult } from '../proof.ts';
import { createStressClient } from './client.ts';
import { amountOf, startPriceShop } from './price-shop.ts';

/** What the receiver does with the first post of a request; it takes every later one. */
type First = 'takes it' | 'answers 503' | 'hangs up' | 'takes it and hangs up';

const firsts = fc.oneof(
  { weight: 17, arbitrary: fc.constant<First>('takes it') },
  { weight: 3, arbitrary: fc.constantFrom<First>('answers 503', 'hangs up', 'takes it and hangs up') },
);

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const wrongSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
/** Requests that are under way at the same time. */
const clients = 48;
/** Of how many requests one is asked for what came of its deliveries. */
const askedEvery = 20;
/** Nothing came for so long: what is missing is lost. The longest wait of a try here is 5.5 s. */
const silenceMs = 180_000;
const pollMs = 200;

interface Told {
  type: string;
  data: RequestView;
}

/** One request, as its receiver sees it. */
interface Reception {
  first: First;
  posts: { id: string; body: string }[];
  taken: PromiseWithResolvers<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const receive = (response: ServerResponse, { first, posts, taken }: Reception): void => {
  if (posts.length > 1 || first === 'takes it') {
    response.writeHead(204).end();
    taken.resolve();
  } else if (first === 'answers 503') response.writeHead(503).end();
  else response.destroy();
};

/** A receiver that verifies each post with the standard's own library, and counts those that are none. */
const startReceiver = async (receptions: readonly Reception[]) => {
  const webhook = new Webhook(secret);
  const seen = { unverified: 0, lastAtMs: performance.now() };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const reception = receptions[Number(/^\/hook\/(\d+)$/.exec(request.url ?? '')?.[1])];
    try {
      webhook.verify(body, request.headers as Record<string, string>);
    } catch {
      seen.unverified += 1;
      response.writeHead(400).end();
      return;
    }
    seen.lastAtMs = performance.now();
    if (!reception) {
      response.writeHead(404).end();
      return;
    }
    reception.posts.push({ id: String(request.headers['webhook-id']), body });
    receive(response, reception);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    seen,
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** What one request's posts show to be wrong. */
const judge = (request: number, requestId: string, { posts }: Reception): string[] => {
  if (posts.length === 0) return [`request ${request} (${requestId}) was never posted`];
  const wrong: string[] = [];
  if (new Set(posts.map(({ body }) => body)).size > 1) wrong.push(`request ${request} has two bodies`);
  if (posts.some(({ id }) => id !== `msg_${requestId}`))
    wrong.push(`request ${request} was posted as ${posts.map(({ id }) => id).join(', ')}`);
  const { type, data } = JSON.parse(posts[0]!.body) as Told;
  const amount = data.RequestStatus === 2 ? data.Data.Sites[0]?.Price?.Amount : undefined;
  const isRight =
    type === 'scrap_prices.completed' && data.RequestId === requestId && amount === amountOf(request, 0);
  return isRight ? wrong : [...wrong, `request ${request} was told as ${posts[0]!.body.slice(0, 200)}`];
};

/** Posts that nobody signed, or another one: none may be taken for the service's. */
const forge = async (target: string): Promise<number> => {
  const body = '{"type":"scrap_prices.completed","data":{}}';
  const now = new Date();
  const signed = (key: string, id: string) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(key).sign(id, now, body),
  });
  const forgeries = [{}, signed(wrongSecret, 'msg_x'), { ...signed(secret, 'msg_x'), 'webhook-id': 'msg_y' }];
  for (const headers of forgeries)
    await fetch(`http://${target}/hook/0`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    });
  return forgeries.length;
};

/**
 * Has so many requests told to a receiver that now and then fails at first: each is received and verified, with its own
 * price, one identifier and one body.
 */
export const runDeliveries = async ({
  cases = 10_000,
  seed = 1,
  log = () => {},
}: ProofOptions = {}): Promise<ProofResult> => {
  const receptions: Reception[] = fc
    .sample(firsts, { numRuns: cases, seed })
    .map((first) => ({ first, posts: [], taken: Promise.withResolvers<void>() }));
  const shop = await startPriceShop();
  const receiver = await startReceiver(receptions);
  const violations: string[] = [];
  const stack = await startLocalStack({
    allowedTargets: [shop.target, receiver.target],
    settings: { throttleRatePerSecond: 10_000, throttleBurst: 5_000 },
  });
  try {
    const client = createStressClient(stack, shop);

    /** The record is written after the receiver has answered. */
    const judgeRecord = async (request: number, requestId: string): Promise<void> => {
      for (let look = 0; ; look += 1) {
        const view = (await (await client.status(requestId, '/deliveries')).json()) as DeliveryView;
        if (view.Ended === 'Delivered' && view.Attempts.at(-1)?.HttpStatus === 204) return;
        if (view.Ended || look > silenceMs / pollMs)
          return void violations.push(`request ${request} is said to be ${JSON.stringify(view)}`);
        await pause(pollMs);
      }
    };

    /** Until it is taken, or nothing has come for so long that it never will. */
    const untilTaken = async ({ taken }: Reception): Promise<void> => {
      const { promise: silent, resolve } = Promise.withResolvers<void>();
      const timer = setInterval(() => {
        if (performance.now() - receiver.seen.lastAtMs > silenceMs) resolve();
      }, 1_000);
      await Promise.race([taken.promise, silent]);
      clearInterval(timer);
    };

    let done = 0;
    const tell = async (reception: Reception, request: number): Promise<void> => {
      const Webhook = { Url: `http://${receiver.target}/hook/${request}`, Secret: secret };
      const { requestId } = await client.queue(request, 1, { Webhook });
      await untilTaken(reception);
      violations.push(...judge(request, requestId, reception));
      if (request % askedEvery === 0) await judgeRecord(request, requestId);
      done += 1;
      if (done % 1_000 === 0) log(`${done} of ${cases} delivered`);
    };

    const forged = await forge(receiver.target);
    const limit = pLimit(clients);
    await Promise.all(receptions.map((reception, request) => limit(() => tell(reception, request))));
    if (receiver.seen.unverified !== forged)
      violations.push(`${receiver.seen.unverified} posts were not verified, of which ${forged} were forged`);
    const posts = receptions.reduce((sum, reception) => sum + reception.posts.length, 0);
    const failing = receptions.filter(({ first }) => first !== 'takes it').length;
    const report = `${posts} posts verified, ${failing} requests not taken at the first, ${forged} forgeries refused`;
    return { cases, violations, report };
  } finally {
    receiver.close();
    await stack.close();
    await shop.close();
  }
};
