import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Answer } from './judge-answer.ts';
import type { LabelledPage } from './labelled-page.ts';

const root = join(import.meta.dirname, '../..');

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Escapes U+2028 and U+2029, which many readers of NDJSON take for line ends. */
const asLine = (value: unknown): string =>
  `${JSON.stringify(value).replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)}\n`;

const lockFile = 'package-lock.json';

const isSameFile = (one: string, other: string): boolean =>
  existsSync(other) && readFileSync(one).equals(readFileSync(other));

/** Installs the dependencies of a commit whose lock file differs. */
const install = (folder: string): void => {
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
  } catch (cause) {
    throw new Error('"npm ci" failed for the commit: check that the registry is reachable.', {
      cause,
    });
  }
};

/** A commit in a temporary folder, with its dependencies. */
class Checkout {
  readonly folder: string;
  readonly commit: string;

  /** @throws Error if there is no git repository or no such ref. */
  constructor(ref: string) {
    try {
      this.commit = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
    } catch (cause) {
      throw new Error(`Unknown commit ${JSON.stringify(ref)}: expected a branch, a tag or a hash.`, {
        cause,
      });
    }
    this.folder = join(mkdtempSync(join(tmpdir(), 'scrap-prices-base-')), 'project');
    git('worktree', 'add', '--detach', '--quiet', this.folder, this.commit);
    const modules = join(this.folder, 'node_modules');
    if (existsSync(modules)) return;
    if (isSameFile(join(root, lockFile), join(this.folder, lockFile)))
      symlinkSync(join(root, 'node_modules'), modules, 'junction');
    else install(this.folder);
  }

  remove(): void {
    const modules = join(this.folder, 'node_modules');
    // Removes a link, not its target.
    if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(modules, { force: true });
    git('worktree', 'remove', '--force', this.folder);
    rmSync(join(this.folder, '..'), { recursive: true, force: true });
  }
}

/**
 * Reads pages with the rules of another commit, through its command line, whose interface is stable.
 *
 * @returns an answer per page, in order.
 * @throws Error if there is no such commit, or it fails on a page.
 */
export const answersOfRef = async (ref: string, pages: Iterable<LabelledPage>): Promise<Answer[]> => {
  const checkout = new Checkout(ref);
  const remove = (): void => checkout.remove();
  const stop = (): void => process.exit(130);
  process.once('exit', remove).once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const child = spawn(process.execPath, ['bin/scrap-prices.ts', 'extract', '--ndjson'], {
      cwd: checkout.folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const failed = once(child, 'close').then(([code]) => Number(code));
    // A child that ends early closes its input; the exit code is checked below.
    child.stdin.on('error', () => {});
    const answers: Answer[] = [];
    const read = (async () => {
      for await (const line of createInterface({ input: child.stdout }))
        answers.push(JSON.parse(line) as Answer);
    })();
    for (const { id, url, html } of pages) {
      if (!child.stdin.writable) break;
      if (!child.stdin.write(asLine({ id, url, html })))
        await Promise.race([once(child.stdin, 'drain').catch(() => {}), failed]);
    }
    child.stdin.end();
    await read;
    const exitCode = await failed;
    if (exitCode !== 0)
      throw new Error(`"extract --ndjson" of ${ref} (${checkout.commit}) exited with ${exitCode}.`);
    return answers;
  } finally {
    process.off('exit', remove).off('SIGINT', stop).off('SIGTERM', stop);
    remove();
  }
};
