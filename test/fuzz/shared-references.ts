/**
 * Pages whose data refer to each other: what one text says once is part of k things, so that a text of n characters names n²
 * pairs and more. A shape a line; each is written in every syntax that can say it.
 */

/** A thing of a graph, with texts, things and references (`@id`) as values. */
interface Node {
  type: string;
  id?: string;
  /** Property by which others refer to it. */
  role?: string;
  has: readonly (readonly [property: string, value: string | Node | Reference])[];
}
interface Reference {
  to: string;
}

const times = <Each>(count: number, make: (index: number) => Each): Each[] =>
  Array.from({ length: count }, (_, index) => make(index));

const offer = (at: number): Node => ({
  type: 'Offer',
  has: [
    ['price', `${at + 1}.50`],
    ['priceCurrency', 'EUR'],
  ],
});
const product = (at: number, ...has: Node['has']): Node => ({
  type: 'Product',
  has: [['name', `P${at}`], ['sku', `S${at}`], ...has],
});
const aggregate = (k: number): Node => ({
  type: 'AggregateOffer',
  id: 'o',
  role: 'offers',
  has: times(k, (at) => ['offers', offer(at)] as const),
});
const referring = (property: string, to = 'o') => [property, { to }] as const;

const graphs: Readonly<Record<string, (k: number) => readonly Node[]>> = {
  'products with one list of offers': (k) => [
    ...times(k, (at) => product(at, referring('offers'))),
    aggregate(k),
  ],
  'variants with one list of offers': (k) => [
    {
      type: 'ProductGroup',
      has: times(k, (at) => ['hasVariant', product(at, referring('offers'))] as const),
    },
    aggregate(k),
  ],
  'groups of variants of offers': (k) => [
    ...times(k, () => ({ type: 'ProductGroup', has: times(10, (at) => referring('hasVariant', `v${at}`)) })),
    ...times(10, (at) => ({ ...product(at, referring('offers')), id: `v${at}`, role: 'hasVariant' })),
    aggregate(k),
  ],
  'products with lists of references': (k) => [
    ...times(k, (at) => product(at, ...times(k, (each) => referring('offers', `o${each}`)))),
    ...times(k, (at) => ({ ...offer(at), id: `o${at}`, role: 'offers' })),
  ],
  'products with models of offers': (k) => [
    ...times(k, (at) => product(at, referring('model', 'm'))),
    { ...product(0, referring('offers')), id: 'm', role: 'model' },
    aggregate(k),
  ],
  'offers of one product with many numbers': (k) => [
    ...times(k, (at) => ({
      type: 'Offer',
      has: [['price', `${at}`] as const, referring('itemOffered', 'i')],
    })),
    {
      type: 'Product',
      id: 'i',
      role: 'itemOffered',
      has: times(k, (at) => ['mpn', `N${at}`] as const),
    },
  ],
  'offers with one list of rates': (k) => [
    product(
      0,
      ...times(
        k,
        (at) =>
          ['offers', { ...offer(at), has: [...offer(at).has, referring('shippingDetails', 's')] }] as const,
      ),
    ),
    {
      type: 'OfferShippingDetails',
      id: 's',
      role: 'shippingDetails',
      has: times(k, (at) => ['shippingRate', { type: 'MonetaryAmount', has: [['value', `${at}`]] }] as const),
    },
  ],
  'offers with one price of many values': (k) => [
    product(0, ...times(k, () => ['offers', { type: 'Offer', has: [referring('price', 'a')] }] as const)),
    { type: 'MonetaryAmount', id: 'a', role: 'price', has: times(k, () => ['value', '-'] as const) },
  ],
  'variants of one group without names': (k) => [
    ...times(k, (at) => product(at, referring('isVariantOf', 'g'))),
    { type: 'ProductGroup', id: 'g', role: 'isVariantOf', has: times(k, () => ['name', ' '] as const) },
  ],
  'variants with one list of marks': (k) => [
    {
      type: 'ProductGroup',
      has: times(
        k,
        (at) =>
          [
            'hasVariant',
            product(at, ['offers', { type: 'Offer', has: [referring('itemOffered', 'i')] }]),
          ] as const,
      ),
    },
    {
      type: 'Product',
      id: 'i',
      role: 'itemOffered',
      has: times(
        k,
        (at) => ['additionalProperty', { type: 'PropertyValue', has: [['name', `n${at}`]] }] as const,
      ),
    },
  ],
  'prices that refer to each other twice': (k) => [
    product(0, ['offers', { type: 'Offer', has: [referring('price', 'a0')] }]),
    ...times(k, (at) => ({
      type: 'MonetaryAmount',
      id: `a${at}`,
      has: [referring('value', `a${(at + 1) % k}`), referring('price', `a${(at + 1) % k}`)],
    })),
  ],
};

const isNode = (value: string | Node | Reference): value is Node =>
  typeof value === 'object' && 'has' in value;

const asJsonLd = ({ type, id, has }: Node): unknown => {
  const object: Record<string, unknown[]> = {};
  for (const [property, value] of has) {
    object[property] ??= [];
    object[property].push(
      isNode(value) ? asJsonLd(value) : typeof value === 'string' ? value : { '@id': `#${value.to}` },
    );
  }
  return { '@type': type, ...(id !== undefined && { '@id': `#${id}` }), ...object };
};

const asRdfa = ({ type, id, has }: Node, property?: string): string => {
  const inside = has.map(([name, value]) => {
    if (isNode(value)) return asRdfa(value, name);
    return typeof value === 'string'
      ? `<b property="${name}">${value}</b>`
      : `<link property="${name}" resource="#${value.to}">`;
  });
  const names = `${property === undefined ? '' : ` property="${property}"`}${id === undefined ? '' : ` resource="#${id}"`}`;
  return `<div typeof="${type}"${names}>${inside.join('')}</div>`;
};

const asMicrodata = ({ type, id, role, has }: Node, property = role): string => {
  const references = has.flatMap(([, value]) => (isNode(value) || typeof value === 'string' ? [] : value.to));
  const inside = has.map(([name, value]) => {
    if (isNode(value)) return asMicrodata(value, name);
    return typeof value === 'string' ? `<b itemprop="${name}">${value}</b>` : '';
  });
  const names = `${property === undefined ? '' : ` itemprop="${property}"`}${id === undefined ? '' : ` id="${id}"`}`;
  const itemref = references.length > 0 ? ` itemref="${references.join(' ')}"` : '';
  return `<div itemscope itemtype="https://schema.org/${type}"${names}${itemref}>${inside.join('')}</div>`;
};

const syntaxes: Readonly<Record<string, (nodes: readonly Node[]) => string>> = {
  'JSON-LD': (nodes) =>
    `<script type="application/ld+json">${JSON.stringify({ '@graph': nodes.map(asJsonLd) })}</script>`,
  RDFa: (nodes) => `<div vocab="https://schema.org/">${nodes.map((node) => asRdfa(node)).join('')}</div>`,
  microdata: (nodes) => nodes.map((node) => asMicrodata(node)).join(''),
};

type Json = Readonly<Record<string, unknown>>;

/** Entries of a normalized cache beside k products, which each hold the first of them. */
const entries: Readonly<Record<string, (k: number) => readonly unknown[]>> = {
  'sold by the same': (k) => [times(k, (at) => ({ price: at, seller: { name: `S${at}` } }))],
  'sold by nobody': (k) => [times(k, (at) => ({ id: at }))],
  'in the same variants': (k) => [times(k, (at) => ({ price: at, size: `${at}` }))],
  'in variants by id': (k) => [Object.fromEntries(times(k, (at) => [`v${at}`, { price: at }]))],
  'of lists of lists': () =>
    times(5, (at) => times(20, () => ({ ...holder(at + 1), name: 'N', seller: 'S' }))),
};
const holder = (at: number): Json =>
  Object.fromEntries(
    ['offers', 'sellers', 'variants', 'prices', 'price'].map((name) => [name, { __ref: `Entry:${at}` }]),
  );

const cache = (kind: Json, list: readonly unknown[], k: number): string => {
  const state = {
    ...Object.fromEntries(list.map((entry, at) => [`Entry:${at}`, entry])),
    ...Object.fromEntries(times(k, (at) => [`Product:${at}`, { name: `P${at}`, ...holder(0), ...kind }])),
  };
  return `<script>window.__APOLLO_STATE__=${JSON.stringify(state)}</script>`;
};

export interface Shape {
  name: string;
  /** The page with k things that refer to k others. */
  page: (k: number) => string;
}

export const shapes: readonly Shape[] = [
  ...Object.entries(syntaxes).flatMap(([syntax, write]) =>
    Object.entries(graphs).map(
      ([name, graph]): Shape => ({
        name: `${name}, in ${syntax}`,
        page: (k) => `<h1>P0</h1>${write(graph(k))}`,
      }),
    ),
  ),
  ...Object.entries(entries).flatMap(([name, entry]) =>
    Object.entries({ '': { price: 5 }, ' without a price': { price: null } }).map(
      ([kind, own]): Shape => ({
        name: `products${kind} ${name}, in a state`,
        page: (k) => `<h1>P0</h1>${cache(own, entry(k), k)}`,
      }),
    ),
  ),
];

/** The page of a shape that is at least as long as requested. */
export const pageOf = ({ page }: Shape, size: number): string => {
  let k = 2;
  let html = page(k);
  while (html.length < size) {
    k = Math.ceil(k * Math.min(2, Math.max(1.1, Math.sqrt(size / html.length))));
    html = page(k);
  }
  return html;
};
