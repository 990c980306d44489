import { expect, test } from 'vitest';
import { nodeProblem } from '../../cli/packaged/node-problem.ts';
import { cacheFolder } from '../../local/cache-folder.ts';

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
  ['18.20.8', ['scrape', '1'], '20.19'],
  ['20.18.3', ['--version'], '20.19'],
  ['20.19.0', ['scrape', '1'], undefined],
  ['20.20.2', ['start', '--help'], undefined],
  ['20.20.2', ['start'], '22.19'],
  ['22.18.0', ['sites', 'check', 'x.json'], '22.19'],
  ['22.18.0', ['sites', 'check', 'x.json', '--offline'], undefined],
  ['22.19.0', ['start'], undefined],
  ['26.1.0', ['sites', 'check', 'x.json'], undefined],
] as const)('Node.js %s with %j needs %s', (version, args, needed) => {
  const problem = nodeProblem(version, args);
  if (needed === undefined) expect(problem).toBeUndefined();
  else expect(problem).toContain(`needs Node.js ${needed} or newer; this is ${version}`);
});
