import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSitesFile } from '../../cli/sites.ts';
import { cleanEnvironment, runCli, temporaryFolder } from './run-cli.ts';

const check = (content: string | Uint8Array) => {
  using it = temporaryFolder();
  const file = join(it.folder, 'sites.json');
  writeFileSync(file, content);
  return checkSitesFile(file);
};
const url = 'https://shop.example/{sku}';

describe('a file of sites', () => {
  test.each<[string, string | Uint8Array]>([
    ['a byte order mark', `\uFEFF[{"Url":"${url}"}]`],
    ['what looks like a comment in a string', `[{"Url":"${url}","Reference":"// #1 /* */"}]`],
  ])('may have %s', (_name, content) => {
    expect(check(content)).toMatchObject({ sites: [{ Url: url }], unknown: [] });
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    [
      'a comment',
      `[\n// ours\n{"Url":"${url}"}]`,
      /is not JSON: line 2 has a comment, which JSON does not allow$/,
    ],
    ['a comma at the end', `[{"Url":"${url}"},]`, /is not JSON: Unexpected token '\]'/],
    ['UTF-16', Buffer.from('\uFEFF[]', 'utf16le'), /is UTF-16; save it as UTF-8/],
    ['Windows-1252', Buffer.from('["Ä"]', 'latin1'), /is not UTF-8/],
    ['a member twice', `[{"Url":"${url}","Url":"${url}"}]`, /\/0\/Url/],
    [
      'no list',
      '{"sellingSites":[]}',
      /should hold a list[\s\S]*\/sellingSites: .*did you mean SellingSites\?/,
    ],
    [
      'a wrong value',
      `{"SellingSites":[{"Url":"${url}","Currency":"Euro"}]}`,
      /\/SellingSites\/0\/Currency: must be an ISO 4217/,
    ],
    ['an empty name', `[{"Name":"","Url":"${url}"}]`, /\/0\/Name: must not be empty$/],
    [
      'a number as text',
      `[{"Url":"${url}","TimeoutSeconds":"x"}]`,
      /\/TimeoutSeconds: must be of type number$/,
    ],
    ['neither name nor address', '[{}]', /\/0\/Name: is required/],
    [
      'selectors that do not compile, all at once',
      JSON.stringify([
        {
          Url: url,
          WaitFor: '.x[',
          Selectors: {
            Price: [
              { Type: 'Css', Value: 'a' },
              { Type: 'Regex', Value: '(a' },
            ],
          },
        },
      ]),
      /\/0\/WaitFor: is not a valid Css selector: [\s\S]*\/0\/Selectors\/Price\/1\/Value: is not a valid Regex/,
    ],
  ])('is rejected with the place of %s', (_name, content, message) => {
    expect(() => check(content)).toThrow(message);
  });
});

test('unknown members fail a check, but only cause a warning in a scrape', async () => {
  using it = temporaryFolder();
  const file = join(it.folder, 'sites.json');
  writeFileSync(file, `[{"Name":"A","Url":"http://127.0.0.1:1/","currency":"EUR"}]`);
  const env = cleanEnvironment(it.folder, {
    SCRAP_PRICES_BASE_URL: 'http://127.0.0.1:1/prod',
    SCRAP_PRICES_UID: 'acme',
    SCRAP_PRICES_LICENSE_KEY: 'k',
  });
  const checked = await runCli(['sites', 'check', file, '--offline'], { env });
  expect(checked).toMatchObject({ code: 2, stdout: '' });
  expect(checked.stderr).toMatch(/would ignore:\n {2}- \/0\/currency: .*did you mean Currency\?/);
  const scraped = await runCli(['scrape', '1', '--sites', file, '--max-wait', '1s'], { env });
  expect(scraped.stderr).toMatch(/these members are ignored:\n {2}- \/0\/currency/);
  expect(scraped.code).toBe(6);
});
