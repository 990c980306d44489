import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { scraperCallMs } from '../domain/timing.ts';

const documentsOf = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

/**
 * An API call has a client waiting, so an unanswered attempt is given up soon: three attempts end well within
 * API Gateway's 29 s.
 */
const options = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

/** Region, credentials and endpoint come from the environment, as the SDK reads it. */
export const dynamoDbDocuments = (): DynamoDBDocumentClient => documentsOf(new DynamoDBClient(options));

/** The queue's URL is not taken as its endpoint, so that an emulator's URL works from anywhere. */
export const sqs = (): SQSClient => new SQSClient({ ...options, useQueueUrlAsEndpoint: false });

/** One attempt: the scraper holds results, and makes further ones itself as long as it has time. */
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
