/** Outcome of one selling site. */
export const outcomes = ['Priced', 'OutOfStock', 'Ambiguous', 'NotFound', 'Blocked', 'Failed'] as const;
export const availabilities = [
  'InStock',
  'OutOfStock',
  'PreOrder',
  'BackOrder',
  'LimitedAvailability',
  'Discontinued',
  'Unknown',
] as const;
export const evidenceSources = [
  'Selector',
  'JsonLd',
  'Microdata',
  'Rdfa',
  'OpenGraph',
  'EmbeddedState',
  'Visible',
] as const;
export const confidences = ['High', 'Medium', 'Low'] as const;
export const identityVerdicts = ['Same', 'Different', 'Unknown'] as const;
export const identityGrounds = ['Gtin', 'Mpn', 'Sku', 'Brand', 'Title', 'Quantity'] as const;
