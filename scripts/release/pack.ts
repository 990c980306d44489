import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { archivesFolder } from './folders.ts';

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

/** Packs a folder with `npm pack`. */
export const packFolder = async (folder: string): Promise<Archive> => {
  mkdirSync(archivesFolder, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', archivesFolder], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  // A list, or in later versions of npm an object by name.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  if (!packed) throw new Error(`Expected an archive of ${folder} from "npm pack", got ${stdout}.`);
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
