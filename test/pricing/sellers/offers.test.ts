import { describe, expect, test } from 'vitest';
import type { Offer } from '../../../lambdas/domain/result/site-result.ts';
import type { SellingSite } from '../../../lambdas/domain/site/selling-site.ts';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';
import { readShownCondition } from '../../../lambdas/pricing/sources/condition-text.ts';
import { jsonLd, productPage } from '../page-fixture.ts';

const url = 'https://market.example/p/kettle-1';

const read = (html: string, site: Partial<SellingSite> = {}) => extractOffer(html, { url, site });

/** Seller, price, carriage, sum, and whether it is the featured one. */
const inShort = ({ Seller, Price, Shipping, Total, IsFeatured }: Offer) =>
  `${Seller?.Name} ${Price.Amount} ${Shipping?.Amount ?? '-'} ${Total?.Amount ?? '-'}${IsFeatured ? ' featured' : ''}`;

const name = 'Kettle One 1.7 l';
const page = (body: string, head?: string) => productPage(name, body, head);
const data = (offers: object) => jsonLd({ '@type': 'Product', name, offers });

const shippingOf = (value: string) => ({
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value, currency: 'EUR' },
});

const offer = (seller: string, price: string, more: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  availability: 'https://schema.org/InStock',
  seller: { '@type': 'Organization', name: seller },
  ...more,
});

const two = [
  offer('Shop A', '34.99', { shippingDetails: shippingOf('9.99') }),
  offer('Shop B', '49.99', { shippingDetails: shippingOf('0') }),
];

describe('offers of several sellers', () => {
  test('have one featured where the page sells by it, and names who', () => {
    const body = '<p class="price">€34.99</p><p>Sold by Shop A</p><button>Add to cart</button>';
    const result = read(page(body, data(two)));
    expect(result.Offers.map(inShort)).toEqual(['Shop A 34.99 9.99 44.98 featured', 'Shop B 49.99 0 49.99']);
    expect(result.Confidence).toBe('High');
  });

  test('are read from within an aggregate', () => {
    const offers = {
      '@type': 'AggregateOffer',
      lowPrice: '34.99',
      highPrice: '49.99',
      priceCurrency: 'EUR',
      offers: two,
    };
    const result = read(page('<p class="price">from €34.99</p>', data(offers)));
    expect(result.Offers.map(inShort)).toEqual(['Shop A 34.99 9.99 44.98', 'Shop B 49.99 0 49.99']);
    expect(result.Confidence).not.toBe('High');
  });

  test('have the one that the page sells by itself before the other sellers', () => {
    const row = (seller: string, price: string) =>
      `<div class="row"><b>${price}</b> <span>Sold by ${seller}</span> <a href="/cart">Add to cart</a></div>`;
    const body = `<div class="buy"><p class="price">€57.00</p><p>Sold by Market Direct</p><button>Add to cart</button></div><section><h2>Other sellers</h2>${row('Alpha Goods', '€59.00')}${row('Beta Trade', '€54.50')}</section>`;
    const result = read(page(body, data(offer('Market Direct', '57.00'))));
    expect(result.Offers.map(inShort)).toEqual([
      'Market Direct 57.00 - - featured',
      'Alpha Goods 59.00 - -',
      'Beta Trade 54.50 - -',
    ]);
    expect([result.Price?.Amount, result.Confidence, result.Seller?.Name]).toEqual([
      '57.00',
      'High',
      'Market Direct',
    ]);
  });

  test('are found where the page shows the sellers that its data name', () => {
    const rows = [
      '<p>Shop A</p><p>€34.99</p><p>Free delivery</p>',
      '<p>Shop B</p><p>€49.99</p><p>Delivery: €4.00</p>',
    ];
    const shown = `<div>${rows.map((row) => `<div>${row}</div>`).join('')}</div>`;
    const { Offers } = read(page(shown, data([offer('Shop A', '34.99'), offer('Shop B', '49.99')])));
    expect(Offers.map(inShort)).toEqual(['Shop A 34.99 0 34.99', 'Shop B 49.99 4.00 53.99']);
  });

  test('leave an open price to the lowest of those who have it, in the wanted condition', () => {
    const row = (name: string, price: string, condition: string, stock: string) =>
      `<li>Sold by <a>${name}</a> <b>€${price}</b> <i>${condition}</i> <span>${stock}</span></li>`;
    const html = page(
      `<ul>${row('Alpha', '40.00', 'New', 'In stock')}${row('Beta', '30.00', 'New', 'Out of stock')}${row('Gamma', '20.00', 'Used', 'In stock')}${row('Delta', '35.00', 'New', 'In stock')}</ul>`,
    );
    const { Price, Confidence, Seller, Outcome } = read(html);
    expect([Outcome, Price?.Amount, Seller?.Name, Confidence]).toEqual(['Priced', '35.00', 'Delta', 'Low']);
    expect(read(html, { Condition: 'Used' }).Price?.Amount).toBe('20.00');
  });

  test('are none of new pieces where a row or its data say that it is for parts', () => {
    const row = (name: string, condition: string, price: string) =>
      `<li class="offer"><span class="condition">${condition}</span><span class="price">€${price}</span><span class="seller">Sold by ${name}</span></li>`;
    const rows =
      row('Tinker', 'Para piezas', '5.00') + row('Shop A', 'New', '57.00') + row('Shop B', 'New', '60.00');
    const shown = read(page(`<ul class="offers">${rows}</ul>`));
    expect(shown.Price?.Amount).toBe('57.00');
    expect(shown.Offers.map((each) => each.Condition)).toEqual(['Damaged', 'New', 'New']);

    const stated = (sellerName: string, price: number, condition: string) => ({
      sellerName,
      price,
      currency: 'EUR',
      condition,
    });
    const offers = [stated('Tinker', 5, 'FOR_PARTS_OR_NOT_WORKING'), stated('Shop A', 57, 'New')];
    const state = JSON.stringify({ product: { name: 'Kettle One 1.7 l', offers } });
    const { Offers } = read(page('', `<script id="__NEXT_DATA__" type="application/json">${state}</script>`));
    expect(Offers.map((each) => each.Condition)).toEqual(['Damaged', 'New']);
  });

  test('keep what the box to buy says of carriage and stock, and nothing of another seller', () => {
    const box =
      '<p class="price">€34.99</p><p>In stock</p><p>Sold by Shop A</p><p>Free delivery</p><button>Add to cart</button>';
    const others =
      '<h2>Other sellers</h2><ul><li>Sold by Shop B <b>€33.00</b> <i>+ €9.00 shipping</i></li>' +
      '<li>Sold by Shop C <b>€36.00</b> <i>+ €2.00 shipping</i></li></ul>';
    const { Offers, Shipping } = read(page(box + others));
    expect(Shipping?.Amount).toBe('0');
    expect(Offers.map(inShort)).toEqual([
      'Shop A 34.99 0 34.99 featured',
      'Shop B 33.00 9.00 42.00',
      'Shop C 36.00 2.00 38.00',
    ]);
    expect(Offers[0]!.Availability).toBe('InStock');
  });

  test('are read from a normalized cache, whose entries name each other', () => {
    const seller = (sellerName: string, Price: number) => ({ sellerName, commertialOffer: { Price } });
    const cache = JSON.stringify({
      'Product:1': { productName: name, items: [{ __ref: 'Item:1' }] },
      'Item:1': { sellers: [{ __ref: 'Seller:1' }, { __ref: 'Seller:2' }] },
      'Seller:1': seller('Shop A', 34.99),
      'Seller:2': seller('Shop B', 29.99),
    });
    const { Offers } = read(
      page('<p class="price">€34.99</p>', `<template><script>${cache}</script></template>`),
    );
    expect(Offers.map(inShort)).toEqual(['Shop A 34.99 - -', 'Shop B 29.99 - -']);
  });

  test('are none where a page has one offer, or offers its variants', () => {
    const variants = ['S', 'M'].map((size, at) => ({
      ...offer('Shop A', `${20 + at}.00`),
      size,
      sku: `K-${size}`,
    }));
    const currencies = ['EUR', 'USD'].map((priceCurrency) => ({ price: '20.00', priceCurrency }));
    for (const offers of [two[0]!, variants, currencies])
      expect(read(page('<p class="price">€20.00</p>', data(offers))).Offers).toEqual([]);
  });
});

describe('a wanted seller', () => {
  const html = page('<p class="price">€34.99</p><button>Add to cart</button>', data(two));

  test('is refused where others sell, or nobody is named', () => {
    const others = read(html, { Seller: 'Shop C' });
    expect(others.Error).toMatchObject({
      Code: 'SellerMismatch',
      Message: expect.stringContaining('Shop A, Shop B do'),
    });
    expect([others.Outcome, others.Price]).toEqual(['Failed', null]);
    expect(read(page('<p class="price">€34.99</p>'), { Seller: 'Shop A' }).Error?.Code).toBe(
      'SellerMismatch',
    );
  });

  test('is the one that a page with one offer names', () => {
    const one = page('<p class="price">€34.99</p><button>Add to cart</button>', data(two[0]!));
    expect(read(one, { Seller: 'Shop A' }).Price?.Amount).toBe('34.99');
    expect(read(one, { Seller: 'Shop B' }).Error?.Code).toBe('SellerMismatch');
  });
});

test.each([
  ['For parts and labour two years of guarantee', undefined],
  ['New Balance 574', undefined],
  ['Etat : Reconditionne', 'Refurbished'],
  ['Zustand: Überholt vom Hersteller', 'Refurbished'],
  ['Gebraucht - defekt, für Bastler', 'Damaged'],
  ['二手', 'Used'],
])('reads the condition of %j', (line, condition) => {
  expect(readShownCondition(line)).toBe(condition);
});

describe('long lists, names and units', () => {
  const many = (count: number) =>
    page('', data(Array.from({ length: count }, (_, index) => offer(`Shop ${index}`, `${100 + index}.00`))));

  test('a wanted seller is looked up before the list is cut, and the cut is told', () => {
    const wanted = read(many(150), { Seller: 'shop 149' });
    expect(wanted.Price?.Amount).toBe('249.00');
    expect(wanted.Offers).toHaveLength(100);
    expect(wanted.Offers.at(-1)?.Seller?.Name).toBe('Shop 149');
    expect(wanted.Warnings.join('\n')).toContain('OffersTruncated');
    expect(read(many(100)).Warnings.join('\n')).not.toContain('OffersTruncated');
  });

  test('"ß" is "SS", and what turns the direction of text is no part of a name', () => {
    const html = page('', data([offer('Other', '9.00'), offer('Straßen\u202E-Shop\u202C', '8.00')]));
    const { Price, Seller, Offers } = read(html, { Seller: 'STRASSEN-SHOP' });
    expect([Price?.Amount, Seller?.Name, Offers[1]?.Seller?.Name]).toEqual([
      '8.00',
      'Straßen-Shop',
      'Straßen-Shop',
    ]);
  });

  test('a wish for a used piece takes the lowest that is said to be used, and none where there is none', () => {
    const row = (seller: string, price: string, condition: string) =>
      `<li class="row"><div class="price">${price}</div><div>${condition}</div><div>Sold by <a href="/seller/x">${seller}</a></div></li>`;
    const html = page(
      `<div class="buybox"><span class="price">€99.00</span><div>Sold by <a href="/seller/a">Shop A</a></div><button>Add to cart</button></div>
      <ul>${row('Shop A', '€99.00', 'New')}${row('Shop B', '€70.00', 'Used - Good')}${row('Shop C', '€65.00', 'Used - Very Good')}</ul>`,
    );
    expect(read(html, { Condition: 'Used' })).toMatchObject({
      Price: { Amount: '65.00' },
      Seller: { Name: 'Shop C' },
      Condition: 'Used',
    });
    expect(read(html, { Condition: 'Refurbished' }).Error?.Code).toBe('ConditionMismatch');
    expect(read(html).Price?.Amount).toBe('99.00');
  });
});
