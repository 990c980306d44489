import { setTimeout as pause } from 'node:timers/promises';
import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createCachedLicenseReader } from '../aws/cached-license-reader.ts';
import { scraperDynamoDbDocuments, scraperSqs } from '../aws/clients.ts';
import { createDynamoDbDeliveryStore } from '../aws/dynamodb-delivery-store.ts';
import { createDynamoDbLicenseStore } from '../aws/dynamodb-license-store.ts';
import { createDynamoDbReceiverStore } from '../aws/dynamodb-receiver-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createDynamoDbSlowLane } from '../aws/dynamodb-slow-lane.ts';
import { createEventBridgeDeliverySchedule } from '../aws/eventbridge-delivery-schedule.ts';
import { scheduler } from '../aws/scheduler-client.ts';
import { createSqsQueue } from '../aws/sqs-queue.ts';
import { createSqsMessageVisibility } from '../aws/sqs-scrape-queue.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { delaysOf } from '../domain/delivery/delivery-record.ts';
import { listIn, requireVariable, timingsFrom } from '../domain/deployment.ts';
import { environment } from '../environment.ts';
import { createEgressPolicy } from '../web/egress/egress-policy.ts';
import { serviceUserAgent } from '../web/user-agent.ts';
import { createWebhookSender } from '../web/webhook-sender.ts';
import { createDeliveryLog } from './delivery-log.ts';
import { createDeliveryHandler } from './handler.ts';

const variables = process.env;
const telemetry = createTelemetry('delivery', requireVariable(variables, 'deployment'));
const documents = scraperDynamoDbDocuments();
const queueClient = scraperSqs();
const deliveryQueueUrl = requireVariable(variables, 'deliveryQueueUrl');
const deliveriesTable = requireVariable(variables, 'deliveriesTable');

// Loads the clients of S3 and EventBridge only if needed.
const hasOperator = Boolean(variables[environment.deliverBucket] || variables[environment.deliverBus]);
const operator = hasOperator ? (await import('./operator-ports.ts')).operatorPorts(variables) : undefined;

export const handler = middy<SQSEvent, SQSBatchResponse>()
  .use(telemetry.middlewares)
  .handler(
    createDeliveryHandler({
      requests: createDynamoDbRequestStore(documents, requireVariable(variables, 'requestsTable')),
      licenses: createCachedLicenseReader(
        createDynamoDbLicenseStore(documents, requireVariable(variables, 'licensesTable')),
      ),
      deliveries: createDynamoDbDeliveryStore(documents, deliveriesTable),
      receivers: createDynamoDbReceiverStore(documents, deliveriesTable),
      slowLane: createDynamoDbSlowLane(
        documents,
        deliveriesTable,
        Number(requireVariable(variables, 'slowDeliverers')),
      ),
      queue: createSqsQueue(queueClient, deliveryQueueUrl),
      visibility: createSqsMessageVisibility(queueClient, deliveryQueueUrl),
      schedule: createEventBridgeDeliverySchedule(scheduler(), {
        groupName: requireVariable(variables, 'deliveryScheduleGroup'),
        queueArn: requireVariable(variables, 'deliveryQueueArn'),
        roleArn: requireVariable(variables, 'deliverySchedulerRoleArn'),
        deadLetterArn: requireVariable(variables, 'deliveryDeadLetterQueueArn'),
      }),
      retryDelaysSeconds: delaysOf(listIn(variables, 'webhookRetrySeconds').map(Number)),
      postEveryMs: Math.ceil(60_000 / Number(requireVariable(variables, 'webhooksPerMinute'))),
      sender: createWebhookSender({
        policy: createEgressPolicy({
          allowedTargets: listIn(variables, 'allowedTargets'),
          advice: variables[environment.egressAdvice],
        }),
        userAgent: serviceUserAgent(variables[environment.userAgentLink] ?? ''),
        allowsHttp: variables[environment.webhookHttp] === 'true',
      }),
      operator,
      clock: Date.now,
      pause,
      random: Math.random,
      timings: timingsFrom(variables),
      timeoutMs: Number(requireVariable(variables, 'functionTimeoutSeconds')) * 1_000,
      log: createDeliveryLog(telemetry),
    }),
  );
