import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteCoreDumps } from '../../../lambdas/web/browser/core-dumps.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-cores-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('core dumps', () => {
  it.runIf(process.platform === 'linux')(
    'are not written if a page exhausts V8, whatever the limits of the parent process',
    async () => {
      const child = fileURLToPath(new URL('./exhaust-v8.ts', import.meta.url));
      const { stdout } = await promisify(execFile)(
        'sh',
        ['-c', 'ulimit -c unlimited && exec "$0" "$@"', process.execPath, child],
        // A kernel whose `core_pattern` is relative writes into the working directory.
        { cwd: folder },
      );
      expect(JSON.parse(stdout)).toEqual({
        outcome: expect.stringMatching(/^(?:RendererCrashed|TooLarge)$/),
        coreLimits: ['0'],
      });
      expect(readdirSync(folder)).toEqual([]);
    },
    300_000,
  );

  it('of earlier processes are deleted, and nothing else', async () => {
    for (const name of ['core', 'core.12', 'core.chromium.12.1700000000', 'corelist', 'a.core', 'encore.1'])
      writeFileSync(join(folder, name), '');
    mkdirSync(join(folder, 'core.d'));
    await deleteCoreDumps(folder);
    expect(readdirSync(folder).sort()).toEqual(['a.core', 'core.d', 'corelist', 'encore.1']);
    await deleteCoreDumps(join(folder, 'nowhere'));
  });
});
