import { describe, expect, it } from 'vitest';
import { importSites, joinSites } from '../../console/import-sites.ts';
import { queueBodyExample } from '../../scripts/openapi/examples.ts';

const a = { Name: 'Shop A', Url: 'https://a.example/p/{sku}' };

describe('sites from a text', () => {
  it.each<[string, unknown]>([
    ['a list', [a]],
    ['a site file', { $schema: './docs/selling-sites.schema.json', SellingSites: [a] }],
    ['one site', a],
    ['a byte order mark', undefined],
  ])('come from JSON: %s', (_name, json) => {
    const text = json === undefined ? `\uFEFF${JSON.stringify([a])}` : JSON.stringify(json);
    expect(importSites(text)).toEqual({ sites: [a], remarks: [] });
  });

  it('come with SKU and credentials from a whole request, but placeholders are not credentials', () => {
    const key = { LicenseKey: 'sp_live_x', UID: 'acme' };
    expect(importSites(JSON.stringify({ ...queueBodyExample, Authorization: key }))).toMatchObject({
      sku: '555088-105',
      uid: 'acme',
      licenseKey: 'sp_live_x',
      sites: queueBodyExample.Data.SellingSites,
    });
    for (const LicenseKey of ['<LICENSE_KEY>', '$LICENSE_KEY', 'two words', 5])
      expect(
        importSites(JSON.stringify({ ...queueBodyExample, Authorization: { LicenseKey } })),
      ).not.toHaveProperty('licenseKey');
  });

  it.each([
    ['Name,Url\nShop A,https://a.example/p/{sku}'],
    ['Shop;Link\nShop A;https://a.example/p/{sku}'],
    ['"url","name"\n"https://a.example/p/{sku}","Shop A"\n\n'],
    ['Shop A\thttps://a.example/p/{sku}'],
    ['https://a.example/p/{sku},Shop A'],
    ['sep=;\r\nName;Url\r\nShop A;https://a.example/p/{sku}\r\n'],
    ['\uFEFFsep=,\r\nName,Url\r\nShop A,https://a.example/p/{sku}'],
    ['sep=~\nUrl~Name\nhttps://a.example/p/{sku}~Shop A'],
  ])('come from CSV: %j', (text) => expect(importSites(text).sites).toEqual([a]));

  it('replace empty ones, up to 100', () => {
    expect(joinSites([{ Url: '' }], [a])).toEqual({ sites: [a], remark: undefined });
    const { sites, remark } = joinSites([a], Array(101).fill(a));
    expect([sites.length, remark]).toEqual([
      100,
      'A request has at most 100 sites: the last 2 sites were left out.',
    ]);
  });
});
