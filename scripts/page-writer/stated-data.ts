import type { Expected } from '../evaluate/labelled-page.ts';
import { type Amount, amountText } from './markets.ts';
import { escapeText as e, type Product, type Shop } from './shop.ts';

/** How a page states its offer for machines, or does not. */
export type DataStyle = Shop['platform']['data'] | 'brokenJsonLd' | 'state';

/** What a page states of its offer. */
export interface Stated {
  product: Product;
  /** `undefined`: the data name no price. */
  price: Amount | undefined;
  availability: 'InStock' | 'OutOfStock' | 'PreOrder';
  condition?: 'Used';
}

const offerOf = (
  shop: Shop,
  { product, price, availability, condition }: Stated,
): Record<string, unknown> => ({
  '@type': 'Offer',
  url: `https://${shop.host}${shop.platform.productPath(product)}`,
  ...(price ? { price: amountText(price), priceCurrency: shop.market.currency } : {}),
  availability: `https://schema.org/${availability}`,
  ...(condition ? { itemCondition: 'https://schema.org/UsedCondition' } : {}),
  seller: { '@type': 'Organization', name: shop.name },
});

const productOf = (shop: Shop, stated: Stated): Record<string, unknown> => ({
  '@type': 'Product',
  name: stated.product.title,
  image: [`https://${shop.host}/p.jpg`],
  description: shop.words.sentences[0],
  sku: stated.product.sku,
  offers: shop.random.chance(0.5) ? [offerOf(shop, stated)] : offerOf(shop, stated),
});

const script = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

/** Availability in the words of catalogues. */
const catalogueWords = { InStock: 'instock', OutOfStock: 'oos', PreOrder: 'preorder' } as const;

const openGraph = (shop: Shop, { product, price, availability }: Stated): string =>
  `<meta property="og:type" content="product"><meta property="og:title" content="${e(product.title)}">${
    price
      ? `<meta property="product:price:amount" content="${amountText(price)}"><meta property="product:price:currency"
 content="${shop.market.currency}">`
      : ''
  }<meta property="product:availability" content="${catalogueWords[availability]}">`;

const microdata = (shop: Shop, { product, price, availability }: Stated): string =>
  `<div itemscope itemtype="http://schema.org/Product" style="display:none"><meta itemprop="name" content="${e(
    product.title,
  )}"><meta itemprop="sku" content="${product.sku}"><div itemprop="offers" itemscope
 itemtype="http://schema.org/Offer">${
   price ? `<meta itemprop="price" content="${amountText(price)}">` : ''
 }<meta itemprop="priceCurrency" content="${shop.market.currency}"><link itemprop="availability"
 href="http://schema.org/${availability}"></div></div>`;

const graph = (shop: Shop, stated: Stated): string =>
  script({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': `https://${shop.host}/#org`, name: shop.name },
      { '@type': 'WebPage', '@id': `https://${shop.host}/#page`, name: stated.product.title },
      { '@id': `https://${shop.host}/#product`, ...productOf(shop, stated) },
    ],
  });

/** JSON with what templates forget: a line break inside a text, a comma too many. */
const brokenJsonLd = (shop: Shop, stated: Stated): string =>
  `<script type="application/ld+json">
{ "@context": "http://schema.org/", "@type": "Product", "name": "${stated.product.title.replaceAll('"', "''")}",
  "description": "${shop.words.sentences[0]}
${shop.words.sentences[1]}", "sku": "${stated.product.sku}",
  "offers": { "@type": "Offer", "priceCurrency": "${shop.market.currency}",
  ${stated.price ? `"price": "${amountText(stated.price)}",` : ''} "availability": "${stated.availability}", }, }
</script>`;

const state = (shop: Shop, { product, price, availability }: Stated): string =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
    props: {
      pageProps: {
        locale: shop.market.locale,
        product: {
          id: product.id,
          sku: product.sku,
          name: product.title,
          slug: product.slug,
          price: price ? { amount: Number(amountText(price)), currency: shop.market.currency } : null,
          inStock: availability === 'InStock',
          images: [{ src: '/p.jpg', width: 800 }],
        },
        cart: { items: [], total: 0 },
        settings: { freeShippingThreshold: 50, currencies: [shop.market.currency] },
      },
    },
    page: '/p/[slug]',
    query: { slug: product.slug },
    buildId: shop.random.digits(8),
  })}</script>`;

/** @returns markup for the head or the body that states the offer in a style. */
export const stateData = (style: DataStyle, shop: Shop, stated: Stated): string => {
  if (style === 'jsonLd') return script({ '@context': 'https://schema.org/', ...productOf(shop, stated) });
  if (style === 'graph') return graph(shop, stated);
  if (style === 'microdata') return microdata(shop, stated);
  if (style === 'openGraph') return openGraph(shop, stated);
  if (style === 'brokenJsonLd') return brokenJsonLd(shop, stated);
  return style === 'state' ? state(shop, stated) : '';
};

/** The label of an offer that is sold at one price. */
export const expectPrice = (shop: Shop, price: Amount, product: Product): Expected => ({
  price: [amountText(price)],
  listPrice: [],
  currency: [shop.market.currency],
  availability: ['InStock'],
  sku: [product.sku],
});
