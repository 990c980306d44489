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

/** U+2028 and U+2029 end no line of NDJSON, but many readers think so. */
const asLine = (value: unknown): string =>
  `${JSON.stringify(value).replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)}\n`;

const lockFile = 'package-lock.json';

const isSameFile = (one: string, other: string): boolean =>
  existsSync(other) && readFileSync(one).equals(readFileSync(other));

/** Dependencies of a commit that has others than the project has now. */
const install = (folder: string): void => {
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
  } catch (cause) {
    throw new Error(
      'The commit’s dependencies could not be installed with "npm ci"; is the registry reachable?',
      {
        cause,
      },
    );
  }
};

/** A commit checked out into a temporary folder, with the dependencies that it names. */
class Checkout {
  readonly folder: string;
  readonly commit: string;

  /** @throws Error when the project is no git repository, or has no such ref. */
  constructor(ref: string) {
    try {
      this.commit = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
    } catch (cause) {
      throw new Error(`There is no commit ${JSON.stringify(ref)}: name a branch, a tag or a hash.`, {
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
    // A link is taken away, and not what it leads to.
    if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(modules, { force: true });
    git('worktree', 'remove', '--force', this.folder);
    rmSync(join(this.folder, '..'), { recursive: true, force: true });
  }
}

/**
 * Answers of the rules at another commit, by its command line, which changes more slowly than its files.
 *
 * @returns one answer a page, in the order of the pages.
 * @throws Error when there is no such commit, or it cannot read a page.
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
    // A child that ends early closes its input; its exit code tells why.
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
