import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { archivesFolder, root } from './folders.ts';

/**
 * Writes every package of the lock file, with version, license and hash, as CycloneDX.
 *
 * @returns the file.
 */
export const writeBillOfMaterials = async (): Promise<string> => {
  const { name, version } = packageJson;
  const { stdout } = await promisify(execFile)(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  const bill = JSON.parse(stdout) as { metadata: { component: { name: string } } };
  // npm takes the name of the folder.
  bill.metadata.component.name = name;
  mkdirSync(archivesFolder, { recursive: true });
  const file = join(archivesFolder, `${name}-${version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  return file;
};
