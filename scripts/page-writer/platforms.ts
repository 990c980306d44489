import type { Amount, Market } from './markets.ts';
import { partsOf, print, printNumber, signOf } from './markets.ts';
import { escapeText as e, type Product, type Shop } from './shop.ts';

/** The parts of a product's page, as markup, that a platform puts in its own order into its own wrappers. */
export interface ProductParts {
  title: string;
  price: string;
  stock: string;
  sku: string;
  options: string;
  buy: string;
  gallery: string;
  description: string;
  specification: string;
  below: string;
}

export interface Card {
  title: string;
  href: string;
  price: string;
}

/** How a platform's common theme writes; class names are those that one meets in the wild, the text is ours. */
export interface Platform {
  key: string;
  origin: string;
  years: readonly [from: number, to: number];
  bodyClass: string;
  /** How products are stated in data by the platform's theme. */
  data: 'jsonLd' | 'graph' | 'microdata' | 'openGraph' | 'none';
  productPath(product: Product): string;
  categoryPath(slug: string): string;
  searchPath(query: string): string;
  cartPath: string;
  amount(market: Market, amount: Amount, space: string): string;
  price(amount: string): string;
  sale(now: string, old: string): string;
  title(text: string): string;
  stock(text: string, isAvailable: boolean): string;
  sku(label: string, sku: string): string;
  button(text: string, disabled: boolean, product: Product): string;
  product(parts: ProductParts): string;
  card(card: Card, button: string): string;
  list(cards: string): string;
}

const withSymbol = (market: Market, amount: Amount, space: string, symbol: string): string =>
  print(market, amount, space).replace(signOf(market), symbol.replace('{s}', signOf(market)));

const woocommerce: Platform = {
  key: 'woo',
  origin: 'in the manner of WooCommerce and its Storefront theme',
  years: [2015, 2025],
  bodyClass: 'product-template-default single single-product woocommerce woocommerce-page theme-storefront',
  data: 'graph',
  productPath: ({ slug }) => `/product/${encodeURIComponent(slug)}/`,
  categoryPath: (slug) => `/product-category/${encodeURIComponent(slug)}/`,
  searchPath: (query) => `/?s=${encodeURIComponent(query)}&post_type=product`,
  cartPath: '/cart/',
  amount: (market, amount, space) =>
    `<span class="woocommerce-Price-amount amount"><bdi>${withSymbol(
      market,
      amount,
      space,
      '<span class="woocommerce-Price-currencySymbol">{s}</span>',
    )}</bdi></span>`,
  price: (amount) => `<p class="price">${amount}</p>`,
  sale: (now, old) =>
    `<p class="price"><del aria-hidden="true">${old}</del> <ins aria-hidden="true">${now}</ins></p>`,
  title: (text) => `<h1 class="product_title entry-title">${text}</h1>`,
  stock: (text, ok) => `<p class="stock ${ok ? 'in-stock' : 'out-of-stock'}">${text}</p>`,
  sku: (label, sku) =>
    `<div class="product_meta"><span class="sku_wrapper">${label}: <span class="sku">${sku}</span></span></div>`,
  button: (text, disabled, { id }) => `<form class="cart" method="post" enctype='multipart/form-data'>
<div class="quantity"><label class="screen-reader-text" for="q${id}">x</label>
<input type="number" id="q${id}" class="input-text qty text" step="1" min="1" max="" name="quantity" value="1" /></div>
<button type="submit" name="add-to-cart" value="${id}"${disabled ? ' disabled' : ''}
 class="single_add_to_cart_button button alt">${text}</button></form>`,
  product: (p) => `<div id="primary" class="content-area"><main id="main" class="site-main" role="main">
<div class="woocommerce-notices-wrapper"></div><div id="product-1" class="product type-product post-1 status-publish">
${p.gallery}<div class="summary entry-summary">${p.title}${p.price}
<div class="woocommerce-product-details__short-description"><p>${p.description}</p></div>
${p.options}${p.stock}${p.buy}${p.sku}</div>
<div class="woocommerce-tabs wc-tabs-wrapper">${p.specification}</div>${p.below}</div></main></div>`,
  card: ({ title, href, price }, button) => `<li class="product type-product post-2 instock">
<a href="${href}" class="woocommerce-LoopProduct-link woocommerce-loop-product__link">
<img width="324" height="324" src="/wp-content/uploads/p.jpg" alt="" loading="lazy" />
<h2 class="woocommerce-loop-product__title">${title}</h2><span class="price">${price}</span></a>
<a href="?add-to-cart=22" class="button product_type_simple add_to_cart_button ajax_add_to_cart">${button}</a></li>`,
  list: (cards) => `<ul class="products columns-4">${cards}</ul>`,
};

const shopify: Platform = {
  key: 'shopify',
  origin: 'in the manner of Shopify themes of the Dawn family',
  years: [2019, 2026],
  bodyClass: 'gradient template-product',
  data: 'jsonLd',
  productPath: ({ slug }) => `/products/${encodeURIComponent(slug)}`,
  categoryPath: (slug) => `/collections/${encodeURIComponent(slug)}`,
  searchPath: (query) => `/search?q=${encodeURIComponent(query)}&options%5Bprefix%5D=last`,
  cartPath: '/cart',
  amount: (market, amount, space) => print(market, amount, space),
  price: (
    amount,
  ) => `<div class="price price--large" id="price-template--1__main"><div class="price__container">
<div class="price__regular"><span class="visually-hidden visually-hidden--inline">Regular price</span>
<span class="price-item price-item--regular"> ${amount} </span></div>
<div class="price__sale"><span class="visually-hidden">Regular price</span><span><s
 class="price-item price-item--regular"></s></span><span class="visually-hidden">Sale price</span>
<span class="price-item price-item--sale price-item--last"> ${amount} </span></div>
<small class="unit-price caption hidden"><span class="visually-hidden">Unit price</span>
<span class="price-item price-item--last"><span></span><span aria-hidden="true">/</span></span></small></div></div>`,
  sale: (now, old) => `<div class="price price--large price--on-sale"><div class="price__container">
<div class="price__regular"><span class="visually-hidden visually-hidden--inline">Regular price</span>
<span class="price-item price-item--regular"> ${now} </span></div>
<div class="price__sale"><span class="visually-hidden visually-hidden--inline">Regular price</span>
<span><s class="price-item price-item--regular"> ${old} </s></span>
<span class="visually-hidden visually-hidden--inline">Sale price</span>
<span class="price-item price-item--sale price-item--last"> ${now} </span></div></div></div>`,
  title: (
    text,
  ) => `<div class="product__title"><h1>${text}</h1><a href="#" class="product__title"><h2 class="h1">
${text}</h2></a></div>`,
  stock: (text, ok) =>
    `<p class="product__inventory${ok ? '' : ' no-js-hidden'}" role="status"><svg width="15" height="15"
 aria-hidden="true"><circle cx="7.5" cy="7.5" r="7.5" fill="rgb(62,214,96)"/></svg>${text}</p>`,
  sku: (label, sku) => `<p class="product__sku caption-with-letter-spacing"><span class="visually-hidden">
${label}:</span>${sku}</p>`,
  button: (text, disabled, { id }) => `<product-form class="product-form" data-hide-errors="false"><form
 method="post" action="/cart/add" id="product-form-1" accept-charset="UTF-8" class="form" data-type="add-to-cart-form">
<input type="hidden" name="form_type" value="product"/><input type="hidden" name="id" value="${id}"
 class="product-variant-id"><div class="product-form__buttons"><button type="submit" name="add"
 class="product-form__submit button button--full-width"${disabled ? ' disabled' : ''}><span>${text}</span>
<div class="loading__spinner hidden"></div></button></div></form></product-form>`,
  product: (p) => `<main id="MainContent" class="content-for-layout focus-none" role="main" tabindex="-1">
<section id="shopify-section-template--1__main" class="shopify-section section"><section class="page-width">
<div class="product product--large product--left grid grid--1-col grid--2-col-tablet">
<div class="grid__item product__media-wrapper">${p.gallery}</div>
<div class="product__info-wrapper grid__item"><div class="product__info-container product__column-sticky">
<p class="product__text caption-with-letter-spacing">Vendor</p>${p.title}${p.sku}
<div class="no-js-hidden" id="price-x" role="status">${p.price}</div>
<div class="product__tax caption rte"><a href="/policies/shipping-policy">*</a></div>${p.options}${p.stock}${p.buy}
<div class="product__description rte quick-add-hidden"><p>${p.description}</p></div>${p.specification}</div></div></div>
</section></section>${p.below}</main>`,
  card: (
    { title, href, price },
    button,
  ) => `<li class="grid__item"><div class="card-wrapper product-card-wrapper">
<div class="card card--standard card--media"><div class="card__content"><div class="card__information">
<h3 class="card__heading"><a href="${href}" class="full-unstyled-link">${title}</a></h3></div></div>
<div class="card__content"><div class="card__information"><h3 class="card__heading h5"><a href="${href}"
 class="full-unstyled-link">${title}</a></h3><div class="card-information"><div class="price"><div
 class="price__container"><div class="price__regular"><span class="visually-hidden">Regular price</span><span
 class="price-item price-item--regular">${price}</span></div></div></div></div></div>
<button class="quick-add__submit button">${button}</button></div></div></div></li>`,
  list: (cards) =>
    `<div class="collection"><ul id="product-grid" class="grid product-grid">${cards}</ul></div>`,
};

const magento: Platform = {
  key: 'magento',
  origin: 'in the manner of Magento 2 and its Luma theme',
  years: [2016, 2025],
  bodyClass: 'page-product-configurable catalog-product-view page-layout-1column',
  data: 'microdata',
  productPath: ({ slug }) => `/${encodeURIComponent(slug)}.html`,
  categoryPath: (slug) => `/${encodeURIComponent(slug)}.html`,
  searchPath: (query) => `/catalogsearch/result/?q=${encodeURIComponent(query)}`,
  cartPath: '/checkout/cart/',
  amount: (market, amount, space) => `<span class="price">${print(market, amount, space)}</span>`,
  price: (amount) => `<div class="price-box price-final_price" data-role="priceBox"><span
 class="price-container price-final_price tax weee"><span data-price-type="finalPrice"
 class="price-wrapper ">${amount}</span></span></div>`,
  sale: (
    now,
    old,
  ) => `<div class="price-box price-final_price" data-role="priceBox"><span class="special-price">
<span class="price-container price-final_price tax weee"><span class="price-label">Special Price</span>
<span data-price-type="finalPrice" class="price-wrapper ">${now}</span></span></span><span class="old-price">
<span class="price-container price-final_price tax weee"><span class="price-label">Regular Price</span>
<span data-price-type="oldPrice" class="price-wrapper ">${old}</span></span></span></div>`,
  title: (text) => `<div class="page-title-wrapper product"><h1 class="page-title"><span class="base"
 data-ui-id="page-title-wrapper" itemprop="name">${text}</span></h1></div>`,
  stock: (text, ok) =>
    `<div class="product-info-stock-sku"><div class="stock ${ok ? 'available' : 'unavailable'}" title=""><span>
${text}</span></div></div>`,
  sku: (label, sku) => `<div class="product attribute sku"><strong class="type">${label}</strong>
<div class="value" itemprop="sku">${sku}</div></div>`,
  button: (text, disabled, { id }) => `<div class="product-add-form"><form data-product-sku="x" method="post"
 action="/checkout/cart/add/product/${id}/" id="product_addtocart_form"><input type="hidden" name="product"
 value="${id}" /><div class="box-tocart"><div class="fieldset"><div class="field qty"><div class="control"><input
 type="number" name="qty" id="qty" min="0" value="1" class="input-text qty" /></div></div><div class="actions">
<button type="submit" title="${text}" class="action primary tocart" id="product-addtocart-button"
${disabled ? 'disabled' : ''}><span>${text}</span></button></div></div></div></form></div>`,
  product: (p) => `<main id="maincontent" class="page-main"><a id="contentarea" tabindex="-1"></a>
<div class="page messages"><div data-placeholder="messages"></div></div><div class="columns"><div class="column main">
<div class="product-info-main">${p.title}<div class="product-info-price">${p.price}${p.stock}${p.sku}</div>
${p.options}${p.buy}<div class="product-social-links"><div class="product-addto-links" data-role="add-to-links">
<a href="#" class="action towishlist" data-action="add-to-wishlist"><span>+</span></a></div></div>
<div class="product attribute overview"><div class="value" itemprop="description">${p.description}</div></div></div>
<div class="product media">${p.gallery}</div><div class="product info detailed">${p.specification}</div>${p.below}
</div></div></main>`,
  card: (
    { title, href, price },
    button,
  ) => `<li class="item product product-item"><div class="product-item-info"
 data-container="product-grid"><a href="${href}" class="product photo product-item-photo" tabindex="-1"><span
 class="product-image-container"><img class="product-image-photo" src="/media/p.jpg" alt=""/></span></a>
<div class="product details product-item-details"><strong class="product name product-item-name"><a
 class="product-item-link" href="${href}">${title}</a></strong><div class="price-box price-final_price"><span
 class="price-container"><span class="price-wrapper">${price}</span></span></div><div class="product-item-actions">
<button type="submit" class="action tocart primary"><span>${button}</span></button></div></div></div></li>`,
  list: (cards) =>
    `<div class="products wrapper grid products-grid"><ol
 class="products list items product-items">${cards}</ol></div>`,
};

const prestashop: Platform = {
  key: 'presta',
  origin: 'in the manner of PrestaShop 1.7 and its Classic theme',
  years: [2017, 2025],
  bodyClass: 'lang-x country-x currency-x layout-full-width page-product tax-display-enabled',
  data: 'openGraph',
  productPath: ({ id, slug }) => `/${encodeURIComponent(slug)}-${id}.html`,
  categoryPath: (slug) => `/12-${encodeURIComponent(slug)}`,
  searchPath: (query) => `/search?controller=search&s=${encodeURIComponent(query)}`,
  cartPath: '/cart?action=show',
  amount: (market, amount, space) => print(market, amount, space),
  price: (amount) => `<div class="product-prices js-product-prices"><div class="product-price h5">
<div class="current-price"><span class="current-price-value">${amount}</span></div></div>
<div class="tax-shipping-delivery-label"></div></div>`,
  sale: (now, old) => `<div class="product-prices js-product-prices"><div class="product-discount"><span
 class="regular-price">${old}</span></div><div class="product-price h5 has-discount"><div class="current-price">
<span class="current-price-value">${now}</span></div></div></div>`,
  title: (text) => `<h1 class="h1">${text}</h1>`,
  stock: (
    text,
    ok,
  ) => `<span id="product-availability" class="js-product-availability"><i class="material-icons
 rtl-no-flip product-${ok ? 'available' : 'unavailable'}">&#xE5CA;</i>${text}</span>`,
  sku: (label, sku) =>
    `<div class="product-reference"><label class="label">${label} </label><span>${sku}</span></div>`,
  button: (text, disabled, { id }) => `<form action="/cart" method="post" id="add-to-cart-or-refresh"><input
 type="hidden" name="id_product" value="${id}" id="product_page_product_id"><div class="product-add-to-cart">
<div class="product-quantity clearfix"><div class="qty"><input type="number" name="qty" id="quantity_wanted" value="1"
 min="1" class="input-group"></div><div class="add"><button class="btn btn-primary add-to-cart"
 data-button-action="add-to-cart" type="submit"${disabled ? ' disabled' : ''}><i class="material-icons
 shopping-cart">&#xE547;</i> ${text} </button></div></div></div></form>`,
  product: (p) => `<section id="wrapper"><div class="container"><div id="content-wrapper"><section id="main">
<div class="row product-container js-product-container"><div class="col-md-6"><section class="page-content"
 id="content">${p.gallery}</section></div><div class="col-md-6">${p.title}${p.price}<div class="product-information">
<div id="product-description-short-1" class="product-description"><p>${p.description}</p></div>
<div class="product-actions js-product-actions">${p.options}${p.buy}${p.stock}</div></div>
<div class="tabs"><div class="tab-pane" id="product-details">${p.sku}${p.specification}</div></div></div></div>
${p.below}</section></div></div></section>`,
  card: (
    { title, href, price },
    button,
  ) => `<div class="js-product product col-xs-12 col-sm-6 col-xl-4"><article
 class="product-miniature js-product-miniature" data-id-product="3"><div class="thumbnail-container"><a href="${href}"
 class="thumbnail product-thumbnail"><img src="/img/p.jpg" alt="" loading="lazy" width="250" height="250"/></a>
<div class="product-description"><h2 class="h3 product-title"><a href="${href}">${title}</a></h2><div
 class="product-price-and-shipping"><span class="price" aria-label="${title}"> ${price} </span></div></div>
<ul class="product-flags js-product-flags"></ul><a class="quick-view">${button}</a></div></article></div>`,
  list: (cards) =>
    `<section id="products"><div id="js-product-list"><div class="products row">${cards}</div></div></section>`,
};

const opencart: Platform = {
  key: 'opencart',
  origin: 'in the manner of OpenCart 3 and its default theme',
  years: [2012, 2023],
  bodyClass: 'product-product-42',
  data: 'none',
  productPath: ({ id }) => `/index.php?route=product/product&product_id=${id}`,
  categoryPath: () => '/index.php?route=product/category&path=20_27',
  searchPath: (query) => `/index.php?route=product/search&search=${encodeURIComponent(query)}`,
  cartPath: '/index.php?route=checkout/cart',
  amount: (market, amount, space) => print(market, amount, space),
  price: (amount) => `<ul class="list-unstyled"><li><h2>${amount}</h2></li></ul>`,
  sale: (
    now,
    old,
  ) => `<ul class="list-unstyled"><li><span style="text-decoration: line-through;">${old}</span></li>
<li><h2>${now}</h2></li></ul>`,
  title: (text) => `<h1>${text}</h1>`,
  stock: (text) => `<ul class="list-unstyled"><li>${text}</li></ul>`,
  sku: (label, sku) => `<ul class="list-unstyled"><li>${label}: ${sku}</li></ul>`,
  button: (text, disabled, { id }) => `<div id="product"><div class="form-group"><label class="control-label"
 for="input-quantity">x</label><input type="text" name="quantity" value="1" size="2" id="input-quantity"
 class="form-control" /><input type="hidden" name="product_id" value="${id}" /><br /><button type="button"
 id="button-cart" data-loading-text="..." class="btn btn-primary btn-lg btn-block"${disabled ? ' disabled' : ''}>
${text}</button></div></div>`,
  product: (
    p,
  ) => `<div id="product-product" class="container"><div class="row"><div id="content" class="col-sm-12">
<div class="row"><div class="col-sm-8">${p.gallery}<ul class="nav nav-tabs"><li class="active"><a
 href="#tab-description" data-toggle="tab">*</a></li></ul><div class="tab-content"><div class="tab-pane active"
 id="tab-description"><p>${p.description}</p>${p.specification}</div></div></div><div class="col-sm-4"><div
 class="btn-group"><button type="button" data-toggle="tooltip" class="btn btn-default"><i class="fa fa-heart"></i>
</button></div>${p.title}${p.sku}${p.stock}${p.price}${p.options}${p.buy}</div></div>${p.below}</div></div></div>`,
  card: (
    { title, href, price },
    button,
  ) => `<div class="product-layout product-grid col-lg-3 col-md-3 col-sm-6"><div
 class="product-thumb transition"><div class="image"><a href="${href}"><img src="/image/cache/p-228x228.jpg" alt="" />
</a></div><div class="caption"><h4><a href="${href}">${title}</a></h4><p class="price"> ${price} </p></div><div
 class="button-group"><button type="button" onclick="cart.add('43');"><i class="fa fa-shopping-cart"></i> <span
 class="hidden-xs hidden-sm hidden-md">${button}</span></button></div></div></div>`,
  list: (cards) => `<div class="row">${cards}</div>`,
};

const shopware: Platform = {
  key: 'shopware',
  origin: 'in the manner of Shopware 6 and its default storefront',
  years: [2020, 2026],
  bodyClass: 'is-ctl-product is-act-index',
  data: 'microdata',
  productPath: ({ slug, sku }) => `/${encodeURIComponent(slug)}/${sku}`,
  categoryPath: (slug) => `/${encodeURIComponent(slug)}/`,
  searchPath: (query) => `/search?search=${encodeURIComponent(query)}`,
  cartPath: '/checkout/cart',
  amount: (market, amount) => `${print(market, amount, '\u00a0')}*`,
  price: (amount) =>
    `<div class="product-detail-price-container"><p class="product-detail-price"> ${amount} </p></div>`,
  sale: (
    now,
    old,
  ) => `<div class="product-detail-price-container"><p class="product-detail-price with-list-price">
${now}<span class="product-detail-list-price-wrapper"><span class="list-price-price">${old}</span><span
 class="list-price-percentage">%</span></span></p></div>`,
  title: (text) =>
    `<div class="product-detail-headline"><h1 class="product-detail-name" itemprop="name">${text}</h1></div>`,
  stock: (text, ok) => `<div class="product-detail-delivery-information"><p class="delivery-information
 delivery-${ok ? 'available' : 'soldout'}"><span class="delivery-status-indicator"></span> ${text} </p></div>`,
  sku: (label, sku) => `<div class="product-detail-ordernumber-container"><span
 class="product-detail-ordernumber-label">${label}:</span><span class="product-detail-ordernumber" itemprop="sku">
${sku}</span></div>`,
  button: (
    text,
    disabled,
  ) => `<div class="product-detail-form-container"><form id="productDetailPageBuyProductForm"
 action="/checkout/line-item/add" method="post" class="buy-widget" data-add-to-cart="true"><div class="col-4"><select
 name="lineItems[1][quantity]" class="form-select"><option value="1" selected>1</option><option value="2">2</option>
</select></div><div class="col-8"><button class="btn btn-primary btn-buy" title="${text}"${disabled ? ' disabled' : ''}>
${text}</button></div></form></div>`,
  product: (p) => `<main class="content-main"><div class="container-main"><div class="cms-page"><div
 class="cms-block-product-heading">${p.title}</div><div class="cms-block-gallery-buybox"><div class="col-lg-7">
${p.gallery}</div><div class="col-lg-5 product-detail-buy">${p.price}<p class="product-detail-tax-container"><a
 class="product-detail-tax-link" href="/widgets/cms/x">*</a></p>${p.stock}${p.options}${p.buy}${p.sku}</div></div>
<div class="product-detail-tabs"><div class="product-detail-description-text" itemprop="description">${p.description}
</div>${p.specification}</div>${p.below}</div></div></main>`,
  card: (
    { title, href, price },
    button,
  ) => `<div class="cms-listing-col col-sm-6 col-lg-4"><div class="card product-box
 box-standard" data-product-information='{"id":"0b1c","name":""}'><div class="card-body"><div
 class="product-image-wrapper"><a href="${href}" class="product-image-link is-standard"></a></div><div
 class="product-info"><a href="${href}" class="product-name" title="${title}"> ${title} </a><div
 class="product-price-info"><div class="product-price-wrapper"><span class="product-price"> ${price} </span></div>
</div><div class="product-action"><form class="buy-widget"><button class="btn btn-buy">${button}</button></form></div>
</div></div></div></div>`,
  list: (cards) =>
    `<div class="cms-element-product-listing"><div class="row cms-listing-row">${cards}</div></div>`,
};

const bigcommerce: Platform = {
  key: 'bigc',
  origin: 'in the manner of BigCommerce and its Cornerstone theme',
  years: [2017, 2025],
  bodyClass: 'page-type-product',
  data: 'jsonLd',
  productPath: ({ slug }) => `/${encodeURIComponent(slug)}/`,
  categoryPath: (slug) => `/shop/${encodeURIComponent(slug)}/`,
  searchPath: (query) => `/search.php?search_query=${encodeURIComponent(query)}&section=product`,
  cartPath: '/cart.php',
  amount: (market, amount, space) => print(market, amount, space),
  price: (amount) => `<div class="productView-price"><div class="price-section price-section--withoutTax
 rrp-price--withoutTax" style="display: none;"><span data-product-rrp-price-without-tax class="price price--rrp"></span>
</div><div class="price-section price-section--withoutTax"><span class="price-label"></span><span
 data-product-price-without-tax class="price price--withoutTax">${amount}</span></div></div>`,
  sale: (now, old) => `<div class="productView-price"><div class="price-section price-section--withoutTax
 non-sale-price--withoutTax"><span data-product-non-sale-price-without-tax class="price price--non-sale">${old}</span>
</div><div class="price-section price-section--withoutTax"><span data-product-price-without-tax
 class="price price--withoutTax price--main">${now}</span></div></div>`,
  title: (text) => `<h1 class="productView-title">${text}</h1>`,
  stock: (text) => `<dl class="productView-info"><dt class="productView-info-name"></dt><dd
 class="productView-info-value">${text}</dd></dl>`,
  sku: (
    label,
    sku,
  ) => `<dl class="productView-info"><dt class="productView-info-name sku-label">${label}:</dt><dd
 class="productView-info-value" data-product-sku>${sku}</dd></dl>`,
  button: (text, disabled, { id }) => `<div class="productView-options"><form class="form" method="post"
 action="/cart.php" enctype="multipart/form-data" data-cart-item-add><input type="hidden" name="action" value="add">
<input type="hidden" name="product_id" value="${id}"/><div class="form-action"><input id="form-action-addToCart"
 class="button button--primary" type="submit" value="${text}"${disabled ? ' disabled' : ''}></div></form></div>`,
  product: (
    p,
  ) => `<div class="body" id="main-content" role="main"><div class="container"><div class="productView">
<section class="productView-images" data-image-gallery>${p.gallery}</section><section class="productView-details
 product-data"><div class="productView-product">${p.title}${p.price}${p.sku}${p.stock}</div></section><section
 class="productView-details product-options">${p.options}${p.buy}</section><article class="productView-description">
<p>${p.description}</p>${p.specification}</article></div>${p.below}</div></div>`,
  card: (
    { title, href, price },
    button,
  ) => `<li class="product"><article class="card"><figure class="card-figure">
<a href="${href}" class="card-figure__link"></a><figcaption class="card-figcaption"><button type="button"
 class="button button--small card-figcaption-button quickview">${button}</button></figcaption></figure><div
 class="card-body"><h3 class="card-title"><a href="${href}">${title}</a></h3><div class="card-text"
 data-test-info-type="price"><span class="price price--withoutTax">${price}</span></div></div></article></li>`,
  list: (cards) => `<ul class="productGrid">${cards}</ul>`,
};

const salesforce: Platform = {
  key: 'sfcc',
  origin: 'in the manner of Salesforce Commerce Cloud and its reference storefront',
  years: [2018, 2026],
  bodyClass: 'page',
  data: 'jsonLd',
  productPath: ({ slug, sku }) => `/${encodeURIComponent(slug)}/${sku}.html`,
  categoryPath: (slug) => `/c/${encodeURIComponent(slug)}/`,
  searchPath: (query) => `/search?q=${encodeURIComponent(query)}&lang=x`,
  cartPath: '/cart',
  amount: (market, amount, space) =>
    `<span class="value" content="${(amount.minor / 10 ** amount.decimals).toFixed(amount.decimals)}"> ${print(
      market,
      amount,
      space,
    )} </span>`,
  price: (amount) =>
    `<div class="prices"><div class="price"><span><span class="sales">${amount}</span></span></div></div>`,
  sale: (
    now,
    old,
  ) => `<div class="prices"><div class="price"><span><del><span class="strike-through list">${old}<span
 class="sr-only">to</span></span></del><span class="sales">${now}</span></span></div></div>`,
  title: (text) => `<h1 class="product-name">${text}</h1>`,
  stock: (
    text,
  ) => `<div class="col-12 availability product-availability"><ul class="list-unstyled availability-msg"><li>
<div>${text}</div></li></ul></div>`,
  sku: (label, sku) => `<div class="product-number">${label} <span class="product-id">${sku}</span></div>`,
  button: (text, disabled, { id }) => `<div class="cart-and-ipay"><input type="hidden" class="add-to-cart-url"
 value="/on/demandware.store/Sites-x/Cart-AddProduct"><button class="add-to-cart btn btn-primary" data-toggle="modal"
 data-pid="${id}"${disabled ? ' disabled' : ''}><i class="fa fa-shopping-bag"></i>${text}</button></div>`,
  product: (p) => `<div class="container product-detail product-wrapper" data-pid="1"><div class="row"><div
 class="primary-images col-sm-6">${p.gallery}</div><div class="col-sm-6"><div class="d-none d-md-block">${p.title}</div>
${p.sku}<div class="attributes">${p.options}${p.stock}<div class="prices-add-to-cart-actions">${p.price}${p.buy}</div>
</div></div></div><div class="description-and-detail">${p.description}${p.specification}</div></div>${p.below}`,
  card: (
    { title, href, price },
    button,
  ) => `<div class="col-6 col-sm-4"><div class="product" data-pid="x"><div
 class="product-tile"><div class="image-container"><a href="${href}"></a><a class="quickview" href="#">${button}</a>
</div><div class="tile-body"><div class="pdp-link"><a class="link" href="${href}">${title}</a></div><div class="price">
<span><span class="sales">${price}</span></span></div></div></div></div></div>`,
  list: (cards) =>
    `<div class="row product-grid" itemtype="http://schema.org/SomeProducts" itemid="#product">${cards}</div>`,
};

const sap: Platform = {
  key: 'sap',
  origin: 'in the manner of SAP Commerce Cloud and its Spartacus storefront',
  years: [2019, 2026],
  bodyClass: '',
  data: 'none',
  productPath: ({ slug, id }) => `/store/x/product/${id}/${encodeURIComponent(slug)}`,
  categoryPath: (slug) => `/store/x/category/572/${encodeURIComponent(slug)}`,
  searchPath: (query) => `/store/x/search/${encodeURIComponent(query)}`,
  cartPath: '/store/x/cart',
  amount: (market, amount, space) => print(market, amount, space),
  price: (amount) =>
    `<div class="price" aria-label="" tabindex="0"><div class="ng-star-inserted">${amount}</div></div>`,
  sale: (
    now,
    old,
  ) => `<div class="price price--reduced"><span class="price__was" style="text-decoration:line-through">
${old}</span><div class="price__now">${now}</div></div>`,
  title: (text) => `<cx-page-title><h1>${text}</h1></cx-page-title>`,
  stock: (text) => `<span class="info ng-star-inserted">${text}</span>`,
  sku: (label, sku) => `<div class="code">${label} ${sku}</div>`,
  button: (
    text,
    disabled,
  ) => `<cx-add-to-cart _nghost-sc-c1><form novalidate class="ng-untouched ng-pristine"><div
 class="quantity"><cx-item-counter><button type="button">-</button><input type="number" class="ng-valid" value="1">
<button type="button">+</button></cx-item-counter></div><button class="btn btn-primary btn-block" type="submit"
${disabled ? 'disabled' : ''}> ${text} </button></form></cx-add-to-cart>`,
  product: (p) => `<app-root ng-version="15.2.9"><cx-storefront class="stop-navigating"><main><cx-page-layout
 class="ProductDetailsPageTemplate"><cx-page-slot position="Summary" class="Summary has-components">${p.title}
<cx-product-images>${p.gallery}</cx-product-images><cx-product-intro>${p.sku}</cx-product-intro><cx-product-summary>
<div class="summary">${p.price}<p>${p.description}</p></div></cx-product-summary>${p.options}${p.stock}${p.buy}
</cx-page-slot><cx-page-slot position="Tabs"><cx-tab-paragraph-container>${p.specification}
</cx-tab-paragraph-container></cx-page-slot>${p.below}</cx-page-layout></main></cx-storefront></app-root>`,
  card: (
    { title, href, price },
    button,
  ) => `<cx-product-grid-item><a class="cx-product-image-container" href="${href}">
</a><a class="cx-product-name" href="${href}">${title}</a><div class="cx-product-price-container"><div
 class="cx-product-price" aria-label=""> ${price} </div></div><cx-add-to-cart><button class="btn btn-primary">${button}
</button></cx-add-to-cart></cx-product-grid-item>`,
  list: (cards) => `<div class="container cx-product-container"><div class="row">${cards}</div></div>`,
};

const bitrix: Platform = {
  key: 'bitrix',
  origin: 'in the manner of 1C-Bitrix and its e-shop templates',
  years: [2014, 2024],
  bodyClass: 'bx-background-image bx-theme-blue',
  data: 'microdata',
  productPath: ({ slug, id }) => `/catalog/${encodeURIComponent(slug)}/${id}/`,
  categoryPath: (slug) => `/catalog/${encodeURIComponent(slug)}/`,
  searchPath: (query) => `/catalog/?q=${encodeURIComponent(query)}`,
  cartPath: '/personal/cart/',
  amount: (market, amount, space) => print(market, amount, space),
  price: (
    amount,
  ) => `<div class="product-item-detail-pay-block"><div class="product-item-detail-info-container"><div
 class="product-item-detail-price-old" id="bx_1_old_price" style="display: none;"></div><div
 class="product-item-detail-price-current" id="bx_1_price">${amount}</div><div class="item_economy_price"
 style="display: none;"></div></div></div>`,
  sale: (
    now,
    old,
  ) => `<div class="product-item-detail-pay-block"><div class="product-item-detail-info-container"><div
 class="product-item-detail-price-old" id="bx_1_old_price">${old}</div><div class="product-item-detail-price-current"
 id="bx_1_price">${now}</div></div></div>`,
  title: (text) => `<h1 class="bx-title dbg_title" id="pagetitle">${text}</h1>`,
  stock: (
    text,
  ) => `<div class="product-item-detail-info-container"><span class="product-item-detail-info-container-title">
</span><span class="product-item-quantity">${text}</span></div>`,
  sku: (label, sku) => `<dl class="product-item-detail-properties"><dt>${label}</dt><dd>${sku}</dd></dl>`,
  button: (
    text,
    disabled,
  ) => `<div data-entity="main-button-container"><div class="product-item-detail-info-container">
<a class="btn btn-default product-item-detail-buy-button${disabled ? ' disabled' : ''}" id="bx_1_add_basket_link"
 href="javascript:void(0);"><span>${text}</span></a></div></div>`,
  product: (p) => `<div class="workarea"><div class="container bx-content-section">${p.title}<div
 class="bx-catalog-element bx-blue" id="bx_1"><div class="container-fluid"><div class="row"><div class="col-md-6">
${p.gallery}</div><div class="col-md-6">${p.sku}${p.options}${p.price}${p.stock}${p.buy}</div></div><div
 class="product-item-detail-tab-content active">${p.description}${p.specification}</div></div></div>
${p.below}</div></div>`,
  card: ({ title, href, price }, button) => `<div class="product-item-container"><div class="product-item"><a
 class="product-item-image-wrapper" href="${href}"></a><div class="product-item-title"><a href="${href}">${title}</a>
</div><div class="product-item-info-container product-item-price-container"><span class="product-item-price-current">
${price}</span></div><div class="product-item-button-container"><a class="btn btn-default btn-sm">${button}</a></div>
</div></div>`,
  list: (cards) =>
    `<div class="catalog-section bx-blue"><div class="row product-item-list-col-3">${cards}</div></div>`,
};

const wix: Platform = {
  key: 'wix',
  origin: 'in the manner of Wix Stores',
  years: [2018, 2025],
  bodyClass: 'responsive',
  data: 'jsonLd',
  productPath: ({ slug }) => `/product-page/${encodeURIComponent(slug)}`,
  categoryPath: (slug) => `/category/${encodeURIComponent(slug)}`,
  searchPath: (query) => `/search-results?q=${encodeURIComponent(query)}`,
  cartPath: '/cart-page',
  amount: (market, amount, space) => print(market, amount, space),
  price: (
    amount,
  ) => `<div data-hook="product-price"><div class="_3Mh2G"><span class="_26qxh" aria-hidden="false"
 data-hook="formatted-primary-price">${amount}</span><span class="_2BULo">Price</span></div></div>`,
  sale: (
    now,
    old,
  ) => `<div data-hook="product-price"><span class="SJqnh"><span data-hook="formatted-secondary-price"
 class="_1vRbW">${old}</span><span class="_2BULo">Regular Price</span></span><span class="_26qxh"
 data-hook="formatted-primary-price">${now}</span><span class="_2BULo">Sale Price</span></div>`,
  title: (text) => `<h1 data-hook="product-title" class="_2qrJF">${text}</h1>`,
  stock: (text) => `<div data-hook="product-stock" class="_9x1"><span>${text}</span></div>`,
  sku: (label, sku) => `<div data-hook="sku" class="_1rwRc">${label}: ${sku}</div>`,
  button: (text, disabled) => `<button data-hook="add-to-cart" class="buttonnext1004810401__root _1xXTe"
 type="button" aria-disabled="${disabled}"${disabled ? ' disabled' : ''}><span
 class="buttonnext__content">${text}</span>
</button>`,
  product: (
    p,
  ) => `<div id="SITE_CONTAINER"><div id="masterPage"><main id="PAGES_CONTAINER"><div id="TPAMultiSection_1">
<div data-hook="product-page"><article class="_1S6qH"><div class="_2h0">${p.gallery}<section data-hook="description">
<p>${p.description}</p></section></div><div class="_3j0qu"><div>${p.title}${p.sku}${p.price}</div>${p.options}
${p.stock}${p.buy}<div data-hook="info-section">${p.specification}</div></div></article>${p.below}</div></div></main>
</div></div>`,
  card: ({ title, href, price }, button) => `<li data-hook="product-list-grid-item"><div
 data-hook="product-item-root" class="_3DNsL"><a href="${href}" data-hook="product-item-container"><h3
 class="_2BULo" data-hook="product-item-name">${title}</h3><div data-hook="product-item-price-to-pay"
 class="cfpn1d">${price}</div></a><button data-hook="product-item-add-to-cart-button">${button}</button></div></li>`,
  list: (cards) =>
    `<section data-hook="product-list"><ul data-hook="product-list-wrapper">${cards}</ul></section>`,
};

const squarespace: Platform = {
  key: 'sqsp',
  origin: 'in the manner of Squarespace Commerce',
  years: [2017, 2025],
  bodyClass: 'item-66 view-item collection-type-products collection-layout-default',
  data: 'jsonLd',
  productPath: ({ slug }) => `/store/p/${encodeURIComponent(slug)}`,
  categoryPath: (slug) => `/store/${encodeURIComponent(slug)}`,
  searchPath: (query) => `/search?q=${encodeURIComponent(query)}`,
  cartPath: '/cart',
  amount: (market, amount) =>
    `<span class="sqs-money-native">${printNumber(market, amount)}</span>${signOf(market)}`,
  price: (amount) => `<div class="product-price">${amount}</div>`,
  sale: (now, old) => `<div class="product-price"><span class="product-mark sale">Sale</span> ${now} <span
 class="original-price">${old}</span></div>`,
  title: (text) => `<h1 class="ProductItem-details-title" data-content-field="title">${text}</h1>`,
  stock: (text, ok) =>
    ok ? `<div class="ProductItem-stock">${text}</div>` : `<div class="product-mark sold-out">${text}</div>`,
  sku: (label, sku) => `<p>${label} ${sku}</p>`,
  button: (text, disabled) => `<div class="sqs-add-to-cart-button-wrapper"><div class="sqs-add-to-cart-button
 sqs-suppress-edit-mode sqs-editable-button${disabled ? ' sold-out' : ''}" role="button" tabindex="0"
 data-item-id="62" data-original-label="${text}"><div class="sqs-add-to-cart-button-inner">${text}</div></div></div>`,
  product: (p) => `<main id="page" role="main"><article class="ProductItem hentry" data-item-id="62"><section
 class="ProductItem-summary"><section class="ProductItem-gallery">${p.gallery}</section><section
 class="ProductItem-details">${p.title}${p.price}<div class="ProductItem-details-excerpt"><p>${p.description}</p>
${p.sku}</div>${p.options}${p.stock}${p.buy}</section></section><section class="ProductItem-additional">
${p.specification}</section>${p.below}</article></main>`,
  card: ({ title, href, price }, button) => `<div class="ProductList-item hentry"><a href="${href}"
 class="ProductList-item-link"></a><section class="ProductList-overlay"><div class="ProductList-meta"><h1
 class="ProductList-title">${title}</h1><div class="product-price">${price}</div></div><span
 class="sqs-product-quick-view-button">${button}</span></section></div>`,
  list: (cards) =>
    `<section class="ProductList"><div class="ProductList-grid clear">${cards}</div></section>`,
};

const ecwid: Platform = {
  key: 'ecwid',
  origin: 'in the manner of an Ecwid storefront inside another page',
  years: [2016, 2025],
  bodyClass: 'page-template-default page',
  data: 'openGraph',
  productPath: ({ slug, id }) => `/shop/${encodeURIComponent(slug)}-p${id}00`,
  categoryPath: (slug) => `/shop/${encodeURIComponent(slug)}-c4411`,
  searchPath: (query) => `/shop/search?keyword=${encodeURIComponent(query)}`,
  cartPath: '/shop/cart',
  amount: (market, amount, space) => print(market, amount, space),
  price: (amount) => `<div class="product-details__product-price ec-price-item"><span
 class="details-product-price__value ec-price-item notranslate">${amount}</span></div>`,
  sale: (now, old) => `<div class="product-details__product-price ec-price-item"><span
 class="details-product-price__value ec-price-item notranslate">${now}</span></div><div
 class="product-details__product-compare-price"><span class="details-product-price-compare__value"><s>${old}</s></span>
</div>`,
  title: (text) => `<h1 class="product-details__product-title ec-header-h3">${text}</h1>`,
  stock: (
    text,
  ) => `<div class="product-details__product-availability"><div class="details-product-purchase__place"><span>
${text}</span></div></div>`,
  sku: (label, sku) => `<div class="product-details__product-sku ec-text-muted">${label} ${sku}</div>`,
  button: (text, disabled) => `<div class="details-product-purchase__controls"><div
 class="details-product-purchase__add-to-bag form-control form-control--button form-control--large"><button
 class="form-control__button" type="button"${disabled ? ' disabled' : ''}><span
 class="form-control__button-text">${text}
</span></button></div></div>`,
  product: (
    p,
  ) => `<div class="ecwid-shopping-cart ecsp-store"><div id="ecwid-products"><div class="ec-size ec-store">
<div class="product-details product-details--top"><div class="product-details__gallery">${p.gallery}</div><div
 class="product-details__sidebar">${p.title}${p.sku}${p.price}${p.stock}${p.options}${p.buy}</div><div
 class="product-details__product-description">${p.description}${p.specification}</div></div>
${p.below}</div></div></div>`,
  card: ({ title, href, price }, button) => `<div class="grid-product grid-product--id-1"><div
 class="grid-product__wrap"><a href="${href}" class="grid-product__title"><div
 class="grid-product__title-inner">${title}
</div></a><div class="grid-product__price"><div class="grid-product__price-amount"><div
 class="grid-product__price-value ec-price-item">${price}</div></div></div><div class="grid-product__button"><button
 class="form-control__button">${button}</button></div></div></div>`,
  list: (cards) => `<div class="grid"><div class="grid__products">${cards}</div></div>`,
};

/** What is no row becomes one, since browsers move it out of the table otherwise. */
const asRow = (part: string): string =>
  part === '' || /^<tr/i.test(part) ? part : `<TR><TD class=main>${part}</TD></TR>`;

const oldTables: Platform = {
  key: 'tables',
  origin: 'in the manner of shops of the 2000s, laid out in tables',
  years: [2002, 2014],
  bodyClass: '',
  data: 'none',
  productPath: ({ id }) => `/product_info.php?products_id=${id}&osCsid=8f3a`,
  categoryPath: () => '/index.php?cPath=22_41',
  searchPath: (query) => `/advanced_search_result.php?keywords=${encodeURIComponent(query)}`,
  cartPath: '/shopping_cart.php',
  amount: (market, amount, space) => print(market, amount, space),
  price: (amount) =>
    `<TR><TD class=main align=right><FONT size=4 color="#990000"><B>${amount}</B></FONT></TD></TR>`,
  sale: (now, old) => `<TR><TD class=pageHeading align=right valign=top><s>${old}</s> <span
 class=productSpecialPrice>${now}</span></TD></TR>`,
  title: (text) => `<TR><TD class="pageHeading" valign=top>${text}</TD></TR>`,
  stock: (text) => `<TR><TD class=smallText>${text}</TD></TR>`,
  sku: (label, sku) => `<TR><TD class=smallText>[${label} ${sku}]</TD></TR>`,
  button: (text, disabled, { id }) => `<TR><TD class=main align=right><form name="cart_quantity"
 action="/product_info.php?action=add_product" method=post><input type=hidden name=products_id value=${id}><input
 type=submit value="${text}"${disabled ? ' disabled' : ''}></form></TD></TR>`,
  product: (
    p,
  ) => `<table border=0 width="100%" cellspacing=3 cellpadding=3><tr><td width=160 valign=top><table border=0
 width=160 cellspacing=0><tr><td class=infoBoxHeading>&nbsp;</td></tr></table></td><td width="100%" valign=top><table
 border=0 width="100%" cellspacing=0 cellpadding=0>${p.title}${p.sku}<tr><td>${p.gallery}</td></tr>${asRow(p.price)}
<tr><td class=main><p>${p.description}<br><br></td></tr>
<tr><td>${p.options}</td></tr>${asRow(p.stock)}${asRow(p.buy)}<tr><td>
${p.specification}</td></tr></table>${p.below}</td></tr></table>`,
  card: (
    { title, href, price },
    button,
  ) => `<td align=center class=smallText width="33%" valign=top><a href="${href}">
<img src="images/s.gif" border=0 width=100 height=80></a><br><a href="${href}">${title}</a><br>${price}<br><a
 href="${href}&action=buy_now">${button}</a></td>`,
  list: (cards) => `<table border=0 width="100%" cellspacing=0 cellpadding=2><tr>${cards}</tr></table>`,
};

const utility: Platform = {
  key: 'utility',
  origin: 'in the manner of an own storefront in Next.js with utility classes',
  years: [2021, 2026],
  bodyClass: 'bg-white text-gray-900 antialiased',
  data: 'none',
  productPath: ({ slug, id }) => `/p/${encodeURIComponent(slug)}-${id}`,
  categoryPath: (slug) => `/c/${encodeURIComponent(slug)}`,
  searchPath: (query) => `/search?query=${encodeURIComponent(query)}`,
  cartPath: '/basket',
  amount: (market, amount, space) => print(market, amount, space),
  price: (
    amount,
  ) => `<div class="mt-4 flex items-baseline gap-2"><span class="text-3xl font-bold tracking-tight">${amount}
</span></div>`,
  sale: (
    now,
    old,
  ) => `<div class="mt-4 flex items-baseline gap-2"><span class="text-3xl font-bold text-red-600">${now}
</span><span class="text-lg text-gray-400 line-through">${old}</span></div>`,
  title: (text) => `<h1 class="text-2xl font-semibold leading-tight">${text}</h1>`,
  stock: (text, ok) => `<div class="flex items-center text-sm"><span class="mr-2 h-2 w-2 rounded-full
 ${ok ? 'bg-green-500' : 'bg-gray-300'}"></span>${text}</div>`,
  sku: (label, sku) => `<div class="text-xs text-gray-500">${label}: <!-- -->${sku}</div>`,
  button: (
    text,
    disabled,
  ) => `<button type="button" data-testid="pdp-cta" class="mt-6 flex w-full items-center
 justify-center rounded-full bg-black px-8 py-4 text-white"${disabled ? ' disabled=""' : ''}>${text}</button>`,
  product: (p) => `<div id="__next"><main class="mx-auto max-w-7xl px-4"><div class="grid grid-cols-1 gap-8
 lg:grid-cols-2"><div class="relative aspect-square">${p.gallery}</div><div class="flex flex-col">${p.title}${p.sku}
${p.price}<p class="mt-4 text-sm">${p.description}</p>${p.options}${p.stock}${p.buy}<div class="mt-10 border-t">
${p.specification}</div></div></div>${p.below}</main></div>`,
  card: ({ title, href, price }, button) => `<div class="group relative flex flex-col"><a href="${href}"><p
 class="text-sm text-gray-700">${title}</p><p class="text-sm font-medium">${price}</p></a><button class="rounded
 border px-2">${button}</button></div>`,
  list: (cards) => `<div class="grid grid-cols-2 gap-4 md:grid-cols-4">${cards}</div>`,
};

const hashed: Platform = {
  key: 'hashed',
  origin: 'in the manner of an own storefront with hashed class names',
  years: [2019, 2026],
  bodyClass: 'css-1dbjc4n',
  data: 'none',
  productPath: ({ slug, sku }) => `/${encodeURIComponent(slug)}/dp/${sku}`,
  categoryPath: (slug) => `/${encodeURIComponent(slug)}/s`,
  searchPath: (query) => `/s?k=${encodeURIComponent(query)}`,
  cartPath: '/gp/cart',
  amount: (market, amount, space) => {
    const { whole, mark, fraction } = partsOf(market, amount, space);
    const digits =
      fraction === ''
        ? whole
        : `${whole}<span class="sc-e1">${mark}</span><span class="sc-f2">${fraction}</span>`;
    return `<span class="sc-d0">${market.pattern.replaceAll(' ', space).replace('{n}', digits)}</span>`;
  },
  price: (amount) => `<div class="sc-1vp css-x7k2a"><div class="css-9qk">${amount}</div></div>`,
  sale: (
    now,
    old,
  ) => `<div class="sc-1vp css-x7k2a"><div class="css-9qk css-red">${now}</div><div class="css-5fd"
 style="text-decoration:line-through">${old}</div></div>`,
  title: (text) => `<h1 class="css-8zt">${text}</h1>`,
  stock: (text) => `<div class="css-2gp">${text}</div>`,
  sku: (label, sku) =>
    `<div class="css-0ab"><span class="css-q1">${label}</span><span class="css-q2">${sku}</span></div>`,
  button: (text, disabled) =>
    `<button class="css-btn7 sc-9cc"${disabled ? ' disabled' : ''}><span>${text}</span></button>`,
  product: (p) => `<div class="css-1dbjc4n"><div class="css-a1"><div class="css-b2">${p.gallery}</div><div
 class="css-c3">${p.title}${p.sku}<div class="css-d4">${p.price}</div>${p.stock}${p.options}${p.buy}</div></div><div
 class="css-e5"><p>${p.description}</p>${p.specification}</div>${p.below}</div>`,
  card: (
    { title, href, price },
    button,
  ) => `<div class="css-k7"><a class="css-l8" href="${href}"><span class="css-m9">
${title}</span></a><div class="css-n1">${price}</div><button class="css-o2">${button}</button></div>`,
  list: (cards) => `<div class="css-grid">${cards}</div>`,
};

/** Every platform that pages are written for. */
export const platforms: readonly Platform[] = [
  woocommerce,
  shopify,
  magento,
  prestashop,
  opencart,
  shopware,
  bigcommerce,
  salesforce,
  sap,
  bitrix,
  wix,
  squarespace,
  ecwid,
  oldTables,
  utility,
  hashed,
];

/** @returns a card of a product as the shop's platform shows it in lists. */
export const cardOf = (shop: Shop, product: Product): string =>
  shop.platform.card(
    {
      title: e(product.title),
      href: shop.platform.productPath(product).replaceAll('&', '&amp;'),
      price: shop.platform.amount(shop.market, product.price, shop.space),
    },
    shop.words.addToCart,
  );
