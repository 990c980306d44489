// What pages state in their data, reduced to what decides, and what stands beside it.
import { describe, expect, test } from 'vitest';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const shopPage = (lang: string, title: string, body: string, head = ''): string =>
  page(body, `<title>${title}</title>${head}`, lang);

const cases: readonly (readonly [shows: string, url: string, html: string, result: string])[] = [
  [
    'state with price objects, their unit of currency, and related products',
    'https://shop.example/ip/Blender/555',
    shopPage(
      'en-US',
      'Ninja Blender',
      '<div id="__next"><h1 itemprop="name">Ninja Blender</h1></div><script id="__NEXT_DATA__" type="application/json">' +
        JSON.stringify({
          props: {
            pageProps: {
              initialData: {
                data: {
                  product: {
                    usItemId: '555',
                    name: 'Ninja Blender',
                    brand: 'Ninja',
                    availabilityStatus: 'IN_STOCK',
                    priceInfo: {
                      currentPrice: { price: 79.96, priceString: '$79.96', currencyUnit: 'USD' },
                      wasPrice: { price: 99, priceString: '$99.00', currencyUnit: 'USD' },
                    },
                    upc: '622356563018',
                  },
                  relatedProducts: [
                    {
                      usItemId: '9',
                      name: 'Cup',
                      priceInfo: { currentPrice: { price: 5, currencyUnit: 'USD' } },
                    },
                  ],
                },
              },
            },
          },
        }) +
        '</script>',
    ),
    'Priced, 79.96 USD, list 99',
  ],
  [
    'state whose members begin with capitals',
    'https://shop.example/p/w',
    shopPage(
      'en-US',
      'Lamp',
      '<h1>Lamp</h1><script>window.pageModel = {"Product":{"ProductName":"Lamp","Sku":"L-1","SalePrice":25.00,"ListPrice":40.00,"CurrencyCode":"USD","IsInStock":true}};</script>',
    ),
    'Priced, 25.00 USD, list 40.00',
  ],
  [
    'a product in hundredths with its variants',
    'https://shop.example/products/tee',
    shopPage(
      'en',
      'Tee – S',
      '<main><h1>Tee</h1><script type="application/json" data-product-json>{"id":1,"title":"Tee","handle":"tee","vendor":"S","price":2500,"price_min":2500,"price_max":2500,"compare_at_price":3500,"available":true,"variants":[{"id":11,"title":"S","option1":"S","sku":"T-S","price":2500,"compare_at_price":3500,"available":true},{"id":12,"title":"M","option1":"M","sku":"T-M","price":2500,"compare_at_price":3500,"available":false}],"options":["Size"]}</script><span class="price">$25.00</span><button>Add to cart</button></main>',
    ),
    'Priced, 25.00 ?, list 35.00',
  ],
  [
    'an offer by reference in a graph',
    'https://shop.example/p/a',
    shopPage(
      'en',
      'A',
      '<h1>A</h1>',
      jsonLd({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'WebPage', '@id': '#p' },
          { '@type': 'Product', '@id': '#prod', name: 'A', sku: 'A1', offers: { '@id': '#o' } },
          {
            '@type': 'Offer',
            '@id': '#o',
            price: '19.00',
            priceCurrency: 'GBP',
            availability: 'http://schema.org/InStock',
          },
        ],
      }),
    ),
    'Priced, 19.00 GBP',
  ],
  [
    'the variant that the address names',
    'https://shop.example/p/shoe?variant=2',
    shopPage(
      'en',
      'Shoe',
      '<h1>Shoe</h1>',
      jsonLd({
        '@context': 'https://schema.org',
        '@type': 'ProductGroup',
        name: 'Shoe',
        productGroupID: 'g1',
        variesBy: ['https://schema.org/size'],
        hasVariant: [
          {
            '@type': 'Product',
            sku: 's1',
            size: '40',
            offers: {
              '@type': 'Offer',
              url: 'https://shop.example/p/shoe?variant=1',
              price: '50.00',
              priceCurrency: 'EUR',
            },
          },
          {
            '@type': 'Product',
            sku: 's2',
            size: '41',
            offers: {
              '@type': 'Offer',
              url: 'https://shop.example/p/shoe?variant=2',
              price: '55.00',
              priceCurrency: 'EUR',
              availability: 'https://schema.org/InStock',
            },
          },
        ],
      }),
    ),
    'Priced, 55.00 EUR, 50.00..55.00',
  ],
  [
    'price, price per litre and list price as specifications',
    'https://shop.example/p/w',
    shopPage(
      'de',
      'Wein',
      '<h1>Wein</h1>',
      jsonLd({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Wein',
        offers: {
          '@type': 'Offer',
          priceSpecification: [
            { '@type': 'UnitPriceSpecification', price: '8.99', priceCurrency: 'EUR' },
            {
              '@type': 'UnitPriceSpecification',
              price: '11.99',
              priceCurrency: 'EUR',
              referenceQuantity: { '@type': 'QuantitativeValue', value: '1', unitCode: 'LTR' },
            },
            {
              '@type': 'UnitPriceSpecification',
              priceType: 'https://schema.org/ListPrice',
              price: '10.99',
              priceCurrency: 'EUR',
            },
          ],
        },
      }),
    ),
    'Priced, 8.99 EUR, list 10.99',
  ],
  [
    'a struck price and one for members, as specifications',
    'https://shop.example/p/w',
    shopPage(
      'en-US',
      'Mug',
      '<h1>Mug</h1>',
      jsonLd({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Mug',
        offers: {
          '@type': 'Offer',
          price: 10.0,
          priceCurrency: 'USD',
          priceSpecification: [
            {
              '@type': 'UnitPriceSpecification',
              price: 15.0,
              priceCurrency: 'USD',
              priceType: 'https://schema.org/StrikethroughPrice',
            },
            {
              '@type': 'UnitPriceSpecification',
              price: 8.0,
              priceCurrency: 'USD',
              validForMemberTier: { '@type': 'MemberProgramTier', name: 'gold' },
            },
          ],
        },
      }),
    ),
    'Priced, 10 USD, list 15',
  ],
  [
    'microdata with meta and link elements',
    'https://shop.example/p/w',
    shopPage(
      'fr',
      'Lampe',
      '<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Lampe</h1><meta itemprop="sku" content="L9"><div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR"><span itemprop="price" content="45.9">45,90 €</span><link itemprop="availability" href="http://schema.org/OutOfStock"></div></div>',
    ),
    'OutOfStock, 45.9 EUR',
  ],
  [
    'RDFa Lite',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'Vase',
      '<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Vase</h1><div property="offers" typeof="Offer"><span property="priceCurrency" content="USD">$</span><span property="price" content="1000.00">1,000.00</span></div></div>',
    ),
    'Priced, 1000.00 USD',
  ],
  [
    'OpenGraph alone',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'Vase',
      '<h1>Vase</h1>',
      '<meta property="og:type" content="product"><meta property="product:price:amount" content="12.5"><meta property="product:price:currency" content="USD"><meta property="product:availability" content="oos"><meta property="product:retailer_item_id" content="V1">',
    ),
    'OutOfStock, 12.5 USD',
  ],
  [
    'an analytics event',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'Vase',
      '<h1>Vase</h1><script>dataLayer.push({event:"view_item",ecommerce:{currency:"USD",value:33.00,items:[{item_id:"V1",item_name:"Vase",price:33.00}]}});</script>',
    ),
    'Priced, 33.00 USD',
  ],
  [
    'an older analytics event',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'Vase',
      '<h1>Vase</h1><script>dataLayer=[{"ecommerce":{"currencyCode":"EUR","detail":{"products":[{"id":"V1","name":"Vase","price":"33.00"}]}}}]</script>',
    ),
    'Priced, 33.00 EUR',
  ],
  [
    'a sale that the data do not know',
    'https://shop.example/p/w',
    shopPage(
      'en-US',
      'Vase',
      '<main><h1>Vase</h1><div class="price"><del>$40.00</del> <ins>$30.00</ins></div><button>Add to cart</button></main>',
      jsonLd({
        '@type': 'Product',
        name: 'Vase',
        offers: { '@type': 'Offer', price: '40.00', priceCurrency: 'USD' },
      }),
    ),
    'Priced, 30.00 USD, list 40.00',
  ],
  [
    'a list of other products in the data',
    'https://shop.example/p/vase',
    shopPage(
      'en-US',
      'Vase',
      '<main><h1>Vase</h1><div class="price">$30.00</div><button>Add to cart</button></main>',
      jsonLd({
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: [
          {
            '@type': 'ListItem',
            position: 1,
            item: {
              '@type': 'Product',
              name: 'Bowl',
              url: 'https://shop.example/p/bowl',
              offers: { '@type': 'Offer', price: '9.00', priceCurrency: 'USD' },
            },
          },
        ],
      }),
    ),
    'Priced, 30.00 USD',
  ],
  [
    'a printed price in the data',
    'https://shop.example/p/w',
    shopPage(
      'de',
      'Sofa',
      '<h1>Sofa</h1>',
      jsonLd({
        '@type': 'Product',
        name: 'Sofa',
        offers: { '@type': 'Offer', price: '1.299,00', priceCurrency: 'EUR' },
      }),
    ),
    'Priced, 1299.00 EUR',
  ],
  [
    'a sign in the data',
    'https://shop.example/p/w',
    shopPage(
      'nl',
      'Sofa',
      '<h1>Sofa</h1>',
      jsonLd({ '@type': 'Product', name: 'Sofa', offers: { '@type': 'Offer', price: '€ 49,95' } }),
    ),
    'Priced, 49.95 EUR',
  ],
  [
    'several sellers in one aggregate',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'TV',
      '<h1>TV</h1>',
      jsonLd({
        '@type': 'Product',
        name: 'TV',
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: '399',
          highPrice: '499',
          priceCurrency: 'EUR',
          offerCount: 3,
          offers: [
            { '@type': 'Offer', price: '399', priceCurrency: 'EUR', seller: { name: 'A' } },
            { '@type': 'Offer', price: '449', priceCurrency: 'EUR', seller: { name: 'B' } },
          ],
        },
      }),
    ),
    'Priced, 399 EUR, 399..499',
  ],
  [
    'references by index',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'Chair',
      '<div id="__nuxt"><h1>Chair</h1></div><script type="application/json" id="__NUXT_DATA__">[["Reactive",1],{"data":2},{"product":3},{"id":4,"name":5,"price":6,"currency":7,"sku":8},17,"Chair",120.5,"EUR","CH-1"]</script>',
    ),
    'Priced, 120.5 EUR',
  ],
  [
    'cents with their number of decimals',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'Coat',
      '<h1>Coat</h1><script>window.__INITIAL_STATE__={"product":{"name":"Coat","sku":"C1","price":{"centAmount":12999,"currencyCode":"EUR","fractionDigits":2}}};</script>',
    ),
    'Priced, 129.99 EUR',
  ],
  [
    'final and old price in attributes',
    'https://shop.example/p/w',
    shopPage(
      'en-US',
      'Bag',
      '<main class="product-info-main"><h1>Bag</h1><div class="price-box"><span class="special-price"><span class="price-wrapper" data-price-amount="34" data-price-type="finalPrice"><span class="price">$34.00</span></span></span><span class="old-price"><span data-price-amount="45" data-price-type="oldPrice"><span class="price">$45.00</span></span></span></div><button>Add to Cart</button></main>',
    ),
    'Priced, 34 USD, list 45.00',
  ],
  [
    'a gift above an amount, points, a price per 100 ml',
    'https://shop.example/p/w',
    shopPage(
      'en-GB',
      'Cream',
      '<main><h1>Face cream 50ml</h1><p>Free gift when you spend £40</p><p class="price">£24.00</p><p>£48.00 per 100ml</p><p>Earn 24 points</p><button>Add to basket</button></main>',
    ),
    'Priced, 24.00 GBP',
  ],
  [
    'a bundle with other products',
    'https://shop.example/p/w',
    shopPage(
      'en-US',
      'Cable',
      '<main><h1>USB cable</h1><div class="price">$9.99</div><button>Add to cart</button><h2>Frequently bought together</h2><div>Total price: <span class="price">$35.97</span></div><button>Add all three to cart</button></main>',
    ),
    'Priced, 9.99 USD',
  ],
  [
    'protection plans as choices',
    'https://shop.example/p/w',
    shopPage(
      'en-US',
      'Laptop',
      '<main><h1>Laptop 14"</h1><div class="price">$899.99</div><fieldset><legend>Protection plan</legend><label><input type="radio"> 2-Year Plan $129.99</label><label><input type="radio"> 3-Year Plan $179.99</label></fieldset><button>Add to cart</button></main>',
    ),
    'Priced, 899.99 USD',
  ],
  [
    'two sizes, two prices, nothing chosen',
    'https://shop.example/p/w',
    shopPage(
      'en-US',
      'Honey',
      '<main><h1>Honey</h1><table><tr><td>250 g</td><td>$5.00</td></tr><tr><td>500 g</td><td>$9.00</td></tr></table><button>Add to cart</button></main>',
    ),
    'Ambiguous, AmbiguousPrice',
  ],
  [
    'a captcha',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'Robot Check',
      '<form action="/errors/validateCaptcha"><p>Enter the characters you see below</p><img src="captcha.jpg"><input name="field-keywords"></form>',
    ),
    'Blocked, BotChallenge',
  ],
  [
    'a page that is gone, with popular products',
    'https://shop.example/p/w',
    shopPage(
      'en',
      'Page not found',
      '<h1>Oops! Page not found</h1><p>The page you are looking for does not exist.</p><div class="related"><h2>Popular products</h2><span class="price">$9.00</span></div>',
    ),
    'NotFound, NotFound',
  ],
  [
    'a price on request, and shipping',
    'https://shop.example/p/w',
    shopPage(
      'de',
      'Maschine',
      '<main><h1>Drehmaschine X</h1><p>Preis auf Anfrage</p><p>Versand ab 49,00 €</p><button>Anfrage senden</button></main>',
    ),
    'Failed, NoPriceFound',
  ],
  [
    'a zero in the data',
    'https://shop.example/p/w',
    shopPage(
      'en-US',
      'Thing',
      '<main><h1>Thing</h1><p class="price">$12.00</p><button>Add to cart</button></main>',
      jsonLd({
        '@type': 'Product',
        name: 'Thing',
        offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD', availability: 'InStock' },
      }),
    ),
    'Priced, 12.00 USD',
  ],
  [
    'the price without tax first',
    'https://shop.example/p/w',
    shopPage(
      'en-GB',
      'Drill',
      '<main><h1>Drill</h1><div class="price-ex"><span>£100.00</span> <small>ex VAT</small></div><div class="price-inc"><span>£120.00</span> <small>inc VAT</small></div><button>Add to basket</button></main>',
    ),
    'Priced, 120.00 GBP',
  ],
];

describe('pages that state their offer', () => {
  test.each(cases)('%s', (_, url, html, result) => {
    expect(summary(extract(html, { url }))).toBe(result);
  });
});
