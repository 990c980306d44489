import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { product } from '../../../local/shops/markup.ts';
import type { Shop } from '../../../local/shops/shop.ts';
import { shops } from '../../../local/shops/shops.ts';
import type { Said } from './price-script.ts';

/** Demonstration shops whose first answer holds the price of one product. */
export const watchedShops: readonly Shop[] = shops.filter(
  ({ isSearch, expected, site }) =>
    !isSearch && !site?.Variant && expected.outcome === 'Priced' && expected.renderMode !== 'Browser',
);

/** Of the scripts that shops write numbers in, so that a price stays in that of its shop. */
const zeros = ['0', '٠', '۰', '०', '０'].map((zero) => zero.codePointAt(0)!);

const digitClass = (digit: string): string =>
  `[${zeros.map((zero) => String.fromCodePoint(zero + Number(digit))).join('')}]`;

/** Whatever writes the whole part of an amount: `1149`, `1,149`, `١٬١٤٩`. */
const patternOf = (whole: string): RegExp =>
  new RegExp(`(?<!\\p{Nd})${[...whole].map(digitClass).join("[.,'’٬\\s]?")}(?!\\p{Nd})`, 'gu');

/** A page with another price in every place where the usual one stands, written in the same way. */
const withAmount = (html: string, usual: string, amount: string): string => {
  const [from = '', to = ''] = [usual, amount].map((each) => each.split('.')[0]);
  return html.replaceAll(patternOf(from), (written) => {
    let place = 0;
    return written.replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0)!;
      const zero = zeros.find((each) => code >= each && code < each + 10)!;
      place += 1;
      return String.fromCodePoint(zero + Number(to[place - 1]));
    });
  });
};

export interface ChangingShop {
  shop: Shop;
  host: string;
  close: () => Promise<void>;
}

/**
 * Starts a demonstration shop that sells many products, each at the price that it has at the moment.
 *
 * @param saidOf - what the shop says of a SKU.
 */
export const startChangingShop = async (
  shop: Shop,
  saidOf: (sku: string) => Said | undefined,
): Promise<ChangingShop> => {
  const usual = shop.expected.amount!;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const sku = url.pathname.split('/').at(-1)!;
    const said = saidOf(sku);
    if (said?.kind === 'Wall') return void response.writeHead(403).end('Access denied');
    const own = new URL(url.href.replace(sku, product.sku));
    const answer = said?.kind === 'Price' ? shop.respond(own) : undefined;
    if (answer === undefined || answer === 'never' || said?.kind !== 'Price')
      return void response.writeHead(404).end('Not found');
    const html = withAmount(answer.body, usual, said.amount).replaceAll(product.sku, sku);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    shop,
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
