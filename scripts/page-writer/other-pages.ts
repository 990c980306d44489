import type { PageKind } from '../evaluate/page-kinds.ts';
import { amountOf, amountText, print } from './markets.ts';
import { cardOf } from './platforms.ts';
import { createProduct, escapeText as e, type Shop } from './shop.ts';
import { head, otherMoney, page, relatedProducts } from './surroundings.ts';

/** A page that sells no product: its title, where it lies, what stands in its middle. */
interface OtherPage {
  title: string;
  path: string;
  main: string;
  /** Data in the head. */
  data?: string;
  /** Walls stand alone, without the shop around them. */
  isBare?: boolean;
}

type OtherWriter = (shop: Shop) => OtherPage;

const productIndexes = [0, 1, 2, 3, 4, 5, 6];

const cards = (shop: Shop, count: number): string =>
  shop.platform.list(
    Array.from({ length: count }, (_, index) =>
      cardOf(shop, createProduct(shop, productIndexes[index % productIndexes.length]!)),
    ).join(''),
  );

const filters = (shop: Shop): string => {
  const { words } = shop;
  return `<aside class="filters"><h3>${words.price}</h3><ul><li><a href="?p=1">${otherMoney(shop, 5)} - ${otherMoney(
    shop,
    50,
  )} (12)</a></li><li><a href="?p=2">${otherMoney(shop, 50)} - ${otherMoney(shop, 200)} (7)</a></li></ul><label>
${words.sortBy} <select><option>${words.price} ↑</option><option>${words.price} ↓</option></select></label></aside>`;
};

const itemList = (shop: Shop): string =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: [0, 1, 2].map((index) => {
      const product = createProduct(shop, index);
      return {
        '@type': 'ListItem',
        position: index + 1,
        item: {
          '@type': 'Product',
          name: product.title,
          offers: { '@type': 'Offer', price: amountText(product.price), priceCurrency: shop.market.currency },
        },
      };
    }),
  })}</script>`;

const category: OtherWriter = (shop) => {
  const name = shop.random.pick(shop.words.categories);
  return {
    title: name,
    path: shop.platform.categoryPath(name.toLowerCase().replaceAll(' ', '-')),
    main: `<main class="category"><h1>${e(name)}</h1><p>${shop.words.sentences[0]}</p>${filters(shop)}${cards(
      shop,
      6 + shop.random.int(18),
    )}<nav class="pagination"><a>1</a><a href="?page=2">2</a></nav></main>`,
    data: shop.random.chance(0.5) ? itemList(shop) : '',
  };
};

const searchFor = (shop: Shop, query: string, count: number): OtherPage => {
  const { words } = shop;
  const hits =
    count === 0
      ? `<p class="no-results">${words.noResults}</p>${relatedProducts(shop, -1)}`
      : `<p class="count">${count}</p>${shop.platform.list(
          (count === 1 ? [0] : productIndexes)
            .map((index) => cardOf(shop, createProduct(shop, index)))
            .join(''),
        )}`;
  return {
    title: `${words.resultsFor} "${query}"`,
    path: shop.platform.searchPath(query),
    main: `<main class="search-results"><h1>${words.resultsFor} "${e(query)}"</h1>${hits}</main>`,
  };
};

const search: OtherWriter = (shop) => searchFor(shop, shop.words.categories[1]!, 7);
const searchOneHit: OtherWriter = (shop) => searchFor(shop, shop.words.products[0]!, 1);
const searchNoHit: OtherWriter = (shop) => searchFor(shop, 'qwx 7781', 0);

const lines = (shop: Shop, count: number, action: string): { rows: string; total: string } => {
  const products = Array.from({ length: count }, (_, index) => createProduct(shop, index));
  const rows = products
    .map(
      (
        product,
      ) => `<tr class="cart_item item-row"><td class="product-thumbnail"><img src="/i.jpg" alt=""></td><td
 class="product-name"><a href="${shop.platform.productPath(product).replaceAll('&', '&amp;')}">
${e(product.title)}</a><br>
<small>${shop.words.sku} ${product.sku}</small></td><td class="product-price">${print(
        shop.market,
        product.price,
        shop.space,
      )}</td><td><input type="number" value="1"></td><td class="product-subtotal">${print(
        shop.market,
        product.price,
        shop.space,
      )}</td><td><button>${action}</button></td></tr>`,
    )
    .join('');
  const minor = products.reduce((sum, { price }) => sum + price.minor, 0);
  return { rows, total: print(shop.market, { minor, decimals: shop.market.decimals }, shop.space) };
};

const cart: OtherWriter = (shop) => {
  const { words, platform, random } = shop;
  const { rows, total } = lines(shop, 1 + random.int(3), words.remove);
  return {
    title: words.cart,
    path: platform.cartPath,
    main: `<main class="cart-page"><h1>${words.cart}</h1><form><table class="shop_table cart"><tr><th></th><th></th><th>
${words.price}</th><th>${words.quantity}</th><th>${words.total}</th><th></th></tr>${rows}</table><input name="coupon"
 placeholder="${words.coupon}"></form><div class="cart-totals"><p>${words.subtotal} ${total}</p><p>${words.shipping}
 ${otherMoney(shop, 5)}</p><p><strong>${words.total}: ${total}</strong></p><a class="button checkout" href="/checkout">
${words.checkout}</a></div>${random.chance(0.5) ? relatedProducts(shop, 0) : ''}</main>`,
  };
};

const checkout: OtherWriter = (shop) => {
  const { words } = shop;
  const { rows, total } = lines(shop, 1, '×');
  return {
    title: words.checkout,
    path: '/checkout/',
    main: `<main class="checkout"><h1>${words.checkout}</h1><form><input name="name"><input name="street"><input
 name="zip"><label><input type="radio" checked> DHL ${otherMoney(shop, 5)}</label><label><input type="radio"> Express
 ${otherMoney(shop, 15)}</label></form><aside
 class="order-summary"><table>${rows}</table><p>${words.total} <b>${total}</b>
</p><button>${words.buyNow}</button></aside></main>`,
  };
};

const frontPage: OtherWriter = (shop) => {
  const { words, random } = shop;
  return {
    title: shop.name,
    path: '/',
    main: `<main class="home"><section class="hero"><h1>${e(shop.name)}</h1><p class="teaser">${e(
      words.products[random.int(7)]!,
    )} ${words.from} <strong class="price">${otherMoney(shop, 70)}</strong></p><a class="btn"
 href="/x">${words.buyNow}</a>
</section>${cards(shop, 4 + random.int(6))}<section><p>${words.sentences.join(' ')}</p></section></main>`,
  };
};

const articleData = (headline: string): string =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline,
    datePublished: '2024-03-12',
  })}</script>`;

const article: OtherWriter = (shop) => {
  const { words, random } = shop;
  const sentence = words.articleText.replace('{m}', `<b>${otherMoney(shop, 6)}</b>`);
  return {
    title: words.articleTitle,
    path: `/blog/2024/03/${random.digits(4)}`,
    data: random.chance(0.6) ? articleData(words.articleTitle) : '',
    main: `<main><article class="post hentry"><h1
 class="entry-title">${words.articleTitle}</h1><time>2024-03-12</time><p>
${sentence}</p><p>${words.sentences.join(' ')}</p><figure><img src="/g.png" alt=""><figcaption>${otherMoney(shop, 7)}
</figcaption></figure><p>${words.articleText.replace('{m}', otherMoney(shop, 8))}</p></article></main>`,
  };
};

const pressRelease: OtherWriter = (shop) => {
  const { words, random } = shop;
  const title = words.products[random.int(7)]!;
  return {
    title: `${title} | Press`,
    path: `/press/releases/${random.digits(4)}`,
    data: articleData(title),
    main: `<main class="press"><p class="dateline">12.03.2024</p><h1>${e(title)}</h1><p>${words.sentences[0]}</p><p>
${words.recommendedPrice}: ${otherMoney(shop, 120)}.</p><p>${words.sentences[1]}</p><h2>${words.contact}</h2><p>
press@example.com</p><a href="/press.zip">JPG, 300 dpi</a></main>`,
  };
};

const review: OtherWriter = (shop) => {
  const { words, random } = shop;
  const title = words.products[random.int(5)]!;
  return {
    title: `${words.reviews}: ${title}`,
    path: `/test/${random.digits(5)}.html`,
    data: `<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Review',
      itemReviewed: { '@type': 'Product', name: title },
      reviewRating: { '@type': 'Rating', ratingValue: '4', bestRating: '5' },
      author: { '@type': 'Person', name: 'K. Roth' },
    })}</script>`,
    main: `<main><article><h1>${words.reviews}: ${e(title)}</h1><p class="byline">K. Roth</p><div
 class="rating">8/10</div>
<p>${words.sentences[0]}</p><p>${words.articleText.replace('{m}', otherMoney(shop, 110))}</p><ul class="pros-cons"><li>+
${words.sentences[1]}</li><li>- ${words.price} (${otherMoney(shop, 119)})</li></ul></article></main>`,
  };
};

const notFound: OtherWriter = (shop) => ({
  title: `404 ${shop.words.notFound}`,
  path: `/${shop.random.pick(['p', 'products', 'shop'])}/${shop.random.digits(6)}`,
  main: `<main class="error-404"><h1>${shop.words.notFound}</h1><form><input name="q"></form>${
    shop.random.chance(0.7) ? relatedProducts(shop, -1) : ''
  }</main>`,
});

const botWall: OtherWriter = (shop) => {
  const product = createProduct(shop, 0);
  return {
    title: shop.host,
    path: shop.platform.productPath(product),
    isBare: true,
    main: `<div class="main-wrapper" role="main"><div
 class="main-content"><h1>${shop.host}</h1><h2>${shop.words.botCheck}
</h2><form id="challenge-form" method="post"><div class="g-recaptcha" data-sitekey="6L${shop.random.digits(8)}"></div>
</form><p>Ray ID: ${shop.random.digits(12)}</p></div></div>`,
  };
};

const consentWall: OtherWriter = (shop) => ({
  title: shop.name,
  path: shop.platform.productPath(createProduct(shop, 2)),
  isBare: true,
  main: `<div class="consent-wall"><h1>${e(shop.name)}</h1><p>${shop.words.cookies}</p><div class="choices"><button
 class="accept">${shop.words.accept}</button><p>${otherMoney(shop, 4)} ${shop.words.perMonth}</p><a href="/privacy">
${shop.words.privacy}</a></div></div>`,
});

const login: OtherWriter = (shop) => ({
  title: shop.words.login,
  path: '/account/login?next=%2Fp%2F1',
  main: `<main><h1>${shop.words.login}</h1><form method="post"><input type="email"><input type="password"
 placeholder="${shop.words.password}"><button>${shop.words.login}</button></form><p>${shop.words.newsletter.replace(
   '{m}',
   otherMoney(shop, 10),
 )}</p></main>`,
});

const coupon: OtherWriter = (shop) => {
  const offers = [10, 20, 5].map(
    (dollars) => `<div class="coupon"><strong class="discount">${otherMoney(shop, dollars)}</strong><p>
${shop.words.coupon}: <code>SAVE${shop.random.digits(3)}</code></p><button>${shop.words.accept}</button></div>`,
  );
  return {
    title: shop.words.coupon,
    path: '/coupons',
    main: `<main><h1>${shop.words.coupon}</h1>${offers.join('')}</main>`,
  };
};

const wishList: OtherWriter = (shop) => {
  const { rows } = lines(shop, 1 + shop.random.int(4), shop.words.addToCart);
  return {
    title: shop.words.wishList,
    path: '/wishlist/shared/8812',
    main: `<main><h1>${shop.words.wishList}</h1><table class="wishlist">${rows}</table></main>`,
  };
};

const comparison: OtherWriter = (shop) => {
  const { words } = shop;
  const products = [0, 4, 6].map((index) => createProduct(shop, index));
  const row = (label: string, cells: string[]): string =>
    `<tr><th>${label}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  return {
    title: words.compare,
    path: '/compare?ids=1,2,3',
    main: `<main><h1>${words.compare}</h1><table class="compare">${row(
      '',
      products.map(({ title }) => e(title)),
    )}${row(
      words.price,
      products.map(({ price }) => print(shop.market, price, shop.space)),
    )}${row(
      words.sku,
      products.map(({ sku }) => sku),
    )}${row(
      '',
      products.map(() => `<button>${words.addToCart}</button>`),
    )}</table></main>`,
  };
};

const crowdfunding: OtherWriter = (shop) => {
  const tiers = [15, 60, 140].map(
    (dollars, index) =>
      `<li class="reward-tier"><h3>${otherMoney(shop, dollars)} +</h3><p>${
        shop.words.sentences[index % 2]
      }</p><span>${shop.random.digits(2)} ♥</span></li>`,
  );
  return {
    title: `${shop.words.products[0]} - crowdfunding`,
    path: `/projects/${shop.random.digits(6)}/alma`,
    main: `<main class="project"><h1>${e(shop.words.products[0]!)}</h1><div class="funding"><strong>${otherMoney(
      shop,
      48_000,
    )}</strong> / ${otherMoney(shop, 60_000)}<progress value="80" max="100"></progress><span>17 d</span></div><ol
 class="rewards">${tiers.join('')}</ol></main>`,
  };
};

const listing = (title: string, path: string, rows: readonly string[]): OtherPage => ({
  title,
  path,
  main: `<main class="listing"><h1>${title}</h1><ul class="results">${rows
    .map((row) => `<li class="result"><a href="/r">${row}</a></li>`)
    .join('')}</ul></main>`,
});

const realEstate: OtherWriter = (shop) =>
  listing(
    'Immo 3+',
    '/immo/list?rooms=3',
    [2000, 2400, 3100, 1700].map(
      (
        rent,
        index,
      ) => `<h3>${60 + index * 11} m², ${2 + index}</h3><span class="rent">${otherMoney(shop, rent)}
 ${shop.words.perMonth}</span>`,
    ),
  );

const jobs: OtherWriter = (shop) =>
  listing(
    'Jobs',
    '/jobs?page=1',
    [2900, 3800, 5200].map(
      (salary, index) =>
        `<h3>${['Buyer', 'Frontend (m/f/d)', 'Store manager'][index]}</h3><p>${otherMoney(
          shop,
          salary,
        )} - ${otherMoney(shop, salary * 1.3)} ${shop.words.perMonth}</p>`,
    ),
  );

const events: OtherWriter = (shop) =>
  listing(
    'Live 2025',
    '/events/calendar',
    [18, 35, 60, 22].map(
      (
        ticket,
        index,
      ) => `<time>${11 + index}.04.</time> <b>${['Quartett', 'Derby', 'Expo', 'Improv'][index]}</b>
 ${shop.words.from} ${otherMoney(shop, ticket)}`,
    ),
  );

const shippingCosts: OtherWriter = (shop) => {
  const rows = ['DE', 'FR', 'PL', 'US'].map(
    (country, index) =>
      `<tr><td>${country}</td><td>${otherMoney(shop, 4 + index * 6)}</td><td>${otherMoney(
        shop,
        60,
      )}</td></tr>`,
  );
  return {
    title: shop.words.shipping,
    path: '/shipping',
    main: `<main><h1>${shop.words.shipping}</h1><p>${shop.words.delivery}</p>
<table><tr><th></th><th>${shop.words.price}</th>
<th>${shop.words.free}</th></tr>${rows.join('')}</table></main>`,
  };
};

const exchangeRates: OtherWriter = (shop) => {
  const rows = ['USD', 'CHF', 'JPY', 'GBP', 'NOK'].map(
    (code) =>
      `<tr><td>1 ${code}</td><td>0.${shop.random.digits(4)} ${shop.market.currency}</td><td>+0.${shop.random.digits(
        2,
      )}%</td></tr>`,
  );
  return {
    title: `${shop.market.currency} rates`,
    path: '/rates',
    main: `<main><h1>${shop.market.currency}</h1><table class="rates">${rows.join('')}</table></main>`,
  };
};

const contact: OtherWriter = (shop) => ({
  title: shop.words.contact,
  path: '/contact',
  main: `<main><h1>${shop.words.contact}</h1><p>+00 ${shop.random.digits(9)}</p><p>0,09 / min</p>
<form><textarea></textarea>
</form></main>`,
});

const orderStatus: OtherWriter = (shop) => {
  const { rows, total } = lines(shop, 2, '→');
  return {
    title: `#${shop.random.digits(7)}`,
    path: `/order/status?id=${shop.random.digits(7)}`,
    main: `<main><h1>#${shop.random.digits(7)}</h1><p>${shop.words.delivery}</p>
<table>${rows}</table><p>${shop.words.total}
 ${total}</p></main>`,
  };
};

const brandPage: OtherWriter = (shop) => ({
  title: 'Fjord',
  path: '/brands/fjord',
  main: `<main class="brand"><h1>Fjord</h1><p>${shop.words.sentences.join(' ')}</p>${cards(shop, 3)}<p>${
    shop.words.from
  } ${print(shop.market, amountOf(shop.market, 20, shop.random), shop.space)}</p></main>`,
});

/** Every kind of page that sells nothing, and who writes it. */
export const otherPages = {
  category,
  search,
  searchOneHit,
  searchNoHit,
  cart,
  checkout,
  frontPage,
  article,
  pressRelease,
  review,
  notFound,
  botWall,
  consentWall,
  login,
  coupon,
  wishList,
  comparison,
  crowdfunding,
  realEstate,
  jobs,
  events,
  shippingCosts,
  exchangeRates,
  contact,
  orderStatus,
  brandPage,
} satisfies Partial<Record<PageKind, OtherWriter>>;

/** @returns markup and path of one page that sells nothing. */
export const writeOtherPage = (shop: Shop, kind: keyof typeof otherPages): { path: string; html: string } => {
  const { title, path, main, data = '', isBare = false } = otherPages[kind](shop);
  if (isBare)
    return {
      path,
      html: `<!DOCTYPE html><html lang="${shop.market.locale}"><head><title>${e(title)}</title><meta name="robots"
 content="noindex,nofollow"></head><body>${main}<script src="/cdn-cgi/x.js"></script></body></html>`,
    };
  return { path, html: page(shop, head(shop, `${title} - ${shop.name}`, path, data), main) };
};
