import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import type { TablePlan } from '../template/deployment-plan.ts';
import { type Gate, openGate } from './gate.ts';

export interface DynamoDbEmulator {
  endpoint: string;
  gate: Gate;
  createTables: (tables: TablePlan[], credentials: EmulatorCredentials) => Promise<void>;
  close: () => Promise<void>;
}

/** What the emulators take as credentials: anything. */
export interface EmulatorCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Starts dynalite in this process.
 *
 * @param dataFolder - where LevelDB keeps the tables; absent: in memory. Each write is in the operating system's
 *   hands before it is acknowledged, so that it survives the end of this process, however sudden.
 */
export const startDynamoDb = async (dataFolder?: string): Promise<DynamoDbEmulator> => {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  const server = dynalite({ createTableMs: 0, ...(dataFolder !== undefined && { path: dataFolder }) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gate = await openGate((server.address() as AddressInfo).port);
  const endpoint = `http://127.0.0.1:${gate.port}`;
  return {
    endpoint,
    gate,
    createTables: async (tables, credentials) => {
      const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
      try {
        for (const { name, keySchema, attributeDefinitions } of tables) {
          await client
            .send(
              new CreateTableCommand({
                TableName: name,
                KeySchema: keySchema,
                AttributeDefinitions: attributeDefinitions,
                BillingMode: 'PAY_PER_REQUEST',
              }),
            )
            .catch((error: unknown) => {
              // Kept from an earlier start.
              if (!(error instanceof ResourceInUseException)) throw error;
            });
        }
      } finally {
        client.destroy();
      }
    },
    close: async () => {
      await gate.close();
      const closed = new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
      });
      server.closeAllConnections();
      await closed;
    },
  };
};
