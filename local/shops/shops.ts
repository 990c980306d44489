import { clientRenderedShop } from './client-rendered-shop.ts';
import { jsonLdShop } from './json-ld-shop.ts';
import { jsonLd, machine, offerOf, product, productLd } from './markup.ts';
import { searchShop } from './search-shop.ts';
import type { Shop } from './shop.ts';

const finishes = [
  { name: 'Steel', paint: '#aeb4ba', price: '1349.00', inStock: true },
  { name: 'Ivory', paint: '#e6ddc8', price: '1399.00', inStock: true },
  { name: 'Copper', paint: '#b46a3c', price: '1549.00', inStock: true },
  { name: 'Midnight', paint: '#26324d', price: '1449.00', inStock: false },
];

const dollars = (price: string): string =>
  `$${Number(price).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

const others = [
  { name: 'Vela Piccola', price: '8 990 Kč', amount: '8990', sku: 'VELA-P1' },
  { name: 'Mlýnek Vela Polvere', price: '5 490 Kč', amount: '5490', sku: 'VELA-M2' },
  { name: 'Tamper 58 mm', price: '890 Kč', amount: '890', sku: 'VELA-T58' },
];

/** The demonstration shops. Add new ones at the end: the index decides the port, and saved links depend on it. */
export const shops: readonly Shop[] = [
  jsonLdShop,
  {
    name: 'Brühwerk',
    shows: 'microdata, German number format',
    path: '/produkt/{sku}',
    site: { Country: 'DE', Locale: 'de-DE' },
    expected: {
      outcome: 'Priced',
      amount: '1299.00',
      currency: 'EUR',
      availability: 'InStock',
      renderMode: 'Http',
    },
    page: {
      lang: 'de',
      title: `${product.title} Siebträgermaschine kaufen | Brühwerk`,
      css: 'body{font-family:system-ui,sans-serif;background:#fff;color:#191919}header{display:flex;justify-content:space-between;padding:18px 5vw;border-bottom:4px solid #e2001a;font-weight:800;font-size:22px}main{display:flex;flex-wrap:wrap;gap:40px;padding:40px 5vw}figure{flex:1 1 380px;margin:0;background:#efefef;padding:40px}section{flex:1 1 340px}.preis{font-size:40px;font-weight:800;color:#e2001a;margin:0}.auf{display:inline-block;background:#e7f5e7;color:#145214;padding:2px 10px;border-radius:99px}button{background:#e2001a;color:#fff;border:0;border-radius:6px;padding:14px 28px;font-weight:700;width:100%}',
      body: `<header><span>BRÜHWERK</span><nav>Warenkorb (0)</nav></header><main itemscope itemtype="https://schema.org/Product"><figure>${machine('#b9bcc0')}</figure><section><h1 itemprop="name">${product.title} Siebträgermaschine</h1><p>Art.-Nr. <span itemprop="sku">${product.sku}</span> von <span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><span itemprop="name">${product.brand}</span></span></p><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR"><link itemprop="itemCondition" href="https://schema.org/NewCondition"><p class="preis" itemprop="price" content="1299.00">1.299,00 €</p><p><small>inkl. 19 % MwSt., versandkostenfrei</small></p><p class="auf"><link itemprop="availability" href="https://schema.org/InStock">Auf Lager</p></div><button>In den Warenkorb</button><ul><li>Zweikreiser mit Rotationspumpe</li><li>58-mm-Siebträger</li><li>5 Jahre Garantie</li></ul></section></main>`,
    },
  },
  {
    name: 'Comptoir du Café',
    shows: 'RDFa, French number format',
    path: '/machines/{sku}',
    site: { Country: 'FR' },
    expected: {
      outcome: 'Priced',
      amount: '1279.90',
      currency: 'EUR',
      availability: 'InStock',
      renderMode: 'Http',
    },
    page: {
      lang: 'fr',
      title: `Machine expresso ${product.title} – Comptoir du Café`,
      css: 'body{font-family:"Palatino Linotype",Palatino,serif;background:#fdf6f0;color:#3b2417}header{text-align:center;padding:34px;font-size:30px;font-style:italic}main{max-width:960px;margin:auto;padding:0 24px 60px;text-align:center}figure{max-width:420px;margin:0 auto 24px}.prix{font-size:36px}hr{border:0;border-top:1px solid #d9bfa9;width:90px;margin:22px auto}button{background:none;border:1px solid #3b2417;padding:12px 40px}',
      body: `<header>Comptoir du Café</header><main vocab="https://schema.org/" typeof="Product"><figure>${machine('#8c3b2a')}</figure><h1 property="name">Machine expresso ${product.title}</h1><p>Réf. <span property="sku">${product.sku}</span>, <span property="brand" typeof="Brand"><span property="name">${product.brand}</span></span></p><hr><div property="offers" typeof="Offer"><meta property="priceCurrency" content="EUR"><p class="prix"><span property="price" content="1279.90">1\u202f279,90\u00a0€</span></p><p><link property="availability" href="https://schema.org/InStock">En stock, expédié sous 24 h</p></div><button>Ajouter au panier</button></main>`,
    },
  },
  {
    name: 'Fjordbønner',
    shows: 'OpenGraph only; the visible price has no currency',
    path: '/butikk/{sku}',
    site: { Country: 'NO' },
    expected: { outcome: 'Priced', amount: '14990.00', currency: 'NOK', renderMode: 'Http' },
    page: {
      lang: 'nb',
      title: `${product.title} espressomaskin`,
      head: `<meta property="og:type" content="product"><meta property="og:title" content="${product.title} espressomaskin"><meta property="og:site_name" content="Fjordbønner"><meta property="product:price:amount" content="14990.00"><meta property="product:price:currency" content="NOK"><meta property="product:availability" content="in stock"><meta property="product:retailer_item_id" content="${product.sku}">`,
      css: 'body{font-family:"Segoe UI",system-ui,sans-serif;background:linear-gradient(#dfe9ee,#fff 60%);color:#12303d;min-height:100vh}header{padding:26px 7vw;font-weight:300;font-size:26px}main{padding:10px 7vw 60px;display:grid;gap:28px;grid-template-columns:minmax(0,3fr) minmax(0,2fr)}.kort{background:#fff;border-radius:18px;padding:36px;box-shadow:0 12px 40px #12303d18}.pris{font-size:38px;font-weight:300}button{background:#12303d;color:#fff;border:0;border-radius:99px;padding:14px 36px}',
      body: `<header>fjordbønner</header><main><div class="kort">${machine('#5c8296')}</div><div class="kort"><h1>${product.title} espressomaskin</h1><p>${product.brand} &middot; varenummer ${product.sku}</p><p class="pris">14\u00a0990,-</p><p>På lager i Bergen</p><button>Legg i handlekurv</button></div></main>`,
    },
  },
  clientRenderedShop,
  {
    name: 'Dolce Macchina',
    shows: 'a sale, with the old price still in JSON-LD',
    path: '/p/{sku}',
    site: { Country: 'IT' },
    expected: { outcome: 'Priced', amount: '1099.00', currency: 'EUR', listAmount: '1349.00' },
    page: {
      lang: 'it',
      title: `${product.title} in offerta | Dolce Macchina`,
      head: productLd(`Macchina espresso ${product.title}`, offerOf('1349.00', 'EUR')),
      css: 'body{font-family:"Trebuchet MS",sans-serif;background:#fff8e7;color:#2b1a10}header{background:#c8102e;color:#fff;padding:14px 6vw;font-size:24px;font-weight:700}main{display:grid;grid-template-columns:1fr 1fr;gap:40px;padding:40px 6vw}figure{margin:0;position:relative}.sconto{position:absolute;top:0;inset-inline-end:0;background:#c8102e;color:#fff;border-radius:50%;width:86px;height:86px;display:grid;place-items:center;font-weight:700;font-size:22px;transform:rotate(8deg)}del{display:block;color:#8b7a6b;font-size:22px}.ora{white-space:nowrap;font-size:42px;font-weight:700;color:#c8102e}button{background:#2b1a10;color:#fff;border:0;padding:14px 30px;border-radius:4px}',
      body: `<header>Dolce Macchina</header><main><figure>${machine('#c8102e')}<span class="sconto">−18%</span></figure><section><h1>Macchina espresso ${product.title}</h1><p>Codice ${product.sku}</p><p class="product-price"><del class="price-old">1.349,00 €</del> <span class="price-current ora">1.099,00 €</span></p><p>Disponibile</p><button>Aggiungi al carrello</button></section></main>`,
    },
  },
  {
    name: 'Tamp & Tiger',
    shows: 'variants with a price each; copper is requested',
    path: '/shop/{sku}',
    site: { Country: 'US', Variant: { Color: 'Copper' } },
    expected: { outcome: 'Priced', amount: '1549.00', currency: 'USD', availability: 'InStock', variants: 4 },
    page: {
      lang: 'en-US',
      title: `${product.title} in four finishes | Tamp & Tiger`,
      head: jsonLd({
        '@type': 'ProductGroup',
        name: product.title,
        productGroupID: product.sku,
        brand: { '@type': 'Brand', name: product.brand },
        variesBy: ['https://schema.org/color'],
        hasVariant: finishes.map(({ name, price, inStock }) => ({
          '@type': 'Product',
          name: `${product.title}, ${name}`,
          sku: `${product.sku}-${name.toUpperCase()}`,
          color: name,
          offers: offerOf(price, 'USD', inStock ? 'InStock' : 'OutOfStock'),
        })),
      }),
      css: 'body{font-family:"Avenir Next",Avenir,system-ui,sans-serif;background:#fff;color:#222}header{padding:28px 6vw;font-size:22px;font-weight:800;color:#e2711d}main{padding:0 6vw 60px}.finishes{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:20px;list-style:none;padding:0}.finishes li{border:2px solid #eee;border-radius:16px;padding:20px;text-align:center}.finishes b{display:block;font-size:22px}.out{opacity:.5}',
      body: `<header>TAMP &amp; TIGER</header><main><h1>${product.title}</h1><p>One machine, four finishes. SKU ${product.sku}.</p><ul class="finishes">${finishes
        .map(
          ({ name, paint, price, inStock }) =>
            `<li${inStock ? '' : ' class="out"'}>${machine(paint)}<span>${name}</span><b>${dollars(price)}</b><small>${inStock ? 'In stock' : 'Out of stock'}</small></li>`,
        )
        .join('')}</ul></main>`,
    },
  },
  {
    name: 'Maple Roasters',
    shows: 'sold out, with its price',
    path: '/collections/espresso/{sku}',
    site: { Country: 'CA' },
    expected: { outcome: 'OutOfStock', amount: '1899.00', currency: 'CAD', availability: 'OutOfStock' },
    page: {
      lang: 'en-CA',
      title: `${product.title} (sold out) | Maple Roasters`,
      head: productLd(product.title, offerOf('1899.00', 'CAD', 'OutOfStock')),
      css: 'body{font-family:Rockwell,"Courier New",serif;background:#f7ede2;color:#432818}header{padding:24px 6vw;border-bottom:6px double #bb4d00;font-size:24px}main{display:grid;grid-template-columns:1fr 1fr;gap:36px;padding:36px 6vw}.price{font-size:34px}.sold{background:#432818;color:#f7ede2;display:inline-block;padding:4px 14px}button{border:2px solid #999;background:#ddd;color:#777;padding:12px 30px}',
      body: `<header>Maple Roasters</header><main><div>${machine('#6f4518')}</div><section><h1>${product.title}</h1><p>SKU: ${product.sku}</p><p class="price">$1,899.00 CAD</p><p class="sold">Sold out</p><p>Leave your address and we will write when it is back.</p><button disabled>Sold out</button></section></main>`,
    },
  },
  searchShop,
  {
    name: 'Pražírna U Mostu',
    shows: 'cheaper products around its own',
    path: '/zbozi/{sku}',
    site: { Country: 'CZ' },
    expected: { outcome: 'Priced', amount: '29990', currency: 'CZK' },
    page: {
      lang: 'cs',
      title: `Kávovar ${product.title} | Pražírna U Mostu`,
      head: [
        jsonLd({
          '@type': 'ItemList',
          name: 'Mohlo by se vám líbit',
          itemListElement: others.map(({ name, amount, sku }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            item: {
              '@type': 'Product',
              name,
              sku,
              offers: offerOf(amount, 'CZK'),
            },
          })),
        }),
        productLd(`Kávovar ${product.title}`, offerOf('29990', 'CZK')),
      ].join('\n'),
      css: 'body{font-family:"Gill Sans",Calibri,sans-serif;background:#eef1ea;color:#26312a}header{padding:20px 6vw;font-size:24px;background:#26312a;color:#eef1ea}.pas{background:#d6e0cf;padding:12px 6vw}main{display:grid;grid-template-columns:1fr 1fr;gap:36px;padding:36px 6vw;background:#fff}.cena{font-size:42px;font-weight:700}aside{padding:30px 6vw}.rada{display:grid;grid-template-columns:repeat(3,1fr);gap:18px}.rada article{background:#fff;padding:18px;border-radius:8px}button{background:#5a7d4d;color:#fff;border:0;padding:14px 32px;border-radius:6px}',
      body: `<header>Pražírna U Mostu</header><p class="pas">Doprava zdarma od 1 500 Kč</p><main><div>${machine('#5a7d4d')}</div><section class="product-detail"><h1>Kávovar ${product.title}</h1><p>Kód: ${product.sku}</p><p class="cena product-price">29 990 Kč</p><p>Skladem</p><button>Do košíku</button></section></main><aside class="related-products"><h2>Mohlo by se vám líbit</h2><div class="rada">${others
        .map(({ name, price }) => `<article><h3>${name}</h3><p class="price">${price}</p></article>`)
        .join('')}</div></aside>`,
    },
  },
  {
    name: 'Kōhī Dōgu Tsuki',
    shows: 'yen with tax and without, full-width signs',
    path: '/item/{sku}',
    site: { Country: 'JP', Locale: 'ja-JP' },
    expected: { outcome: 'Priced', amount: '189800', currency: 'JPY' },
    page: {
      lang: 'ja',
      title: `${product.title} エスプレッソマシン｜珈琲道具 月`,
      css: 'body{font-family:"Hiragino Mincho ProN","Yu Mincho",serif;background:#faf9f6;color:#2b2b2b}header{padding:40px;text-align:center;letter-spacing:.4em;font-size:22px}main{max-width:860px;margin:auto;display:grid;grid-template-columns:1fr 1fr;gap:50px;padding:20px}.kakaku{font-size:34px;margin:.4em 0 0}.nuki{color:#888;font-size:14px}button{background:#7b1e1e;color:#fff;border:0;padding:14px 44px}',
      body: `<header>珈琲道具 月</header><main itemscope itemtype="https://schema.org/Product"><div>${machine('#7b1e1e')}</div><section><h1 itemprop="name">${product.title} エスプレッソマシン</h1><p>商品番号：<span itemprop="sku">${product.sku}</span></p><p class="kakaku price" itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="JPY"><span itemprop="price">￥189,800</span><small>（税込）</small></p><p class="nuki">税抜 ￥172,545</p><p>在庫あり</p><button>カートに入れる</button></section></main>`,
    },
  },
  {
    name: 'Chikmagalur Direct',
    shows: 'rupees, grouped by lakh',
    path: '/p/{sku}',
    site: { Country: 'IN' },
    expected: { outcome: 'Priced', amount: '124999.00', currency: 'INR', listAmount: '139999.00' },
    page: {
      lang: 'en-IN',
      title: `${product.title} Espresso Machine Online at Best Price in India`,
      head: productLd(`${product.title} Espresso Machine`, offerOf('124999.00', 'INR')),
      css: 'body{font-family:Noto Sans,system-ui,sans-serif;background:#fff7fb;color:#33112b}header{background:linear-gradient(90deg,#8f0d5f,#e0662d);color:#fff;padding:20px 6vw;font-size:23px;font-weight:700}main{display:grid;grid-template-columns:1fr 1fr;gap:36px;padding:36px 6vw}.price{font-size:38px;font-weight:700}.mrp{color:#8a7484}button{background:#e0662d;color:#fff;border:0;border-radius:8px;padding:14px 34px}',
      body: `<header>Chikmagalur Direct</header><main><div>${machine('#8f0d5f')}</div><section><h1>${product.title} Espresso Machine</h1><p>Model ${product.sku}</p><p class="price">₹1,24,999.00</p><p class="mrp">M.R.P.: <s>₹1,39,999.00</s> inclusive of all taxes</p><p>In stock</p><button>Buy now</button></section></main>`,
    },
  },
  {
    name: 'Rösterei Bergluft',
    shows: 'francs with an apostrophe and a dash for the cents',
    path: '/artikel/{sku}',
    site: { Country: 'CH', Locale: 'de-CH' },
    expected: { outcome: 'Priced', amount: '1249', currency: 'CHF' },
    page: {
      lang: 'de-CH',
      title: `${product.title} | Rösterei Bergluft`,
      head: '<meta property="og:type" content="product"><meta property="product:price:amount" content="1249"><meta property="product:price:currency" content="CHF">',
      css: 'body{font-family:Helvetica,Arial,sans-serif;background:#fff;color:#111}header{padding:30px 8vw;font-size:30px;font-weight:700;letter-spacing:-.03em}header::before{content:"";display:inline-block;width:22px;height:22px;background:#d52b1e;margin-inline-end:12px}main{display:grid;grid-template-columns:7fr 5fr;gap:60px;padding:10px 8vw 70px}.price{font-size:52px;font-weight:700;letter-spacing:-.04em}button{background:#d52b1e;color:#fff;border:0;padding:16px 40px;font-weight:700}',
      body: `<header>Rösterei Bergluft</header><main><div>${machine('#d52b1e')}</div><section><h1>${product.title} Espressomaschine</h1><p>Artikel ${product.sku}</p><p class="price">CHF 1’249.–</p><p>Sofort lieferbar. Inkl. MWST und vRG.</p><button>In den Warenkorb</button></section></main>`,
    },
  },
  {
    name: 'Bayt al-Qahwa',
    shows: 'Arabic digits, right to left',
    path: '/product/{sku}',
    site: { Country: 'SA', Locale: 'ar-SA' },
    expected: { outcome: 'Priced', amount: '5499.00', currency: 'SAR' },
    page: {
      lang: 'ar',
      dir: 'rtl',
      title: `ماكينة إسبريسو ${product.title} | بيت القهوة`,
      head: productLd(`ماكينة إسبريسو ${product.title}`, offerOf('5499.00', 'SAR')),
      css: 'body{font-family:"Noto Naskh Arabic","Geeza Pro",Tahoma,serif;background:#f3efe6;color:#1d3b36}header{background:#1d3b36;color:#e7d3a1;padding:24px 6vw;font-size:28px}main{display:grid;grid-template-columns:1fr 1fr;gap:40px;padding:40px 6vw}.price{font-size:40px;color:#9a6b12}button{background:#9a6b12;color:#fff;border:0;border-radius:8px;padding:14px 40px}',
      body: `<header>بيت القهوة</header><main><section><h1>ماكينة إسبريسو ${product.title}</h1><p>رقم المنتج: ${product.sku}</p><p class="price">٥٬٤٩٩٫٠٠ ر.س</p><p>السعر شامل الضريبة، متوفر</p><button>أضف إلى السلة</button></section><div>${machine('#1d3b36')}</div></main>`,
    },
  },
  {
    name: 'Café do Porto',
    shows: 'instalments beside the price',
    path: '/produto/{sku}',
    site: { Country: 'BR' },
    expected: { outcome: 'Priced', amount: '7999.90', currency: 'BRL' },
    page: {
      lang: 'pt-BR',
      title: `Máquina de espresso ${product.title} | Café do Porto`,
      css: 'body{font-family:Ubuntu,system-ui,sans-serif;background:#f2fbf5;color:#0b3d2e}header{background:#0b3d2e;color:#ffd23f;padding:20px 6vw;font-size:24px;font-weight:700}main{display:grid;grid-template-columns:1fr 1fr;gap:40px;padding:40px 6vw}.preco{font-size:40px;font-weight:700}.parcelas{color:#3f7a63}button{background:#ffd23f;color:#0b3d2e;border:0;border-radius:99px;padding:14px 40px;font-weight:700}',
      body: `<header>Café do Porto</header><main itemscope itemtype="https://schema.org/Product"><div>${machine('#ffd23f')}</div><section><h1 itemprop="name">Máquina de espresso ${product.title}</h1><p>Ref. <span itemprop="sku">${product.sku}</span></p><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="BRL"><p class="preco price" itemprop="price" content="7999.90">R$ 7.999,90</p></div><p class="parcelas">em até 12x de R$ 666,66 sem juros</p><p>Em estoque</p><button>Comprar</button></section></main>`,
    },
  },
  {
    name: 'Coin Toss Coffee',
    shows: 'two prices and nothing to decide between them',
    path: '/buy/{sku}',
    site: { Country: 'AU' },
    expected: { outcome: 'Ambiguous', errorCode: 'AmbiguousPrice' },
    page: {
      lang: 'en-AU',
      title: `${product.title} | Coin Toss Coffee`,
      css: 'body{font-family:"Comic Neue","Marker Felt",sans-serif;background:#eaf4ff;color:#1c2541}header{padding:26px 6vw;font-size:26px;font-weight:700}main{max-width:700px;margin:auto;text-align:center;padding:20px}.offers{display:grid;grid-template-columns:1fr 1fr;gap:22px}.offer{background:#fff;border-radius:20px;padding:26px}.price{font-size:32px;margin:0 0 14px}button{background:#3a506b;color:#fff;border:0;border-radius:99px;padding:12px 34px}',
      body: `<header>Coin Toss Coffee</header><main><div style="max-width:300px;margin:auto">${machine('#3a506b')}</div><h1>${product.title}</h1><p>${product.sku}</p><div class="offers"><div class="offer"><p class="price">A$1,799.00</p><button>Add to cart</button></div><div class="offer"><p class="price">A$1,949.00</p><button>Add to cart</button></div></div></main>`,
    },
  },
  {
    name: 'Kawiarnia Mała',
    shows: 'a missing product, with status 200 and other offers',
    path: '/produkt/{sku}',
    site: { Country: 'PL' },
    expected: { outcome: 'NotFound' },
    page: {
      lang: 'pl',
      title: 'Nie znaleziono strony | Kawiarnia Mała',
      css: 'body{font-family:"Century Gothic",system-ui,sans-serif;background:#fffdf8;color:#283618;text-align:center}header{padding:26px;font-size:24px}h1{font-size:88px;margin:0;color:#bc6c25}.inne{display:flex;gap:20px;justify-content:center;flex-wrap:wrap;padding:24px}.inne article{width:190px;border:1px solid #e9e2d0;border-radius:12px;padding:16px}',
      body: `<header>Kawiarnia Mała</header><main><h1>404</h1><h2>Nie znaleziono strony</h2><p>Przepraszamy, produkt ${product.sku} nie istnieje lub został usunięty.</p><p><a href="/">Wróć na stronę główną</a></p><h3>Może Cię zainteresuje</h3><div class="inne"><article>${machine('#606c38')}<p>Vela Bruna 1</p><p>2 899,00 zł</p></article><article>${machine('#dda15e')}<p>Vela Piccola</p><p>1 749,00 zł</p></article></div></main>`,
    },
  },
  {
    name: 'Bastion Coffee',
    shows: 'a challenge page with status 200',
    path: '/item/{sku}',
    expected: { outcome: 'Blocked', errorCode: 'BotChallenge' },
    page: {
      lang: 'en',
      title: 'Just a moment...',
      head: '<meta name="robots" content="noindex,nofollow">',
      css: 'body{font-family:system-ui,sans-serif;background:#fff;color:#313131;display:grid;place-items:center;min-height:100vh}main{max-width:560px;padding:24px}.spinner{width:34px;height:34px;border:4px solid #ddd;border-top-color:#1a73e8;border-radius:50%;animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}',
      body: `<main><h1>Checking your browser</h1><p>Verify you are human by completing the action below. This process is automatic.</p><div class="spinner"></div><form id="challenge-form" action="/verify?item=${product.sku}" method="post"><div class="g-recaptcha" data-sitekey="demonstration"></div></form><noscript>Please enable JavaScript and cookies to continue.</noscript><p><small>bastion.example needs to review the security of your connection before proceeding. Ray ID: 0000demo</small></p></main>`,
    },
  },
  {
    name: 'Slow Drip',
    shows: 'a page that never answers',
    path: '/{sku}',
    site: { TimeoutSeconds: 4 },
    expected: { outcome: 'Failed', errorCode: 'Timeout' },
    respond: () => 'never',
  },
];
