export interface CatalogueProduct {
  sku: string;
  name: string;
  description: string;
  /** Major units, two decimals. */
  price: string;
  /** Pieces; 0 is sold out. */
  stock: number;
}

const kinds = ['Camera', 'Tripod', 'Lens', 'Lamp', 'Scale', 'Cable', 'Radio', 'Mixer'];
const colours = ['Black', 'Silver', 'Blue', 'Red', 'Green'];

/** SKUs that contain each other, need URL encoding, or differ in one character. */
const hardSkus = [
  'CAM-1801',
  '1801',
  'CAM-1801-B',
  'CAM-18012',
  'AB 12',
  'AB 12 X',
  'AB 123',
  'KB/7',
  'KB/77',
  'LED 5+3',
  'LED 53',
  'X100',
  'X100+',
  'CAB-1.5',
  'CAB-15',
  'mIx-Ed3',
  'ZZ-9',
  '555088-105',
  '555088-1050',
  '4006381333931',
  'REF.77/B',
  'Ä-400',
  'N°5-100',
  'A1',
];

/** Families of similar SKUs, so that a search also finds neighbours. */
const families = ['SKU-%', 'TR %00', '%-2024', 'P/%', 'GX%L'];
const familySkus = families.flatMap((family) =>
  Array.from({ length: 8 }, (_, index) => family.replace('%', String(311 + index * 7))),
);

/** Every fifth product is sold out. */
export const catalogue: readonly CatalogueProduct[] = [...hardSkus, ...familySkus].map((sku, index) => {
  const kind = kinds[index % kinds.length]!;
  return {
    sku,
    name: `${colours[index % colours.length]} ${kind} No. ${index + 1}`,
    description: `A ${kind.toLowerCase()} to test searches.`,
    price: `${10 + index * 3}.${String((index * 37) % 100).padStart(2, '0')}`,
    stock: index % 5 === 4 ? 0 : 7,
  };
});

/** SKUs that no shop has, similar to existing ones. */
export const absentSkus: readonly string[] = [
  'CAM-180',
  '801',
  'AB 1',
  'LED',
  'X10',
  '555088',
  'KB',
  'NOWHERE-1',
  'Camera',
  'SKU-3',
];
