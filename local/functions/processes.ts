import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
      // The name in parentheses may hold anything; what follows the last one is plain.
      const [, parentId] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      entries.push({ id: Number(name), parentId: Number(parentId), commandLine });
    } catch {
      // It ended while it was read.
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

/** Sends SIGKILL. @param id - negative: the whole process group. */
const kill = (id: number): void => {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    // Gone already; macOS says EPERM of a group whose processes all wait to be collected.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

/**
 * Ends a function's process and all that it started, as the end of Lambda's sandbox does. A browser lives in a process
 * group of its own, and its parent may be dead already, so beside the group and the descendants everything ends that
 * works in the function's folder for temporary files.
 *
 * @param rootId - leader of its process group.
 * @param folder - absolute path that stands in the command line of what the function started from there.
 */
export const endProcesses = (rootId: number, folder: string): void => {
  if (process.platform === 'win32') {
    kill(rootId);
    return;
  }
  const processes = listProcesses();
  const doomed = new Set([rootId]);
  // A child has a higher identifier than its parent only until the system begins again from low ones.
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
    // A process of somebody else runs too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A folder for one instance's temporary files, named after the process that has to remove it. */
export const makeTempFolder = (): string => mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));

export const removeTempFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};

/** Removes what stacks left behind that were killed: each folder may hold an inflated Chromium. */
export const removeAbandonedTempFolders = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) removeTempFolder(join(tmpdir(), name));
  }
};
