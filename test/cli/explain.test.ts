import { expect, test } from 'vitest';
import { cleanEnvironment, runCli } from './run-cli.ts';

const env = cleanEnvironment('/');
const input =
  '<!doctype html><html lang="en"><title>Kettle</title><body><h1>Kettle</h1><p class="price">€49.00</p><button class="add-to-cart">Add to cart</button></body></html>';
const args = ['extract', '-', '--url', 'https://shop.example/p/kettle-10482'];

test('extract --explain shows the rule, the features and the candidates', async () => {
  const { stdout, code } = await runCli([...args, '--explain'], { env, input });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Price\s+49\.00 EUR$/m);
  expect(stdout).toMatch(/^Rule\s+Ranked, Low$/m);
  expect(stdout).toMatch(/^\s+49\s+\d+\.\d %$/m);
  expect(stdout).toMatch(/^\s+Visible\s+EUR\s+\d+\s+html > body > p\.price {2}"[^"]*€49\.00[^"]*" \(.+\)$/m);
  expect(stdout).toMatch(/prominence \+\d\.\d/);
});

test('extract prints no control characters from pages', async () => {
  const escapes = '\u001b[31m\u009b2J\u202e';
  const product = {
    '@type': 'Product',
    name: `Kettle ${escapes}`,
    brand: `Brand ${escapes}`,
    sku: `10482${escapes}`,
    offers: { price: '49.00', priceCurrency: 'EUR', seller: { name: `Seller ${escapes}` } },
  };
  const page = input.replace(
    '</title>',
    `</title><script type="application/ld+json">${JSON.stringify(product)}</script>`,
  );
  const { stdout, code } = await runCli([...args, '--explain'], { env, input: page });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Title\s+Kettle/m);
  expect(stdout).toMatch(/^Seller\s+Seller/m);
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
});
