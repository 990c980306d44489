// A full disk loses nothing, refuses calls, and recovers once there is room.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { startLocalStack } from '../../local/stack.ts';
import { keptResources, tinyAssembly } from './tiny-assembly.ts';

/** Mounts a separate disk to fill; needs root. */
const mountDisk = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

it('responds 503 while the disk is full, keeps its data, and recovers', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-full-'));
  if (!mountDisk(folder)) {
    rmSync(folder, { recursive: true });
    context.skip('no file system can be mounted here');
  }
  const { assembly } = tinyAssembly({}, keptResources);
  const stack = await startLocalStack({ assembly, dataDir: join(folder, 'data') });
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: stack.endpoints.dynamodb,
    credentials: stack.credentials,
    maxAttempts: 1,
  });
  const put = (id: string) =>
    client.send(new PutItemCommand({ TableName: 'KeptItems', Item: { Id: { S: id } } }));
  const get = async (id: string) =>
    (await client.send(new GetItemCommand({ TableName: 'KeptItems', Key: { Id: { S: id } } }))).Item;
  try {
    await put('before');
    const filler = join(folder, 'filler');
    expect(() => {
      for (let mib = 0; mib < 200; mib += 1) writeFileSync(filler, Buffer.alloc(1024 * 1024), { flag: 'a' });
    }).toThrow(/ENOSPC/);
    await expect(put('full')).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } });
    const answer = await fetch(stack.apiUrl);
    expect(answer.status).toBe(503);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/disk/);
    rmSync(filler);
    await put('after');
    expect([await get('before'), await get('full'), await get('after')]).toEqual([
      { Id: { S: 'before' } },
      undefined,
      { Id: { S: 'after' } },
    ]);
    expect((await fetch(stack.apiUrl)).status).not.toBe(503);
  } finally {
    client.destroy();
    await stack.close();
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  }
});
