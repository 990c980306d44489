// Pages as the shops of many countries and platforms build them, reduced to what decides: nothing is stated in data.
import { describe, expect, test } from 'vitest';
import { extract, page, summary } from '../page-fixture.ts';

const shopPage = (lang: string, title: string, body: string): string =>
  page(body, `<title>${title}</title>`, lang);

const cases: readonly (readonly [
  shows: string,
  url: string,
  html: string,
  result: string,
  availability: string,
])[] = [
  [
    'a marketplace: the price twice, a list price whose second print has no label, used offers',
    'https://shop.example/p/1',
    shopPage(
      'en-us',
      'Echo Dot (4th Gen) | Smart speaker',
      `<div id="nav-belt"><a id="nav-cart">0 Cart</a></div><div id="dp-container"><div id="centerCol"><h1 id="title"><span id="productTitle"> Echo Dot (4th Gen) | Smart speaker with Alexa </span></h1><div id="averageCustomerReviews"><span class="a-icon-alt">4.7 out of 5 stars</span> <span>1,012,345 ratings</span></div><div id="corePriceDisplay_desktop_feature_div"><div class="a-section a-spacing-none aok-align-center"><span class="a-price aok-align-center reinventPricePriceToPayMargin priceToPay"><span class="a-offscreen">$29.99</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">29<span class="a-price-decimal">.</span></span><span class="a-price-fraction">99</span></span></span></div><div><span class="a-size-small aok-offscreen">List Price: $49.99</span><span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">$49.99</span><span aria-hidden="true">$49.99</span></span></div></div><div id="installments">or 5 monthly payments of $6.00</div></div><div id="rightCol"><div id="buybox"><span class="a-price"><span class="a-offscreen">$29.99</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">29<span class="a-price-decimal">.</span></span><span class="a-price-fraction">99</span></span></span><div id="deliveryBlockMessage">FREE delivery Tuesday on orders over $35</div><div id="availability"><span class="a-size-medium a-color-success"> In Stock </span></div><input id="add-to-cart-button" type="submit" value="Add to Cart"><span>Used from $19.99</span></div></div></div><div id="sims"><h2>Customers who viewed this item also viewed</h2><ol><li class="a-carousel-card"><a href="/dp/x"><span>Echo Show</span></a><span class="a-price"><span class="a-offscreen">$84.99</span></span></li><li class="a-carousel-card"><span class="a-price"><span class="a-offscreen">$64.99</span></span></li></ol></div>`,
    ),
    'Priced, 29.99 USD, list 49.99',
    'InStock',
  ],
  [
    'amounts with fraction elements, twelve instalments, a share off',
    'https://shop.mx/p/1',
    shopPage(
      'es-MX',
      'Audífonos Bose QC45 | Tienda',
      `<main><div class="ui-pdp-container"><h1 class="ui-pdp-title">Audífonos Bose QC45</h1><div class="ui-pdp-price mt-16 ui-pdp-price--size-large"><div class="ui-pdp-price__main-container"><s class="andes-money-amount ui-pdp-price__part ui-pdp-price__original-value andes-money-amount--previous" role="img" aria-label="Antes: 7999 pesos"><span class="andes-money-amount__currency-symbol">$</span><span class="andes-money-amount__fraction">7,999</span></s><div class="ui-pdp-price__second-line"><span><span class="andes-money-amount ui-pdp-price__part" role="img" aria-label="5499 pesos"><span class="andes-money-amount__currency-symbol">$</span><span class="andes-money-amount__fraction">5,499</span></span></span><span class="ui-pdp-price__second-line__label ui-pdp-color--GREEN">31% OFF</span></div></div><div class="ui-pdp-price__subtitles"><p>en <span>12 meses de</span> <span class="andes-money-amount"><span class="andes-money-amount__currency-symbol">$</span><span class="andes-money-amount__fraction">533</span><span>.</span><span class="andes-money-amount__cents">40</span></span></p></div></div><p class="ui-pdp-buybox__quantity">Stock disponible</p><button class="andes-button">Comprar ahora</button></div></main>`,
    ),
    'Priced, 5499 MXN, list 7999',
    'InStock',
  ],
  [
    'the price read aloud in one form and shown in another',
    'https://shop.example/p/1',
    shopPage(
      'de-DE',
      'BILLY Bücherregal - weiß - Laden',
      `<main><div class="pip-page"><h1 class="pip-header-section"><span class="pip-header-section__title--big">BILLY</span><span>Bücherregal, weiß, 80x28x202 cm</span></h1><div class="pip-temp-price-module pip-temp-price-module--informational"><div class="pip-price-package"><span class="pip-temp-price"><span class="pip-temp-price__sr-text">Preis 59.99€</span><span aria-hidden="true"><span class="pip-temp-price__integer">59</span><span class="pip-temp-price__decimal"><span class="pip-temp-price__separator">,</span>99</span><span class="pip-temp-price__currency">€</span></span></span></div></div><button class="pip-btn">In den Warenkorb</button><p>Preis pro Laufmeter: 12,00 €</p></div></main>`,
    ),
    'Priced, 59.99 EUR',
    'InStock',
  ],
  [
    'ins and del with no-break spaces',
    'https://shop.ru/p/1',
    shopPage(
      'ru',
      'Кружка',
      `<div class="product-page"><h1 class="product-page__title">Кружка керамическая 350 мл</h1><div class="price-block"><p class="price-block__price-wrap"><span class="price-block__price"><ins class="price-block__final-price">429&nbsp;₽</ins></span><del class="price-block__old-price"><span>1&nbsp;200&nbsp;₽</span></del></p></div><button class="btn-main">Добавить в корзину</button></div>`,
    ),
    'Priced, 429 RUB, list 1200',
    'InStock',
  ],
  [
    'lowest price of thirty days, ten instalments, delivery from zero',
    'https://shop.pl/p/1',
    shopPage(
      'pl',
      'Klocki LEGO 42115 ',
      `<main><h1>Klocki LEGO Technic 42115 Lamborghini</h1><div class="price"><div aria-label="cena 1 399,00 zł"><span>1 399,</span><span>00</span> <span>zł</span></div></div><div>najniższa cena z 30 dni: 1 299,00 zł</div><div>139,90 zł x 10 rat <b>raty zero</b></div><div>dostawa od 0,00 zł</div><button>dodaj do koszyka</button></main>`,
    ),
    'Priced, 1399.00 PLN',
    'InStock',
  ],
  [
    'tables, no heading, a suggested price below',
    'https://shop.jp/p/1',
    shopPage(
      'ja',
      'コーヒーメーカー',
      `<div id="pagebody"><table><tr><td><span class="item_name">コーヒーメーカー ZOJIRUSHI EC-1</span></td></tr><tr><td><span class="price2">7,980円</span> <span class="tax_postage">税込</span> <span>送料無料</span><div>メーカー希望小売価格 12,000円</div><div>79ポイント(1倍)</div></td></tr></table><button>かごに追加</button></div>`,
    ),
    'Priced, 7980 JPY, list 12000',
    'InStock',
  ],
  [
    'the old price is told only by the printed share off',
    'https://shop.example/p/1',
    shopPage(
      'ko',
      '무선 이어폰 ',
      `<div class="prod-atf"><h2 class="prod-buy-header__title">무선 이어폰 블랙</h2><div class="prod-price"><span class="discount-rate">25%</span><span class="origin-price">39,900원</span><div class="prod-sale-price"><span class="total-price"><strong>29,900원</strong></span><span class="unit-price">(1개당 29,900원)</span></div></div><button class="prod-buy-btn">바로구매</button></div>`,
    ),
    'Priced, 29900 KRW, list 39900',
    'InStock',
  ],
  [
    'class names that mean nothing; the share off tells which price is old',
    'https://shop.example/p/1',
    shopPage(
      'en',
      'realme C25',
      `<div><h1><span class="B_NuCI">realme C25 (Watery Blue, 64 GB)</span></h1><div class="_25b18c"><div class="_30jeq3 _16Jk6d">₹9,499</div><div class="_3I9_wc _2p6lqe">₹10,999</div><div class="_3Ay6Sb">13% off</div></div><ul><li>Bank Offer 10% off up to ₹1,000</li><li>No cost EMI ₹1,584/month</li></ul><button>ADD TO CART</button><button>BUY NOW</button></div>`,
    ),
    'Priced, 9499 INR, list 10999',
    'InStock',
  ],
  [
    'cents in superscript, a recommended price, no currency anywhere',
    'https://shop.example/p/1',
    shopPage(
      'nl',
      'Boek ',
      `<main><h1>Het Diner</h1><section class="buy-block__prices"><span class="promo-price" data-test="price">12<sup class="promo-price__fraction" data-test="price-fraction">99</sup></span><div>Adviesprijs <del>15,00</del></div></section><div>Op voorraad</div><a class="js_btn_buy btn btn--cta" href="#">In winkelwagen</a></main>`,
    ),
    'Priced, 12.99 ?, list 15.00',
    'InStock',
  ],
  [
    'an environmental contribution beside the price',
    'https://shop.example/p/1',
    shopPage(
      'fr',
      'Aspirateur ',
      `<div id="fpContent"><h1>Aspirateur balai sans fil</h1><div class="fpPriceBloc"><span class="fpPrice price priceColor jsMainPrice jsProductPrice hideFromPro" content="149.99">149€<sup>99</sup></span><div class="fpStriked">199,99 €</div><p>ou 4 x 37,50 €</p><p>Eco-participation: 0,50 €</p></div><input type="submit" value="Ajouter au panier" id="fpAddToBasket"></div>`,
    ),
    'Priced, 149.99 EUR, list 199.99',
    'InStock',
  ],
  [
    'the sign in an element of its own',
    'https://shop.example/p/1',
    shopPage(
      'zh-CN',
      '小米手环',
      `<div class="w"><div class="sku-name">小米手环 7 NFC版</div><div class="summary-price-wrap"><div class="summary-price J-summary-price"><div class="dt">京 东 价</div><div class="dd"><span class="p-price"><span>￥</span><span class="price J-p-1">279.00</span></span><a class="notice">降价通知</a><span>定价 <del>¥299.00</del></span></div></div></div><a id="InitCartUrl" class="btn-special1 btn-lg">加入购物车</a></div>`,
    ),
    'Priced, 279.00 CNY, list 299.00',
    'InStock',
  ],
  [
    '"from" and "originally" in German',
    'https://shop.de/p/1',
    shopPage(
      'de-DE',
      'Nike AIR MAX ',
      `<main><h1><span>Nike Sportswear</span><span>AIR MAX - Sneaker low</span></h1><div><p><span>Ab 89,95 €</span></p><p><span>Ursprünglich: </span><span>119,95 €</span><span>bis zu -25 %</span></p><p>inkl. MwSt.</p></div><button>In den Warenkorb</button></main>`,
    ),
    'Priced, 89.95 EUR, list 119.95',
    'InStock',
  ],
  [
    'no class names at all',
    'https://shop.example/p/1',
    shopPage(
      'en',
      'Oak chair – Shop',
      `<header><a href="/">Shop</a></header><div><div><h1>Oak chair</h1><h2>£149.00</h2><button>Add to bag</button></div><div><h3>You might also like</h3><div><a href="/t">Oak table</a><p>£499.00</p></div><div><a href="/s">Stool</a><p>£59.00</p></div></div></div>`,
    ),
    'Priced, 149.00 GBP',
    'InStock',
  ],
  [
    'integer, separator and fraction in elements of their own',
    'https://shop.br/p/1',
    shopPage(
      'pt-BR',
      'Cafeteira - Loja',
      `<main><h1 class="vtex-store-components-3-x-productNameContainer">Cafeteira Elétrica 220V</h1><div class="vtex-product-price-1-x-listPrice">De <span class="vtex-product-price-1-x-currencyContainer"><span class="vtex-product-price-1-x-currencyCode">R$</span> <span class="vtex-product-price-1-x-currencyInteger">399</span><span class="vtex-product-price-1-x-currencyDecimal">,</span><span class="vtex-product-price-1-x-currencyFraction">90</span></span></div><div class="vtex-product-price-1-x-sellingPrice">Por <span class="vtex-product-price-1-x-currencyContainer"><span>R$</span> <span>299</span><span>,</span><span>90</span></span></div><div class="vtex-product-price-1-x-installments">em até 10x de R$ 29,99 sem juros</div><button>Adicionar ao carrinho</button></main>`,
    ),
    'Priced, 299.90 BRL, list 399.90',
    'InStock',
  ],
  [
    '"for" behind "from", and no stock',
    'https://shop.nl/p/1',
    shopPage(
      'nl',
      'Fiets',
      `<main><h1>Stadsfiets 28 inch</h1><p>Van €399,- voor</p><p class="prijs">€ 349,-</p><p>Niet op voorraad</p><button disabled>In winkelwagen</button></main>`,
    ),
    'OutOfStock, 349 EUR, list 399',
    'OutOfStock',
  ],
  [
    'francs with a dash, "instead of"',
    'https://shop.ch/p/1',
    shopPage(
      'de-CH',
      'SSD ',
      `<main><h1>Samsung 980 Pro 1000 GB</h1><div><strong><button>CHF 129.–</button></strong><span>statt CHF 159.–</span></div><p>inkl. MwSt.</p><p>Mehr als 10 Stück an Lager</p><button>In den Warenkorb</button></main>`,
    ),
    'Priced, 129 CHF, list 159',
    'InStock',
  ],
  [
    'thousands with a dot in a currency without decimals in use',
    'https://shop.hu/p/1',
    shopPage(
      'hu',
      'Mosógép ',
      `<div class="page-section"><h1 class="page-title">Mosógép Samsung WW70</h1><div class="product-page-pricing"><p class="product-old-price"><span class="rrp">Kiskereskedelmi ár: <s>159.990 Ft</s></span></p><p class="product-new-price">129.990 <span>Ft</span></p></div><span class="label label-in_stock">Raktáron</span><button>Kosárba</button></div>`,
    ),
    'Priced, 129990 HUF, list 159990',
    'InStock',
  ],
  [
    'the decimal comma raised together with the cents',
    'https://shop.ro/p/1',
    shopPage(
      'ro',
      'Masina de spalat ',
      `<div class="page-section"><h1 class="page-title">Masina de spalat rufe</h1><div class="product-page-pricing"><p class="product-old-price"><s>1.899<sup><small class="mf-decimal">,</small>99</sup> <span>Lei</span></s></p><p class="product-new-price">1.499<sup><small class="mf-decimal">,</small>99</sup> <span>Lei</span></p></div><span class="label">in stoc</span><button>Adauga in Cos</button></div>`,
    ),
    'Priced, 1499.99 RON, list 1899.99',
    'InStock',
  ],
  [
    'was, now and saving with a code',
    'https://shop.example/p/1',
    shopPage(
      'en-AE',
      'Air fryer',
      `<main><h1>Philips Air Fryer XL</h1><div class="priceWas">Was: <span>AED 599.00</span></div><div class="priceNow">Now: AED <span>449.00</span><span>Inclusive of VAT</span></div><div class="saving">Saving: AED 150.00</div><button>Add To Cart</button></main>`,
    ),
    'Priced, 449.00 AED, list 599.00',
    'InStock',
  ],
  [
    'Arabic digits and decimal mark',
    'https://shop.example/p/1',
    shopPage(
      'ar-SA',
      'قلاية',
      `<main><h1>قلاية هوائية فيليبس</h1><div class="priceNow">٤٤٩٫٠٠ ر.س</div><button>أضف إلى السلة</button></main>`,
    ),
    'Priced, 449.00 SAR',
    'InStock',
  ],
  [
    'dong with dots',
    'https://shop.vn/p/1',
    shopPage(
      'vi',
      'Nồi chiên',
      `<main><h1>Nồi chiên không dầu Lock&Lock</h1><div class="product-price"><div class="product-price__current-price">1.290.000 ₫</div><div class="product-price__list-price">2.190.000 ₫</div><div class="product-price__discount-rate">-41%</div></div><button>Chọn mua</button></main>`,
    ),
    'Priced, 1290000 VND, list 2190000',
    'InStock',
  ],
  [
    'a share off far behind the two prices',
    'https://shop.example/p/1',
    shopPage(
      'id',
      'Sepatu',
      `<main><h1 data-testid="lblPDPDetailProductName">Sepatu lari pria</h1><div class="price" data-testid="lblPDPDetailProductPrice">Rp249.000</div><div><span>50%</span><span data-testid="lblPDPDetailOriginalPrice">Rp499.000</span></div><button>+ Keranjang</button></main>`,
    ),
    'Priced, 249000 IDR, list 499000',
    'InStock',
  ],
  [
    'kronor told only by a dash',
    'https://shop.se/p/1',
    shopPage(
      'sv-SE',
      'TV ',
      `<main><h1>Samsung 55" TV</h1><div class="price"><span>7 990</span><span>.-</span></div><p>Delbetala från 338 kr/mån</p><p>I lager online (100+)</p><button>Lägg i kundvagn</button></main>`,
    ),
    'Priced, 7990 SEK',
    'InStock',
  ],
  [
    'a price per kilogram in parentheses',
    'https://shop.de/p/1',
    shopPage(
      'de',
      'Butter',
      `<main><h1>Kerrygold Butter 250g</h1><div class="pdsr-ProductPrice">3,29 €</div><div class="pdsr-Grammage">250g (1 kg = 13,16 €)</div><button>In den Warenkorb</button></main>`,
    ),
    'Priced, 3.29 EUR',
    'InStock',
  ],
  [
    'a lower price for subscribers',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Dog food',
      `<main><h1>Dog food 30 lb</h1><label><input type="radio">One-time purchase $54.99</label><label><input type="radio">Autoship: $52.24 (save 5%)</label><div class="price">$54.99</div><div>($1.83/lb)</div><button>Add to Cart</button></main>`,
    ),
    'Priced, 54.99 USD',
    'InStock',
  ],
  [
    '"Now" inside the marked price',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Blender',
      `<main><h1>Blender</h1><span itemprop="price" aria-hidden="false">Now $24.88</span><span>You save <b>$5.11</b></span><span>Was <s>$29.99</s></span><button>Add to cart</button></main>`,
    ),
    'Priced, 24.88 USD, list 29.99',
    'InStock',
  ],
  [
    'the price in the button',
    'https://shop.example/p/1',
    shopPage('en-US', 'Mug', '<main><h1>Mug</h1><button class="add">Add to cart – $49.00</button></main>'),
    'Priced, 49.00 USD',
    'InStock',
  ],
  [
    'prices by quantity',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Screw M4',
      '<main><h1>Screw M4</h1><div class="price">$5.00</div><table class="tier-prices"><tr><th>Qty</th><th>Price</th></tr><tr><td>1-9</td><td>$5.00</td></tr><tr><td>10-49</td><td>$4.50</td></tr><tr><td>50+</td><td>$4.00</td></tr></table><button>Add to cart</button></main>',
    ),
    'Priced, 5.00 USD',
    'InStock',
  ],
  [
    'three for one price',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Socks',
      '<main><h1>Socks</h1><div class="price">$8.00</div><p>Buy 3 for $20.00</p><button>Add to cart</button></main>',
    ),
    'Priced, 8.00 USD',
    'InStock',
  ],
  [
    'a lower price with a code',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Socks',
      '<main><h1>Socks</h1><div class="price">$80.00</div><p>$60.00 with code SAVE20</p><button>Add to cart</button></main>',
    ),
    'Priced, 80.00 USD',
    'InStock',
  ],
  [
    'a lower price after a coupon',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Socks',
      '<main><h1>Socks</h1><div class="price">$80.00</div><p>Get it for $64.00 after 20% off coupon</p><button>Add to cart</button></main>',
    ),
    'Priced, 80.00 USD',
    'InStock',
  ],
  [
    'four payments and a monthly one',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Socks',
      '<main><h1>Coat</h1><div class="price">$50.00</div><p>4 interest-free payments of $12.50 with Klarna. Learn more</p><p>or as low as $4.99/mo</p><button>Add to cart</button></main>',
    ),
    'Priced, 50.00 USD',
    'InStock',
  ],
  [
    'what is missing to free shipping',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Socks',
      '<main><h1>Coat</h1><p>Spend $25.00 more and get free shipping!</p><div><span>$50.00</span></div><button>Add to cart</button></main>',
    ),
    'Priced, 50.00 USD',
    'InStock',
  ],
  [
    'Hebrew, with direction marks',
    'https://shop.co.il/p/1',
    shopPage(
      'he',
      'נעליים',
      '<main dir="rtl"><h1>נעלי ריצה</h1><div class="price"><span class="old">‏399.90 ₪</span> <span class="new">‏299.90 ₪</span></div><button>הוסף לסל</button></main>',
    ),
    'Priced, 299.90 ILS, list 399.90',
    'InStock',
  ],
  [
    'Devanagari digits',
    'https://shop.in/p/1',
    shopPage(
      'hi',
      'जूते',
      '<main><h1>जूते</h1><div class="price">₹१,२९९</div><button>Add to cart</button></main>',
    ),
    'Priced, 1299 INR',
    'InStock',
  ],
  [
    'Persian digits, and a currency without a code',
    'https://shop.ir/p/1',
    shopPage(
      'fa',
      'کفش',
      '<main><h1>کفش ورزشی</h1><div class="price">۱٬۲۹۰٬۰۰۰ <span>تومان</span></div><button>افزودن به سبد خرید</button></main>',
    ),
    'Priced, 1290000 ?',
    'InStock',
  ],
  [
    'an apostrophe between thousands',
    'https://shop.ch/p/1',
    shopPage(
      'de',
      'Uhr',
      '<main><h1>Uhr</h1><div>CHF 1’299.00</div><button>In den Warenkorb</button></main>',
    ),
    'Priced, 1299.00 CHF',
    'InStock',
  ],
  [
    '"before" in Danish',
    'https://shop.dk/p/1',
    shopPage(
      'da',
      'Stol',
      '<main><h1>Stol</h1><div class="pris">1.299,95 kr.</div><div>Før 1.599,95 kr.</div><button>Læg i kurv</button></main>',
    ),
    'Priced, 1299.95 DKK, list 1599.95',
    'InStock',
  ],
  [
    'the usual price struck, the price without tax below',
    'https://shop.cz/p/1',
    shopPage(
      'cs',
      'Židle',
      '<main><h1>Židle</h1><div>Běžná cena: <s>2 499 Kč</s></div><div>Cena: <b>1 999 Kč</b></div><div>1 652 Kč bez DPH</div><button>Vložit do košíku</button></main>',
    ),
    'Priced, 1999 CZK, list 2499',
    'InStock',
  ],
  [
    'the normal price in Thai',
    'https://shop.th/p/1',
    shopPage(
      'th',
      'รองเท้า',
      '<main><h1>รองเท้าวิ่ง</h1><div class="price">฿1,290.00</div><div>ปกติ ฿1,990</div><button>หยิบใส่ตะกร้า</button></main>',
    ),
    'Priced, 1290.00 THB',
    'InStock',
  ],
  [
    'the old price in words, an instalment below',
    'https://shop.ua/p/1',
    shopPage(
      'uk',
      'Стілець',
      '<main><h1>Стілець офісний</h1><p>Стара ціна 3 200 грн</p><p>2 599 грн</p><p>від 217 грн/міс</p><button>Купити</button></main>',
    ),
    'Priced, 2599 UAH, list 3200',
    'InStock',
  ],
  [
    'the original price in Greek',
    'https://shop.gr/p/1',
    shopPage(
      'el',
      'Παπούτσια',
      '<main><h1>Παπούτσια</h1><span>Αρχική τιμή: 89,90 €</span><br><span>Τιμή: 59,90 €</span><button>Προσθήκη στο καλάθι</button></main>',
    ),
    'Priced, 59.90 EUR, list 89.90',
    'InStock',
  ],
  [
    'sold out, with its price',
    'https://shop.example/p/1',
    shopPage(
      'en-GB',
      'Vase',
      '<main><h1>Vase</h1><div>£45.00</div><button disabled>Sold out</button></main>',
    ),
    'OutOfStock, 45.00 GBP',
    'OutOfStock',
  ],
  [
    'to come, with its price',
    'https://shop.example/p/1',
    shopPage(
      'en-GB',
      'Game',
      '<main><h1>Game</h1><div>£45.00</div><p>Release date: 12 March 2027</p><button>Pre-order</button></main>',
    ),
    'Priced, 45.00 GBP',
    'PreOrder',
  ],
  [
    'other prices for other colours',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Case',
      '<main><h1>Case</h1><div class="price">$19.99</div><ul class="swatches"><li>Red $19.99</li><li>Blue $21.99</li><li>Green $18.99</li></ul><button>Add to cart</button></main>',
    ),
    'Priced, 19.99 USD',
    'InStock',
  ],
  [
    'bids beside a price to buy now',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Coin',
      '<main><h1>Rare coin</h1><p>Current bid: $120.00</p><p>Buy it now: $250.00</p><p>Starting bid: $50.00</p><button>Place bid</button><button>Buy now</button></main>',
    ),
    'Priced, 250.00 USD',
    'InStock',
  ],
  [
    'each part of the amount in an element of its own',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Bike',
      '<main><h1>Lock</h1><div class="product-price"><span>$</span><span>49</span><span>.</span><span>00</span></div><button>Add to cart</button></main>',
    ),
    'Priced, 49.00 USD',
    'InStock',
  ],
  [
    'the same price in three currencies',
    'https://shop.example/p/1',
    shopPage(
      'en',
      'Bike',
      '<main><h1>Lock</h1><div class="product-price">€49.00 / $53.00 / £42.00</div><button>Add to cart</button></main>',
    ),
    'Ambiguous, AmbiguousPrice',
    'InStock',
  ],
  [
    'prices in reviews',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Pan',
      '<main><h1>Pan</h1><p>$35.00</p><button>Add to cart</button><section id="reviews"><h2>Reviews</h2><p>I paid $20.00 elsewhere</p><p>Great for $35</p></section></main>',
    ),
    'Priced, 35.00 USD',
    'InStock',
  ],
  [
    'shipping above the price',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Pan',
      '<main><h1>Pan</h1><p>+ $5.99 shipping</p><p>$35.00</p><button>Add to cart</button></main>',
    ),
    'Priced, 35.00 USD',
    'InStock',
  ],
  [
    'a balance in the header',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Pan',
      '<header><div>Gift balance: $120.00</div></header><main><h1>Pan</h1><p>$35.00</p><button>Add to cart</button></main>',
    ),
    'Priced, 35.00 USD',
    'InStock',
  ],
  [
    'with and without tax in Japanese',
    'https://shop.jp/p/1',
    shopPage(
      'ja',
      '椅子',
      '<main><h1>椅子</h1><p>9,800円(税抜)</p><p>10,780円(税込)</p><button>カートに入れる</button></main>',
    ),
    'Priced, 10780 JPY',
    'InStock',
  ],
  [
    'the regular price behind',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Pan',
      '<main><h1>Pan</h1><p><b>$35.00</b> <small>reg. $50.00</small></p><button>Add to cart</button></main>',
    ),
    'Priced, 35.00 USD, list 50.00',
    'InStock',
  ],
  [
    'a table of similar items',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Pan X',
      '<main><h1>Pan X</h1><p class="price">$35.00</p><button>Add to cart</button><h2>Compare with similar items</h2><table><tr><td>This item</td><td>$35.00</td></tr><tr><td>Pan Y</td><td>$45.00</td></tr><tr><td>Pan Z</td><td>$25.00</td></tr></table></main>',
    ),
    'Priced, 35.00 USD',
    'InStock',
  ],
  [
    'gross and net in Polish',
    'https://shop.pl/p/1',
    shopPage(
      'pl',
      'Lampa',
      '<main><h1>Lampa</h1><div class="cena">1.299,00 zł brutto</div><div>1.056,10 zł netto</div><button>Do koszyka</button></main>',
    ),
    'Priced, 1299.00 PLN',
    'InStock',
  ],
  [
    'a total in the basket',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Pan',
      '<main><h1>Pan</h1><p class="price">$35.00</p><button>Add to cart</button></main><aside class="drawer cart-drawer"><p>Subtotal $99.00</p><button>Checkout</button></aside>',
    ),
    'Priced, 35.00 USD',
    'InStock',
  ],
  [
    'a deposit and a price per litre',
    'https://shop.de/p/1',
    shopPage(
      'de',
      'Cola',
      '<main><h1>Cola 12x1l</h1><div class="price">12,99 €</div><p>zzgl. 3,30 € Pfand</p><p>1 l = 1,08 €</p><button>In den Warenkorb</button></main>',
    ),
    'Priced, 12.99 EUR',
    'InStock',
  ],
  [
    '"from", a monthly price and a trade-in',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Phone',
      '<main><h1>Phone 15</h1><div>From $799 or $33.29/mo. for 24 mo.</div><div>Trade in and get $200–$650 in credit</div><button>Add to cart</button></main>',
    ),
    'Priced, 799 USD',
    'InStock',
  ],
  [
    'a saving above the price',
    'https://shop.example/p/1',
    shopPage(
      'en-US',
      'Phone',
      '<main><h1>Phone 15</h1><div>Save up to $100</div><div>Now $699</div><button>Add to cart</button></main>',
    ),
    'Priced, 699 USD',
    'InStock',
  ],
];

describe('pages of many shops', () => {
  test.each(cases)('%s', (_, url, html, result, availability) => {
    const found = extract(html, { url });
    expect(summary(found)).toBe(result);
    expect(found.Availability).toBe(availability);
  });
});
