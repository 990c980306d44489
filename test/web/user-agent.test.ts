import { expect, it } from 'vitest';
import { clientHints } from '../../lambdas/web/http/client-hints.ts';
import { defaultUserAgent, ownProduct, withOwnName } from '../../lambdas/web/user-agent.ts';
import { parseSettings } from '../../lib/settings.ts';
import packageFile from '../../package.json' with { type: 'json' };

const link = 'https://prices.example/about';

it('names the service and its page, and keeps client hints', () => {
  const named = withOwnName(defaultUserAgent, link);
  expect(named).toBe(`${defaultUserAgent} (compatible; ${ownProduct}; +${link})`);
  expect(clientHints(named)).toEqual(clientHints(defaultUserAgent));
  expect(`${packageFile.name}/${packageFile.version}`.startsWith(`${ownProduct}.`)).toBe(true);
});

it('is Chromium’s without a link', () => expect(withOwnName(defaultUserAgent, '')).toBe(defaultUserAgent));

it.each([
  'prices.example',
  'ftp://prices.example',
  'https://a.example/ b',
  'https://a.example/\r\nX: 1',
  'https://a.example/)',
])('rejects a link that is invalid in a header: %j', (userAgentLink) =>
  expect(() => parseSettings({ userAgentLink })).toThrow('userAgentLink'),
);

it('includes a link', () => expect(parseSettings({ userAgentLink: link }).userAgentLink).toBe(link));
