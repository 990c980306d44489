import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { startFauxqs } from 'fauxqs';

/** Credentials and region that any emulator takes. */
export const emulatorVariables = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};

/** A DynamoDB of this process, reached over real HTTP as the SDK's environment says. */
export const startDynamoDb = async (tables: Record<string, string>) => {
  const server = dynalite({ createTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, emulatorVariables, { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}` });
  const client = new DynamoDBClient({});
  for (const [TableName, key] of Object.entries(tables)) {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
        KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
      }),
    );
  }
  client.destroy();
  return { stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
};

/** An SQS of this process with the service's two queues. */
export const startSqs = async () => {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  Object.assign(process.env, emulatorVariables, { AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${server.port}` });
  const { queueUrl } = server.createQueue('scrape');
  const { queueUrl: closingQueueUrl } = server.createQueue('closing');
  return { server, queueUrl, closingQueueUrl, stop: () => server.stop() };
};

/** Runs a call while an endpoint leads to a port where nobody listens; the SDK reads it at the first call. */
export const whileUnreachable = async <T>(
  service: 'DYNAMODB' | 'SQS',
  call: () => Promise<T>,
): Promise<T> => {
  const name = `AWS_ENDPOINT_URL_${service}`;
  const endpoint = process.env[name];
  process.env[name] = 'http://127.0.0.1:1';
  try {
    return await call();
  } finally {
    process.env[name] = endpoint;
  }
};
