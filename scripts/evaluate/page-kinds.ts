/**
 * Kinds of labelled pages, and whether they sell one product. No price may be given for kinds that sell nothing. A
 * product page without a price (on request, sold out) has an empty label.
 */
export const pageKinds = {
  plain: 'sells',
  sale: 'sells',
  unitPrice: 'sells',
  outOfStock: 'sells',
  preOrder: 'sells',
  onRequest: 'sells',
  free: 'sells',
  select: 'sells',
  swatches: 'sells',
  variantTable: 'sells',
  range: 'sells',
  used: 'sells',
  taxPair: 'sells',
  sellers: 'sells',
  financing: 'sells',
  memberPrice: 'sells',
  quantityPrices: 'sells',
  stateOnly: 'sells',
  visibleOnly: 'sells',
  attributeOnly: 'sells',
  splitCents: 'sells',
  staleData: 'sells',
  extras: 'sells',
  bundle: 'sells',
  subscription: 'sells',
  stripAbove: 'sells',
  category: 'sellsNothing',
  search: 'sellsNothing',
  searchOneHit: 'sellsNothing',
  searchNoHit: 'sellsNothing',
  cart: 'sellsNothing',
  checkout: 'sellsNothing',
  frontPage: 'sellsNothing',
  article: 'sellsNothing',
  pressRelease: 'sellsNothing',
  review: 'sellsNothing',
  notFound: 'sellsNothing',
  botWall: 'sellsNothing',
  consentWall: 'sellsNothing',
  login: 'sellsNothing',
  coupon: 'sellsNothing',
  wishList: 'sellsNothing',
  comparison: 'sellsNothing',
  crowdfunding: 'sellsNothing',
  realEstate: 'sellsNothing',
  jobs: 'sellsNothing',
  events: 'sellsNothing',
  shippingCosts: 'sellsNothing',
  exchangeRates: 'sellsNothing',
  contact: 'sellsNothing',
  orderStatus: 'sellsNothing',
  brandPage: 'sellsNothing',
} as const satisfies Record<string, 'sells' | 'sellsNothing'>;

export type PageKind = keyof typeof pageKinds;

export const pageKindNames = Object.keys(pageKinds) as PageKind[];

export const sellsNothing = (kind: PageKind): boolean => pageKinds[kind] === 'sellsNothing';
