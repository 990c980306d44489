const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: Math.max(1, Math.round(count)) }, (_, index) => piece(index)).join('');

const line = (depth: number, markup: string): string => `\n${'  '.repeat(depth)}${markup}`;

const menuItem = (index: number): string =>
  line(
    15,
    `<li class="main-navigation__item main-navigation__item--level-2"><a class="main-navigation__link js-track-click" href="/c/home-and-living/lighting/lighting-${index}?source=menu" data-tracking-event="navigation" data-tracking-area="header" data-tracking-target="lighting-${index}" data-tracking-position="${index}"><span class="main-navigation__label">Lighting ${index}</span></a></li>`,
  );

const picture = (index: number): string =>
  line(
    14,
    `<div class="product-gallery__slide swiper-slide" data-slide-index="${index}"><img class="product-gallery__image js-zoom" src="https://images.shop.example/w_640/p/norma-3000-${index}.jpg" srcset="https://images.shop.example/w_320/p/norma-3000-${index}.jpg 320w, https://images.shop.example/w_640/p/norma-3000-${index}.jpg 640w, https://images.shop.example/w_1280/p/norma-3000-${index}.jpg 1280w" sizes="(min-width: 1024px) 50vw, 100vw" alt="Desk lamp Norma 3000, view ${index}" loading="lazy" width="640" height="640"></div>`,
  );

const icon =
  '<svg class="icon icon--small" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 21.35l-1.45-1.32C5.4 15.36 2 12.28 2 8.5 2 5.42 4.42 3 7.5 3c1.74 0 3.41.81 4.5 2.09C13.09 3.81 14.76 3 16.5 3 19.58 3 22 5.42 22 8.5c0 3.78-3.4 6.86-8.55 11.54L12 21.35z"></path></svg>';

const fact = (index: number): string =>
  line(
    15,
    `<tr class="product-attributes__row"><th class="product-attributes__name" scope="row">Measure ${index}</th><td class="product-attributes__value">${20 + index} cm</td></tr>`,
  );

const review = (index: number): string =>
  line(
    14,
    `<article class="review review--verified" data-review-id="r-${10_000 + index}"><header class="review__header"><span class="review__stars" aria-label="${(index % 5) + 1} of 5 stars">${icon}</span><h4 class="review__title">Good light</h4><time class="review__date" datetime="2026-03-0${(index % 9) + 1}">March ${(index % 9) + 1}, 2026</time></header><p class="review__text">Bought it ${index + 2} days ago for my desk, and it was worth the money. Arrived within 2 days and is easy to mount.</p></article>`,
  );

const card = (index: number): string =>
  line(
    14,
    `<li class="product-tile product-tile--recommendation swiper-slide" data-product-id="${70_000 + index}" data-tracking-event="select_item" data-tracking-list="related" data-tracking-item="${70_000 + index}" data-tracking-position="${index}" data-tracking-brand="Norma"><a class="product-tile__link js-track-click" href="/p/lamp-${index}-${70_000 + index}?recommendation=related&amp;position=${index}"><img class="product-tile__image" src="https://images.shop.example/w_320/p/lamp-${index}.jpg" srcset="https://images.shop.example/w_320/p/lamp-${index}.jpg 1x, https://images.shop.example/w_640/p/lamp-${index}.jpg 2x" alt="Lamp ${index}" loading="lazy" width="320" height="320"><span class="product-tile__name">Lamp ${index}</span></a><div class="product-tile__prices"><span class="product-tile__price">${(index % 90) + 10},90 €</span></div><button class="product-tile__wish button button--icon" type="button" aria-label="Remember Lamp ${index}">${icon}</button></li>`,
  );

const footerLink = (index: number): string =>
  line(
    12,
    `<li class="footer__item"><a class="footer__link" href="/service/page-${index}">Service page ${index}</a></li>`,
  );

const rule = (index: number): string =>
  `.component-${index}{display:flex;align-items:center;margin:0 0 ${index % 16}px;padding:${index % 12}px}@media(min-width:768px){.component-${index}__label{font-size:${12 + (index % 8)}px;line-height:1.5}}`;

/** Minified code like that of tag managers and consent tools. */
const code = (index: number): string =>
  `<script>!function(e,t,n){"use strict";var r=e.queue${index}=e.queue${index}||[];if(!r.loaded){r.loaded=!0;r.push=function(){for(var o=arguments.length,a=new Array(o),i=0;i<o;i++)a[i]=arguments[i];n.call(r,a)};var s=t.createElement("meta");s.name="service-${index}",s.content="https://cdn.service-${index}.example",t.head.appendChild(s)}function u(e,t){return e&&t&&e.filter(function(e){return e.id<t&&e.kind!=="hidden"}).map(function(e){return{id:e.id,label:e.label||"none",position:e.position}})}r.configure=function(e){r.settings={consent:{analytics:!1,marketing:!1,functional:!0},sample:.${index % 9}5,site:"shop-de",list:u(e,${index})}}}(window,document,Array.prototype.push);</script>`;

const state = (index: number): string =>
  `{"id":"${70_000 + index}","name":"Lamp ${index}","url":"/p/lamp-${index}","category":["Lighting","Lamps"],"position":${index},"flags":{"isNew":false,"isOnline":true},"media":{"primary":"lamp-${index}.jpg","alt":"Lamp ${index}"}}`;

export const structuredData = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Desk lamp Norma 3000',
  sku: 'NL-3000',
  gtin13: '4006381333931',
  brand: { '@type': 'Brand', name: 'Norma' },
  offers: {
    '@type': 'Offer',
    price: '129.90',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
};

/**
 * Generates a product page, composed like the median saved page of real shops. 100 KB have some 600 elements, 85 links,
 * 20 images and a dozen prices; a quarter is inline script, an eighth style, a twentieth visible text, and most of the
 * rest attributes. Deterministic.
 *
 * @param bytes - approximate length in characters.
 */
export const generateProductPage = (bytes: number): string => {
  const share = bytes / 90_000;
  return [
    '<!doctype html><html lang="de" class="no-js"><head><meta charset="utf-8"><title>Desk lamp Norma 3000 | Shop</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Desk lamp Norma 3000 of brushed steel, in our shop."><link rel="canonical" href="https://shop.example/p/norma-3000"><meta property="og:type" content="website"><meta property="og:title" content="Desk lamp Norma 3000"><meta property="og:image" content="https://images.shop.example/w_1280/p/norma-3000-0.jpg"><meta name="robots" content="index,follow">',
    `<script type="application/ld+json">${JSON.stringify(structuredData)}</script>`,
    `<style>${times(80 * share, rule)}</style>`,
    times(19 * share, code),
    `</head><body class="page page--product"><div class="page__wrapper" id="app"><header class="header header--sticky"><div class="header__inner"><a class="header__logo" href="/" title="Shop">${icon}</a><form class="search" action="/search" role="search"><input class="search__input" type="search" name="q" placeholder="Search" autocomplete="off"><button class="search__button" type="submit">${icon}</button></form><nav class="main-navigation" aria-label="Main"><div class="main-navigation__panel"><ul class="main-navigation__list">`,
    times(48 * share, menuItem),
    '</ul></div></nav></div></header><main class="product-detail" id="main"><div class="container"><div class="product-detail__columns"><div class="product-detail__media"><div class="product-gallery swiper"><div class="product-gallery__wrapper swiper-wrapper">',
    times(8 * share, picture),
    `</div></div></div><div class="product-detail__information"><span class="product-detail__brand">Norma</span><h1 class="product-detail__title">Desk lamp Norma 3000</h1><div class="product-detail__prices"><span class="price price--current" id="price">129,90 €</span><small class="price__tax">inkl. MwSt. zzgl. 4,90 € Versand</small></div><fieldset class="product-options"><legend class="product-options__legend">Color</legend>${['black', 'white', 'steel'].map((color, index) => `<label class="product-options__label"><input class="product-options__input" type="radio" name="color" value="${color}"${index === 0 ? ' checked' : ''}><span class="product-options__swatch">${color}</span></label>`).join('')}</fieldset><p class="product-detail__stock stock stock--available">Auf Lager, Lieferzeit 1-3 Tage</p><button class="button button--primary add-to-cart js-add-to-cart" type="submit" data-product-id="NL-3000">In den Warenkorb</button><ul class="product-detail__benefits">${times(4, (index) => `<li class="benefit">${icon}<span class="benefit__text">Benefit ${index}</span></li>`)}</ul></div></div><section class="product-description"><h2 class="product-description__title">Description</h2>${times(6 * share, () => '<p class="product-description__text">A lamp of brushed steel for desks of any size, with an arm that stays where it is put and a head that turns. Its light is warm and even.</p>')}</section><section class="product-attributes"><table class="product-attributes__table"><tbody>`,
    times(22 * share, fact),
    '</tbody></table></section><section class="reviews" id="reviews"><h2 class="reviews__title">Reviews</h2><div class="reviews__list">',
    times(8 * share, review),
    '</div></section><section class="recommendations"><h2 class="recommendations__title">You may also like</h2><ul class="recommendations__list swiper-wrapper">',
    times(11 * share, card),
    '</ul></section></div></main><footer class="footer"><div class="container"><ul class="footer__list">',
    times(18 * share, footerLink),
    '</ul></div></footer></div>',
    `<script>window.__STATE__={"page":"product","currency":"EUR","recommendations":[${times(52 * share, (index) => `${index > 0 ? ',' : ''}${state(index)}`)}],"texts":{"price":"Price"}}</script>`,
    '</body></html>',
  ].join('');
};
