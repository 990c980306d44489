import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

/**
 * Installs packages of rare programs outside the project, the first time, so that nobody else waits for them.
 *
 * @param packages - exact versions by name.
 * @returns the folder to require them from.
 */
export const installTools = async (
  name: string,
  packages: Readonly<Record<string, string>>,
): Promise<string> => {
  const folder = join(import.meta.dirname, '../.cache/tools', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  await runProgram('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  return folder;
};
