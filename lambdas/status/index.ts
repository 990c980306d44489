import middy from '@middy/core';
import { problemMiddleware } from '../api/problem-middleware.ts';
import { createCachedLicenseReader } from '../aws/cached-license-reader.ts';
import { dynamoDbDocuments } from '../aws/clients.ts';
import { createDynamoDbLicenseStore } from '../aws/dynamodb-license-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { requireVariable, timingsFrom } from '../domain/deployment.ts';
import { createStatusHandler } from './handler.ts';

const variables = process.env;
const documents = dynamoDbDocuments();

export const handler = middy(
  createStatusHandler({
    requests: createDynamoDbRequestStore(documents, requireVariable(variables, 'requestsTable')),
    licenses: createCachedLicenseReader(
      createDynamoDbLicenseStore(documents, requireVariable(variables, 'licensesTable')),
    ),
    clock: Date.now,
    timings: timingsFrom(variables),
  }),
).use(problemMiddleware((message, error) => console.error(message, error)));
