// Verifies signatures with the reference library and the standard's published example.
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { webhookHeaders, webhookIdOf } from '../../../lambdas/domain/delivery/standard-webhooks.ts';
import { signingSecrets, withNewSecret } from '../../../lambdas/domain/license/license.ts';
import { formatWebhookSecret, secretBytes } from '../../../lambdas/domain/request/webhook.ts';
import { testLicense } from '../../fakes/memory-stores.ts';

const secretOf = (byte: number, length = 32): string =>
  `whsec_${Buffer.alloc(length, byte).toString('base64')}`;

describe('a signature', () => {
  // https://github.com/standard-webhooks/standard-webhooks, the test vector of all its libraries.
  it('is that of the standard’s own example', () => {
    const headers = webhookHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      atMs: 1_614_265_330_000,
      body: Buffer.from('{"test": 2432232314}'),
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is verified by the reference library for any body and secret, and for each of several secrets', () => {
    const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 });
    fc.assert(
      fc.property(fc.json(), fc.array(bytes, { minLength: 1, maxLength: 3 }), (body, keys) => {
        const secrets = keys.map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
        const sent = { id: webhookIdOf('0f8fad5b'), atMs: Date.now(), body: Buffer.from(body), secrets };
        for (const secret of secrets) {
          expect(new Webhook(secret).verify(body, webhookHeaders(sent))).toEqual(JSON.parse(body));
        }
      }),
    );
  });

  it('fails with another secret, body, identifier or time', () => {
    const body = '{"a":1}';
    const good = webhookHeaders({
      id: 'msg_1',
      atMs: Date.now(),
      body: Buffer.from(body),
      secrets: [secretOf(1)],
    });
    const verify = (changes: object, text = body, secret = secretOf(1)) =>
      new Webhook(secret).verify(text, { ...good, ...changes });
    expect(verify({})).toEqual({ a: 1 });
    expect(() => verify({}, '{"a":2}')).toThrow(/signature/);
    expect(() => verify({}, body, secretOf(2))).toThrow(/signature/);
    expect(() => verify({ 'webhook-id': 'msg_2' })).toThrow(/signature/);
    expect(() => verify({ 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 60) })).toThrow(
      /signature/,
    );
    expect(() => verify({ 'webhook-timestamp': '1614265330' })).toThrow(/too old/);
  });

  it('is refused for an invalid secret', () => {
    expect(() => webhookHeaders({ id: 'a', atMs: 0, body: Buffer.of(), secrets: ['whsec_'] })).toThrow(
      TypeError,
    );
  });
});

describe('a secret', () => {
  it('that the service generates is accepted by the reference library', () => {
    const secret = formatWebhookSecret(new Uint8Array(32).fill(9));
    expect(secretBytes(secret)).toEqual(Buffer.alloc(32, 9));
    expect(() => new Webhook(secret)).not.toThrow();
  });

  it.each([
    ['', false],
    ['whsec_', false],
    [secretOf(1, 23), false],
    [secretOf(1, 24), true],
    [secretOf(1, 64), true],
    [secretOf(1, 65), false],
    [secretOf(1).slice(6), false],
    [secretOf(1).replace(/=+$/, ''), false],
    [`${secretOf(1)} `, false],
    [secretOf(255).replaceAll('/', '_'), false],
  ])('%j: %s', (secret, isOne) => {
    expect(secretBytes(secret) !== undefined).toBe(isOne);
  });
});

describe('the secrets of a license', () => {
  const of = (secrets: ReturnType<typeof withNewSecret>) => testLicense({ webhookSecrets: secrets });

  it('sign together during rotation, the newest first', () => {
    const first = withNewSecret([], 'a', 0, 0);
    const both = withNewSecret(first, 'b', 1_000, 500);
    expect(signingSecrets(of(both), 1_499)).toEqual(['b', 'a']);
    expect(signingSecrets(of(both), 1_500)).toEqual(['b']);
    expect(signingSecrets(undefined, 0)).toEqual([]);
    expect(signingSecrets(testLicense(), 0)).toEqual([]);
  });

  it('are not extended by the next one, and expire', () => {
    const both = withNewSecret(withNewSecret([], 'a', 0, 0), 'b', 1_000, 500);
    const three = withNewSecret(both, 'c', 1_200, 10_000);
    expect(three.map(({ endsAtMs }) => endsAtMs)).toEqual([undefined, 11_200, 1_500]);
    expect(withNewSecret(three, 'd', 2_000, 0).map(({ secret }) => secret)).toEqual(['d']);
  });
});
