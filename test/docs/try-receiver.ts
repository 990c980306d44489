import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { webhookBody } from '../../lambdas/domain/delivery/delivery-body.ts';
import { webhookHeaders, webhookIdOf } from '../../lambdas/domain/delivery/standard-webhooks.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { createWebhookSender } from '../../lambdas/web/webhook-sender.ts';
import { siteResult } from '../fakes/site-results.ts';
import { freePort } from '../free-port.ts';

const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

/**
 * Starts a documented receiver and posts to it, as the service and as an attacker.
 *
 * @throws Error if it behaves differently than expected.
 */
export const tryReceiver = async (program: string, args: readonly string[]): Promise<void> => {
  const port = await freePort();
  const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secretOf(1) };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const target = `127.0.0.1:${port}`;
  const policy = createEgressPolicy({ allowedTargets: [target] });
  const sender = createWebhookSender({ policy, userAgent: 'x', allowsHttp: false, timeoutMs: 60_000 });
  const nowMs = Date.now();
  const groups = new Map([[0, packResults([siteResult({ Title: 'Größe 42 👟' })], 1)]]);
  const times = { queuedAtMs: nowMs, deadlineMs: nowMs + 300_000, lastResultAtMs: nowMs };
  const request = { requestId, uid: 'acme', sku: 'x', groupSizes: [1], groups, ...times };
  const body = webhookBody(request, nowMs, 300_000)!;
  const post = async (secret: string, atMs = nowMs, sent = body): Promise<number> => {
    const headers = webhookHeaders({
      id: webhookIdOf(requestId),
      atMs,
      body,
      secrets: [secretOf(9), secret],
    });
    for (;;) {
      try {
        return (await sender.post({ url: `http://${target}/`, headers, body: sent })).status;
      } catch (error) {
        // It is still starting.
        if (child.exitCode !== null) throw error;
        await pause(50);
      }
    }
  };
  try {
    const statuses = [
      await post(secretOf(1)),
      // A repeat.
      await post(secretOf(1)),
      // Forged, an hour old, and modified.
      await post(secretOf(2)),
      await post(secretOf(1), nowMs - 3_600_000),
      await post(secretOf(1), nowMs, Buffer.from(body.toString().replace('42', '43'))),
    ];
    if (statuses.join() !== '204,204,400,400,400') throw new Error(`It answered ${statuses.join()}.`);
    const expected = `scrap_prices.completed ${requestId}\n`;
    if (printed !== expected) throw new Error(`It printed ${JSON.stringify(printed)}.`);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
};
