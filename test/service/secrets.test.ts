// The logs of a whole run contain no license keys, credentials or query strings.
import { expect, it } from 'vitest';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { api, useLocalStack } from './stack.ts';

const lines: string[] = [];
const local = useLocalStack({ log: ({ text }) => lines.push(text) });
const { credentials, post, bodyFor, get, queue, settled, shop } = api(() => local.stack);

it('contain none of the planted secrets', async () => {
  const { Url } = shop(jsonLdShop.name);
  const id = await queue([
    { Url: `${Url}?token=planted-query` },
    { Url: 'https://planted-user:planted-password@shop.example/' },
    { Url: 'http://169.254.169.254/latest/?planted-query=1' },
    { Url: `${new URL('/missing', Url)}?token=planted-query`, RenderMode: 'Browser' },
  ]);
  await settled(id);
  await post({ ...bodyFor([{ Url }]), Authorization: { UID: 'nobody', LicenseKey: 'sp_live_planted-key' } });
  await get(id, { UID: 'nobody', LicenseKey: 'sp_live_planted-key' });
  await get('planted-not-an-id');
  await post('{"Authorization":{"LicenseKey":"sp_live_planted-key"');

  const log = lines.join('\n');
  expect(lines.length).toBeGreaterThan(3);
  expect(log).toContain(id);
  expect(log).not.toContain(credentials().LicenseKey);
  expect(log).not.toMatch(/planted-(query|user|password|key)/);
});
