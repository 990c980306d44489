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
];

describe('pages of many shops', () => {
  test.each(cases)('%s', (_, url, html, result, availability) => {
    const found = extract(html, { url });
    expect(summary(found)).toBe(result);
    expect(found.Availability).toBe(availability);
  });
});
