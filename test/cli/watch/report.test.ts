import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../cli/watch/notice.ts';
import { NotAccepted, runCommand } from '../../../cli/watch/report.ts';
import { temporaryFolder } from '../run-cli.ts';

const notice: Notice = {
  Id: 'msg_1',
  At: '2026-11-23T07:00:00.000Z',
  Sku: 'VELA-A3',
  Site: 'Shop',
  Url: null,
  Kind: 'BackInStock',
  From: 'OutOfStock',
  To: 'InStock',
  Of: [{}],
  Title: null,
  Availability: 'InStock',
  LowestInDays: null,
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** It is there until the system's first process has seen its end. */
const reaped = { timeout: 15_000 };

/** Starts a command that writes its file `ready` when it is where the case wants it. */
const start = (folder: string, command: string, interrupt: AbortController, timeout: AbortController) => {
  const ready = join(folder, 'ready');
  const ended = runCommand(
    command.replaceAll('READY', `'${ready}'`),
    notice,
    interrupt.signal,
    timeout.signal,
    1,
  );
  ended.catch(() => {});
  const begun = async (): Promise<number> => {
    using watcher = Object.assign(watch(folder), {
      [Symbol.dispose]() {
        watcher.close();
      },
    });
    while (!existsSync(ready) || readFileSync(ready, 'utf8').trim() === '') await once(watcher, 'change');
    return Number(readFileSync(ready, 'utf8'));
  };
  return { ended, begun: begun() };
};

describe('a command that does not end', () => {
  test.each([
    ['ignores the signal, as do its children', 'trap "" TERM; sleep 200 & echo $! > READY; wait'],
    ['exits with 0 on the signal', 'trap "exit 0" TERM; sleep 200 & echo $! > READY; wait'],
    ['leaves a child that ignores the signal', '(trap "" TERM; sleep 200 & echo $! > READY; wait) & wait'],
  ])('has not accepted the change, and leaves no process: it %s', async (_name, command) => {
    using it = temporaryFolder();
    const timeout = new AbortController();
    const { ended, begun } = start(it.folder, command, new AbortController(), timeout);
    const pid = await begun;
    timeout.abort();
    await expect(ended).rejects.toThrow(NotAccepted);
    await expect(ended).rejects.toThrow('did not end in time');
    await expect.poll(() => isAlive(pid), reaped).toBe(false);
  });

  test('ends with the watch', async () => {
    using it = temporaryFolder();
    const interrupt = new AbortController();
    const command = 'trap "" TERM; sleep 200 & echo $! > READY; wait';
    const { ended, begun } = start(it.folder, command, interrupt, new AbortController());
    const pid = await begun;
    const reason = new Error('Ctrl-C');
    interrupt.abort(reason);
    await expect(ended).rejects.toBe(reason);
    await expect.poll(() => isAlive(pid), reaped).toBe(false);
  });
});
