/**
 * `node scripts/page-writer/write-pages.ts FOLDER`: writes the sets of imagined shops, one folder a set, for
 * `npm run pages -- pack`. The same program writes the same pages; a set that lies in test/pages is what counts.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageLabel, Split } from '../evaluate/labelled-page.ts';
import type { PageKind } from '../evaluate/page-kinds.ts';
import { marketNames } from './markets.ts';
import { otherPages, writeOtherPage } from './other-pages.ts';
import { type Platform, platforms } from './platforms.ts';
import { productCores, productOfKind, writeProductPage } from './product-pages.ts';
import { createProduct, createShop, type Shop } from './shop.ts';

const productKinds = Object.keys(productCores) as (keyof typeof productCores)[];
const otherKinds = Object.keys(otherPages) as (keyof typeof otherPages)[];

/** Sets by where such shops run; each is one file of markup. */
const setOf: Readonly<Record<string, string>> = {
  woo: 'self-hosted',
  magento: 'self-hosted',
  presta: 'self-hosted',
  opencart: 'self-hosted',
  shopware: 'self-hosted',
  bitrix: 'self-hosted',
  shopify: 'hosted',
  bigc: 'hosted',
  wix: 'hosted',
  sqsp: 'hosted',
  ecwid: 'hosted',
  sfcc: 'own',
  sap: 'own',
  tables: 'own',
  utility: 'own',
  hashed: 'own',
};

const shopsPerMarket = 2;
const productPagesPerShop = 11;
const otherPagesPerShop = 5;

/** `count` of a list, from where the shop before left off, so that every kind comes equally often. */
const turn = <T>(list: readonly T[], index: number, count: number): T[] =>
  Array.from({ length: count }, (_, offset) => list[(index * count + offset) % list.length]!);

/** A page for a folder: label and markup. */
type WrittenPage = PageLabel & { html: string };

const labelOf = (shop: Shop, split: Split, kind: PageKind, path: string): Omit<PageLabel, 'expected'> => ({
  id: `${shop.key}-${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  split,
  kind,
  url: new URL(path, `https://${shop.host}`).href,
  language: shop.market.locale,
  origin: shop.platform.origin,
  year: shop.year,
});

const productPages = (shop: Shop, split: Split, index: number): WrittenPage[] =>
  turn(productKinds, index, productPagesPerShop).map((kind) => {
    const product = createProduct(shop, productOfKind[kind] ?? shop.random.int(7));
    const { path, html, expected } = writeProductPage(shop, product, productCores[kind](shop, product));
    return { ...labelOf(shop, split, kind, path), expected, html };
  });

const pagesWithoutProduct = (shop: Shop, split: Split, index: number): WrittenPage[] =>
  turn(otherKinds, index, otherPagesPerShop).map((kind) => {
    const { path, html } = writeOtherPage(shop, kind);
    return { ...labelOf(shop, split, kind, path), expected: { price: [] }, html };
  });

const writePages = (folder: string): void => {
  const shopsOf = new Map<Platform, number>();
  for (let index = 0; index < marketNames.length * shopsPerMarket; index += 1) {
    const marketName = marketNames[index % marketNames.length]!;
    // The second round of markets goes to other platforms than the first.
    const platform = platforms[(index + Math.floor(index / marketNames.length) * 5) % platforms.length]!;
    const shop = createShop(marketName, platform, index);
    // By shop: half of a platform's shops, whole, are kept, so that no page of theirs is among those to learn from.
    const split: Split = (shopsOf.get(platform) ?? 0) % 2 === 0 ? 'train' : 'kept';
    shopsOf.set(platform, (shopsOf.get(platform) ?? 0) + 1);
    const into = join(folder, setOf[platform.key]!);
    mkdirSync(into, { recursive: true });
    for (const { html, ...label } of [
      ...productPages(shop, split, index),
      ...pagesWithoutProduct(shop, split, index),
    ]) {
      writeFileSync(join(into, `${label.id}.html`), html);
      writeFileSync(join(into, `${label.id}.json`), `${JSON.stringify(label, null, 2)}\n`);
    }
  }
};

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder to write to: node scripts/page-writer/write-pages.ts build/pages');
  process.exitCode = 2;
} else writePages(folder);
