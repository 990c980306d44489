import { expect, it } from 'vitest';
import { clientHints } from '../../../lambdas/web/http/client-hints.ts';
import { defaultUserAgent } from '../../../lambdas/web/user-agent.ts';

it('match the bundled Chromium', () => {
  expect(clientHints(defaultUserAgent)).toEqual({
    'sec-ch-ua': '"Chromium";v="153", "Not_A Brand";v="8"',
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Linux"',
  });
});

it('match other versions, systems and devices', () => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
  // As Chromium 120 sent it: "Not_A Brand";v="8", "Chromium";v="120".
  expect(clientHints(userAgent)).toEqual({
    'sec-ch-ua': '"Not_A Brand";v="8", "Chromium";v="120"',
    'sec-ch-ua-mobile': '?1',
    'sec-ch-ua-platform': '"Android"',
  });
});

it('are empty for browsers that send none', () => {
  expect(
    clientHints('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
  ).toBeUndefined();
});
