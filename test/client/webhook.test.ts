import { expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../client/index.ts';
import { webhookHeaders } from '../../lambdas/domain/delivery/standard-webhooks.ts';
import { formatWebhookSecret } from '../../lambdas/domain/request/webhook.ts';

const secretOf = (fill: number): string => formatWebhookSecret(new Uint8Array(32).fill(fill));
const [secret, other] = [secretOf(1), secretOf(2)];
const atMs = Date.parse('2026-11-21T10:00:02Z');
const text =
  '{"type":"scrap_prices.failed","timestamp":"2026-11-21T10:00:00Z","data":{"RequestId":"ü","RequestStatus":1}}';
const body = new TextEncoder().encode(text);
const headers = webhookHeaders({ id: 'msg_1', atMs, body, secrets: [other, secret] });

test.each([
  ['bytes', headers, body],
  ['text', headers, text],
  ['headers of fetch', new Headers(headers), body],
  [
    'headers in other case',
    {
      'Webhook-Id': 'msg_1',
      'WEBHOOK-TIMESTAMP': headers['webhook-timestamp'],
      'Webhook-Signature': [headers['webhook-signature']!],
    },
    body,
  ],
])('accepts the service’s signature from %s', async (_, given, sent) => {
  const event = await verifyWebhook(secret, given, sent, { nowMs: atMs + 299_000 });
  expect(event).toEqual(JSON.parse(text));
});

test.each([
  ['another secret', secretOf(3), headers, body, atMs],
  ['a changed body', secret, headers, text.replace('failed', 'completed'), atMs],
  ['another identifier', secret, { ...headers, 'webhook-id': 'msg_2' }, body, atMs],
  ['an old call', secret, headers, body, atMs + 302_000],
  ['a call of the future', secret, headers, body, atMs - 302_000],
  ['no signature', secret, { ...headers, 'webhook-signature': undefined }, body, atMs],
  ['a signature that is not Base64', secret, { ...headers, 'webhook-signature': 'v1,%' }, body, atMs],
  [
    'a signature of another version',
    secret,
    { ...headers, 'webhook-signature': headers['webhook-signature']!.replaceAll('v1,', 'v2,') },
    body,
    atMs,
  ],
  ['lone surrogates in a signature', secret, { ...headers, 'webhook-signature': 'v1,\ud800' }, body, atMs],
  ['lone surrogates in a body', secret, headers, '\ud800', atMs],
  ['a list without a signature', secret, { ...headers, 'webhook-signature': [] }, body, atMs],
  ['a list of lists', secret, { ...headers, 'webhook-signature': [['v1,']] as never }, body, atMs],
  ['a time that is none', secret, { ...headers, 'webhook-timestamp': 'NaN' }, body, atMs],
])('refuses %s', async (_, key, given, sent, nowMs) => {
  await expect(verifyWebhook(key, given, sent, { nowMs })).rejects.toThrow(WebhookVerificationError);
});

test('rejects a malformed secret', async () => {
  await expect(verifyWebhook('secret', headers, body, { nowMs: atMs })).rejects.toThrow(TypeError);
});
