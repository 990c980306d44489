import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { CreateTableCommand, DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { keepAliveMs } from '../addresses.ts';
import type { TablePlan } from '../template/deployment-plan.ts';
import { type Admits, guardServer } from './endpoint.ts';

export interface EmulatorCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Starts dynalite in this process.
 *
 * @param dataFolder - LevelDB's folder; absent: in memory. A write reaches the operating system before it is
 *   acknowledged, so it survives a killed process.
 */
export const startDynamoDb = async (admits: Admits, dataFolder?: string) => {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  const server = dynalite({ createTableMs: 0, ...(dataFolder !== undefined && { path: dataFolder }) });
  server.keepAliveTimeout = keepAliveMs;
  // dynalite throws the errors of connections, which nothing could catch.
  server.on('request', (request: IncomingMessage) =>
    request.removeAllListeners('error').on('error', () => {}),
  );
  const gate = guardServer(server, admits, dataFolder);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    gate,
    createTables: async (tables: TablePlan[], credentials: EmulatorCredentials): Promise<void> => {
      const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
      try {
        for (const table of tables) {
          await client
            .send(new CreateTableCommand({ ...table, BillingMode: 'PAY_PER_REQUEST' }))
            .catch((error: unknown) => {
              // The table is from an earlier start.
              if (!(error instanceof ResourceInUseException)) throw error;
            });
        }
      } finally {
        client.destroy();
      }
    },
    /** Waits for the calls in progress. */
    close: (): Promise<void> => promisify(server.close.bind(server))(),
  };
};
