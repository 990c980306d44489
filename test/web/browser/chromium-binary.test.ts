// A small file replaces the binary of 209 MB.
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumFiles, createChromiumBinary } from '../../../lambdas/web/browser/chromium-binary.ts';

const sourceOf = (file: string): string =>
  JSON.stringify(new URL(`../../../lambdas/web/browser/${file}`, import.meta.url).href);

const content = Buffer.alloc(3_000_000, 'chromium ');
let folder = '';
let asset = '';
let temporary = '';
let own: string | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
  asset = join(folder, 'asset');
  temporary = join(folder, 'tmp');
  mkdirSync(asset);
  mkdirSync(temporary);
  writeFileSync(join(asset, chromiumFiles.binary), zstdCompressSync(content));
  writeFileSync(join(asset, chromiumFiles.version), '1.0.0\n');
  own = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
});
afterEach(() => {
  if (own === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = own;
  rmSync(folder, { recursive: true, force: true });
});

const parent = (): string => join(temporary, `scrap-prices-${process.getuid?.()}`);

/** PID of an exited process. */
const deadPid = (): number => Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));

const unpackElsewhere = `
  const { createChromiumBinary } = await import(${sourceOf('chromium-binary.ts')});
  const outcome = await createChromiumBinary(process.argv[1])().then(
    ({ executablePath }) => ({ executablePath }),
    ({ code, retryable, message }) => ({ code, retryable, message }),
  );
  console.log(JSON.stringify(outcome));`;

const inProcess = async (limit = ''): Promise<Record<string, unknown>> => {
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `${limit} exec "$0" "$@"`,
    process.execPath,
    '--input-type=module',
    '-e',
    unpackElsewhere,
    asset,
  ]);
  return JSON.parse(stdout);
};

describe('the Chromium binary', () => {
  it('is unpacked once for all callers, readable only by this user', async () => {
    const binary = createChromiumBinary(asset);
    const [first, second] = await Promise.all([binary(), binary()]);
    expect(first).toBe(second);
    expect(readFileSync(first.executablePath).equals(content)).toBe(true);
    expect(statSync(first.executablePath).mode & 0o777).toBe(0o700);
    const { mtimeMs } = statSync(first.executablePath);
    expect(statSync((await createChromiumBinary(asset)()).executablePath).mtimeMs).toBe(mtimeMs);
  });

  it('is complete for concurrent processes', async () => {
    const outcome = await Promise.all(Array.from({ length: 4 }, () => inProcess()));
    expect(new Set(outcome.map(({ executablePath }) => executablePath)).size).toBe(1);
    expect(readFileSync(String(outcome[0]!.executablePath)).equals(content)).toBe(true);
    expect(readdirSync(parent())).toEqual(['chromium-1.0.0']);
  });

  it('is unpacked again after a process was killed, and its leftovers are deleted', async () => {
    const partial = join(parent(), `chromium-1.0.0.${deadPid()}-1`);
    const underWay = join(parent(), `chromium-1.0.0.${process.ppid}-1`);
    for (const left of [partial, underWay]) {
      mkdirSync(left, { recursive: true });
      writeFileSync(join(left, 'chromium'), 'chrom');
    }
    const { executablePath } = await createChromiumBinary(asset)();
    expect(readFileSync(executablePath).equals(content)).toBe(true);
    expect([existsSync(partial), existsSync(underWay)]).toEqual([false, true]);
  });

  it('fails on a full disk without leftovers, and works once there is room', async () => {
    // In blocks of 512 bytes: a file cannot grow beyond 512 KB.
    expect(await inProcess('ulimit -f 1000;')).toMatchObject({ code: 'RendererCrashed', retryable: true });
    expect(readdirSync(parent())).toEqual([]);
    expect(await inProcess()).toHaveProperty('executablePath');
  });

  it('is the configured Chrome, with a clear error if that is missing', async () => {
    expect(await createChromiumBinary(asset, process.execPath)()).toEqual({
      executablePath: process.execPath,
      libraryPath: undefined,
      fontConfigFile: undefined,
    });
    await expect(createChromiumBinary(asset, '/nowhere/chrome')()).rejects.toThrow(/CHROME_PATH/);
  });
});

describe('profile folders', () => {
  it('of killed processes are deleted, and those of running ones kept', async () => {
    const abandoned = join(temporary, `scrap-prices-profile-${deadPid()}-x`);
    const used = join(temporary, `scrap-prices-profile-${process.ppid}-x`);
    for (const left of [abandoned, used]) mkdirSync(left);
    const { createProfileFolder } = await import('../../../lambdas/web/browser/profile-folder.ts');
    const profile = await createProfileFolder();
    expect([existsSync(abandoned), existsSync(used), existsSync(profile.path)]).toEqual([false, true, true]);
    await profile.delete();
    expect(existsSync(profile.path)).toBe(false);
  });
});
