// Product pages by name, one for each situation in the contract.
export interface Page {
  status?: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
}

interface Offer {
  [member: string]: unknown;
}

const html = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>` +
  `<header><a href="/">Shop</a></header><main>${body}</main><footer>Imprint</footer></body></html>`;

const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

const product = (offers: Offer | Offer[], more: Offer = {}): Offer => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Trail Shoe',
  sku: '555088-105',
  offers,
  ...more,
});

const offer = (more: Offer = {}): Offer => ({
  '@type': 'Offer',
  price: '1226.00',
  priceCurrency: 'EUR',
  availability: 'https://schema.org/InStock',
  ...more,
});

const heading = '<h1>Trail Shoe</h1>';
const buy = '<button type="submit">Add to cart</button>';
const shown = (price: string): string => `${heading}<p class="price">${price}</p>${buy}`;
const page = (offers: Offer | Offer[], price: string, more: Offer = {}): Page => ({
  body: html('Trail Shoe', shown(price), jsonLd(product(offers, more))),
});
const condition = (name: string): Page =>
  page(offer({ itemCondition: `https://schema.org/${name}Condition` }), '1226.00 €');
/** Text for each availability, with a buy button if the product can be ordered. */
const stockTexts: Readonly<Record<string, string>> = {
  OutOfStock: '<p>Sold out</p>',
  PreOrder: '<p>Available for pre-order</p><button type="submit">Pre-order</button>',
  Discontinued: '<p>This product is discontinued.</p>',
};
const availability = (name: string): Page => ({
  body: html(
    'Trail Shoe',
    `${heading}<p class="price">1226.00 €</p>${stockTexts[name]}`,
    jsonLd(product(offer({ availability: `https://schema.org/${name}` }))),
  ),
});
const amount = (digits: string): Page => page(offer({ price: digits }), `${digits} €`);

const variant = (size: string, price: string, stock = 'InStock'): Offer => ({
  '@type': 'Product',
  name: `Trail Shoe ${size}`,
  sku: `555088-105-${size}`,
  size,
  color: 'Blue',
  offers: offer({ price, availability: `https://schema.org/${stock}` }),
});

const group: Page = {
  body: html(
    'Trail Shoe',
    `${shown('100.00 €')}<label>Size <select><option>41</option><option>42</option>` +
      '<option>43</option></select></label>',
    jsonLd({
      '@context': 'https://schema.org',
      '@type': 'ProductGroup',
      name: 'Trail Shoe',
      productGroupID: '555088-105',
      variesBy: ['https://schema.org/size'],
      hasVariant: [variant('41', '100.00'), variant('42', '120.00'), variant('43', '140.00', 'OutOfStock')],
    }),
  ),
};

const microdata = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Trail Shoe</h1>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
<span itemprop="price" content="64.90">64,90 €</span><link itemprop="availability" href="https://schema.org/InStock">
</div></div>${buy}`;

const state = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
  props: {
    pageProps: {
      product: {
        name: 'Trail Shoe',
        sku: '555088-105',
        price: { amount: '64.90', currency: 'EUR' },
        inStock: true,
      },
    },
  },
})}</script>`;

const late = `${heading}<div id="slot"></div><script>setTimeout(() => {
const p = document.createElement('p'); p.className = 'price'; p.id = 'late'; p.textContent = '77,50 €';
document.getElementById('slot').append(p,
Object.assign(document.createElement('button'), { textContent: 'Add to cart' }));
}, 300)</script>`;

const selected = `${heading}<p data-cost="31.40" class="mine">31.40 EUR</p><p class="price">99.00 EUR</p>
<script type="application/json" id="data">{"deal":{"cost":"31.40"}}</script>${buy}`;

export const pages: Readonly<Record<string, Page>> = {
  plain: {
    body: html(
      'Trail Shoe',
      `${heading}<p>SKU 555088-105</p><p>UVP <del>1.399,00 €</del> ` +
        `<span class="price">1.226,00 €</span></p><p>In stock</p>${buy}`,
      jsonLd(
        product(
          offer({
            itemCondition: 'https://schema.org/NewCondition',
            seller: { '@type': 'Organization', name: 'Shop A' },
            priceSpecification: [
              { '@type': 'UnitPriceSpecification', price: '1226.00', priceCurrency: 'EUR' },
              {
                '@type': 'UnitPriceSpecification',
                priceType: 'https://schema.org/ListPrice',
                price: '1399.00',
                priceCurrency: 'EUR',
              },
            ],
          }),
          { gtin13: '4006381333931', mpn: 'TS-105', brand: { '@type': 'Brand', name: 'Acme' } },
        ),
      ),
    ),
  },
  'data-only': page(offer(), ''),
  'visible-only': { body: html('Trail Shoe', shown('64,90 €')) },
  'sold-out': availability('OutOfStock'),
  'sold-out-no-price': {
    body: html(
      'Trail Shoe',
      `${heading}<p>Sold out</p>`,
      jsonLd(product({ '@type': 'Offer', availability: 'https://schema.org/OutOfStock' })),
    ),
  },
  'list-price-lower': {
    body: html(
      'Trail Shoe',
      shown('50.00 €'),
      jsonLd(
        product(
          offer({
            price: '50.00',
            priceSpecification: [
              {
                '@type': 'UnitPriceSpecification',
                priceType: 'https://schema.org/ListPrice',
                price: '40.00',
                priceCurrency: 'EUR',
              },
            ],
          }),
        ),
      ),
    ),
  },
  ambiguous: {
    body: html(
      'Trail Shoe',
      `${heading}<section><p class="price">80.00 €</p>${buy}</section><section>` +
        `<p class="price">60.00 €</p>${buy}</section>`,
    ),
  },
  'no-price': { body: html('Trail Shoe', `${heading}<p>A shoe for trails.</p><p>Ask us about it.</p>`) },
  range: {
    body: html(
      'Trail Shoe',
      `${heading}<p class="price">50.00 € – 90.00 €</p>`,
      jsonLd(
        product({
          '@type': 'AggregateOffer',
          lowPrice: '50.00',
          highPrice: '90.00',
          priceCurrency: 'EUR',
          offerCount: 3,
        }),
      ),
    ),
  },
  variants: group,
  dollars: page(offer({ price: '45.00', priceCurrency: 'USD' }), '$45.00'),
  'bare-dollar': { body: html('Trail Shoe', shown('$45.00')) },
  'no-currency': { body: html('Trail Shoe', shown('45.00')) },
  'two-currencies': page(offer({ price: '45.00', priceCurrency: 'EUR' }), '£45.00'),
  microdata: { body: html('Trail Shoe', microdata) },
  state: { body: html('Trail Shoe', `${heading}${buy}${state}`) },
  selected: { body: html('Trail Shoe', selected) },
  late: { body: html('Trail Shoe', late) },
  challenge: {
    status: 403,
    headers: { 'cf-mitigated': 'challenge', Server: 'cloudflare' },
    body:
      '<!doctype html><html><head><title>Just a moment...</title></head><body>' +
      '<h1>Checking your browser before accessing the shop</h1>' +
      '<div id="challenge-form" class="cf-browser-verification"></div>' +
      '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>' +
      '</body></html>',
  },
  login: {
    body: html(
      'Sign in',
      '<h1>Please sign in to continue</h1><form action="/login" method="post">' +
        '<input name="user"><input type="password" name="password"><button>Sign in</button>' +
        '</form>',
    ),
  },
  'soft-404': {
    body: html(
      'Page not found',
      '<h1>Page not found</h1>' +
        '<p>Sorry, we could not find the page that you are looking for.</p><p>Popular: ' +
        '<span class="price">9.99 €</span></p>',
    ),
  },
  'not-found': { status: 404, body: html('Not found', '<h1>Not found</h1>') },
  forbidden: { status: 403, body: html('Forbidden', '<h1>Access denied</h1>') },
  'too-many': {
    status: 429,
    headers: { 'Retry-After': '600' },
    body: html('Slow down', '<h1>Too many requests</h1>'),
  },
  broken: { status: 500, body: html('Error', '<h1>Internal error</h1>') },
  pdf: { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.7\n%âãÏÓ\n' },
  metadata: { status: 302, headers: { Location: 'http://169.254.169.254/latest/meta-data/' }, body: '' },
  inward: { status: 302, headers: { Location: 'http://10.0.0.1/' }, body: '' },
  'to-file': { status: 302, headers: { Location: 'file:///etc/passwd' }, body: '' },
  hit: {
    body: html(
      'Search: 555088-105',
      '<h1>Results for 555088-105</h1><ul><li><a href="/p/other">Other Shoe</a> 10.00 €' +
        '</li><li><a href="/p/plain">Trail Shoe 555088-105</a> 1.226,00 €</li></ul>',
    ),
  },
  'no-hit': {
    body: html(
      'Search: 555088-105',
      '<h1>Results for 555088-105</h1><p>No products were found for 555088-105.</p>',
    ),
  },
  other: page(offer({ price: '10.00' }), '10.00 €', { name: 'Other Shoe', sku: '999999-999' }),
  used: condition('Used'),
  ...Object.fromEntries(['New', 'Used', 'Damaged'].map((name) => [`condition-${name}`, condition(name)])),
  ...Object.fromEntries(
    ['OutOfStock', 'PreOrder', 'Discontinued'].map((name) => [`availability-${name}`, availability(name)]),
  ),
  ...Object.fromEntries(
    ['0.10', '5', '12345678901.99'].map((digits) => [`amount-${digits}`, amount(digits)]),
  ),
};
