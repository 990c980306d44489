import fc from 'fast-check';
import { troubleKinds } from './failing-calls.ts';
import { countOne, type Played, type PlayOptions, playLives } from './play.ts';
import {
  type Answer,
  type DeliveryLife,
  type DeliverySafeguard,
  restSeconds,
  retryDelaysSeconds,
  timings,
  VirtualDelivery,
} from './virtual-deliveries.ts';

const windowMs = timings.processingWindowMs;

const failure = fc.constantFrom<Answer>(
  500,
  503,
  404,
  302,
  429,
  'hangs',
  'hangs up',
  'takes it and hangs up',
);
const answer = fc.oneof({ weight: 4, arbitrary: failure }, fc.constantFrom<Answer>(200, 204, 410));
const death = fc.option(fc.record({ call: fc.nat(9), isAfter: fc.boolean() }), { nil: undefined, freq: 2 });
/** Around critical moments: the deadline and expiries. */
const moment = fc.oneof(
  fc.nat(windowMs),
  fc.integer({ min: -50, max: 50 }).map((ms) => windowMs + ms),
);

/** Faults of a delivery that does not expire before its first attempt. */
const life: fc.Arbitrary<DeliveryLife> = fc.record({
  completesAfterMs: fc.option(moment, { nil: undefined, freq: 3 }),
  behindMs: fc.nat(2_000),
  notices: fc.constantFrom(0 as const, 1 as const, 1 as const, 2 as const),
  checkingMessages: fc.constantFrom(1 as const, 1 as const, 2 as const),
  readsAfterMs: fc.array(fc.oneof(moment, fc.integer({ min: windowMs, max: 4 * windowMs })), {
    maxLength: 4,
  }),
  answers: fc.array(answer, { maxLength: 6 }),
  lastAnswer: fc.constantFrom<Answer>(200, 500, 'hangs', 410),
  deaths: fc.array(death, { maxLength: 2 }),
  doubled: fc.array(fc.nat(8), { maxLength: 2 }),
  trouble: fc.option(
    fc.record({
      afterMs: fc.nat(windowMs + 60_000),
      durationMs: fc.integer({ min: 100, max: 60_000 }),
      kind: fc.constantFrom(...troubleKinds),
    }),
    { nil: undefined, freq: 2 },
  ),
  resendsAfterMs: fc.array(fc.oneof(moment, fc.integer({ min: 0, max: 3 * 3_600_000 })), { maxLength: 8 }),
  callMs: fc.integer({ min: 1, max: 200 }),
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
});

const isAccepted = (given: Answer): boolean => typeof given === 'number' && given >= 200 && given < 300;

/** Violations in the webhook calls. */
const brokenPosts = (delivery: VirtualDelivery): string[] => {
  const { posts, reads, endedAtMs } = delivery;
  const bodies = new Set(posts.map((post) => delivery.bodyOf(post)));
  const ids = new Set(posts.map(({ call }) => call.headers['webhook-id']));
  const broken: string[] = [];
  if (bodies.has(undefined)) broken.push('a post has no valid signature');
  if (bodies.size > 1) broken.push('two posts have different bodies');
  if (ids.size > 1 || (posts.length > 0 && !ids.has(`msg_${delivery.requestId}`)))
    broken.push(`posts have the identifiers ${[...ids].join(', ')}`);
  if (endedAtMs !== undefined && posts.some(({ atMs, isResend }) => !isResend && atMs > endedAtMs + deathMs))
    broken.push('it was posted after its end was known');
  const [body = '{}'] = bodies;
  for (const [index, { answer: before, atMs }] of posts.entries()) {
    const next = posts[index + 1];
    // A run whose turn came before the response is already posting.
    if (before === 429 && next && next.atMs > atMs + 1_000 && next.atMs < atMs + restSeconds * 1_000)
      broken.push('it was posted during the receiver’s pause');
  }
  const type = (JSON.parse(body) as { type?: string }).type;
  const otherwise = type === 'scrap_prices.failed' ? 'Completed' : 'Failed';
  if (type && reads.includes(otherwise)) broken.push(`${type} was reported, but a reader got ${otherwise}`);
  return broken;
};

/** A run may still be posting when another one, of the same message, ends the attempt. */
const deathMs = 60_000;

/** Violations in the record. */
const brokenRecord = (delivery: VirtualDelivery): string[] => {
  const { posts, record, mishaps, resendsRequested } = delivery;
  if (posts.length === 0) return ['it was never posted'];
  if (!record?.ended) return [`it has no end after ${posts.length} posts`];
  const { ended, attempts } = record;
  const broken: string[] = [];
  if (ended === 'Delivered' && !posts.some((post) => isAccepted(post.answer)))
    broken.push('it is recorded as delivered, but no receiver accepted it');
  if (ended === 'GivenUp' && attempts.length !== retryDelaysSeconds.length + 1)
    broken.push(`it was given up after ${attempts.length} attempts`);
  const resends = record.resends?.size ?? 0;
  // An accepted resend ends the delivery, so a concurrent attempt is not recorded.
  if (posts.length > attempts.length + 2 * resends + 2 * mishaps)
    broken.push(
      `${posts.length} posts for ${attempts.length} tries, ${resends} resends and ${mishaps} mishaps`,
    );
  if (resends !== resendsRequested)
    broken.push(`${resendsRequested} resends were requested, and ${resends} made`);
  for (const [index, { atMs }] of attempts.slice(1).entries()) {
    const before = attempts[index]!;
    if (atMs < before.atMs + retryDelaysSeconds[index]! * 1_000)
      broken.push(`try ${index + 2} came too soon`);
  }
  return broken;
};

/** Deliveries under faults of the receiver, the functions, the queue and the store. */
export const playDeliveries = (options: PlayOptions<DeliverySafeguard>): Promise<Played> =>
  playLives(
    life,
    async (given, counts) => {
      const count = (name: string): void => countOne(counts, name);
      const delivery = new VirtualDelivery(given, options.without);
      await delivery.live();
      count(`ended: ${delivery.record?.ended}`);
      if (delivery.posts.length > (delivery.record?.attempts.length ?? 0))
        count('posted more than once for a try');
      for (const { answer: reported } of delivery.posts) count(`answered: ${reported}`);
      for (const { isResend } of delivery.posts) if (isResend) count('resent');
      if (delivery.lost > 0) count('lost');
      return [...brokenPosts(delivery), ...brokenRecord(delivery)];
    },
    options,
  );
