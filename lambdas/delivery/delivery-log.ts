import type { Telemetry } from '../aws/telemetry.ts';
import type { DeliveryAttempt, DeliveryStep } from '../domain/delivery/delivery-record.ts';
import type { DeliveryLog } from './handler.ts';

/** Message of the line for a delivered webhook. */
export const webhookDeliveredLine = 'Webhook delivered';

/** After this many attempts, two minutes after the first, the operator is alerted to a failing export. */
const lateAfterTries = 4;

/** Log lines of attempts to export an ended request. */
const exportLog =
  ({ logger, measure }: Telemetry) =>
  (
    requestId: string,
    { error, durationMs }: Pick<DeliveryAttempt, 'error' | 'durationMs'>,
    { tries, step }: { tries: number; step: DeliveryStep },
  ): void => {
    if (!error) {
      logger.info('Result exported', { requestId, tries, durationMs });
      measure('exportsMade', 'Count', 1);
      return;
    }
    const text = 'ended' in step ? 'Result export given up' : 'Result not exported yet';
    const fields = { requestId, tries, durationMs, code: error.code, reason: error.message };
    if (tries < lateAfterTries) {
      logger.warn(text, fields);
      return;
    }
    logger.error(text, fields);
    measure('exportsLate', 'Count', 1);
  };

/** The delivery function's log lines and metrics. Addresses appear by host only. */
export const createDeliveryLog = (telemetry: Telemetry): DeliveryLog => {
  const { logger, measure } = telemetry;
  const exported = exportLog(telemetry);
  return {
    attempted: (requestId, { status, error, durationMs }, { to, host, tries, step }) => {
      if (to === 'Operator') return exported(requestId, { error, durationMs }, { tries, step });
      const fields = { requestId, host, tries, durationMs, ...(error ? { code: error.code } : { status }) };
      if ('ended' in step && step.ended === 'Delivered') {
        logger.info(webhookDeliveredLine, fields);
        measure('webhooksDelivered', 'Count', 1);
        return;
      }
      measure('webhookTriesFailed', 'Count', 1);
      if ('nextAtMs' in step)
        logger.warn('Webhook not delivered yet', { ...fields, nextAtMs: step.nextAtMs });
      else if (step.ended === 'Gone') logger.warn('Webhook declined for good', fields);
      else {
        logger.error('Webhook given up', fields);
        measure('webhooksGivenUp', 'Count', 1);
      }
    },
    resent: (requestId, { status, error, durationMs }, { host }) => {
      logger.info('Webhook resent', {
        requestId,
        host,
        durationMs,
        ...(error ? { code: error.code } : { status }),
      });
    },
    suspended: ({ failingSinceMs, ...receiver }) => {
      const since = new Date(failingSinceMs).toISOString();
      logger.error('Webhook receiver suspended: every attempt has failed for three days', {
        ...receiver,
        since,
      });
    },
    failed: (requestId) => {
      logger.warn('The request was not completed before its deadline', { requestId });
      measure('failedRequestsReported', 'Count', 1);
    },
    lost: (requestId) => {
      logger.error('Webhook given up: its request was gone before the first attempt', { requestId });
      measure('webhooksGivenUp', 'Count', 1);
    },
    warn: (message, fields) => logger.warn(message, fields),
    error: (message, { error, ...fields }) =>
      logger.error(message, { ...fields, error: error instanceof Error ? error : new Error(String(error)) }),
  };
};
