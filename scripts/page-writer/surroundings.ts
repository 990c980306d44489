import { amountOf, amountText, print } from './markets.ts';
import { cardOf } from './platforms.ts';
import { createProduct, escapeText as e, type Shop } from './shop.ts';

/** A money amount of the shop that has nothing to do with the page's product: a threshold, a voucher, a cart. */
export const otherMoney = (shop: Shop, dollars: number): string =>
  print(shop.market, amountOf(shop.market, dollars, shop.random), shop.space);

const withMoney = (shop: Shop, sentence: string, dollars: number): string =>
  sentence.replace('{m}', otherMoney(shop, dollars));

const icon = (shop: Shop): string =>
  `<svg class="icon icon-${shop.random.digits(2)}" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path
 d="M${shop.random.digits(2)}.5 ${shop.random.digits(2)}.99c0-1.1.9-2
 2-2h${shop.random.digits(2)}.5l-1.99 19z"/></svg>`;

const pixel = (shop: Shop): string =>
  `data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7${shop.random.digits(3)}`;

const links = (shop: Shop, count: number, wrap: (link: string) => string): string =>
  Array.from({ length: count }, (_, index) => {
    const category = shop.words.categories[index % 5]!;
    const text =
      index < 5
        ? category
        : `${category} ${shop.random.pick(['A-Z', '%', 'Pro', 'Mini', '2', 'XL', '& more'])}`;
    return wrap(`<a href="${shop.platform.categoryPath(`c${index}`)}">${e(text)}</a>`);
  }).join('');

/** A menu of some to two hundred links; mega menus advertise a product with its price. */
const menu = (shop: Shop): string => {
  const { random } = shop;
  const isMega = random.chance(0.35);
  const items = links(
    shop,
    isMega ? 60 + random.int(140) : 8 + random.int(25),
    (link) => `<li class="nav-item">${link}</li>`,
  );
  const promotion = isMega
    ? `<div class="mega-promo"><img src="${pixel(shop)}" alt="">
<strong>${e(shop.words.products[random.int(7)]!)}</strong>
<span class="promo-price">${otherMoney(shop, 35)}</span></div>`
    : '';
  return `<nav class="navigation main-nav" role="navigation"><ul class="nav level0">${items}</ul>${promotion}</nav>`;
};

const miniCart = (shop: Shop): string => {
  const { words, platform, random } = shop;
  if (random.chance(0.5))
    return `<a class="header-cart" href="${platform.cartPath}">${icon(shop)}<span class="count">0</span> <span
 class="cart-total">${print(shop.market, { minor: 0, decimals: shop.market.decimals }, shop.space)}</span></a>`;
  const rows = [0, 1]
    .map(
      () => `<li class="mini-cart-item"><a href="/x">${e(words.products[random.int(7)]!)}</a><span
 class="quantity">1 × <span
 class="amount">${otherMoney(shop, 30)}</span></span><a class="remove" href="#">${words.remove}</a></li>`,
    )
    .join('');
  return `<div class="minicart-wrapper" hidden><div class="minicart-panel" style="display:none"><ul>${rows}</ul><p
 class="total"><strong>${words.subtotal}:</strong> <span class="amount">${otherMoney(shop, 60)}</span></p><a
 href="/checkout" class="button checkout">${words.checkout}</a></div></div>`;
};

const switcher = (shop: Shop): string => {
  if (!shop.random.chance(0.4)) return '';
  const codes = shop.random.shuffle(
    ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'PLN'].filter((code) => code !== shop.market.currency),
  );
  return `<div class="currency-switcher"><form action="/currency" method="post"><select name="currency">
<option value="${shop.market.currency}" selected>${shop.market.currency}</option>
${codes
  .slice(0, 3)
  .map((code) => `<option value="${code}">${code}</option>`)
  .join('')}</select></form></div>`;
};

/** What stands above every page of the shop. */
export const header = (shop: Shop): string => {
  const { words, platform, random } = shop;
  const bar = random.chance(0.6)
    ? `<div class="announcement-bar" role="region"><p>${withMoney(shop, words.freeShippingFrom, 60)}</p></div>`
    : '';
  return `${bar}<a class="skip-link" href="#main">↓</a><header class="header site-header" data-sticky>
<div class="header-top">${switcher(shop)}<a href="/login">${words.login}</a> <a href="/wishlist">${words.wishList}</a>
</div><div class="logo"><a href="/" title="${e(shop.name)}"><img src="${pixel(shop)}" alt="${e(shop.name)}"></a></div>
<form class="search" action="${platform.searchPath('').split('?')[0]}" role="search"><input type="search" name="q"
 placeholder="${words.search}" aria-label="${words.search}"><button type="submit">${icon(shop)}</button></form>
${miniCart(shop)}${menu(shop)}</header>`;
};

const cookieBanner = (shop: Shop): string => {
  const { words, random } = shop;
  return random.pick([
    () => '',
    () => `<div id="CybotCookiebotDialog" role="dialog"
 aria-label="cookies"><p>${words.cookies}</p><button>${words.accept}
</button></div>`,
    () => `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" class="otFlat bottom" role="alertdialog"><p
 id="onetrust-policy-text">${words.cookies} <a href="/privacy">${words.privacy}</a></p><button
 id="onetrust-accept-btn-handler">${words.accept}</button></div></div>`,
    () =>
      `<div class="cookie-permission-container"><div>${words.cookies}</div><a class="btn">${words.accept}</a></div>`,
  ])();
};

/** What stands below every page of the shop. */
export const footer = (shop: Shop): string => {
  const { words, random, platform } = shop;
  const menus = links(shop, 6 + random.int(16), (link) => `<li>${link}</li>`);
  return `<footer class="footer site-footer"><div
 class="newsletter"><h3>${withMoney(shop, words.newsletter, 10)}</h3><form
 action="/newsletter"><input type="email" name="email" placeholder="name@example.com"><button
 type="submit">→</button></form>
</div><ul class="footer-links">${menus}<li><a href="/contact">${words.contact}</a></li><li><a
 href="/terms">${words.terms}</a>
</li><li><a href="/privacy">${words.privacy}</a></li></ul><p class="copyright">© ${shop.year} ${e(shop.name)}.
 ${words.inclTax}, ${words.shipping} ${otherMoney(shop, 4)}</p>${icon(shop)}${icon(shop)}</footer>${cookieBanner(shop)}
<!-- ${platform.key} ${random.digits(6)} -->${trackers(shop)}`;
};

const trackers = (shop: Shop): string => {
  const { random, market } = shop;
  const pieces = [
    `<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-X${random.digits(5)}" height="0" width="0"
 style="display:none;visibility:hidden"></iframe></noscript>`,
    `<script>!function(f,b){f.fbq=f.fbq||function(){}}(window,document);fbq('init','${random.digits(15)}');
fbq('track','PageView');</script>`,
    `<script>window.dataLayer=window.dataLayer||[];dataLayer.push({event:'page',cart:{total:0,currency:
'${market.currency}'},shippingThreshold:${amountText(amountOf(market, 60, random))}});</script>`,
    `<script src="https://cdn.example.net/rum.js" async data-site="${random.digits(8)}"></script>`,
    `<script type="text/x-template" id="cart-line"><div class="line"><span
 class="price">{{ price }}</span></div></script>`,
  ];
  return random
    .shuffle(pieces)
    .slice(0, 1 + random.int(4))
    .join('\n');
};

/** Other products below, as cards of the platform. */
export const relatedProducts = (shop: Shop, except: number): string => {
  const { words, random } = shop;
  const others = random
    .shuffle([0, 1, 2, 3, 4, 5, 6])
    .filter((index) => index !== except)
    .slice(0, 3 + random.int(3));
  return `<section class="related products upsell"><h2>${words.related}</h2>
${shop.platform.list(others.map((index) => cardOf(shop, createProduct(shop, index))).join(''))}</section>`;
};

/** What buyers say, sums among it. */
export const reviews = (shop: Shop): string => {
  const { words, random } = shop;
  if (random.chance(0.4)) return '';
  return `<section id="reviews" class="reviews"><h2>${words.reviews} (${1 + random.int(40)})</h2><div class="review"
 itemprop="review"><strong>★★★★☆ Ana</strong><p>${words.sentences[1]} ${otherMoney(shop, 40)}!</p></div></section>`;
};

/** A head with more than it needs. @param extra - title, links and data of the page. */
export const head = (shop: Shop, title: string, path: string, extra: string): string => {
  const { random } = shop;
  const organization = random.chance(0.5)
    ? `<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite",
"url":"https://${shop.host}/",
"potentialAction":{"@type":"SearchAction","target":"https://${shop.host}/search?q={q}","query-input":"required name=q"}}
</script>`
    : '';
  return `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${e(title)}</title><meta name="description" content="${e(title)} - ${shop.words.sentences[0]}">
<link rel="canonical" href="https://${shop.host}${path.replaceAll('&', '&amp;')}"><link rel="stylesheet"
 href="/assets/${random.digits(8)}.css"><style>.price{font-weight:700}.hide{display:none}:root{--c:#${random.digits(6)}}
</style>${organization}${extra}<script>window.__cfg={"locale":"${shop.market.locale}","minOrder":${random.int(50)},
"build":"${random.digits(10)}"}</script></head>`;
};

/** A page of the shop around its main part, with the faults that browsers forgive. */
export const page = (shop: Shop, headMarkup: string, main: string): string => {
  const { random, platform, market } = shop;
  const isOld = platform.key === 'tables';
  const doctype = isOld
    ? '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">'
    : '<!doctype html>';
  const fault = random.pick(['', '', '</div>', '</span></p>', '<br clear=all></center>', '<p>']);
  return `${doctype}
<html lang="${random.chance(0.8) ? market.locale : market.locale.split('-')[0]}"${
    ['ar', 'he'].includes(market.locale.slice(0, 2)) ? ' dir="rtl"' : ''
  }>${headMarkup}<body class="${platform.bodyClass}">
${header(shop)}${main}${fault}${footer(shop)}</body></html>`;
};

/** @returns the way from the front page to here, in one of the ways in which shops show and state it. */
export const breadcrumb = (shop: Shop, category: string, title: string): string => {
  const steps = [shop.words.home, category, title];
  return shop.random.pick([
    () =>
      `<nav class="breadcrumb" aria-label="breadcrumb"><ol>
${steps.map((step) => `<li>${e(step)}</li>`).join('')}</ol></nav>`,
    () =>
      `<div class="breadcrumbs">${steps.map((step) => `<a href="/x">${e(step)}</a>`).join(' &raquo; ')}</div>`,
    () => `<script type="application/ld+json">{"@context":"https://schema.org/","@type":"BreadcrumbList",
"itemListElement":[${steps
      .map((step, index) => `{"@type":"ListItem","position":${index + 1},"name":${JSON.stringify(step)}}`)
      .join(',')}]}</script>`,
  ])();
};
