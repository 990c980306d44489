import { expect, test } from 'vitest';
import { extract, page, summary } from '../page-fixture.ts';

interface PlatformPage {
  shows: string;
  html: string;
  url?: string;
  result: string;
  availability?: string;
  sku?: string | null;
}

/** Markup in the form that each platform's default theme gives it, without structured data. */
const pages: readonly PlatformPage[] = [
  {
    shows: 'WooCommerce: sale in del and ins, SKU in the product meta',
    html: page(
      `<nav><a href="/cart">Cart <span class="woocommerce-Price-amount amount">£0.00</span></a></nav><main><div class="product type-product"><div class="summary entry-summary"><h1 class="product_title entry-title">Oak stool</h1><p class="price"><del><span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">£</span>85.00</bdi></span></del> <ins><span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">£</span>69.00</bdi></span></ins></p><p class="stock in-stock">12 in stock</p><form class="cart"><input type="number" name="quantity" value="1"><button type="submit" class="single_add_to_cart_button button alt">Add to basket</button></form><div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">OS-12</span></span></div></div><section class="related products"><h2>Related products</h2><ul class="products"><li class="product"><h2>Pine stool</h2><span class="price"><span class="amount">£39.00</span></span></li></ul></section></div></main>`,
      '<title>Oak stool – Joinery</title>',
      'en-GB',
    ),
    result: 'Priced, 69.00 GBP, list 85.00',
    availability: 'InStock',
    sku: 'OS-12',
  },
  {
    shows: 'Shopify theme: sale item and compare-at price',
    html: page(
      `<div class="product-single"><h1 class="product-single__title">Linen shirt</h1><div class="price price--on-sale"><div class="price__regular"><span class="visually-hidden">Regular price</span><s class="price-item price-item--regular">$80.00 CAD</s></div><div class="price__sale"><span class="visually-hidden">Sale price</span><span class="price-item price-item--sale">$60.00 CAD</span></div></div><button name="add" class="product-form__cart-submit"><span>Add to cart</span></button></div>`,
      '<title>Linen shirt</title>',
    ),
    result: 'Priced, 60.00 CAD, list 80.00',
    availability: 'InStock',
  },
  {
    shows: 'Shopware 6: list price with saving',
    html: page(
      `<div class="product-detail"><h1 class="product-detail-name">Rucksack 30 L</h1><div class="product-detail-price-container"><p class="product-detail-price with-list-price">79,90 €*</p><span class="list-price-price">99,90 €*</span><span class="list-price-percentage">(20.02% gespart)</span></div><p class="delivery-information delivery-available">Sofort verfügbar, Lieferzeit: 2-5 Tage</p><button class="btn btn-primary btn-buy">In den Warenkorb</button><div class="product-detail-ordernumber-container"><span class="product-detail-ordernumber-label">Produktnummer:</span> <span class="product-detail-ordernumber">RS.30</span></div></div>`,
      '<title>Rucksack 30 L</title>',
      'de',
    ),
    result: 'Priced, 79.90 EUR, list 99.90',
    availability: 'InStock',
    sku: 'RS.30',
  },
  {
    shows: 'BigCommerce: was and now, SKU in a definition list',
    html: page(
      `<div class="productView"><h1 class="productView-title">Enamel pan</h1><div class="productView-price"><div class="price-section rrp-price--withoutTax">MSRP: <span class="price price--rrp">$55.00</span></div><div class="price-section price-section--withoutTax"><span class="price-now-label">Now:</span> <span class="price price--withoutTax">$42.50</span></div></div><dl class="productView-info"><dt class="productView-info-name">SKU:</dt><dd class="productView-info-value">EP-42</dd></dl><input id="form-action-addToCart" class="button button--primary" type="submit" value="Add to Cart"></div>`,
      '<title>Enamel pan</title>',
      'en-US',
    ),
    result: 'Priced, 42.50 USD, list 55.00',
    availability: 'InStock',
    sku: 'EP-42',
  },
  {
    shows: 'Tilda: price and currency in elements of their own',
    html: page(
      `<div class="t-store__prod-popup__info"><h1 class="js-store-prod-name">Свеча</h1><div class="js-store-prod-sku">Артикул: SV1</div><div class="t-store__prod-popup__price-wrapper"><div class="js-store-prod-price"><div class="js-product-price">1 200</div><div class="t-store__prod-popup__price-currency">р.</div></div><div class="js-store-prod-price-old"><div class="js-store-prod-price-old-val">1 500</div><div>р.</div></div></div><a href="#order" class="t-btn js-store-prod-popup-buy-btn">Купить</a></div>`,
      '<title>Свеча</title>',
      'ru',
    ),
    result: 'Priced, 1200 RUB, list 1500',
    sku: 'SV1',
  },
  {
    shows: 'Brazil: a lower price with Pix, and instalments',
    html: page(
      `<div class="produto"><h1>Liquidificador</h1><p>Ref: LQ-5</p><div class="preco-pix"><strong>R$ 142,40</strong> no Pix (5% de desconto)</div><div class="preco-por">R$ 149,90</div><div class="parcelas">ou 3x de R$ 49,97 sem juros</div><button class="comprar">Comprar</button></div>`,
      '<title>Liquidificador</title>',
      'pt-BR',
    ),
    result: 'Priced, 149.90 BRL',
    availability: 'InStock',
    sku: 'LQ-5',
  },
];

for (const { shows, html, url, result, availability, sku } of pages)
  test(shows, () => {
    const found = extract(html, url === undefined ? {} : { url });
    expect(summary(found)).toBe(result);
    if (availability !== undefined) expect(found.Availability).toBe(availability);
    if (sku !== undefined) expect(found.Sku).toBe(sku);
  });
