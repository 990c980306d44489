import type { Expected } from '../evaluate/labelled-page.ts';
import type { PageKind } from '../evaluate/page-kinds.ts';
import {
  type Amount,
  amountText,
  minus,
  partsOf,
  print,
  printCode,
  printNumber,
  scaleAmount,
  signOf,
} from './markets.ts';
import type { ProductParts } from './platforms.ts';
import { escapeText as e, type Product, type Shop } from './shop.ts';
import { type DataStyle, expectPrice, stateData } from './stated-data.ts';
import { breadcrumb, head, otherMoney, page, relatedProducts, reviews } from './surroundings.ts';

/** What one kind of page does with the parts of a product's page, and what a person then reads. */
export interface Core {
  parts?: Partial<ProductParts>;
  /** How the offer is stated; absent: as the platform's theme does. */
  data?: DataStyle;
  /** What data state as the price; `null`: none. Absent: the product's price. */
  stated?: Amount | null;
  availability?: 'InStock' | 'OutOfStock' | 'PreOrder';
  condition?: 'Used';
  expected?: Partial<Expected>;
  /** Members of the label that this core leaves unjudged. */
  unjudged?: readonly (keyof Expected)[];
  /** Markup between the header and the product. */
  above?: string;
  /** Markup instead of the platform's own page. */
  main?: string;
}

export type CoreWriter = (shop: Shop, product: Product) => Core;

const money = (shop: Shop, amount: Amount): string => shop.platform.amount(shop.market, amount, shop.space);
const text = (shop: Shop, amount: Amount): string => print(shop.market, amount, shop.space);
const inPrice = (shop: Shop, content: string): string => shop.platform.price(content);

const unavailable = (shop: Shop, product: Product): Partial<ProductParts> => ({
  stock: shop.platform.stock(shop.words.outOfStock, false),
  buy: shop.random.chance(0.5)
    ? shop.platform.button(shop.words.outOfStock, true, product)
    : `<form class="notify" action="/notify"><input type="email"
 name="email"><button>${shop.words.notifyMe}</button></form>`,
});

const soldOut: CoreWriter = (shop, product) => ({
  parts: unavailable(shop, product),
  availability: 'OutOfStock',
  expected: { availability: ['OutOfStock'] },
});

/** The old price in one of the ways in which shops print it; `words` before it, a share, or what is saved. */
const sale: CoreWriter = (shop, product) => {
  const { words, random, platform } = shop;
  const { price, old } = product;
  const percent = Math.round((1 - price.minor / old.minor) * 100);
  const price_ = random.pick([
    () => platform.sale(money(shop, price), money(shop, old)),
    () =>
      `${platform.sale(money(shop, price), money(shop, old))}<span class="badge badge-sale">-${percent}%</span>`,
    () => `<div class="prices"><span class="old">${words.oldPrice} <s>${text(shop, old)}</s></span> <strong
 class="now">${text(shop, price)}</strong> <em>${words.save}
 ${text(shop, minus(old, price))} (${percent} %)</em></div>`,
    () => `<div class="prices">${inPrice(shop, money(shop, price))}<small>${words.recommendedPrice}: <span
 class="strike">${text(shop, old)}</span></small></div>`,
    () =>
      `${platform.sale(money(shop, price), money(shop, old))}<p class="omnibus">${words.thirtyDays}: ${text(
        shop,
        scaleAmount(price, 0.93),
      )}</p>`,
  ])();
  return { parts: { price: price_ }, expected: { listPrice: [amountText(old)] } };
};

const unitPrice: CoreWriter = (shop, product) => {
  const per = text(shop, { ...product.price, minor: product.price.minor * 2 });
  const unit = shop.random.pick([
    () => `<div class="unit-price">1 kg = ${per}</div>`,
    () => `<small class="base">(${per} / kg)</small>`,
    () => `<p class="product-detail-price-unit"><span>500 g</span> <span>(${per}* / 1 kg)</span></p>`,
  ])();
  const own = inPrice(shop, money(shop, product.price));
  return { parts: { price: shop.random.chance(0.3) ? `${unit}${own}` : `${own}${unit}` } };
};

const preOrder: CoreWriter = (shop, product) => ({
  parts: {
    stock: shop.platform.stock(shop.words.preOrder, true),
    buy: shop.platform.button(shop.words.preOrder, false, product),
  },
  availability: 'PreOrder',
  expected: { availability: ['PreOrder'] },
});

const onRequest: CoreWriter = (shop) => ({
  parts: {
    price: shop.platform.price(`<span class="on-request">${shop.words.onRequest}</span>`),
    buy: `<a class="button inquiry" href="/contact">${shop.words.contact}</a>`,
    stock: '',
  },
  stated: null,
  expected: { price: [] },
  unjudged: ['availability', 'currency'],
});

const free: CoreWriter = (shop) => {
  const nothing: Amount = { minor: 0, decimals: shop.market.decimals };
  const shown = shop.random.chance(0.5) ? money(shop, nothing) : shop.words.free;
  return {
    parts: { price: inPrice(shop, shown) },
    stated: nothing,
    expected: { price: ['0'] },
    unjudged: ['currency'],
  };
};

const sizes = ['S', 'M', 'L', 'XL'];

const select: CoreWriter = (shop, { price }) => {
  const { words } = shop;
  const surcharge = scaleAmount(price, 0.15);
  const options = sizes.map((size, index) => {
    const plus = index < 2 ? '' : ` (+${text(shop, surcharge)})`;
    return `<option value="${index}"${index === 0 ? ' selected="selected"' : ''}>${size}${plus}</option>`;
  });
  return {
    parts: {
      options: `<table class="variations"><tr><td class="label"><label for="o">${words.size}</label></td><td><select
 id="o"
 name="attribute_size"><option value="">${words.choose}</option>${options.join('')}</select></td></tr></table>`,
    },
  };
};

const swatches: CoreWriter = (shop, { price }) => {
  const { words } = shop;
  const values = sizes.map((size, index) => {
    const own = index === 1 ? price : scaleAmount(price, 1 + (index + 1) / 10);
    return `<label class="swatch${index === 1 ? ' selected is-active' : ''}" data-price="${amountText(own)}"
 data-value="${size}"><input type="radio" name="size"
 value="${size}"${index === 1 ? ' checked' : ''}><span>${size}</span>
</label>`;
  });
  return {
    parts: {
      options: `<fieldset class="swatches"><legend>${words.size}</legend>${values.join('')}</fieldset><fieldset><legend>
${words.color}</legend><button type="button" class="dot active" aria-label="1"></button><button type="button"
 class="dot"
 aria-label="2"></button></fieldset>`,
    },
  };
};

const variantTable: CoreWriter = (shop, product) => {
  const { words, random } = shop;
  const rows = sizes.map((size, index) => ({ size, price: scaleAmount(product.price, 1 + index / 5) }));
  return {
    parts: {
      price: '',
      buy: '',
      options: `<table class="variants"><thead><tr><th>${words.size}</th><th>${words.sku}</th>
<th>${words.price}</th><th></th>
</tr></thead><tbody>${rows
        .map(
          ({
            size,
            price,
          }) => `<tr><td>${size}</td><td>${product.sku}-${size}</td><td>${text(shop, price)}</td><td><button
 name="add" value="${random.digits(4)}">${words.addToCart}</button></td></tr>`,
        )
        .join('')}</tbody></table>`,
    },
    data: 'none',
    expected: { price: rows.map(({ price }) => amountText(price)), mayHaveNoPrice: true },
    unjudged: ['sku', 'listPrice'],
  };
};

const range: CoreWriter = (shop, { price }) => {
  const high = scaleAmount(price, 1.6);
  const shown = shop.random.pick([
    () => `${money(shop, price)} – ${money(shop, high)}`,
    () => `${money(shop, price)} - ${money(shop, high)}`,
    () => `${shop.words.from} ${money(shop, price)}`,
  ])();
  return {
    parts: {
      price: inPrice(shop, shown),
      options: `<select name="size"><option
 value="">${shop.words.choose}</option><option>S</option><option>L</option></select>`,
    },
    data: 'none',
    expected: { price: [amountText(price), amountText(high)], mayHaveNoPrice: true },
    unjudged: ['listPrice'],
  };
};

const used: CoreWriter = (shop, { price, old }) => ({
  parts: {
    price: `<div class="condition">${shop.words.used}</div>${inPrice(shop, money(shop, price))}<div class="compare">
${shop.words.recommendedPrice}: ${text(shop, old)}</div>`,
  },
  condition: 'Used',
  expected: { listPrice: [amountText(old)] },
});

const taxPair: CoreWriter = (shop, { price }) => {
  const { words, random } = shop;
  const net = scaleAmount(price, 1 / 1.2);
  const [gross_, net_] = [
    `<span class="gross">${text(shop, price)} ${words.inclTax}</span>`,
    `<span class="net">${text(shop, net)} ${words.exclTax}</span>`,
  ];
  const price_ = random.pick([
    () => `<div class="price-area">${gross_} <small>${net_}</small></div>`,
    () => `<div class="price-area"><b>${net_}</b><br>${gross_}</div>`,
    () =>
      `<dl class="price-area"><dt>${words.exclTax}</dt><dd>${text(shop, net)}</dd><dt>${words.inclTax}</dt><dd>${text(
        shop,
        price,
      )}</dd></dl>`,
  ])();
  return { parts: { price: price_ } };
};

const sellers: CoreWriter = (shop, { price }) => {
  const { words } = shop;
  const rows = [1.04, 1.1, 1.22].map(
    (
      factor,
      index,
    ) => `<li class="offer"><span class="seller-name">${['Trödel24', 'BestDeal', 'Ola Shop'][index]}</span> <span
 class="offer-price">${text(shop, scaleAmount(price, factor))}</span> + ${words.shipping}
 ${otherMoney(shop, 4)} <button>
${words.addToCart}</button></li>`,
  );
  return {
    parts: {
      below: `<section id="other-sellers"
 class="all-offers"><h2>${words.sellers} (3)</h2><ul>${rows.join('')}</ul></section>`,
    },
  };
};

const financing: CoreWriter = (shop, { price }) => {
  const rate = text(shop, scaleAmount(price, 0.09));
  const line = shop.random.pick([
    () => `<p class="installments">${shop.words.from} <b>${rate}</b> ${shop.words.perMonth}</p>`,
    () => `<div class="finance-widget">12 x ${rate} <a href="#">0 %</a></div>`,
    () =>
      `<div class="klarna"><span>${rate} / 12 ${shop.words.perMonth}</span><img src="/klarna.svg" alt=""></div>`,
  ])();
  const own = inPrice(shop, money(shop, price));
  return { parts: { price: shop.random.chance(0.4) ? `${line}${own}` : `${own}${line}` } };
};

const memberPrice: CoreWriter = (shop, { price }) => {
  const club = `<div class="club-price"><span>${shop.words.members}</span>
 <b>${text(shop, scaleAmount(price, 0.85))}</b></div>`;
  const own = inPrice(shop, money(shop, price));
  return { parts: { price: shop.random.chance(0.3) ? `${club}${own}` : `${own}${club}` } };
};

const quantityPrices: CoreWriter = (shop, { price }) => {
  const { words } = shop;
  const tiers = [
    [1, 1],
    [10, 0.92],
    [50, 0.85],
  ].map(
    ([count, factor]) =>
      `<tr><td>${count}+</td><td>${text(shop, factor === 1 ? price : scaleAmount(price, factor!))}</td></tr>`,
  );
  return {
    parts: {
      options: `<table class="tier-prices"><thead><tr><th>${words.quantity}</th>
<th>${words.price}</th></tr></thead><tbody>
${tiers.join('')}</tbody></table>`,
    },
  };
};

const stateOnly: CoreWriter = (_shop, product) => ({
  data: 'state',
  main: `<div id="__next"><div class="skeleton"><h1>${e(product.title)}</h1><div class="skeleton-line"></div><div
 class="skeleton-line w50"></div></div></div>`,
  unjudged: ['listPrice'],
});

const visibleOnly: CoreWriter = (shop, { price }) => ({
  data: 'none',
  parts: {
    price: shop.random.pick([
      () => `<div class="a7"><span class="b3">${text(shop, price)}</span></div>`,
      () => `<p><b>${shop.words.price}:</b> ${printCode(shop.market, price)}</p>`,
      () => `<p>${shop.words.price}: <span>${text(shop, price)}</span>, ${shop.words.inclTax}, + ${shop.words.shipping}
 ${otherMoney(shop, 5)}</p>`,
      () => `<div class="row"><div class="col">${text(shop, price)} <sup>*</sup></div></div>`,
    ])(),
  },
});

const attributeOnly: CoreWriter = (shop, { price }) => ({
  data: 'none',
  parts: {
    price: `<div class="price-wrap js-price"
 data-price="${amountText(price)}" data-currency="${shop.market.currency}"><span
 class="js-price-text" aria-live="polite"></span></div>`,
  },
  unjudged: ['listPrice'],
});

const splitCents: CoreWriter = (shop, { price }) => {
  const { whole, mark, fraction } = partsOf(shop.market, price, shop.space);
  const sign = signOf(shop.market);
  const tail = fraction === '' ? '' : fraction;
  const isBefore = shop.market.pattern.indexOf('{n}') > 0;
  const shown = shop.random.pick([
    () =>
      `${isBefore ? `<sup>${sign}</sup>` : ''}<span class="int">${whole}</span><sup class="dec">${tail}</sup>${
        isBefore ? '' : `<span class="cur">${sign}</span>`
      }`,
    () =>
      `${isBefore ? `<i>${sign}</i>` : ''}<b>${whole}</b><small>${tail && `${mark}${tail}`}${
        isBefore ? '' : ` ${sign}`
      }</small>`,
    () =>
      `<span aria-hidden="true">${isBefore ? sign : ''}${whole}<span
 class="c">${tail && mark}</span><span>${tail}</span>${
   isBefore ? '' : sign
 }</span><span class="sr-only">${text(shop, price)}</span>`,
  ])();
  return {
    data: 'none',
    parts: { price: `<div class="buybox-price"><div class="amount">${shown}</div></div>` },
  };
};

/** A cache kept yesterday's price in the data; who reads the page sees today's. */
const staleData: CoreWriter = (_shop, { price }) => ({ data: 'jsonLd', stated: scaleAmount(price, 1.25) });

/** What can be had beside the product, each with its own sum and a box to tick. */
const extras: CoreWriter = (shop) => ({
  data: shop.random.chance(0.5) ? 'none' : shop.platform.data,
  parts: {
    options: `<div class="product-addons"><label><input type="checkbox" name="care"> 24 × <span class="addon-price">+
${otherMoney(shop, 19)}</span></label><label><input type="checkbox" name="wrap"> ♥ <span
 class="addon-price">(+ ${otherMoney(shop, 4)})</span></label></div>`,
  },
});

/** The product together with two others, at a sum of their own, beside the button. */
const bundle: CoreWriter = (shop, { price, title }) => {
  const { words } = shop;
  const sum = scaleAmount(price, 2.3);
  return {
    data: shop.random.chance(0.5) ? 'none' : shop.platform.data,
    parts: {
      below: `<div class="bundle fbt"><h3>${words.related}</h3><span>${e(title)}</span> + <span>${e(
        words.products[5]!,
      )}</span> + <span>${e(words.products[3]!)}</span><div
 class="bundle-total">${words.total}: <b>${text(shop, sum)}</b> <s>${text(
   shop,
   scaleAmount(sum, 1.1),
 )}</s></div><button type="button">${words.addToCart} (3)</button></div>`,
    },
  };
};

/** Once at the full price, which is chosen, or regularly for less. */
const subscription: CoreWriter = (shop, { price }) => {
  const { words } = shop;
  return {
    parts: {
      options: `<div class="purchase-options"><label class="selected"><input type="radio" name="plan" value="" checked>
${words.buyNow} <span>${text(shop, price)}</span></label><label><input type="radio" name="plan" value="30d"> -15 %
 <span>${text(shop, scaleAmount(price, 0.85))}</span> ${words.perMonth}</label></div>`,
    },
  };
};

/** Other products stand above the page's own, as those that were seen last do. */
const stripAbove: CoreWriter = (shop, product) => ({
  data: shop.random.chance(0.6) ? 'none' : shop.platform.data,
  above: relatedProducts(shop, product.index),
});

/** A bar that sticks below, a copy for telephones, a title: one price in several spellings. */
const plain: CoreWriter = (shop, product) => {
  const { random, words, market } = shop;
  const { price } = product;
  const copies = random.shuffle([
    `<div class="sticky-bar" aria-hidden="true"><span>${e(product.title)}</span>
<span>${text(shop, price)}</span><button>
${words.addToCart}</button></div>`,
    `<div class="visible-xs hide mobile-price">${printNumber(market, price)} ${market.currency}</div>`,
    `<div class="pswp" tabindex="-1" aria-hidden="true"><div class="pswp__caption"
 title="${text(shop, price)}"></div></div>`,
  ]);
  return {
    data: random.pick<DataStyle>([
      shop.platform.data,
      shop.platform.data,
      'brokenJsonLd',
      'none',
      'graph',
      'jsonLd',
    ]),
    parts: { below: copies.slice(0, random.int(4)).join('') },
  };
};

/** Every kind of page that sells a product, and who writes it. */
export const productCores = {
  plain,
  sale,
  unitPrice,
  outOfStock: soldOut,
  preOrder,
  onRequest,
  free,
  select,
  swatches,
  variantTable,
  range,
  used,
  taxPair,
  sellers,
  financing,
  memberPrice,
  quantityPrices,
  stateOnly,
  visibleOnly,
  attributeOnly,
  splitCents,
  staleData,
  extras,
  bundle,
  subscription,
  stripAbove,
} satisfies Partial<Record<PageKind, CoreWriter>>;

/** Which of the shop's products a kind is about, where not any will do. */
export const productOfKind: Partial<Record<PageKind, number>> = { unitPrice: 3, free: 7, subscription: 3 };

const gallery = (product: Product): string =>
  `<div class="gallery"><a href="/img/${product.id}.jpg"><img src="/img/${product.id}.jpg" alt="${e(product.title)}"
 width="800" height="800"></a>${[1, 2, 3]
   .map((index) => `<img class="thumb" src="/img/${product.id}-${index}.jpg" alt="" loading="lazy">`)
   .join('')}</div>`;

const specification = (shop: Shop): string => {
  const { words, random } = shop;
  return `<h2>${words.specification}</h2><table class="specs"><tr><th>${words.size}</th><td>${random.digits(3)} x
 ${random.digits(2)} mm</td></tr><tr><th>${words.color}</th><td>RAL ${random.digits(4)}</td></tr><tr><th>EN</th><td>
${random.digits(5)}</td></tr></table>`;
};

const platformParts = (shop: Shop, product: Product): ProductParts => {
  const { platform, words } = shop;
  return {
    title: platform.title(e(product.title)),
    price: platform.price(money(shop, product.price)),
    stock: platform.stock(
      shop.random.chance(0.7) ? words.inStock : `${words.inStock}, ${words.delivery}`,
      true,
    ),
    sku: platform.sku(words.sku, product.sku),
    options: '',
    buy: platform.button(words.addToCart, false, product),
    gallery: gallery(product),
    description: `${words.sentences[0]} ${words.sentences[1]}`,
    specification: specification(shop),
    below: '',
  };
};

const expectedOf = (shop: Shop, product: Product, core: Core): Expected => {
  const expected: Expected = { ...expectPrice(shop, product.price, product), ...core.expected };
  for (const member of core.unjudged ?? []) delete expected[member];
  return expected;
};

/** @returns markup and label of one product's page. */
export const writeProductPage = (
  shop: Shop,
  product: Product,
  core: Core,
): { path: string; html: string; expected: Expected } => {
  const parts = { ...platformParts(shop, product), ...core.parts };
  const path = shop.platform.productPath(product);
  const data = stateData(core.data ?? shop.platform.data, shop, {
    product,
    price: core.stated === null ? undefined : (core.stated ?? product.price),
    availability: core.availability ?? 'InStock',
    ...(core.condition ? { condition: core.condition } : {}),
  });
  const isMicrodata = data.startsWith('<div');
  const below = `${parts.below}${reviews(shop)}${relatedProducts(shop, product.index)}`;
  const main = core.main ?? shop.platform.product({ ...parts, below });
  return {
    path,
    html: page(
      shop,
      head(shop, `${product.title} | ${shop.name}`, path, isMicrodata ? '' : data),
      `${breadcrumb(shop, product.category, product.title)}${isMicrodata ? data : ''}${core.above ?? ''}${main}`,
    ),
    expected: expectedOf(shop, product, core),
  };
};
