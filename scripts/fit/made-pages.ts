import type { LabelledPage } from '../evaluate/labelled-page.ts';

/** Words of a shop in one language. */
interface Words {
  language: string;
  /** The page's product, and what else its boxes sell: the accessory's name contains the product's. */
  product: string;
  others: readonly [accessory: string, bundle: string, another: string];
  buy: string;
  price: (amount: number) => string;
}

const euros = (amount: number): string => `${amount.toFixed(2).replace('.', ',')} €`;

const shops: readonly Words[] = [
  {
    language: 'en',
    product: 'Maro Lamp',
    others: ['Shade for Maro Lamp', 'Maro Lamp and Table Set', 'Tido Clock'],
    buy: 'Add to cart',
    price: (amount) => `$${amount.toFixed(2)}`,
  },
  {
    language: 'de',
    product: 'Leuchte Maro',
    others: ['Schirm für Leuchte Maro', 'Leuchte Maro im Set mit Tisch', 'Wanduhr Tido'],
    buy: 'In den Warenkorb',
    price: euros,
  },
  {
    language: 'fr',
    product: 'Lampe Maro',
    others: ['Abat-jour pour Lampe Maro', 'Lot Lampe Maro et table', 'Horloge Tido'],
    buy: 'Ajouter au panier',
    price: euros,
  },
  {
    language: 'es',
    product: 'Lámpara Maro',
    others: ['Pantalla para Lámpara Maro', 'Conjunto Lámpara Maro y mesa', 'Reloj Tido'],
    buy: 'Añadir al carrito',
    price: euros,
  },
  {
    language: 'pl',
    product: 'Lampa Maro',
    others: ['Klosz do lampy – Lampa Maro', 'Zestaw Lampa Maro i stolik', 'Zegar Tido'],
    buy: 'Do koszyka',
    price: (amount) => `${amount.toFixed(2).replace('.', ',')} zł`,
  },
  {
    language: 'nl',
    product: 'Lamp Maro',
    others: ['Kap voor Lamp Maro', 'Lamp Maro met tafel', 'Klok Tido'],
    buy: 'In winkelwagen',
    price: (amount) => `€ ${amount.toFixed(2).replace('.', ',')}`,
  },
  {
    language: 'sv',
    product: 'Lampa Maro',
    others: ['Skärm till Lampa Maro', 'Lampa Maro och bord, paket', 'Klocka Tido'],
    buy: 'Lägg i varukorgen',
    price: (amount) => `${amount.toFixed(0)} kr`,
  },
  {
    language: 'ja',
    product: 'マロ ランプ',
    others: ['マロ ランプ 用 シェード', 'マロ ランプ と テーブル セット', 'ティド 時計'],
    buy: 'カートに入れる',
    price: (amount) => `¥${(Math.round(amount) * 100).toLocaleString('en')}`,
  },
];

/** The markup of a box that sells something. */
const boxes: Readonly<Record<string, (name: string, price: string, buy: string) => string>> = {
  headed: (name, price, buy) =>
    `<div class="buy-box"><h2>${name}</h2><p class="price">${price}</p><button type="submit">${buy}</button></div>`,
  items: (name, price, buy) =>
    `<li class="option"><h3>${name}</h3><span class="amount">${price}</span><button>${buy}</button></li>`,
  named: (name, price, buy) =>
    `<form method="post"><div class="offer-title">${name}</div><div>${price}</div><input type="submit" value="${buy}"></form>`,
  rows: (name, price, buy) => `<tr><td>${name}</td><td>${price}</td><td><button>${buy}</button></td></tr>`,
  sections: (name, price, buy) =>
    `<section aria-label="${name}"><strong class="name">${name}</strong><b>${price}</b><a class="btn" href="#">${buy}</a></section>`,
  bars: (name, price, buy) =>
    `<div class="bar"><span class="bar-title">${name}</span><span class="bar-price">${price}</span><button>${buy}</button></div>`,
};

const around: Readonly<Record<string, readonly [start: string, end: string]>> = {
  items: ['<ul>', '</ul>'],
  rows: ['<table>', '</table>'],
};

const pageOf = (words: Words, layout: string, order: number): LabelledPage => {
  const { language, product, others, buy, price } = words;
  const amounts = [12, 89, 34].map((amount) => amount + order);
  const right = language === 'ja' ? 6400 : 64;
  const box = boxes[layout]!;
  const foreign = others.map((name, at) => box(name, price(amounts[at]!), buy));
  const own = box(product, price(64), buy);
  // Other products before the own one, around it, and alone before it.
  const list = [
    [foreign[0], own],
    [foreign[1], foreign[2], own],
    [foreign[2], own, foreign[0]],
  ][order]!;
  const [start, end] = around[layout] ?? ['<div>', '</div>'];
  const main = `<main><div class="product"><h1>${product}</h1>${start}${list.join('')}${end}</div></main>`;
  return {
    set: 'made',
    id: `${layout}-${language}-${order}`,
    split: 'outside',
    kind: 'product',
    sellsNothing: false,
    url: `https://${layout}-${language}.example/p/item-${order + 3}`,
    expected: { price: [String(right)] },
    html:
      `<!doctype html><html lang="${language}"><head><title>${product} | Brook &amp; Co</title></head><body>` +
      `<header><a href="/">Brook &amp; Co</a><nav><a href="/c/a">A</a><a href="/c/b">B</a></nav></header>${main}` +
      '<footer><a href="/terms">AGB</a></footer></body></html>',
  };
};

/**
 * Pages whose boxes sell the page's product and others, which are too rare among saved pages to learn from: an accessory, a
 * bundle and another product, in several layouts and languages. Only the points of places are learned from them.
 */
export const madePages = (): LabelledPage[] =>
  shops.flatMap((words) =>
    Object.keys(boxes).flatMap((layout) => [0, 1, 2].map((order) => pageOf(words, layout, order))),
  );
