import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { startFauxqs } from 'fauxqs';

/** Credentials and region for any emulator. */
export const emulatorVariables = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};

/** A DynamoDB emulator in this process, reached over HTTP through the SDK's environment variables. */
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

/** An SQS emulator in this process with the service's two queues. */
export const startSqs = async () => {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  Object.assign(process.env, emulatorVariables, { AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${server.port}` });
  const { queueUrl } = server.createQueue('scrape');
  const { queueUrl: closingQueueUrl } = server.createQueue('closing');
  return { server, queueUrl, closingQueueUrl, stop: () => server.stop() };
};

/** Runs a call while an endpoint leads to a closed port; the SDK reads the endpoint at the first call. */
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
