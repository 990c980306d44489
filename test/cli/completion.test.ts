// Completion in a real bash, as docs/cli.md prints it; without the package bash-completion.
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { codeBlocks } from '../docs/code-blocks.ts';
import { mainFile } from './run-cli.ts';

const hasBash = spawnSync('bash', ['-c', 'exit'], { stdio: 'ignore' }).status === 0;
const printed = codeBlocks.find(
  ({ document, code }) => document === 'docs/cli.md' && code.includes('complete bash'),
)!.code;

/** Bash's completions for the last word of a line. */
const offers = (words: readonly string[]): string[] => {
  const script = [
    'npx() { shift; "$NODE" "$MAIN" "$@"; }',
    printed,
    `COMP_WORDS=(scrap-prices ${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash fills it in
    '_scrap_prices; printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
  return execFileSync('bash', ['--norc', '--noprofile', '-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE: process.execPath, MAIN: mainFile },
  })
    .split('\n')
    .filter(Boolean);
};

test.skipIf(!hasBash).each<[string[], string[]]>([
  [['sc'], ['scrape']],
  [['scrape', '--loc'], ['--local']],
  [['sites', 'che'], ['check']],
  [['scrape', ''], []],
])('%j is completed in bash', (words, expected) => {
  expect(offers(words)).toEqual(expected);
});
