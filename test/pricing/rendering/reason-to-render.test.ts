// Which pages the mode Auto renders: what frameworks really send (`pages/`, see its README), and pages of one trait each.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import {
  type HostHistory,
  readinessOf,
  reasonToRender,
} from '../../../lambdas/pricing/rendering/reason-to-render.ts';
import { readWithSigns } from '../../../lambdas/pricing/rendering/rendering-signs.ts';

const url = 'https://shop.example/p/trail-lamp-100';
const ruleOf = (html: string, history?: HostHistory, isAudited = false): string | undefined =>
  reasonToRender({ ...readWithSigns(readPage(html, url), { url }), history, isAudited })?.rule;

const folder = join(import.meta.dirname, 'pages');
const captures = readdirSync(folder).filter((file) => file.endsWith('.html'));
const capture = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe('what frameworks send', () => {
  test('is there for each of them', () => expect(captures.length).toBe(41));

  test.each(captures)('is rendered at first sight: %s', (file) => {
    expect(ruleOf(capture(file))).toBeDefined();
  });

  test.each(captures.filter((file) => /\.honest/.test(file)))(
    'is believed at a shop where several pages were the same: %s',
    (file) => {
      expect(ruleOf(capture(file))).toBe('TakenOver');
      expect(ruleOf(capture(file), 'Same')).toBeUndefined();
      expect(ruleOf(capture(file), 'Same', true)).toBe('TakenOver');
    },
  );

  test.each(captures.filter((file) => /(?:empty|dash)-fetched/.test(file)))(
    'is rendered at such a shop too where the price is awaited: %s',
    (file) => {
      const html = capture(file);
      expect(ruleOf(html, 'Same')).toBe('PriceAwaited');
      const { extraction, signs } = readWithSigns(readPage(html, url), { url });
      expect(extraction.Price?.Amount).toBe('99.00');
      expect(readinessOf(extraction, signs)).toBe('NotYet');
    },
  );
});

const data =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Trail Lamp 100",' +
  '"offers":{"@type":"Offer","price":"99.00","priceCurrency":"EUR"}}</script>';
const script = '<script src="/theme.js"></script>';
const page = (price: string, { head = '', behind = '' } = {}): string =>
  `<!doctype html><html lang="en"><head><title>Trail Lamp 100 | Lamps</title>${head}</head><body>` +
  `<main><h1>Trail Lamp 100</h1>${price}<button>Add to cart</button></main>${behind}</body></html>`;
const shown = '<p class="price">€99.00</p>';

describe('a page is rendered for what it shows of its scripts', () => {
  test('and never for data alone, which nothing runs', () => {
    const dataOnly = page(shown, { head: `${data}<script type='text/x-template'><i></i></script>` });
    expect(ruleOf(dataOnly, undefined, true)).toBeUndefined();
    expect(ruleOf(page('<p class="price"></p>', { head: data }))).toBeUndefined();
    expect(ruleOf(page(shown, { head: data, behind: script }), undefined, true)).toBe('Audit');
    expect(ruleOf(page(shown, { head: data, behind: '<script>go()</script>' }), undefined, true)).toBe(
      'Audit',
    );
  });

  const writes = (selector: string, text: string) =>
    `<script>document.querySelector('${selector}').textContent='${text}'</script>`;

  test.each<[shows: string, price: string, behind: string, rule: string | undefined]>([
    ['the price', shown, script, undefined],
    ['an empty element', '<p class="price"></p>', script, 'PriceAwaited'],
    ['nought', '<p class="price">0,00 €</p>', script, 'PriceAwaited'],
    ['a grey box', '<div class="price"><span class="skeleton"></span></div>', script, 'PriceAwaited'],
    ['an empty old price beside the price', `<p class="old-price"></p>${shown}`, script, undefined],
    ['a price that a script in the page writes', shown, writes('.price', '€79.00'), 'Scripted'],
  ])('%s, where data state the price', (_shows, price, behind, rule) => {
    expect(ruleOf(page(price, { head: data, behind }))).toBe(rule);
  });

  test.each<[shows: string, price: string, behind: string, rule: string | undefined]>([
    ['one price', shown, script, undefined],
    [
      'one digit without a name, over which a script writes',
      '<p>€ 2</p>',
      writes('main p', '€ 7'),
      'Scripted',
    ],
    ['no price, and a script', '', script, 'NotAnswered'],
  ])('%s, without data', (_shows, price, behind, rule) => {
    expect(ruleOf(page(price, { behind }))).toBe(rule);
  });

  test('one island is not the page: what stands outside of it stays', () => {
    const island = '<astro-island client="load"><p class="newsletter">Subscribe</p></astro-island>';
    expect(ruleOf(page(shown, { head: data, behind: island + script }))).toBeUndefined();
    const own = page(`<astro-island client="load">${shown}</astro-island>`, { head: data, behind: script });
    expect(ruleOf(own)).toBe('TakenOver');
  });
});

describe('what is known of the shop', () => {
  const plain = page(shown, { head: data, behind: script });
  test('a shop whose pages differed is rendered', () => expect(ruleOf(plain, 'Differs')).toBe('Differed'));
  test('so is one of which some pages lacked the price there', () =>
    expect(ruleOf(plain, 'Varies')).toBe('Differed'));
  test('a page in some is looked at both ways', () => expect(ruleOf(plain, undefined, true)).toBe('Audit'));
  test('but not one without a script', () => expect(ruleOf(page(shown), undefined, true)).toBeUndefined());
});
