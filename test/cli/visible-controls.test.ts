import { Writable } from 'node:stream';
import fc from 'fast-check';
import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { guardControls, visibleControls, withCursor } from '../../terminal/streams.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const dangerous = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const allControls = Array.from({ length: 0x2070 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => dangerous.test(character),
);

const collecting = () => {
  let written = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      written += chunk;
      done();
    },
  });
  return { stream, written: () => written };
};

test('escapes all control characters, and keeps the meaning of JSON', () => {
  expect(allControls.length).toBeGreaterThan(70);
  const value = { Title: `a${allControls.join('b')}c\n\t` };
  const shown = visibleControls(JSON.stringify(value, null, 2));
  expect(shown).not.toMatch(dangerous);
  expect(JSON.parse(shown)).toEqual(value);
  fc.assert(
    fc.property(fc.json(), fc.boolean(), (json, isPainted) => {
      expect(JSON.parse(visibleControls(json, isPainted))).toEqual(JSON.parse(json));
    }),
  );
});

test('keeps line breaks, tabs and all other text', () => {
  const text = 'Größe\t42 – 1.299,00 €\n日本語 🙂 العربية\n';
  expect(visibleControls(text)).toBe(text);
});

test('keeps the program’s own colours where allowed, which cannot move the cursor or hide text', () => {
  const colors = createColors(true);
  const painted = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'].map((name) =>
    colors[name as 'bold'](name),
  );
  expect(visibleControls(painted.join(' '), true)).toBe(painted.join(' '));
  expect(visibleControls(painted.join(' '))).not.toMatch(dangerous);
  for (const sequence of [
    '\x1b[8m',
    '\x1b[2J',
    '\x1b[1A',
    '\x1b]0;title\x07',
    '\x1b[31;8m',
    '\x9b31m',
    '\x1b',
  ]) {
    expect(visibleControls(`${sequence}x`, true)).not.toMatch(dangerous);
  }
});

test('lets a renderer move the cursor, while text from others stays escaped', () => {
  const { stream, written } = collecting();
  guardControls(stream, false);
  const screen = withCursor(stream);
  const { write } = screen;
  const held: string[] = [];
  screen.write = ((chunk: string) => held.push(chunk) > 0) as typeof write;
  stream.write('\x1b[2J while');
  stream.write('\x1b[?25l');
  write.call(screen, '\x1b[1A', 'utf8');
  screen.write = write;
  stream.write('\x1b[2J after');
  expect(held).toEqual(['\\u001b[2J while', '\x1b[?25l']);
  expect(written()).toBe('\x1b[1A\\u001b[2J after');
});
