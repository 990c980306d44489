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
    shows: 'Magento 2: special and old price, unavailable',
    html: page(
      `<main><h1 class="page-title"><span class="base">Lampada da tavolo</span></h1><div class="product-info-main"><div class="product-info-price"><div class="price-box price-final_price"><span class="special-price"><span class="price-container"><span class="price-label">Prezzo speciale</span><span class="price-wrapper"><span class="price">89,00 €</span></span></span></span><span class="old-price"><span class="price-container"><span class="price-label">Prezzo predefinito</span><span class="price-wrapper"><span class="price">120,00 €</span></span></span></span></div><div class="product-info-stock-sku"><div class="stock unavailable"><span>Non disponibile</span></div><div class="product attribute sku"><strong class="type">SKU</strong><div class="value">LT-4</div></div></div></div></div></main>`,
      '<title>Lampada da tavolo</title>',
      'it',
    ),
    result: 'OutOfStock, 89.00 EUR, list 120.00',
    availability: 'OutOfStock',
    sku: 'LT-4',
  },
  {
    shows: 'Magento 1: regular price, product code',
    html: page(
      `<div class="product-view"><div class="product-shop"><div class="product-name"><h1>Garden chair</h1></div><p class="availability in-stock">Availability: <span>In stock</span></p><div class="price-box"><span class="regular-price"><span class="price">$45.00</span></span></div><div class="add-to-cart"><button type="button" title="Add to Cart" class="button btn-cart"><span>Add to Cart</span></button></div><div class="std">Item Code: GC-45</div></div></div>`,
      '<title>Garden chair</title>',
      'en-US',
    ),
    result: 'Priced, 45.00 USD',
    availability: 'InStock',
    sku: 'GC-45',
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
    shows: 'PrestaShop: discount, regular price, reference',
    html: page(
      `<section id="main"><h1 class="h1">Tasse en grès</h1><div class="product-prices"><div class="product-discount"><span class="regular-price">18,00 €</span></div><div class="product-price h5 has-discount"><div class="current-price"><span>14,40 €</span><span class="discount discount-percentage">Économisez 20%</span></div></div><div class="tax-shipping-delivery-label">TTC</div></div><div class="product-add-to-cart"><button class="btn btn-primary add-to-cart" data-button-action="add-to-cart">Ajouter au panier</button><span id="product-availability">Derniers articles en stock</span></div><div class="product-reference"><label class="label">Référence</label> <span>TG-18</span></div></section>`,
      '<title>Tasse en grès</title>',
      'fr',
    ),
    result: 'Priced, 14.40 EUR, list 18.00',
    sku: 'TG-18',
  },
  {
    shows: 'Shopware 5: star at the price, order number, delivery',
    html: page(
      `<section class="content-main"><div class="product--details"><h1 class="product--title">Wanderstock</h1><div class="product--price price--default"><span class="price--content content--default">24,95&nbsp;€ *</span></div><p class="product--tax">inkl. MwSt. zzgl. Versandkosten</p><div class="product--delivery"><p class="delivery--information"><span class="delivery--text delivery--text-available">Sofort versandfertig, Lieferzeit ca. 1-3 Werktage</span></p></div><button class="buybox--button">In den Warenkorb</button><ul class="product--base-info"><li class="base-info--entry entry--sku"><strong class="entry--label">Artikel-Nr.:</strong> <span class="entry--content">SW10023</span></li></ul></div></section>`,
      '<title>Wanderstock | Laden</title>',
      'de',
    ),
    result: 'Priced, 24.95 EUR',
    availability: 'InStock',
    sku: 'SW10023',
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
    shows: 'OpenCart: old price struck in a list, tax-free price below',
    html: page(
      `<div id="product-product"><h1>Bluetooth колонка</h1><ul class="list-unstyled"><li>Код товара: BT-77</li><li>Наличие: Есть в наличии</li></ul><ul class="list-unstyled"><li><span style="text-decoration: line-through;">1 900 грн.</span></li><li><h2>1 499 грн.</h2></li></ul><button type="button" id="button-cart" class="btn btn-primary">Купить</button></div>`,
      '<title>Bluetooth колонка</title>',
      'ru-UA',
    ),
    result: 'Priced, 1499 UAH, list 1900',
    availability: 'InStock',
    sku: 'BT-77',
  },
  {
    shows: 'Bitrix: discount price, economy, article',
    html: page(
      `<div class="bx-catalog-element"><h1 class="bx-title">Чайник 1,7 л</h1><div class="product-item-detail-price-old">3 990 руб.</div><div class="product-item-detail-price-current">2 990 руб.</div><div class="item_economy_price">Экономия 1 000 руб.</div><div class="product-item-detail-info">Артикул: <span>CH-17</span></div><div>В наличии</div><a class="btn btn-default product-item-detail-buy-button" href="javascript:void(0);">В корзину</a></div>`,
      '<title>Чайник 1,7 л купить</title>',
      'ru',
    ),
    result: 'Priced, 2990 RUB, list 3990',
    availability: 'InStock',
    sku: 'CH-17',
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
    shows: 'Oxid: article number beside the price',
    html: page(
      `<div id="productinfo"><h1 id="productTitle">Kaffeemühle</h1><span class="small">Artikelnummer: 1402</span><div class="pricebox"><del>79,00 €</del><label id="productPrice" class="price"><span>59,00 <span>€</span> *</span></label></div><span class="text-success">Auf Lager</span><button id="toBasket" type="submit" class="btn">In den Warenkorb</button></div>`,
      '<title>Kaffeemühle</title>',
      'de',
    ),
    result: 'Priced, 59.00 EUR, list 79.00',
    availability: 'InStock',
    sku: '1402',
  },
  {
    shows: 'JTL: base price in parentheses',
    html: page(
      `<div id="product-offer"><h1 class="product-title">Olivenöl 500 ml</h1><div class="product-info"><span>Artikelnummer:</span> <span>OL500</span></div><div class="price_wrapper"><strong class="price">8,90 €</strong><div class="base_price">17,80 € pro 1 l</div><span class="vat_info">inkl. 7% USt.</span></div><span class="status-2">sofort verfügbar</span><button name="inWarenkorb" class="btn btn-primary">In den Warenkorb</button></div>`,
      '<title>Olivenöl 500 ml</title>',
      'de',
    ),
    result: 'Priced, 8.90 EUR',
    availability: 'InStock',
    sku: 'OL500',
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
    shows: 'Squarespace: price above the button',
    html: page(
      `<section class="ProductItem"><h1 class="ProductItem-details-title">Print A3</h1><div class="product-price">£35.00</div><div class="sqs-add-to-cart-button" role="button">Add To Cart</div></section>`,
      '<title>Print A3 — Studio</title>',
      'en-GB',
    ),
    result: 'Priced, 35.00 GBP',
    availability: 'InStock',
  },
  {
    shows: 'Wix: price read by assistive technology',
    html: page(
      `<article data-hook="product-page"><h1 data-hook="product-title">Silver ring</h1><div data-hook="sku">SKU: SR-9</div><div data-hook="product-price"><span data-hook="formatted-primary-price">€48.00</span><span class="visually-hidden">Price</span></div><button data-hook="add-to-cart">Add to Cart</button></article>`,
      '<title>Silver ring</title>',
    ),
    result: 'Priced, 48.00 EUR',
    availability: 'InStock',
    sku: 'SR-9',
  },
  {
    shows: 'Ecwid: in stock, price with code',
    html: page(
      `<div class="ecwid-productBrowser"><h1 class="product-details__product-title">Tea box</h1><div class="product-details__product-sku">SKU 00014</div><div class="product-details__product-price ec-price-item">$18.00</div><div class="product-details__product-stock">In stock</div><button class="form-control__button">Add to Bag</button></div>`,
      '<title>Tea box</title>',
      'en-US',
    ),
    result: 'Priced, 18.00 USD',
    availability: 'InStock',
    sku: '00014',
  },
  {
    shows: 'Salesforce: sales price with strike-through and hidden labels',
    html: page(
      `<div class="product-detail" data-pid="700123"><h1 class="product-name">Trail jacket</h1><div class="prices"><div class="price"><del><span class="strike-through list"><span class="value" content="120.00"><span class="sr-only">Price reduced from</span>$120.00<span class="sr-only">to</span></span></span></del><span class="sales"><span class="value" content="84.00">$84.00</span></span></div></div><div class="availability"><ul class="availability-msg"><li>In Stock</li></ul></div><button class="add-to-cart btn">Add to Cart</button><div class="product-number">Item No. <span class="product-id">700123</span></div></div>`,
      '<title>Trail jacket</title>',
      'en-US',
    ),
    result: 'Priced, 84.00 USD, list 120.00',
    availability: 'InStock',
    sku: '700123',
  },
  {
    shows: 'SAP Commerce: name, code and price in one block',
    html: page(
      `<div class="product-details page-title"><h1 class="name">Drill 18 V <span class="sku">ID</span><span class="code">3881074</span></h1></div><div class="product-main-info"><p class="price">$129.00</p><div class="stock-wrapper">78 In Stock</div><button class="btn js-add-to-cart">Add to cart</button></div>`,
      '<title>Drill 18 V</title>',
      'en-US',
    ),
    result: 'Priced, 129.00 USD',
    availability: 'InStock',
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
  {
    shows: 'Brazil: price, then what it costs by bank slip',
    html: page(
      `<div class="produto"><h1>Cafeteira</h1><div class="preco"><span class="price">R$ 299,00</span></div><div class="boleto">R$ 284,05 à vista no boleto</div><button class="comprar">Comprar</button></div>`,
      '<title>Cafeteira</title>',
      'pt-BR',
    ),
    result: 'Priced, 299.00 BRL',
  },
  {
    shows: 'Poland: lowest price of thirty days below the sale price',
    html: page(
      `<div class="product"><h1>Czajnik</h1><div class="price"><span class="price__old">249,00 zł</span> <span class="price__current">199,00 zł</span></div><div class="omnibus">Najniższa cena z 30 dni przed obniżką: 189,00 zł</div><button>Do koszyka</button></div>`,
      '<title>Czajnik</title>',
      'pl',
    ),
    result: 'Priced, 199.00 PLN, list 249.00',
    availability: 'InStock',
  },
  {
    shows: 'Japan: price with tax beside price without',
    html: page(
      `<div class="item"><h1>湯呑み</h1><p>商品番号：YN-3</p><div class="price">1,800円(税抜)</div><div class="price">1,980円(税込)</div><p>在庫あり</p><button>カートに入れる</button></div>`,
      '<title>湯呑み</title>',
      'ja',
    ),
    result: 'Priced, 1980 JPY',
    availability: 'InStock',
    sku: 'YN-3',
  },
  {
    shows: 'Korea: market price and selling price',
    html: page(
      `<div class="detail"><h2 class="name">머그컵</h2><table><tr><th>소비자가</th><td><strike>15,000원</strike></td></tr><tr><th>판매가</th><td><strong class="price">12,000원</strong></td></tr><tr><th>배송비</th><td>3,000원</td></tr></table><button>장바구니</button></div>`,
      '<title>머그컵</title>',
      'ko',
    ),
    result: 'Priced, 12000 KRW, list 15000',
    availability: 'InStock',
  },
  {
    shows: 'Turkey: instalments and shipping below',
    html: page(
      `<div class="urun"><h1>Çaydanlık</h1><div class="fiyat"><del>799,00 TL</del> <span class="price">649,90 TL</span></div><div>3 taksit x 216,63 TL</div><div>Kargo: 29,90 TL</div><div>Stok Kodu: CD-6</div><button>Sepete Ekle</button></div>`,
      '<title>Çaydanlık</title>',
      'tr',
    ),
    result: 'Priced, 649.90 TRY, list 799.00',
    sku: 'CD-6',
  },
  {
    shows: 'Sweden: price with colon and dash, out of stock online',
    html: page(
      `<div class="product"><h1>Stol i björk</h1><div class="price">1 495:-</div><div class="stock">Slut i lager</div><p>Art.nr: 4412</p><button disabled>Köp</button></div>`,
      '<title>Stol i björk</title>',
      'sv-SE',
    ),
    result: 'OutOfStock, 1495 SEK',
    availability: 'OutOfStock',
    sku: '4412',
  },
  {
    shows: 'Czechia: price with and without tax',
    html: page(
      `<div class="detail"><h1>Hrnek</h1><div class="price-final"><strong>249 Kč</strong></div><div class="price-additional">205,79 Kč bez DPH</div><span class="availability">Skladem</span><div>Kód: <span>HR-1</span></div><button>Do košíku</button></div>`,
      '<title>Hrnek</title>',
      'cs',
    ),
    result: 'Priced, 249 CZK',
    availability: 'InStock',
    sku: 'HR-1',
  },
  {
    shows: 'India: MRP, price and saving',
    html: page(
      `<div class="pdp"><h1>Pressure cooker 5 L</h1><div><span class="mrp">M.R.P.: <s>₹2,499</s></span> <span class="selling-price">₹1,899</span> <span class="save">You Save: ₹600 (24%)</span></div><div>Inclusive of all taxes</div><button>ADD TO CART</button></div>`,
      '<title>Pressure cooker 5 L</title>',
      'en-IN',
    ),
    result: 'Priced, 1899 INR, list 2499',
    availability: 'InStock',
  },
  {
    shows: 'China: market price struck',
    html: page(
      `<div class="goods"><h1>保温杯</h1><div class="price">¥89.00</div><div class="market-price">市场价：<del>¥129.00</del></div><div>商品编号：100123</div><a class="btn-buy">加入购物车</a></div>`,
      '<title>保温杯</title>',
      'zh-CN',
    ),
    result: 'Priced, 89.00 CNY, list 129.00',
    sku: '100123',
  },
  {
    shows: 'Spain: club price beside everybody’s',
    html: page(
      `<div class="producto"><h1>Cuchillo</h1><div class="price">24,95 €</div><div class="club">Precio socios: 19,95 €</div><button>Añadir al carrito</button></div>`,
      '<title>Cuchillo</title>',
      'es',
    ),
    result: 'Priced, 24.95 EUR',
    availability: 'InStock',
  },
  {
    shows: 'an advertisement whose number stands in its address and a data attribute alone',
    html: page(
      `<div class="ad" data-adno="200532255"><h1>Lattenrost</h1><div class="price">€ 30,–</div></div>`,
      '<title>Lattenrost</title>',
      'de-AT',
    ),
    url: 'https://shop.example/boats/c5780a200532255/lattenrost.htm',
    result: 'Priced, 30 EUR',
    sku: '200532255',
  },
  {
    shows: 'a number that the address alone knows is no SKU',
    html: page(
      `<div><h1>Lattenrost</h1><div class="price">€ 30,–</div></div>`,
      '<title>Lattenrost</title>',
      'de-AT',
    ),
    url: 'https://shop.example/20210514/lattenrost.htm',
    result: 'Priced, 30 EUR',
    sku: null,
  },
];

for (const { shows, html, url, result, availability, sku } of pages)
  test(shows, () => {
    const found = extract(html, url === undefined ? {} : { url });
    expect(summary(found)).toBe(result);
    if (availability !== undefined) expect(found.Availability).toBe(availability);
    if (sku !== undefined) expect(found.Sku).toBe(sku);
  });
