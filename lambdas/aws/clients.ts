import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { scraperCallMs } from '../domain/timing.ts';

const documentsOf = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

/** Short timeouts, since a client is waiting: three attempts take less than API Gateway's 29 s. */
const options = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

/** Region, credentials and endpoint come from the environment. */
export const dynamoDbDocuments = (): DynamoDBDocumentClient => documentsOf(new DynamoDBClient(options));

/** Does not use the queue's URL as endpoint, so that emulators work from anywhere. */
export const sqs = (): SQSClient => new SQSClient({ ...options, useQueueUrlAsEndpoint: false });

/** One attempt: the scraper itself retries while it has time, since it holds results. */
const scraperOptions = {
  maxAttempts: 1,
  requestHandler: {
    connectionTimeout: 500,
    requestTimeout: scraperCallMs - 500,
    throwOnRequestTimeout: true,
  },
};

export const scraperDynamoDbDocuments = (): DynamoDBDocumentClient =>
  documentsOf(new DynamoDBClient(scraperOptions));

export const scraperSqs = (): SQSClient => new SQSClient({ ...scraperOptions, useQueueUrlAsEndpoint: false });
