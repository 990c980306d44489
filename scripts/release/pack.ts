import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { archivesFolder } from './folders.ts';

/** An archive as npm would publish it. */
export interface Archive {
  name: string;
  version: string;
  /** Absolute. */
  file: string;
  bytes: number;
  unpackedBytes: number;
  fileCount: number;
}

const run = promisify(execFile);

interface Packed {
  name: string;
  version: string;
  filename: string;
  size: number;
  unpackedSize: number;
  entryCount: number;
}

/** Packs a folder as npm does before it publishes. */
export const packFolder = async (folder: string): Promise<Archive> => {
  mkdirSync(archivesFolder, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', archivesFolder], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  // Later versions of npm answer with an object by name in place of a list.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  if (!packed) throw new Error(`Expected an archive of ${folder} from "npm pack", and got ${stdout}.`);
  const { name, version, filename, size, unpackedSize, entryCount } = packed;
  return {
    name,
    version,
    file: join(archivesFolder, filename),
    bytes: size,
    unpackedBytes: unpackedSize,
    fileCount: entryCount,
  };
};
