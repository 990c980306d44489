import { describe, expect, test } from 'vitest';
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

describe('NDJSON lines end only with LF', () => {
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

  const ids = ['9007199254740993', '1e400', '-0', '1.10'];

  test.each([...ids, `[1.0,[${ids}]]`, `{"run":1.10,"rows":[{"id":${ids[0]}}],"name":"é"}`])(
    'and give back the id %s with its numbers as they are written',
    async (id) => {
      const lines = `{"id":${id},"text":"3 €"}\n{"id":${id},"text":3}\n`;
      const ended = await runCli(['parse-price', '--ndjson'], { env, input: lines });
      expect(ended.stdout.split('\n').map((line) => line.slice(0, id.length + 7))).toEqual([
        `{"id":${id},`,
        `{"id":${id},`,
        '',
      ]);
    },
  );
});

const answersOf = (stdout: string): unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a line that cannot be read', () => {
  const input = Buffer.concat([
    Buffer.from('null\n{"id":7}\n{"id":'),
    Buffer.from([0xff]),
    Buffer.from(`}\nnot JSON\n${pageLine(5, 'Boot').replace('"url"', '"text":"3 €","url"')}`),
  ]);

  test('gets its own error, and later pages are read', async () => {
    const ended = await runCli(['extract', '--ndjson'], { env, input });
    expect(answersOf(ended.stdout)).toEqual([
      { id: null, error: 'Line 1 is null; expected a JSON object.' },
      { id: 7, error: 'Line 2 has nothing as its "html"; expected a string.' },
      { id: null, error: 'Line 3 is not UTF-8.' },
      { id: null, error: expect.stringMatching(/JSON/) },
      expect.objectContaining({ id: 5, Outcome: 'Priced' }),
    ]);
    expect(ended.code).toBe(2);
  });
});
