/**
 * `npm run release -- --dry-run`: builds and packs every package, checks them with publint and Are the types wrong?, and
 * lists the archives to publish and their bill of materials. It publishes nothing itself.
 * `npm run release -- --pin-image`: writes today's digest of the container's base image into the Dockerfile.
 * Exit codes: 1 a check failed, such as an image without a digest; 2 without an option.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { NoPython } from './deploy/python-environment.ts';
import { installTools } from './install-tools.ts';
import { programOptions } from './program-options.ts';
import { pinImage, unpinnedImage } from './release/base-image.ts';
import { writeBillOfMaterials } from './release/bill-of-materials.ts';
import { buildCdk } from './release/build-cdk.ts';
import { buildCli } from './release/build-cli.ts';
import { buildClient } from './release/build-client.ts';
import { buildPython } from './release/build-python.ts';
import { archivesFolder, root } from './release/folders.ts';
import { packFolder } from './release/pack.ts';

const run = promisify(execFile);
const programs = join(root, 'node_modules/.bin');

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`.padStart(10);
const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Runs a checker. @returns its output if it failed. */
const failureOf = async (folder: string, program: string, args: string[]): Promise<string | undefined> => {
  try {
    await run(join(folder, program), args);
    return undefined;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${program}: ${stdout}${stderr}`;
  }
};

const { values } = programOptions(import.meta.filename, {
  options: { 'dry-run': { type: 'boolean' }, 'pin-image': { type: 'boolean' } },
});
if (values['pin-image']) {
  print(`Dockerfile: ${await pinImage()}`);
  process.exit();
}
if (!values['dry-run']) {
  process.stderr.write(
    'Publishing is manual: run this with --dry-run, then publish the archives it lists.\n',
  );
  process.exit(2);
}

const typePrograms = join(
  await installTools('types', { '@arethetypeswrong/cli': '0.18.5' }),
  'node_modules/.bin',
);
rmSync(archivesFolder, { recursive: true, force: true });
const problems = [unpinnedImage()].filter((one) => one !== undefined);
for (const [build, hasTypes] of [
  [buildClient, true],
  [buildCli, false],
  [buildCdk, true],
] as const) {
  const folder = await build();
  const archive = await packFolder(folder);
  const found = await Promise.all([
    failureOf(programs, 'publint', [folder, '--strict']),
    hasTypes ? failureOf(typePrograms, 'attw', [archive.file]) : undefined,
  ]);
  problems.push(...found.filter((one) => one !== undefined));
  const { name, version, bytes, unpackedBytes, fileCount, file } = archive;
  print(
    `npm   ${`${name}@${version}`.padEnd(36)}${kib(bytes)} packed${kib(unpackedBytes)} unpacked, ${fileCount} files`,
  );
  print(`      ${file}`);
}
try {
  for (const { file, bytes } of await buildPython()) {
    print(`PyPI  ${basename(file).padEnd(36)}${kib(bytes)}`);
    print(`      ${file}`);
  }
} catch (error) {
  if (!(error instanceof NoPython)) throw error;
  problems.push(error.message);
}
print(`SBOM  ${await writeBillOfMaterials()}`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
