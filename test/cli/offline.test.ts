import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, rejectionOf, runCli, temporaryFolder } from './run-cli.ts';

const env = cleanEnvironment('/');
const kettle =
  '<!doctype html><html lang="en"><title>Kettle</title><body><h1>Kettle</h1><p class="price">€49.00</p><button class="add-to-cart">Add to cart</button></body></html>';
const list = `<!doctype html><html lang="en"><title>Kettles</title><body><h1>Kettles</h1><ul>${Array.from(
  { length: 12 },
  (_, at) => `<li><a href="/p/kettle-${at}">Kettle ${at}</a> <span class="price">€${at + 20}.00</span></li>`,
).join('')}</ul></body></html>`;

describe('extract', () => {
  const args = ['extract', '-', '--json'];
  const at = ['--url', 'https://shop.example/p/kettle-10482'];

  test('needs no address', async () => {
    const { stdout, code } = await runCli(args, { env, input: kettle });
    expect(JSON.parse(stdout)).toMatchObject({
      Outcome: 'Priced',
      Price: { Amount: '49.00', Currency: 'EUR' },
    });
    expect(code).toBe(0);
    const other = await runCli(args, { env, input: list });
    expect(JSON.parse(other.stdout)).toMatchObject({ Price: null });
    expect(other.code).toBe(3);
  });

  test('exits with code 3 if the page has no offer', async () => {
    const { stdout, code } = await runCli([...args, ...at], { env, input: '<h1>About us</h1>' });
    expect(JSON.parse(stdout)).toMatchObject({ Price: null, Error: { Code: expect.any(String) } });
    expect(code).toBe(3);
  });

  test.each<[string, string[], RegExp]>([
    ['no file', [], /--ndjson/],
    ['a file that is not there', ['nopage.html'], /^nopage\.html cannot be read: no such file$/],
    ['a site that is not JSON', ['-', '--site', '{Currency}'], /^--site is not JSON/],
    ['a site with an unknown currency', ['-', '--site', '{"Currency":"XXY"}'], /Currency: .*ISO 4217/],
    [
      'a site with an empty seller and a wrong type',
      ['-', '--site', '{"Seller":"","Locale":1}'],
      /Locale: .*type string; Seller: must not be empty/,
    ],
    ['an address without a scheme', ['-', '--url', 'shop.dk/p/1'], /^--url .*"shop\.dk\/p\/1"/],
    ['a time that is none', ['-', '--fetched-at', 'noon'], /"noon" .*ISO 8601/],
    ['a folder', [import.meta.dirname], / is a folder; expected a file$/],
    ['a file without end', ['/dev/zero'], /^\/dev\/zero is larger than 128 MiB/],
  ])('rejects %s with code 2, in one line', async (_name, rest, message) => {
    expect(await rejectionOf(['extract', ...rest])).toEqual({
      code: 2,
      message: expect.stringMatching(message),
    });
  });

  test('reads a file', async () => {
    using it = temporaryFolder();
    const file = join(it.folder, 'page.html');
    writeFileSync(file, kettle);
    expect(await runCli(['extract', file], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Price\s+49\.00 EUR$/m),
    });
  });
});

describe('parse-price', () => {
  test.each<[string, string[], number, RegExp]>([
    ['a price', ['12,50 €'], 0, /^12\.50 EUR/],
    ['no price', ['sold out'], 3, /^no price in "sold out"$/m],
  ])('ends with its code for %s', async (_name, args, code, message) => {
    expect(await runCli(['parse-price', ...args], { env })).toMatchObject({
      code,
      stdout: expect.stringMatching(message),
    });
  });

  test.each<[string, string[], RegExp]>([
    ['no text', [], /--ndjson/],
    ['an unknown currency', ['12', '--currency', 'XXY'], /^--currency .*ISO 4217/],
    ['a currency that is no code', ['12', '-c', 'euro'], /^--currency .*ISO 4217/],
  ])('rejects %s', async (_name, args, message) => {
    expect(await rejectionOf(['parse-price', ...args])).toEqual({
      code: 2,
      message: expect.stringMatching(message),
    });
  });
});

test('profile list says that there is none yet', async () => {
  using it = temporaryFolder();
  const home = cleanEnvironment(it.folder);
  expect(await runCli(['profile', 'list'], { env: home })).toEqual({
    code: 0,
    stdout: '',
    stderr: 'No profiles yet: add one with "scrap-prices profile add NAME --base-url URL --uid UID".\n',
  });
  expect(await runCli(['profile', 'list', '--json'], { env: home })).toMatchObject({ stderr: '' });
});

test('help aligns the descriptions of all commands', async () => {
  const { stdout } = await runCli(['--help'], { env });
  const rows = /^Prices:\n.*?(?=^Credentials)/ms.exec(stdout)![0].match(/^ {2}.*$/gm)!;
  const columns = rows.map((row) => /^ {2}(?:\S.*?)? {2,}(?=\S)/.exec(row)?.[0].length);
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(columns).size).toBe(1);
});
