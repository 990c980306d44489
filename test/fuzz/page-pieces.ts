// Fragments that the readers look for: repeated, each matches everywhere and leads nowhere.
// biome-ignore format: a list
export const pieces = [
  '<li class="c"><a href="/p">a</a><b>€ 1.00</b><button>Add to cart</button></li>',
  '<tr><td>A-1</td><td>€ 1.00</td></tr>', '<tr><th>Price</th><th>€/kg</th></tr>',
  '<input type="radio" name="a">', '<p>ab 5</p>', '22<sup>€</sup>90', '<div>', '<table><tr><td>', '</b>',
  '<a href="/p">', '<h1>', '<h2> </h2>', '<p class="price">', '<option>',
  '<div itemscope itemtype="https://schema.org/Product">', '<i itemprop="offers" itemscope>', '<sup>99',
  '<button>Add to cart', '<!--', '<![CDATA[', '<svg>', '<form>', '<meta property="og:title" content="',
  '$', '1', '1 ', '1.', '1,', ' x ', '€1', '12.99 ', 'EUR ', '10% ', 'SKU: ', 'A-1', '- ', ' ', '\n',
  '&nbsp;', '&', 'was ', 'from ', 'per ', 'in stock ', 'only ', 'notify me ', 'save ', '404 ',
  'not found ', 'sold out ', '{"@type":"Product","offers":', '{"price":', '"price":"', '"', "'", '`${',
  '[', '{', '(', '/*', '//', '\\', 'window.__NUXT__=(function(', 'dataLayer.push(', 'JSON.parse("', 'a=',
  'price', 'return ', ';', ':', 'null,', '_Incapsula_Resource?', 'cf-error-details', 'awswaf.com/',
  'window._pxAppId', 'Error 15', 'captcha', 'text-decoration:', 'display:', 'line-through', 'price-', '-',
  '_', 'eu ', 'related ', '/p/1', '#', '?a=1&',
];

export const wrappers: readonly ((inside: string) => string)[] = [
  (inside) => `<title>A</title><h1>A</h1>${inside}`,
  (inside) => `<title>${inside}</title><h1>${inside.slice(0, 300)}</h1><h2>${inside}</h2>`,
  (inside) => `<h1>A</h1><script>price;${inside}</script>`,
  (inside) => `<h1>A</h1>${`<script>price;${inside.slice(0, 5_000)}</script>`.repeat(20)}`,
  (inside) => `<h1>A</h1><script type="application/ld+json">${inside}</script>`,
  (inside) =>
    `<h1>A</h1><script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: inside, sku: inside, offers: { price: inside, availability: inside } })}</script>`,
  (inside) =>
    `<h1>A</h1><p class="${inside.replaceAll('"', '')}" style="${inside.replaceAll('"', '')}">$5</p>`,
  (inside) =>
    `<h1>A</h1><p class="price" data-price='${inside.replaceAll("'", '')}'>${inside.slice(0, 4_000)}</p>`,
  (inside) => `<h1>A</h1>${`<p class="price">${inside.slice(0, 400)}</p>`.repeat(300)}`,
  (inside) =>
    `<h1>A</h1><link rel="canonical" href="https://shop.example/${inside.replaceAll('"', '')}"><p>$5</p>`,
];
