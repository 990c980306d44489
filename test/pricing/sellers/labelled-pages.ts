import { readFileSync } from 'node:fs';
import type { Extraction } from '../../../lambdas/domain/result/site-result.ts';
import type { SellingSite } from '../../../lambdas/domain/site/selling-site.ts';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';
import { canonicalAmount } from '../../../lambdas/pricing/sources/amounts.ts';

type Amount = string | null;

/** The expected answer for a page; amounts as decimal strings. A member that is left out is not judged. */
interface Want {
  price?: Amount;
  /** Any of them is right; where an empty one is among them, no price is right as well. */
  pricein?: string[];
  /** By the price that is answered. */
  avail?: Record<string, string>;
  nothigh?: 1;
  err?: string;
  /** Seller, price, carriage and total of each, in the page's order. */
  offers?: [seller: string | null, price: Amount, shipping: Amount, total: Amount][];
  nooffers?: 1;
  /** Name of who sells at the price. */
  seller?: string | null;
  /** Name of the featured seller; null where none is. */
  feat?: string | null;
  ship?: Amount;
  free?: Amount;
  unit?: [amount: string, ...unit: string[]];
  lowest?: Amount;
  list?: Amount;
  valid?: string | null;
}

export interface LabelledPage {
  id: string;
  url: string;
  site: Partial<SellingSite>;
  want: Want;
  note?: string;
  html: string;
}

const amount = (text: Amount | undefined): Amount => (text == null ? null : canonicalAmount(text));

/** The part of an answer that a page's label speaks of, in the label's own form. */
const told: { [Member in keyof Want]-?: (result: Extraction, want: Want) => unknown } = {
  price: ({ Price }) => amount(Price?.Amount),
  pricein: ({ Price }, { pricein }) => (pricein!.includes(Price?.Amount ?? '') ? pricein : Price?.Amount),
  avail: ({ Price, Availability }, { avail }) =>
    avail![Price?.Amount ?? ''] === Availability ? avail : Availability,
  nothigh: ({ Confidence }) => (Confidence === 'High' ? Confidence : 1),
  err: ({ Error: error }) => error?.Code,
  offers: ({ Offers }) =>
    Offers.map(({ Seller, Price, Shipping, Total }) => [
      Seller?.Name ?? null,
      amount(Price.Amount),
      amount(Shipping?.Amount),
      amount(Total?.Amount),
    ]),
  nooffers: ({ Offers }) => (Offers.length === 0 ? 1 : Offers),
  seller: ({ Seller }) => Seller?.Name ?? null,
  feat: ({ Offers }) => Offers.find(({ IsFeatured }) => IsFeatured)?.Seller?.Name ?? null,
  ship: ({ Shipping }) => amount(Shipping?.Amount),
  free: ({ Shipping }) => amount(Shipping?.FreeFrom),
  unit: ({ UnitPrice }) => amount(UnitPrice?.Amount),
  lowest: ({ LowestRecentPrice }) => amount(LowestRecentPrice?.Amount),
  list: ({ ListPrice }) => amount(ListPrice?.Amount),
  valid: ({ ValidUntil }) => ValidUntil,
};

const expected = (member: keyof Want, want: Want): unknown => {
  if (member === 'unit') return amount(want.unit![0]);
  if (member === 'offers')
    return want.offers!.map(([seller, ...amounts]) => [seller, ...amounts.map((each) => amount(each))]);
  return ['price', 'ship', 'free', 'lowest', 'list'].includes(member)
    ? amount(want[member] as Amount)
    : want[member];
};

/** Reads the pages of a file in this folder. */
export const offerPages = (file: string): LabelledPage[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The members that are answered otherwise than labelled, with both values. */
export const faultsOfOffers = ({ url, site, want, html }: LabelledPage): string[] => {
  const result = extractOffer(html, { url, site });
  return (Object.keys(told) as (keyof Want)[])
    .filter((member) => member in want)
    .map((member) => [member, told[member](result, want), expected(member, want)])
    .filter(([, answer, right]) => JSON.stringify(answer) !== JSON.stringify(right))
    .map((fault) => JSON.stringify(fault));
};
