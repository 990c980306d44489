import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
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
 * Follows the calls that an emulator works on, which goes on with them when their connections are cut.
 *
 * @returns a promise of the moment when none is left.
 */
const followCalls = (server: Server): (() => Promise<void>) => {
  const atWork = new Set<ServerResponse>();
  let whenIdle: (() => void) | undefined;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // dynalite throws what befalls a connection, and nobody could catch it.
    request.removeAllListeners('error').on('error', () => {});
    request.once('end', () => {
      if (!response.writableEnded) atWork.add(response);
    });
    const end = response.end.bind(response);
    response.end = ((...given: Parameters<typeof end>) => {
      if (atWork.delete(response) && atWork.size === 0) whenIdle?.();
      return end(...given);
    }) as typeof response.end;
  });
  return async () => {
    // Data read from connections is reported in this turn of the event loop.
    await setImmediate();
    if (atWork.size === 0) return;
    await new Promise<void>((resolve) => {
      whenIdle = resolve;
    });
  };
};

/**
 * Starts dynalite in this process.
 *
 * @param admits - whose calls it answers.
 * @param dataFolder - where LevelDB keeps the tables; absent: in memory. Each write is in the operating system's
 *   hands before it is acknowledged, so that it survives the end of this process, however sudden.
 */
export const startDynamoDb = async (admits: Admits, dataFolder?: string) => {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  const server = dynalite({ createTableMs: 0, ...(dataFolder !== undefined && { path: dataFolder }) });
  server.keepAliveTimeout = keepAliveMs;
  const callsAreDone = followCalls(server);
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
              // Kept from an earlier start.
              if (!(error instanceof ResourceInUseException)) throw error;
            });
        }
      } finally {
        client.destroy();
      }
    },
    close: async (): Promise<void> => {
      gate.shut();
      // A call whose table is closed under it is an exception that ends the process.
      await callsAreDone();
      await promisify(server.close.bind(server))();
    },
  };
};
