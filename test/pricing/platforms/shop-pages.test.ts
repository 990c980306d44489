// Pages as the shops of many countries and platforms build them, reduced to what decides: nothing is stated in data.
import { expect, test } from 'vitest';
import { extract, page, summary } from '../page-fixture.ts';

const cases: readonly (readonly [
  shows: string,
  lang: string,
  title: string,
  body: string,
  result: string,
])[] = [
  [
    'a marketplace: the price twice, a list price whose second print has no label, used offers',
    'en-us',
    'Echo Dot (4th Gen) | Smart speaker',
    `<div id="nav-belt"><a id="nav-cart">0 Cart</a></div><div id="dp-container"><div id="centerCol"><h1 id="title"><span id="productTitle"> Echo Dot (4th Gen) | Smart speaker with Alexa </span></h1><div id="averageCustomerReviews"><span class="a-icon-alt">4.7 out of 5 stars</span> <span>1,012,345 ratings</span></div><div id="corePriceDisplay_desktop_feature_div"><div class="a-section a-spacing-none aok-align-center"><span class="a-price aok-align-center reinventPricePriceToPayMargin priceToPay"><span class="a-offscreen">$29.99</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">29<span class="a-price-decimal">.</span></span><span class="a-price-fraction">99</span></span></span></div><div><span class="a-size-small aok-offscreen">List Price: $49.99</span><span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">$49.99</span><span aria-hidden="true">$49.99</span></span></div></div><div id="installments">or 5 monthly payments of $6.00</div></div><div id="rightCol"><div id="buybox"><span class="a-price"><span class="a-offscreen">$29.99</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">29<span class="a-price-decimal">.</span></span><span class="a-price-fraction">99</span></span></span><div id="deliveryBlockMessage">FREE delivery Tuesday on orders over $35</div><div id="availability"><span class="a-size-medium a-color-success"> In Stock </span></div><input id="add-to-cart-button" type="submit" value="Add to Cart"><span>Used from $19.99</span></div></div></div><div id="sims"><h2>Customers who viewed this item also viewed</h2><ol><li class="a-carousel-card"><a href="/dp/x"><span>Echo Show</span></a><span class="a-price"><span class="a-offscreen">$84.99</span></span></li><li class="a-carousel-card"><span class="a-price"><span class="a-offscreen">$64.99</span></span></li></ol></div>`,
    'Priced, 29.99 USD, list 49.99',
  ],
  [
    'the old price is told only by the printed share off',
    'ko',
    '무선 이어폰 ',
    `<div class="prod-atf"><h2 class="prod-buy-header__title">무선 이어폰 블랙</h2><div class="prod-price"><span class="discount-rate">25%</span><span class="origin-price">39,900원</span><div class="prod-sale-price"><span class="total-price"><strong>29,900원</strong></span><span class="unit-price">(1개당 29,900원)</span></div></div><button class="prod-buy-btn">바로구매</button></div>`,
    'Priced, 29900 KRW, list 39900',
  ],
  [
    'an environmental contribution beside the price',
    'fr',
    'Aspirateur ',
    `<div id="fpContent"><h1>Aspirateur balai sans fil</h1><div class="fpPriceBloc"><span class="fpPrice price priceColor jsMainPrice jsProductPrice hideFromPro" content="149.99">149€<sup>99</sup></span><div class="fpStriked">199,99 €</div><p>ou 4 x 37,50 €</p><p>Eco-participation: 0,50 €</p></div><input type="submit" value="Ajouter au panier" id="fpAddToBasket"></div>`,
    'Priced, 149.99 EUR, list 199.99',
  ],
  [
    'the regular price behind',
    'en-US',
    'Pan',
    '<main><h1>Pan</h1><p><b>$35.00</b> <small>reg. $50.00</small></p><button>Add to cart</button></main>',
    'Priced, 35.00 USD, list 50.00',
  ],
  [
    'a total in the basket',
    'en-US',
    'Pan',
    '<main><h1>Pan</h1><p class="price">$35.00</p><button>Add to cart</button></main><aside class="drawer cart-drawer"><p>Subtotal $99.00</p><button>Checkout</button></aside>',
    'Priced, 35.00 USD',
  ],
];

test.each(cases)('%s', (_, lang, title, body, result) => {
  const found = extract(page(body, `<title>${title}</title>`, lang));
  expect(summary(found)).toBe(result);
  expect(found.Availability).toBe('InStock');
});
