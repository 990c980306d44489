import { expect, test } from 'vitest';
import { cacheFolder } from '../../cli/packaged/cache-folder.ts';
import { needsOwnNode } from '../../cli/packaged/needed-node.ts';

test.each([
  ['linux', {}, '/home/a', '/home/a/.cache/scrap-prices'],
  ['linux', { XDG_CACHE_HOME: '/var/cache/a' }, '/home/a', '/var/cache/a/scrap-prices'],
  ['darwin', { LOCALAPPDATA: 'C:\\x' }, '/Users/a', '/Users/a/.cache/scrap-prices'],
  ['win32', {}, 'C:\\Users\\a', 'C:\\Users\\a\\AppData\\Local\\scrap-prices\\Cache'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\a', 'D:\\Local\\scrap-prices\\Cache'],
  ['win32', { SCRAP_PRICES_CACHE: 'E:\\cache' }, 'C:\\Users\\a', 'E:\\cache'],
] as const)('on %s with %j downloads are kept below %s in %s', (platform, variables, home, expected) => {
  expect(cacheFolder(variables, platform, home)).toBe(expected);
});

test.each([
  ['20.20.2', ['--version'], true],
  ['22.12.0', ['scrape', '1'], true],
  ['22.13.0', ['scrape', '1'], false],
  ['22.22.0', ['start'], true],
  ['22.22.0', ['sites', 'check', 'x.json'], true],
  ['24.0.0', ['start'], false],
  ['26.1.0', ['sites', 'check', 'x.json'], false],
] as const)('Node.js %s with %j needs another one: %s', (version, args, expected) => {
  expect(needsOwnNode(version, args)).toBe(expected);
});
