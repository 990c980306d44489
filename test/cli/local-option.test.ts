import { expect, it } from 'vitest';
import { withLocalLast } from '../../cli/local-option.ts';

it.each([
  [
    ['--local', 'https://shop.example/p/kettle'],
    ['https://shop.example/p/kettle', '--local'],
  ],
  [
    ['--local', 'LAMP-1', '--site', 'x'],
    ['LAMP-1', '--site', 'x', '--local'],
  ],
  [
    ['--local', 'http://127.0.0.1:9700', 'LAMP-1'],
    ['--local', 'http://127.0.0.1:9700', 'LAMP-1'],
  ],
  [
    ['--local', 'http://127.0.0.1:9700/prod/', 'LAMP-1'],
    ['--local', 'http://127.0.0.1:9700/prod/', 'LAMP-1'],
  ],
  [
    ['--local', '--json'],
    ['--json', '--local'],
  ],
  [
    ['--local', 'A', '--', '-b'],
    ['A', '--local', '--', '-b'],
  ],
  [
    ['--', '--local', 'A'],
    ['--', '--local', 'A'],
  ],
  [['A'], ['A']],
])('%j takes only the address of a service', (given, expected) =>
  expect(withLocalLast(given)).toEqual(expected),
);
