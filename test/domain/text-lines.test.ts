import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLines, type TextLine } from '../../lambdas/domain/text-lines.ts';

const noCap = Number.MAX_SAFE_INTEGER;

const collected = <T>(items: AsyncIterable<T>): Promise<T[]> => Readable.from(items).toArray();

const linesOf = (chunks: readonly Uint8Array[], maxLineBytes = noCap): Promise<TextLine[]> =>
  collected(readLines(Readable.from(chunks), { maxLineBytes }));

const textsOf = async (bytes: Uint8Array | string, maxLineBytes?: number): Promise<string[]> =>
  (await linesOf([Buffer.from(bytes)], maxLineBytes)).map(({ text }) => text);

/** Single-byte chunks, which split every line end and character. */
const byteByByte = (bytes: Uint8Array): Uint8Array[] =>
  Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));

describe('lines', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['one line without an end', 'a', ['a']],
    ['one line with an end', 'a\n', ['a']],
    ['an empty line', '\n', ['']],
    ['empty lines between others', 'a\n\n\nb\n', ['a', '', '', 'b']],
    ['one CR before an end alone', 'a\r\r\n', ['a\r']],
    ['a CR that ends nothing', 'a\rb\n', ['a\rb']],
    ['a CR at the end of all', 'a\r', ['a\r']],
    ['U+2028 and U+2029, which JSON allows in texts', 'a\u2028b\u2029c\n', ['a\u2028b\u2029c']],
    ['a byte order mark', '\uFEFFa\nb\n', ['a', 'b']],
    ['U+FEFF anywhere else', 'a\uFEFF\n\uFEFFb\n', ['a\uFEFF', '\uFEFFb']],
    ['characters of two, three and four bytes', 'é€😀\n日本\n', ['é€😀', '日本']],
  ])('are read from %s, wherever the bytes are cut', async (_what, text, expected) => {
    const bytes = Buffer.from(text);
    expect(await textsOf(bytes)).toEqual(expected);
    expect((await linesOf(byteByByte(bytes))).map((line) => line.text)).toEqual(expected);
  });

  test.each<[string, number[], string]>([
    ['a lone surrogate in bytes', [0x61, 0xed, 0xa0, 0x80], 'a\uFFFD\uFFFD\uFFFD'],
    ['a torn character', [0x61, 0xe2, 0x82], 'a\uFFFD'],
  ])('that are not UTF-8 are reported, and the next one is read: %s', async (_what, bytes, text) => {
    const chunks = byteByByte(Uint8Array.from([...bytes, 0x0a, 0x62]));
    expect(await linesOf(chunks)).toEqual([
      { number: 1, text, problem: 'NotUtf8' },
      { number: 2, text: 'b', problem: null },
    ]);
  });
});

describe('a line over the cap', () => {
  test.each<[string, string, TextLine[]]>([
    ['is cut', 'abcd\ne\n', [cut(1, 'abc'), complete(2, 'e')]],
    ['is cut once, however long', `${'abc'.repeat(50)}\ne`, [cut(1, 'abc'), complete(2, 'e')]],
    ['is none by its line end', 'abc\r\nabc\n', [complete(1, 'abc'), complete(2, 'abc')]],
    ['is none by a byte order mark', '\uFEFFabc\r\nabc', [complete(1, 'abc'), complete(2, 'abc')]],
    ['is one by a CR that ends nothing', 'abc\r', [cut(1, 'abc')]],
    ['is cut before a character that the cap tears', 'ab€\n', [cut(1, 'ab')]],
    ['is counted in bytes', '€\n€a\n', [complete(1, '€'), cut(2, '€')]],
  ])('%s', async (_what, text, expected) => {
    const bytes = Buffer.from(text);
    expect(await linesOf([bytes], 3)).toEqual(expected);
    expect(await linesOf(byteByByte(bytes), 3)).toEqual(expected);
  });

  test('is skipped while streaming, even if it is larger than memory', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let handedOut = 0;
    const endless = (async function* () {
      // Larger than any string or buffer.
      for (; handedOut < 2 ** 31; handedOut += chunk.length) yield chunk;
      yield Buffer.from('\nnext');
    })();
    const lines = await collected(readLines(endless, { maxLineBytes: 10 }));
    expect(lines).toEqual([cut(1, 'xxxxxxxxxx'), complete(2, 'next')]);
  });
});

function complete(number: number, text: string): TextLine {
  return { number, text, problem: null };
}

function cut(number: number, text: string): TextLine {
  return { number, text, problem: 'TooLong' };
}

describe('text in pieces', () => {
  test('yields the same lines for any text, wherever it is cut', async () => {
    const characters = fc.constantFrom(
      'a',
      '"',
      '\n',
      '\r',
      '\r\n',
      '\u2028',
      '\u2029',
      'é',
      '€',
      '😀',
      '\0',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(characters, { maxLength: 40 }).map((parts) => Buffer.from(`{${parts.join('')}}`)),
        fc.array(fc.nat(60), { maxLength: 6 }),
        async (bytes, cuts) => {
          const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
          const lines = await linesOf(chunks);
          expect(lines.map(({ text }) => text)).toEqual(`${bytes}`.split(/\r?\n/));
          expect(lines.every(({ problem }) => problem === null)).toBe(true);
        },
      ),
    );
  });
});
