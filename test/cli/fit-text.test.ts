import { expect, test } from 'vitest';
import { fitText } from '../../cli/output/fit-text.ts';

test.each<[string, string, number, string]>([
  ['what fits as it is', 'One  two\n   three', 20, 'One  two\n   three'],
  ['a paragraph wrapped anew', 'one two three four\nfive', 10, 'one two\nthree four\nfive'],
  ['paragraphs apart', 'one two three\n\nfour', 8, 'one two\nthree\n\nfour'],
  ['a command as a shell takes it', '  $ run --a "b c" --long x', 20, '  $ run --a "b c" \\\n      --long x'],
  ['a heading by itself', 'Examples:\nsome prose that is long', 12, 'Examples:\nsome prose\nthat is long'],
  ['an indented line with its indentation', '    one two three', 12, '    one two\n    three'],
])('leaves %s', (_name, text, width, fitted) => {
  expect(fitText(text, width)).toBe(fitted);
});
