import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { inputLines } from '../../cli/input-lines.ts';
import { cleanEnvironment, runCli } from './run-cli.ts';

const env = cleanEnvironment('/');

/** JSON with such characters as they are, which it allows between and within texts alike. */
const raw = (value: unknown): string => JSON.stringify(value);

const html = (title: string): string =>
  `<h1>${title}</h1><script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: title,
    offers: { '@type': 'Offer', price: '89.50', priceCurrency: 'EUR' },
  })}</script>`;

const pageLine = (id: number, title: string): string =>
  raw({ id, url: 'https://shop.example/p/1', html: html(title) });

describe('lines of NDJSON end with LF alone', () => {
  const titles = ['Walking\u2028boot', 'Walking\u2029boot', 'Walking\u0085boot', 'Kettle €'];

  test('for pages', async () => {
    const lines = titles.map((title, id) => pageLine(id, title));
    // A CR between members is white space of JSON.
    lines.push(pageLine(titles.length, 'Boot').replace(',"url"', ',\r"url"'));
    const ended = await runCli(['extract', '--ndjson'], { env, input: `\uFEFF${lines.join('\r\n\n')}` });
    const results = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results.map(({ id, Price }) => [id, Price?.Amount, Price?.Currency])).toEqual(
      lines.map((_line, id) => [id, '89.50', 'EUR']),
    );
    expect(ended.code).toBe(0);
  });

  test('for texts', async () => {
    const lines = titles.map((title, id) => raw({ id, text: `${title} 89,50 €` }));
    const ended = await runCli(['parse-price', '--ndjson'], { env, input: `${lines.join('\n')}\n` });
    expect(ended).toEqual({
      code: 0,
      stderr: '',
      stdout: titles
        .map((_title, id) => `{"id":${id},"Amount":"89.50","Currency":"EUR","CurrencyRaw":"€"}\n`)
        .join(''),
    });
  });
});

describe('a line that cannot be read', () => {
  const input = Buffer.concat([
    Buffer.from('null\n{"id":7}\n{"id":'),
    Buffer.from([0xff]),
    Buffer.from(`}\nnot JSON\n${pageLine(5, 'Boot').replace('"url"', '"text":"3 €","url"')}`),
  ]);

  test('is answered with an error of its own, and the pages behind it are read', async () => {
    const ended = await runCli(['extract', '--ndjson'], { env, input });
    const answers = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toEqual([
      { id: null, error: 'Expected an object with the texts "url" and "html".' },
      { id: 7, error: 'Expected an object with the texts "url" and "html".' },
      { id: null, error: 'Line 3 is not UTF-8, which JSON is written in.' },
      { id: null, error: expect.stringMatching(/JSON/) },
      expect.objectContaining({ id: 5, Outcome: 'Priced' }),
    ]);
    expect(ended.code).toBe(1);
  });

  test('is told of, and the texts behind it are read', async () => {
    const ended = await runCli(['parse-price', '--ndjson'], { env, input });
    expect(ended.stderr).toMatch(/^Line 3 is not UTF-8, .*\nLine 4 is not JSON: .*\n$/);
    expect(ended.stdout.split('\n')[2]).toBe('{"id":5,"Amount":"3","Currency":"EUR","CurrencyRaw":"€"}');
    expect(ended.code).toBe(1);
  });

  test('says how long it may be', async () => {
    const lines = inputLines(Readable.from([Buffer.from('{"a":1}\n'), Buffer.from('\n   \n{}')]), 4);
    expect(await Readable.from(lines).toArray()).toEqual([
      {
        number: 1,
        text: '{"a"',
        problem: 'Line 1 has more than 4 bytes, the most that is read.',
      },
      { number: 4, text: '{}', problem: null },
    ]);
  });
});
