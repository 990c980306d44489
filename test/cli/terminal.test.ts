import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { shownWidth } from '../../terminal/table.ts';
import { codeBlocks } from '../docs/code-blocks.ts';
import { cleanEnvironment, runCli, runInTerminal, temporaryFolder } from './run-cli.ts';

let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocalStack({ shops: true });
});
afterAll(() => stack?.close());

const width = 80;
/** Of a shell line: words with their quotes taken off, as far as docs/cli.md needs it. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);

const shopUrl = () => stack.shops!.sellingSites.find(({ Name }) => Name === 'Kettle & Crown')!.Url!;
const shopLink = () => shopUrl().replace('{sku}', stack.shops!.sku);
const localised = (text: string): string =>
  text
    .replaceAll('https://shop-a.example/p/555088-105', shopLink())
    .replaceAll('https://shop-a.example/p/{sku}', shopUrl())
    .replaceAll('555088-105', stack.shops!.sku)
    .replace(/--local$|--local(?= )/, `--local ${stack.webUrl}`);

/** Every command of the document that can be run here; those for AWS need the stack named. */
const commands = codeBlocks
  .filter(({ document, info }) => document === 'docs/cli.md' && info.startsWith('sh'))
  .flatMap(({ code }) => code.trim().split('\n'))
  // Shops that never answer take a minute.
  .filter((line) => line.startsWith('npx scrap-prices ') && !line.includes('--demo'))
  .map((line) => line.replace('npx scrap-prices ', '').replace(/ > .*/, ''));

/** Logs are as wide as what was logged. */
const isData = (command: string): boolean => command.startsWith('tail ') || command.includes('--csv');

const prepare = (folder: string) => {
  writeFileSync(join(folder, 'sites.json'), JSON.stringify([{ Name: 'Shop A', Url: shopUrl() }]));
  writeFileSync(join(folder, 'links.txt'), `${shopLink()}\n`);
  writeFileSync(join(folder, 'skus.csv'), `Sku\n${stack.shops!.sku}\n`);
  const env = cleanEnvironment(folder, {
    ...stack.cliEnv,
    SCRAP_PRICES_BASE_URL: stack.apiUrl,
    SCRAP_PRICES_UID: stack.license!.uid,
    SCRAP_PRICES_LICENSE_KEY: stack.license!.licenseKey,
  });
  const argsOf = (command: string, uid: string): string[] => {
    const isForAws = command.startsWith('license');
    const line = localised(isForAws ? `${command.replace('acme', uid)} --local` : command);
    return wordsOf(line).map((word) =>
      /^(sites\.json|skus\.csv|links\.txt)$/.test(word) ? join(folder, word) : word,
    );
  };
  return { env, argsOf };
};

/** Words that no line can hold in fewer columns, such as addresses. */
const isUnbreakable = (line: string): boolean =>
  line
    .trim()
    .split(/\s+/)
    .some((word) => shownWidth(word) > width / 2);

describe('every command of docs/cli.md', () => {
  // test/docs/running.test.ts runs them without a terminal.
  test.each(commands)('fits a terminal of 80 columns: %s', async (command) => {
    using it = temporaryFolder();
    const { env, argsOf } = prepare(it.folder);
    const key = { to: 'not shown', with: `${stack.license!.licenseKey}\r` };
    const args = argsOf(command, `u${commands.indexOf(command)}`);
    const shown = await runInTerminal(args, env, key, undefined, width);
    expect(shown.code).toBe(0);
    if (isData(command)) return;
    const lines = shown.screen.split(/\r?\n|\r/);
    expect(lines.filter((line) => shownWidth(line) > width && !isUnbreakable(line))).toEqual([]);
  });

  test('has help that fits', async () => {
    const names = [...new Set(commands.map((command) => command.split(' ')[0]!))];
    expect(names.length).toBeGreaterThan(5);
    const helps = await Promise.all(
      names.map((name) => runCli([name, '--help'], { env: cleanEnvironment('/') })),
    );
    for (const { stdout, code } of helps) {
      expect(code).toBe(0);
      expect(stdout.split('\n').filter((line) => shownWidth(line) > width)).toEqual([]);
    }
  });
});

test('a pipe gets no escapes', async () => {
  using it = temporaryFolder();
  const { env, argsOf } = prepare(it.folder);
  const { code, stdout, stderr } = await runCli([...argsOf('scrape 555088-105', ''), '--site', shopUrl()], {
    env,
  });
  expect(code).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be printed
  expect(stdout + stderr).not.toMatch(/\u001b|\r/);
});

test('NO_COLOR is respected in a terminal', async () => {
  using it = temporaryFolder();
  const { env, argsOf } = prepare(it.folder);
  const args = argsOf('parse-price "1.299,00 €"', '');
  let raw = '';
  await runInTerminal(args, { ...env, NO_COLOR: '1' }, undefined, (screen) => (raw = screen), width);
  expect(stripVTControlCharacters(raw)).toContain('1299.00 EUR');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be printed
  expect(raw).not.toMatch(/\u001b\[\d*m/);
});
