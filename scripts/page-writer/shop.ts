import { type Amount, amountOf, type Market, type MarketName, marketOf, type Words } from './markets.ts';
import type { Platform } from './platforms.ts';
import { createRandom, type Random } from './random.ts';

/** One imagined shop: a market, a platform and habits that all its pages share. */
export interface Shop {
  key: string;
  marketName: MarketName;
  market: Market;
  words: Words;
  platform: Platform;
  name: string;
  host: string;
  year: number;
  random: Random;
  /** What stands between groups of digits and beside the sign where the market writes a space. */
  space: string;
}

export interface Product {
  index: number;
  id: string;
  title: string;
  slug: string;
  sku: string;
  category: string;
  price: Amount;
  old: Amount;
}

const shopNames = [
  'Harbour & Pine',
  'Fabrik 21',
  'Lumo',
  'Oderkraft',
  'Bazar Nove',
  'Terrazza',
  'Kontor Sieben',
  'Nimbus',
  'Vela',
  'Tallow',
  'Grano',
  'Solveig',
  'Mercado Alto',
  'Papaya',
  'Kiosk 9',
  'Aurora',
];

/** About what each of a market's products costs, in dollars; the last one is given away. */
const dollarsOf = [129, 109, 79, 12, 149, 19, 189, 6];
const categoryOf = [0, 1, 2, 3, 4, 4, 1, 2];

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export const createShop = (marketName: MarketName, platform: Platform, index: number): Shop => {
  const key = `${platform.key}-${marketName}`;
  const market = marketOf(marketName);
  const random = createRandom(`shop ${key}`);
  const name = shopNames[index % shopNames.length]!;
  return {
    key,
    marketName,
    market,
    words: market.words,
    platform,
    name,
    host: `${random.chance(0.6) ? 'www.' : ''}${slugOf(name)}.example.${market.topLevelDomain}`,
    year: platform.years[0] + random.int(platform.years[1] - platform.years[0] + 1),
    random,
    space: random.pick([' ', '\u00a0', '&nbsp;', '\u202f', '\u00a0']),
  };
};

const skuOf = (random: Random): string =>
  random.pick([
    () => random.digits(6),
    () => `${random.pick(['AL', 'KX', 'HB', 'TR'])}-${random.digits(4)}`,
    () => `${random.digits(3)}.${random.digits(3)}.${random.digits(2)}`,
    () => `${random.pick(['W', 'P', 'Z'])}${random.digits(7)}`,
  ])();

/** One product of a shop; the same index is the same article with another number and price in each shop. */
export const createProduct = (shop: Shop, index: number): Product => {
  const { market, words, random } = shop;
  const title = words.products[index]!;
  const price = amountOf(market, dollarsOf[index]!, random);
  return {
    index,
    id: random.digits(5),
    title,
    slug: slugOf(title),
    sku: skuOf(random),
    category: words.categories[categoryOf[index]!]!,
    price,
    old: amountOf(market, dollarsOf[index]! * 1.45, random),
  };
};
