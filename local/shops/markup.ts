/** The product that every shop sells. */
export const product = {
  sku: 'VELA-A3',
  title: 'Vela Aurelia 3',
  brand: 'Officina Vela',
} as const;

/** Draws the espresso machine. @param body - CSS colour of its housing. */
export const machine = (
  body: string,
): string => `<svg viewBox="0 0 240 220" role="img" aria-label="${product.title}">
<rect x="30" y="24" width="180" height="66" rx="14" fill="${body}"/><rect x="44" y="90" width="152" height="84" fill="${body}" opacity=".82"/>
<rect x="62" y="100" width="116" height="74" rx="6" fill="#1d1b1a" opacity=".88"/><rect x="22" y="174" width="196" height="22" rx="8" fill="${body}"/>
<rect x="56" y="170" width="128" height="7" rx="3" fill="#d8d4cf"/><circle cx="62" cy="57" r="15" fill="#f6f3ee"/><path d="M62 57l7-9" stroke="#b3261e" stroke-width="3" stroke-linecap="round"/>
<circle cx="178" cy="57" r="9" fill="#f6f3ee"/><circle cx="152" cy="57" r="6" fill="#f6f3ee" opacity=".7"/><rect x="96" y="88" width="48" height="16" rx="5" fill="#cfcac4"/>
<path d="M140 108h52" stroke="#6b4a2f" stroke-width="9" stroke-linecap="round"/><rect x="100" y="104" width="40" height="11" rx="4" fill="#b9b3ac"/>
<path d="M112 117v15M128 117v15" stroke="#5a3218" stroke-width="3"/><path d="M104 138h32l-4 26h-24z" fill="#fbf8f3"/><path d="M134 144c12-2 12 14-2 13" fill="none" stroke="#fbf8f3" stroke-width="4"/>
<path d="M52 24v-8h136v8" fill="none" stroke="${body}" stroke-width="5"/></svg>`;

export interface PageParts {
  lang: string;
  dir?: 'rtl';
  title: string;
  head?: string;
  css: string;
  body: string;
}

const reset =
  '*{box-sizing:border-box}body{margin:0;line-height:1.55}img,svg{max-width:100%;height:auto;display:block}a{color:inherit}h1,h2,h3,p{margin:0 0 .6em}ul{padding-inline-start:1.2em}button{font:inherit;cursor:pointer}';

export const page = ({ lang, dir, title, head = '', css, body }: PageParts): string => `<!doctype html>
<html lang="${lang}"${dir ? ` dir="${dir}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
<style>${reset}${css}</style>
</head>
<body>
${body}
</body>
</html>
`;

export const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}</script>`;

/** Returns a JSON-LD offer. @param availability - of schema.org, e.g. `OutOfStock`. */
export const offerOf = (price: string, priceCurrency: string, availability = 'InStock') => ({
  '@type': 'Offer',
  price,
  priceCurrency,
  availability: `https://schema.org/${availability}`,
});

export const productLd = (name: string, offer: object, sku: string = product.sku): string =>
  jsonLd({ '@type': 'Product', name, sku, brand: { '@type': 'Brand', name: product.brand }, offers: offer });

export const isProductPath = (path: string): boolean => path === '/' || path.endsWith(`/${product.sku}`);
