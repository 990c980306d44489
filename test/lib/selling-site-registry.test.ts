import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScrapPricesStack } from '../../lib/app.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';
import { readSellingSites } from '../../lib/selling-site-registry.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-registry-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileWith = (content: unknown): string => {
  const file = join(folder, 'sites.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const shopA = { Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}', Currency: 'EUR' };

describe('the registry of selling sites', () => {
  it('is bundled unchanged with the queue function', () => {
    const sellingSitesFile = fileWith({ SellingSites: [shopA] });
    const app = new App({
      outdir: join(folder, 'cdk.out'),
      context: { 'aws:cdk:disable-asset-staging': true, 'aws:cdk:enable-asset-metadata': true },
    });
    new ScrapPricesStack(app, 'Test', unnamedDeployment({ sellingSitesFile }));
    const { template } = app.synth().getStackByName('Test');
    const { Resources } = template as {
      Resources: Record<string, { Type: string; Metadata?: Record<string, string> }>;
    };
    const registries = Object.values(Resources)
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .map(({ Metadata }) => resolve(app.outdir, Metadata!['aws:asset:path']!, 'selling-sites.json'))
      .filter((file) => existsSync(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown);
    expect(registries).toEqual([{ SellingSites: [shopA] }]);
  });

  it.each<[string, unknown, RegExp]>([
    ['is no JSON', '{', /cannot be used: .*JSON/],
    ['is another document', [shopA], /expected \{ "SellingSites"/],
    [
      'has a site without a name',
      { SellingSites: [{ Url: shopA.Url }] },
      /\/SellingSites\/0\/Name: is required/,
    ],
    ['has a site without an address', { SellingSites: [{ Name: 'A' }] }, /\/SellingSites\/0: needs "Url"/],
    ['has a name twice', { SellingSites: [shopA, shopA] }, /\/SellingSites\/1\/Name: "Shop A" is not unique/],
    [
      'has a wrong currency',
      { SellingSites: [{ ...shopA, Currency: 'Euro' }] },
      /\/SellingSites\/0\/Currency/,
    ],
    [
      'has a selector that does not compile',
      { SellingSites: [{ ...shopA, Selectors: { Price: [{ Type: 'Css', Value: 'div[' }] } }] },
      /\/SellingSites\/0\/Selectors\/Price\/0\/Value: ./,
    ],
    [
      'waits for an invalid CSS selector',
      { SellingSites: [{ ...shopA, WaitFor: 'div[' }] },
      /\/SellingSites\/0\/WaitFor: ./,
    ],
  ])('is rejected if it %s', (_what, content, says) =>
    expect(() => readSellingSites(fileWith(content))).toThrow(says),
  );

  it('is rejected by name if it does not exist', () =>
    expect(() => readSellingSites(join(folder, 'none.json'))).toThrow(/none\.json cannot be used: ENOENT/));
});
