import { readFileSync } from 'node:fs';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { pageCarriesSku } from '../../../lambdas/pricing/product/sku-on-page.ts';
import { extract, productPage } from '../page-fixture.ts';

/**
 * Which field a number behind a label is: `Asked` is the product's where it is the one that was searched for, and `None`
 * is a number of something else.
 */
export interface NumberCase {
  lang: string;
  label: string;
  field: 'Sku' | 'Mpn' | 'Gtin' | 'Asked' | 'None';
}

export const numberCases = readFileSync(new URL('number-labels.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as NumberCase);

/** How shops print a label and its number. */
const blocks: Readonly<Record<string, (label: string, number: string) => string>> = {
  'a line': (label, number) => `<p>${label}: ${number}</p>`,
  'a line of capitals of full width': (label, number) => `<p>${label}：${number}</p>`,
  'behind a blank': (label, number) => `<p>${label} ${number}</p>`,
  'an element of its own': (label, number) => `<p><b>${label}:</b> <span>${number}</span></p>`,
  'a row of a table': (label, number) => `<table><tr><th>${label}</th><td>${number}</td></tr></table>`,
  'a list of terms': (label, number) => `<dl><dt>${label}:</dt><dd>${number}</dd></dl>`,
};

const number = '4711-22';
const gtin = '4006381333931';
const shop = (lang: string, block: string): string =>
  productPage('Garden chair', `<p class="price">€89.90</p><button>Add to cart</button>${block}`, '', lang);

/** The fields that are read from a page, and whether a search for the number accepts it. */
const readAll = ({ lang, field }: NumberCase, block: (number: string) => string): string => {
  if (field === 'Gtin') {
    const result = extract(shop(lang, block(gtin)), { site: { Expect: { Gtin: gtin } } as never });
    return `Gtin ${result.Gtin}`;
  }
  const html = shop(lang, block(number));
  const { Sku, Mpn } = extract(html);
  const isFound = pageCarriesSku(readPage(html, 'https://shop.example/p/chair'), number) === 'Identifier';
  return `Sku ${Sku}, Mpn ${Mpn}, found ${isFound}`;
};

export const wantedOfNumber: Readonly<Record<NumberCase['field'], string>> = {
  Sku: `Sku ${number}, Mpn null, found true`,
  Mpn: `Sku null, Mpn ${number}, found true`,
  Gtin: `Gtin ${gtin}`,
  Asked: 'Sku null, Mpn null, found true',
  None: 'Sku null, Mpn null, found false',
};

const prints = Object.values(blocks);

/** Reads a case in one way of printing it; the ways repeat. */
export const readNumber = (each: NumberCase, way: number): string =>
  readAll(each, (value) => prints[way % prints.length]!(each.label, value));

export const waysOfPrinting = Object.keys(blocks);
