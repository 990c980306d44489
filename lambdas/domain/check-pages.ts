/** A product page that a deployment serves and scrapes itself. */
export interface CheckPage {
  /** Below `/check/`. */
  path: string;
  tier: 'Http' | 'Browser';
  html: string;
  expected: { amount: string; currency: string };
}

export const checkSku = 'SP-CHECK-1';

const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test kettle</title></head>';

const product = (amount: string): string =>
  `{"@context":"https://schema.org","@type":"Product","name":"Test kettle","sku":"${checkSku}","offers":{"@type":"Offer","price":"${amount}","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}`;

/** One page readable over plain HTTP, and one whose price only a script adds. */
export const checkPages: readonly CheckPage[] = [
  {
    path: 'plain',
    tier: 'Http',
    expected: { amount: '12.34', currency: 'EUR' },
    html: `${head}<body><main><h1>Test kettle</h1><p>SKU: ${checkSku}</p><p class="price">12.34 EUR</p><button>Add to cart</button></main><script type="application/ld+json">${product('12.34')}</script></body></html>`,
  },
  {
    path: 'scripted',
    tier: 'Browser',
    expected: { amount: '23.45', currency: 'EUR' },
    html: `${head}<body><main></main><script>
var main = document.querySelector('main');
main.innerHTML = '<h1>Test kettle</h1><p>SKU: ${checkSku}</p><p class="price">' + (2345 / 100) + ' EUR</p><button>Add to cart</button>';
var data = document.createElement('script');
data.type = 'application/ld+json';
data.textContent = '${product('23.45')}';
document.body.append(data);
</script></body></html>`,
  },
];
