import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { ClassicLevel } from 'classic-level';
import dynalite from 'dynalite';
import { MemoryLevel } from 'memory-level';
import { keepAliveMs } from '../addresses.ts';
import type { TablePlan } from '../template/deployment-plan.ts';
import { readKept } from './data-folder.ts';
import { type Admits, guardServer } from './endpoint.ts';

export interface EmulatorCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Interval of deletions of expired items. DynamoDB may take days. */
const expiryCheckMs = 60_000;

/**
 * Lets dynalite close its iterators: it would call a method that they lack, and every open one keeps all items of its
 * time in memory.
 */
const mendIterators = async (level: ClassicLevel | MemoryLevel): Promise<void> => {
  for (const iterator of [level.keys(), level.values()]) {
    const close = function (this: typeof iterator): Promise<void> {
      return this.close();
    };
    Object.assign(Object.getPrototypeOf(iterator) as object, { return: close });
    await iterator.close();
  }
};

/**
 * Reads all items once: dynalite would end the process at a damaged one. LevelDB itself leaves out what it cannot read of its
 * log, and only notes so. @throws Error
 */
const checkItems = async (folder: string): Promise<void> => {
  const items = new ClassicLevel(folder, { valueEncoding: 'json' });
  try {
    await items.open();
    await mendIterators(items);
    for await (const _item of items.iterator());
    const dropped = /dropping \d+ bytes; .*/.exec(readFileSync(join(folder, 'LOG'), 'utf8'))?.[0];
    if (dropped !== undefined)
      throw new Error(`${dropped}; the next start goes on with the items that could be read`);
  } finally {
    await items.close();
  }
};

/**
 * Starts dynalite in this process.
 *
 * @param dataFolder - LevelDB's folder; absent: in memory. A write reaches the operating system before it is
 *   acknowledged, so it survives a killed process.
 * @throws Error naming the folder if it is damaged.
 */
export const startDynamoDb = async (
  admits: Admits,
  credentials: EmulatorCredentials,
  dataFolder?: string,
) => {
  const memory = new MemoryLevel();
  await memory.open();
  await mendIterators(memory);
  if (dataFolder !== undefined) {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    await readKept(dataFolder, 'licenses, requests and watches', () => checkItems(dataFolder));
  }
  const server = dynalite({ createTableMs: 0, ...(dataFolder !== undefined && { path: dataFolder }) });
  server.keepAliveTimeout = keepAliveMs;
  // dynalite throws the errors of connections, which nothing could catch.
  server.on('request', (request: IncomingMessage) =>
    request.removeAllListeners('error').on('error', () => {}),
  );
  /** Calls that dynalite works on, which it continues after their caller is gone. */
  const inProgress = new Set<Promise<void>>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    inProgress.add(promise);
    void promise.then(() => inProgress.delete(promise));
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = ((...given: unknown[]) => {
      resolve();
      return end(...given);
    }) as typeof response.end;
    // It does not begin with a call that never arrives in full.
    response.once('close', () => {
      if (!request.complete) resolve();
    });
  });
  const gate = guardServer(server, admits, dataFolder);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });

  /** Deletes expired items of a table, as DynamoDB's time to live does; dynalite has none. */
  const deleteExpired = async (
    { TableName, KeySchema = [], expiryAttribute }: TablePlan,
    nowMs: number,
  ): Promise<void> => {
    if (expiryAttribute === undefined) return;
    const keys = KeySchema.map(({ AttributeName = '' }) => AttributeName);
    const isExpired = {
      ExpressionAttributeNames: { '#expiry': expiryAttribute },
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(nowMs / 1_000)) } },
    };
    const pages = paginateScan({ client }, { TableName, FilterExpression: '#expiry < :now', ...isExpired });
    for await (const { Items = [] } of pages) {
      for (const item of Items) {
        const Key = Object.fromEntries(keys.map((name) => [name, item[name]!]));
        const deletion = { TableName, Key, ConditionExpression: '#expiry < :now', ...isExpired };
        // Refused if it was renewed meanwhile.
        await client.send(new DeleteItemCommand(deletion)).catch(() => {});
      }
    }
  };

  const tables: TablePlan[] = [];
  const deleteAllExpired = async (nowMs: number): Promise<void> => {
    for (const table of tables) await deleteExpired(table, nowMs);
  };
  const timer = setInterval(() => {
    // During a simulated outage.
    deleteAllExpired(Date.now()).catch(() => {});
  }, expiryCheckMs).unref();

  return {
    endpoint,
    gate,
    deleteExpired: deleteAllExpired,
    createTables: async (planned: readonly TablePlan[]): Promise<void> => {
      for (const { expiryAttribute: _expiry, ...table } of planned) {
        await client
          .send(new CreateTableCommand({ ...table, BillingMode: 'PAY_PER_REQUEST' }))
          .catch((error: unknown) => {
            // The table is from an earlier start.
            if (!(error instanceof ResourceInUseException)) throw error;
          });
        const state = new DescribeTableCommand({ TableName: table.TableName });
        while ((await client.send(state)).Table?.TableStatus !== 'ACTIVE');
      }
      tables.push(...planned);
    },
    /** Waits for the calls in progress. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      client.destroy();
      // Without its database, dynalite would throw where nothing catches.
      while (inProgress.size > 0) await Promise.all(inProgress);
      await promisify(server.close.bind(server))();
    },
  };
};
