// Shops that imitate known platforms: search responses, markup of lists, products and related products, and
// links that change state. Texts and products are invented; structure and class names are the platforms'.
import type { PageLoad, PageRequest } from '../../lambdas/web/page-load.ts';

export interface ShopProduct {
  id: number;
  sku: string;
  name: string;
  price: string;
  isSoldOut?: boolean;
}

/** SKUs that contain each other, and SKUs that need encoding in URLs. */
export const shopProducts: readonly ShopProduct[] = [
  { id: 11, sku: 'CAM-1801', name: 'Camera One', price: '199.00' },
  { id: 12, sku: '1801', name: 'Tripod Tall', price: '49.00' },
  { id: 13, sku: 'CAM-1801-B', name: 'Camera One Black', price: '209.00' },
  { id: 14, sku: 'AB 12', name: 'Lens Short', price: '89.00' },
  { id: 15, sku: 'AB 12 X', name: 'Lens Long', price: '129.00' },
  { id: 16, sku: 'KB/7', name: 'Keyboard Small', price: '59.00' },
  { id: 17, sku: 'LED 5+3', name: 'Lamp Double', price: '19.00' },
  { id: 18, sku: 'LED 53', name: 'Lamp Single', price: '9.00' },
  { id: 19, sku: 'X100', name: 'Scale Plain', price: '29.00' },
  { id: 20, sku: 'X100+', name: 'Scale Plus', price: '39.00' },
  { id: 21, sku: 'CAB-1.5', name: 'Cable Short', price: '4.00' },
  { id: 22, sku: 'CAB-15', name: 'Cable Long', price: '14.00' },
  { id: 23, sku: 'ZZ-9', name: 'Radio Retired', price: '77.00', isSoldOut: true },
  { id: 24, sku: 'mIx-Ed3', name: 'Mixer Blue', price: '65.00' },
];

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const slug = ({ name }: ShopProduct): string => name.toLowerCase().replaceAll(' ', '-');

interface Platform {
  search: (words: string) => string;
  /** A search with one hit redirects to the product. */
  leadsOn: boolean;
  searched: (url: URL) => string | null;
  productUrl: (product: ShopProduct, words: string) => string;
  isProduct: (url: URL, product: ShopProduct) => boolean;
  list: (products: readonly ShopProduct[], words: string, self: string) => string;
  product: (product: ShopProduct, related: readonly ShopProduct[], self: string) => string;
  acts: (url: URL) => boolean;
}

const document = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${quoted(title)}</title>${head}</head><body>
<header><nav><a href="/">Home</a><a href="/c/cameras">Cameras</a><a href="/cart">Cart</a><a href="/my-account">Account</a></nav></header>
${body}<footer><a href="/privacy">Privacy</a><a href="/contact">Contact</a></footer></body></html>`;

const found = (words: string, count: number): string =>
  count === 0
    ? 'No products were found matching your selection.'
    : `Showing all ${count} results for “${quoted(words)}”`;

/** Each card has three links: picture, name and a button that changes state. */
export const platforms: Readonly<Record<string, Platform>> = {
  WooCommerce: {
    search: (words) => `/?s=${words}&post_type=product`,
    leadsOn: true,
    searched: (url) => url.searchParams.get('s'),
    productUrl: (product) => `/product/${slug(product)}/`,
    isProduct: (url, product) => url.pathname === `/product/${slug(product)}/`,
    acts: (url) => url.searchParams.has('add-to-cart'),
    list: (products, words, self) =>
      document(
        `Search Results for “${words}” – Shop`,
        `<nav class="woocommerce-breadcrumb"><a href="/">Home</a> / Search results for “${quoted(words)}”</nav><main><h1 class="page-title">Search results: “${quoted(words)}”</h1><p class="woocommerce-result-count">${found(words, products.length)}</p><ul class="products columns-4">${products.map((each) => wooCard(each, self)).join('')}</ul></main>`,
      ),
    product: (product, related, self) =>
      document(
        `${product.name} – Shop`,
        `<main><div id="product-${product.id}" class="product type-product"><div class="summary entry-summary"><h1 class="product_title entry-title">${product.name}</h1><p class="price"><span class="woocommerce-Price-amount amount">€${product.price}</span></p>${product.isSoldOut ? '<p class="stock out-of-stock">Out of stock</p>' : `<form class="cart" method="post"><button type="submit" name="add-to-cart" value="${product.id}" class="single_add_to_cart_button button alt">Add to cart</button></form>`}<div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">${quoted(product.sku)}</span></span><span class="posted_in">Category: <a href="/c/cameras" rel="tag">Cameras</a></span></div></div><section class="related products"><h2>Related products</h2><ul class="products">${related.map((each) => wooCard(each, self)).join('')}</ul></section></div></main>`,
      ),
  },
  OpenCart: {
    search: (words) => `/index.php?route=product/search&search=${words}&description=1`,
    leadsOn: false,
    searched: (url) =>
      url.searchParams.get('route') === 'product/search' ? url.searchParams.get('search') : null,
    productUrl: ({ id }, words) =>
      `/index.php?route=product/product&product_id=${id}&search=${encodeURIComponent(words)}&description=1`,
    isProduct: (url, { id }) =>
      url.searchParams.get('route') === 'product/product' &&
      url.searchParams.get('product_id') === String(id),
    acts: (url) => /cart|wishlist|compare\/add/.test(url.searchParams.get('route') ?? ''),
    list: (products, words, self) =>
      document(
        `Search - ${words}`,
        `<div id="product-search" class="container"><ul class="breadcrumb"><li><a href="${self}">Search</a></li></ul><div id="content"><h1>Search - ${quoted(words)}</h1><input type="text" name="search" value="${quoted(words)}"><h2>Products meeting the search criteria</h2><a href="/index.php?route=product/compare" id="compare-total">Product Compare (0)</a><select><option value="${self}&sort=p.price&order=ASC">Price</option></select><div class="row">${products
          .map(
            (each) =>
              `<div class="product-layout product-list col-xs-12"><div class="product-thumb"><div class="image"><a href="${ocUrl(each, words)}"><img src="/i.jpg" alt="${each.name}"></a></div><div class="caption"><h4><a href="${ocUrl(each, words)}">${each.name}</a></h4><p class="price">$${each.price}</p></div><div class="button-group"><a href="/index.php?route=checkout/cart/add&product_id=${each.id}">Add to Cart</a><a href="/index.php?route=account/wishlist/add&product_id=${each.id}">Add to Wish List</a></div></div></div>`,
          )
          .join(
            '',
          )}</div>${products.length === 0 ? '<p>There is no product that matches the search criteria.</p>' : ''}</div></div>`,
      ),
    product: (product, related) =>
      document(
        product.name,
        `<div id="product-product" class="container"><ul class="breadcrumb"><li><a href="/index.php?route=product/search&search=1801">Search</a></li></ul><div class="row"><div class="col-sm-8"><img src="/i.jpg"></div><div class="col-sm-4"><h1>${product.name}</h1><ul class="list-unstyled"><li>Brand: <a href="/index.php?route=product/manufacturer/info&manufacturer_id=8">Ours</a></li><li>Product Code: ${quoted(product.sku)}</li><li>Availability: ${product.isSoldOut ? 'Out Of Stock' : 'In Stock'}</li></ul><ul class="list-unstyled"><li><h2>$${product.price}</h2></li></ul><div id="product"><input name="product_id" type="hidden" value="${product.id}"><button type="button" id="button-cart" class="btn btn-primary">Add to Cart</button></div></div></div><h3>Related Products</h3><div class="row">${related.map((each) => `<div class="col-sm-3"><div class="product-thumb"><a href="/index.php?route=product/product&product_id=${each.id}">${each.name}</a><a href="/index.php?route=checkout/cart/add&product_id=${each.id}">Add to Cart</a></div></div>`).join('')}</div></div>`,
      ),
  },
  Magento: {
    search: (words) => `/catalogsearch/result/?q=${words}`,
    leadsOn: false,
    searched: (url) => (url.pathname === '/catalogsearch/result/' ? url.searchParams.get('q') : null),
    productUrl: (product) => `/${slug(product)}.html`,
    isProduct: (url, product) => url.pathname === `/${slug(product)}.html`,
    acts: (url) => /\/add\//.test(url.pathname),
    list: (products, words, self) =>
      document(
        `Search results for: '${words}'`,
        `<main id="maincontent"><h1 class="page-title">Search results for: '${quoted(words)}'</h1><div class="search results"><div class="toolbar"><a class="modes-mode" href="${self}&product_list_mode=list">List</a></div><ol class="products list items product-items">${products
          .map(
            (each) =>
              `<li class="item product product-item"><div class="product-item-info"><a href="/${slug(each)}.html" class="product photo product-item-photo" tabindex="-1"><img class="product-image-photo" alt="${each.name}"></a><div class="product details product-item-details"><strong class="product name product-item-name"><a class="product-item-link" href="/${slug(each)}.html">${each.name}</a></strong><div class="price-box"><span class="price">€${each.price}</span></div><form data-role="tocart-form" data-product-sku="${quoted(each.sku)}" action="/checkout/cart/add/uenc/aHR0/product/${each.id}/" method="post"><button type="submit" class="action tocart primary">Add to Cart</button></form><a href="/wishlist/index/add/product/${each.id}/" class="action towishlist">Add to Wish List</a><a href="/catalog/product_compare/add/product/${each.id}/" class="action tocompare">Add to Compare</a></div></div></li>`,
          )
          .join(
            '',
          )}</ol>${products.length === 0 ? '<div class="message notice">Your search returned no results.</div>' : ''}</div></main>`,
      ),
    product: (product, related) =>
      document(
        product.name,
        `<main id="maincontent"><div class="product-info-main"><h1 class="page-title"><span class="base" itemprop="name">${product.name}</span></h1><div class="price-box"><span class="price">€${product.price}</span></div><div class="product attribute sku"><strong class="type">SKU</strong><div class="value" itemprop="sku">${quoted(product.sku)}</div></div><div class="stock ${product.isSoldOut ? 'unavailable' : 'available'}">${product.isSoldOut ? 'Out of stock' : 'In stock'}</div>${product.isSoldOut ? '' : '<form data-product-sku id="product_addtocart_form" method="post"><button type="submit" title="Add to Cart" class="action primary tocart">Add to Cart</button></form>'}<a href="/wishlist/index/add/product/${product.id}/">Add to Wish List</a></div><div class="block related"><strong>Related Products</strong><ol class="products list items">${related.map((each) => `<li class="item product"><a href="/${slug(each)}.html">${each.name}</a><form data-role="tocart-form" data-product-sku="${quoted(each.sku)}" action="/checkout/cart/add/product/${each.id}/" method="post"><button>Add to Cart</button></form></li>`).join('')}</ol></div></main>`,
      ),
  },
  // Rendered from embedded state, which in a list contains the SKUs of all products.
  Shopware: {
    search: (words) => `/search?search=${words}`,
    leadsOn: true,
    searched: (url) => (url.pathname === '/search' ? url.searchParams.get('search') : null),
    productUrl: (product) => `/${slug(product)}/SW-${product.id}`,
    isProduct: (url, product) => url.pathname === `/${slug(product)}/SW-${product.id}`,
    acts: (url) => /line-item|wishlist\/add/.test(url.pathname),
    list: (products, words, self) =>
      document(
        'Search results',
        `<main><h1 class="search-headline">${products.length} products found for "${quoted(words)}"</h1><div class="row cms-listing-row">${products
          .map(
            (each) =>
              `<div class="cms-listing-col col-sm-6"><div class="card product-box box-standard" data-product-information='{"id":"${each.id}","name":"${each.name}"}'><div class="card-body"><a href="/${slug(each)}/SW-${each.id}" title="${each.name}" class="product-image-link"><img alt="${each.name}"></a><a href="/${slug(each)}/SW-${each.id}" class="product-name">${each.name}</a><div class="product-price-info"><span class="product-price">€${each.price}</span></div><div class="product-action"><form action="/checkout/line-item/add" method="post"><button class="btn btn-buy">Add to shopping cart</button></form><a href="/wishlist/add/${each.id}">Wishlist</a></div></div></div></div>`,
          )
          .join('')}</div><a class="page-link" href="${self}&p=2">Next</a></main>`,
      ),
    product: (product, related) =>
      document(
        `${product.name} | SW-${product.id}`,
        `<main><div class="product-detail"><h1 class="product-detail-name" itemprop="name">${product.name}</h1><div class="product-detail-buy"><p class="product-detail-price">€${product.price}</p>${product.isSoldOut ? '<p class="delivery-information">No longer available</p>' : '<button class="btn btn-primary btn-buy">Add to shopping cart</button>'}<div class="product-detail-ordernumber-container"><span class="product-detail-ordernumber-label">Product number:</span> <span class="product-detail-ordernumber" itemprop="sku">${quoted(product.sku)}</span></div></div><div class="product-detail-cross-selling"><h2>Similar items</h2>${related.map((each) => `<div class="card product-box"><a href="/${slug(each)}/SW-${each.id}">${each.name}</a><a href="/wishlist/add/${each.id}">Wishlist</a></div>`).join('')}</div></div></main>`,
      ),
  },
};

const ocUrl = ({ id }: ShopProduct, words: string): string =>
  `/index.php?route=product/product&product_id=${id}&search=${encodeURIComponent(words)}&description=1`;
const wooCard = (each: ShopProduct, self: string): string =>
  `<li class="product type-product post-${each.id} instock"><a href="/product/${slug(each)}/" class="woocommerce-LoopProduct-link"><img alt="${each.name}"><h2 class="woocommerce-loop-product__title">${each.name}</h2><span class="price">€${each.price}</span></a>${each.isSoldOut ? `<a href="/product/${slug(each)}/" class="button">Read more</a>` : `<a href="${self}${self.includes('?') ? '&' : '?'}add-to-cart=${each.id}" data-product_id="${each.id}" data-product_sku="${quoted(each.sku)}" class="button add_to_cart_button ajax_add_to_cart" aria-label="Add to cart: “${each.name}”" rel="nofollow">Add to cart</a>`}</li>`;

export interface PlatformShop {
  searchUrl: string;
  /** Responds like the shop, following redirects. */
  load: (request: PageRequest) => Promise<PageLoad>;
  /** Requested addresses, in order. */
  requested: string[];
  /** Products put into carts, lists and comparisons. */
  acts: string[];
  /** Products found by the shop's own search. */
  finds: (words: string) => readonly ShopProduct[];
  productAt: (address: string) => ShopProduct | undefined;
}

/** @param origin - of the shop; the host distinguishes the shops of a test. */
export const openPlatformShop = (name: string, origin: string): PlatformShop => {
  const platform = platforms[name]!;
  const requested: string[] = [];
  const acts: string[] = [];
  const finds = (words: string): readonly ShopProduct[] =>
    shopProducts.filter(({ sku, name: title }) =>
      `${sku}\n${title}`.toLowerCase().includes(words.toLowerCase()),
    );
  const productAt = (address: string): ShopProduct | undefined =>
    shopProducts.find((product) => platform.isProduct(new URL(address), product));
  const pageAt = (url: URL): { html: string; finalUrl: string; httpStatus: number } => {
    const self = url.pathname + url.search;
    if (platform.acts(url)) acts.push(self);
    const product = productAt(url.href);
    if (product) {
      const related = shopProducts.filter(({ id }) => Math.abs(id - product.id) <= 2 && id !== product.id);
      return { html: platform.product(product, related, self), finalUrl: url.href, httpStatus: 200 };
    }
    const words = platform.searched(url);
    if (words === null) return { html: '<h1>Not Found</h1>', finalUrl: url.href, httpStatus: 404 };
    const hits = finds(words);
    if (platform.leadsOn && hits.length === 1)
      return pageAt(new URL(platform.productUrl(hits[0]!, words), origin));
    return { html: platform.list(hits, words, self), finalUrl: url.href, httpStatus: 200 };
  };
  return {
    searchUrl: `${origin}${platform.search('{sku}')}`,
    requested,
    acts,
    finds,
    productAt,
    load: async ({ url }) => {
      requested.push(url);
      return {
        ...pageAt(new URL(url)),
        headers: { 'content-type': 'text/html' },
        renderMode: 'Http',
        wireBytes: 1_000,
        attempts: 1,
      };
    },
  };
};
