import type { Telemetry } from '../aws/telemetry.ts';
import type { DeliveryLog } from './handler.ts';

/** What the delivery function tells, as log lines and metrics. Of addresses it names the host alone. */
export const createDeliveryLog = ({ logger, measure }: Telemetry): DeliveryLog => ({
  tried: (requestId, { status, error, durationMs }, { host, tries, step }) => {
    const fields = { requestId, host, tries, durationMs, ...(error ? { code: error.code } : { status }) };
    measure('webhookTime', 'Milliseconds', durationMs);
    if ('ended' in step && step.ended === 'Delivered') {
      logger.info('Webhook delivered', fields);
      measure('webhooksDelivered', 'Count', 1);
      return;
    }
    measure('webhookTriesFailed', 'Count', 1);
    if ('nextAtMs' in step) logger.warn('Webhook not delivered yet', { ...fields, nextAtMs: step.nextAtMs });
    else if (step.ended === 'Gone') logger.warn('Webhook not wanted any more', fields);
    else {
      logger.error('Webhook given up', fields);
      measure('webhooksGivenUp', 'Count', 1);
    }
  },
  resent: (requestId, { status, error, durationMs }, { host }) => {
    logger.info('Webhook posted again', {
      requestId,
      host,
      durationMs,
      ...(error ? { code: error.code } : { status }),
    });
    measure('webhooksResent', 'Count', 1);
  },
  failed: (requestId) => {
    logger.warn('The request was not completed before its deadline', { requestId });
    measure('requestsFailedTold', 'Count', 1);
  },
  lost: (requestId) => {
    logger.error('Webhook given up: its request was gone before the first try', { requestId });
    measure('webhooksGivenUp', 'Count', 1);
  },
  warn: (message, fields) => logger.warn(message, fields),
  error: (message, { error, ...fields }) =>
    logger.error(message, { ...fields, error: error instanceof Error ? error : new Error(String(error)) }),
});
