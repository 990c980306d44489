import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface ProcessEntry {
  id: number;
  parentId: number;
  commandLine: string;
}

const readProcFolder = (): ProcessEntry[] => {
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The process name in parentheses may itself contain parentheses.
      const [, parentId] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      entries.push({ id: Number(name), parentId: Number(parentId), commandLine });
    } catch {
      // The process ended meanwhile.
    }
  }
  return entries;
};

const runPs = (): ProcessEntry[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .flatMap((line) => {
      const [, id, parentId, commandLine = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return id === undefined ? [] : [{ id: Number(id), parentId: Number(parentId), commandLine }];
    });

const listProcesses = (): ProcessEntry[] => (process.platform === 'linux' ? readProcFolder() : runPs());

/** Sends SIGKILL. @param id - negative for a process group. */
const kill = (id: number): void => {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    // Already gone; macOS reports EPERM for a group of zombies.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

/**
 * Kills a function's process and everything it started, as the end of Lambda's sandbox does: its process group, its
 * descendants, and every process with its temporary folder in the command line. The last finds browsers, which have
 * their own process group and may have lost their parent.
 *
 * @param rootId - leader of the process group.
 * @param folder - absolute path of the temporary folder.
 */
export const endProcesses = (rootId: number, folder: string): void => {
  if (process.platform === 'win32') {
    kill(rootId);
    return;
  }
  const processes = listProcesses();
  const doomed = new Set([rootId]);
  // Repeated, because process ids wrap around: a child may come before its parent.
  for (let before = 0; before !== doomed.size; ) {
    before = doomed.size;
    for (const { id, parentId, commandLine } of processes) {
      if (doomed.has(parentId) || commandLine.includes(folder)) doomed.add(id);
    }
  }
  doomed.delete(process.pid);
  kill(-rootId);
  for (const id of doomed) kill(id);
};

const prefix = 'scrap-prices-function-';

const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Creates an instance's temporary folder, named after the process that removes it. */
export const makeTempFolder = (): string => mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));

export const removeTempFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};

/** Removes this user's folders of killed stacks, which may each hold an inflated Chromium. */
export const removeAbandonedTempFolders = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    try {
      // Everybody can make such a folder in the system's one for temporary files.
      if (lstatSync(folder).uid === (process.getuid?.() ?? 0)) removeTempFolder(folder);
    } catch {
      // A later start tries again.
    }
  }
};
