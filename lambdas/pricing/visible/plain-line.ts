import type { ParsedPrice } from '../money/parse-price-text.ts';
import {
  approximateWords,
  basketWords,
  depositWords,
  fromWords,
  grossWords,
  instalmentWords,
  memberWords,
  netWords,
  nonMemberWords,
  nowWords,
  perUnitBefore,
  regularWords,
  savingWords,
  shippingWords,
  surchargeWords,
  thresholdWords,
  totalWords,
  wasWords,
} from '../money/price-words.ts';
import { buyWords } from '../page/page-words.ts';

const priceNames =
  /(?<!\p{L})(?:price|preis|prix|precio|prezzo|preço|prijs|cena|ceny|pris|hinta|ár|preț|fiyat|harga|giá|τιμή|hind|kaina|cijena|цена|ціна|мін|verð|מחיר|سعر|السعر|قیمت)(?!\p{L})|価格|价格|價格|售价|售價|가격|ราคา/giu;
/** "each", "/ Stück", and what stands before carriage: "zzgl.", "plus". */
const besides =
  /(?<!\p{L})(?:each|ea|per|pro|je|par|por|piece|pcs?|pièce|pieza|peça|pezzo|stuk|stück|stk|st|szt|ks|kpl|kom|buc|db|шт|бр|un|unit|plus|zzgl|zuzüglich|excl|exkl|hors|más|mais|più|for|für|pour|voor|za|and|und|et|y|e|i|og|och|в|за|inc|incl|inkl|only|nur)(?!\p{L})|[個枚本개]/giu;

/** What a seller adds who lets others bargain. */
const bargains =
  /(?<!\p{L})(?:of bod|vb|vhb|obo|ono|o\.b\.o|n\.o\.|ou (?:meilleure )?offre|à débattre|trattabile|negoci[aá]vel|negociable|do negocjacji|dohodou|торг|pazarlık)(?!\p{L})/giu;

const plainWords = [
  ...[
    nowWords,
    wasWords,
    regularWords,
    totalWords,
    grossWords,
    netWords,
    fromWords,
    savingWords,
    shippingWords,
    instalmentWords,
    memberWords,
    nonMemberWords,
    perUnitBefore,
    thresholdWords,
    depositWords,
    surchargeWords,
    approximateWords,
    basketWords,
    buyWords,
  ].map(({ source }) => new RegExp(source, 'giu')),
  priceNames,
  bargains,
  besides,
];

/** What a line holds besides its amounts. */
export const wordsBeside = (line: string, prices: readonly ParsedPrice[]): string => {
  let rest = line;
  for (const { start, end } of [...prices].reverse()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return rest;
};

/**
 * Whether words beside an amount say no more than what prices are called: what is said of an amount in other words
 * may make anything of it.
 */
export const arePlain = (words: string): boolean => {
  // Turkish capitals are no capitals of the Latin i.
  // "(6 offers)" counts.
  let rest = words.replaceAll('İ', 'i').replace(/\(\s?\d{1,6}\s\p{L}{1,20}\s?\)/gu, ' ');
  for (const known of plainWords) {
    if (!/\p{L}{2}/u.test(rest)) return true;
    rest = rest.replace(known, ' ');
  }
  return !/\p{L}{2}/u.test(rest);
};
