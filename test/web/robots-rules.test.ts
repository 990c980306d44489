// Rules and examples of RFC 9309, and published test cases of crawlers.
import { describe, expect, it } from 'vitest';
import { isAllowedByRobots } from '../../lambdas/web/robots-rules.ts';

const us = 'User-agent: scrap-prices';
const verdict = (rules: string, path: string): boolean =>
  isAllowedByRobots('https://shop.example/robots.txt', rules, `https://shop.example${path}`);

describe('lines', () => {
  it.each<[string, string, string, boolean]>([
    ['nothing is said', '', '/p', true],
    ['rules before any group are ignored', 'Disallow: /', '/p', true],
    ['an empty rule disallows nothing', `${us}\nDisallow:`, '/p', true],
    ['names of lines are read in any case', 'USER-AGENT: scrap-prices\nDISALLOW: /x', '/x', false],
    ['paths are not', `${us}\nDisallow: /X`, '/x', true],
    ['line ends of all systems', `${us}\rDisallow: /x\r\nAllow: /x/y\n`, '/x', false],
    ['a byte order mark', `\uFEFF${us}\nDisallow: /`, '/p', false],
    ['comments', `${us} # us\nDisallow: /x # no`, '/x', false],
    ['a colon that is missing', 'user-agent scrap-prices\ndisallow /', '/p', false],
    ['three words without a colon are no rule', `${us}\ndisallow /p please`, '/p', true],
    ['a misspelled rule', `${us}\nDissallow: /`, '/p', false],
    ['an unknown line', `${us}\nfoo: /`, '/p', true],
    [
      'a line named as what all objects have',
      `${us}\n__proto__: /\nconstructor: x\nDisallow: /`,
      '/p',
      false,
    ],
    [
      'such a line between the names of a group',
      `${us}\n__proto__: x\nUser-agent: b\nDisallow: /`,
      '/p',
      false,
    ],
    ['a page instead of rules', '<!doctype html><title>Disallow: /</title>', '/p', true],
  ])('%s', (_what, rules, path, expected) => expect(verdict(rules, path)).toBe(expected));
});

describe('groups (2.2.1)', () => {
  it.each<[string, string, string, boolean]>([
    ['the own name in any case', 'User-agent: Scrap-Prices\nDisallow: /', '/p', false],
    ['the own name with a version', 'User-agent: scrap-prices/1.0\nDisallow: /', '/p', false],
    ['the own name with words behind it', 'User-agent: scrap-prices bot\nDisallow: /', '/p', false],
    ['another name that begins alike', 'User-agent: scrap-prices-x\nDisallow: /', '/p', true],
    ['everybody', 'User-agent: *\nDisallow: /', '/p', false],
    ['everybody, with words behind', 'User-agent: * (all)\nDisallow: /', '/p', false],
    ['the own group goes before everybody’s', `User-agent: *\nDisallow: /\n${us}\nAllow: /`, '/p', true],
    ['an empty own group does so, too', `User-agent: *\nDisallow: /\n${us}\nDisallow:`, '/p', true],
    [
      'several groups of one name are one',
      `${us}\nDisallow: /a\nUser-agent: b\n\n${us}\nDisallow: /c`,
      '/a',
      false,
    ],
    ['several names share a group', `${us}\nUser-agent: b\nDisallow: /`, '/p', false],
    ['blank lines do not end a group', `${us}\n\n\nDisallow: /`, '/p', false],
    // 2.2.4: other records must not interfere.
    [
      'a delay does not part names of a group',
      `${us}\nCrawl-delay: 1\nUser-agent: b\nDisallow: /`,
      '/p',
      false,
    ],
    ['a sitemap does not', `${us}\nSitemap: https://shop.example/s\nUser-agent: b\nDisallow: /`, '/p', false],
  ])('%s', (_what, rules, path, expected) => expect(verdict(rules, path)).toBe(expected));
});

describe('paths (2.2.2, 2.2.3)', () => {
  it.each<[string, string, boolean]>([
    // The longest match counts; among equal ones, "Allow".
    ['Disallow: /x/page.html\nAllow: /x/', '/x/page.html', false],
    ['Allow: /x/page.html\nDisallow: /x/', '/x/page.html', true],
    ['Allow: /x/page.html\nDisallow: /x/', '/x/', false],
    ['Disallow: \nAllow: ', '/x/', true],
    ['Disallow: /\nAllow: /', '/x', true],
    ['Disallow: /x\nAllow: /x/', '/x', false],
    ['Disallow: /page\nAllow: /*.html', '/page.html', true],
    ['Allow: /page\nDisallow: /*.html', '/page.html', false],
    // RFC 9309, 5.1 and 5.2.
    ['Disallow: *.gif$\nAllow: /publications/', '/a.gif', false],
    ['Disallow: *.gif$\nAllow: /publications/', '/a.gif?x', true],
    ['Allow: /example/page/\nDisallow: /example/page/disallowed.gif', '/example/page/disallowed.gif', false],
    ['Disallow: /foo/bar$', '/foo/bar/', true],
    ['Disallow: /foo/bar/*/qux', '/foo/bar/x/y/qux', false],
    ['Disallow: /fish*.php', '/fish/salmon.php?id=1', false],
    ['Disallow: /fish', '/Fish', true],
    ['Disallow: /*?id=', '/p?id=1', false],
    ['Disallow: /p?id=1', '/p?id=2', true],
    ['Disallow: /a$b', '/a$b', false],
    // Percent-encoding is normalized before comparison.
    ['Disallow: /foo/ツ', '/foo/%E3%83%84', false],
    ['Disallow: /foo/%E3%83%84', '/foo/ツ', false],
    ['Disallow: /foo/%e3%83%84', '/foo/%E3%83%84', false],
    // RFC 9309, 2.2.2: unreserved characters are decoded before comparison, reserved ones are not.
    ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/baz', false],
    ['Disallow: /foo/bar/baz', '/foo/bar/%62%61%7a', false],
    ['Disallow: /%7eu', '/~u', false],
    ['Disallow: /a%2Fb', '/a/b', true],
    ['Disallow: /a/b', '/a%2Fb', true],
    ['Disallow: /a%2Ab', '/axb', true],
    ['Disallow: /a/b', '/a/c/../b', false],
  ])('%j of %s', (rules, path, expected) => expect(verdict(`${us}\n${rules}`, path)).toBe(expected));
});
