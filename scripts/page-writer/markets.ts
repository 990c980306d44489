import markets from './markets.json' with { type: 'json' };
import type { Random } from './random.ts';

/** A language with its country, currency and the words of its shops; words were chosen as shops there write them. */
export type Market = (typeof markets)['en'];
export type MarketName = keyof typeof markets;
export type Words = Market['words'];

export const marketNames = Object.keys(markets) as MarketName[];
export const marketOf = (name: MarketName): Market => markets[name];

/** An exact amount: whole minor units of the market's currency. */
export interface Amount {
  minor: number;
  decimals: number;
}

/** @returns the amount as labels have it: decimal text in major units. */
export const amountText = ({ minor, decimals }: Amount): string => {
  if (decimals === 0) return String(minor);
  const digits = String(minor).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

const ends = [95, 99, 90, 50, 0, 49, 0, 79];

/** An amount in the market's currency that is worth about so many dollars, with an ending that shops like. */
export const amountOf = (market: Market, dollars: number, random: Random): Amount => {
  const major = dollars * market.perDollar * (0.85 + random.int(300) / 1000);
  if (market.decimals > 0)
    return { minor: Math.max(1, Math.floor(major)) * 100 + random.pick(ends), decimals: 2 };
  const step = major > 20_000 ? 1000 : major > 500 ? 10 : 1;
  return { minor: Math.max(1, Math.floor(major / step)) * step - (step === 10 ? 1 : 0), decimals: 0 };
};

/** @param factor - e.g. 0.8 for a fifth less. @returns a whole major amount or the same ending. */
export const scaleAmount = ({ minor, decimals }: Amount, factor: number): Amount => {
  const unit = 10 ** decimals;
  const scaled = Math.max(1, Math.round((minor * factor) / unit));
  return { minor: scaled * unit + (factor > 1 || scaled === 1 ? 0 : minor % unit), decimals };
};

export const minus = (a: Amount, b: Amount): Amount => ({ minor: a.minor - b.minor, decimals: a.decimals });

const groupDigits = (whole: string, group: string): string => {
  if (group === 'in') {
    const [head, tail] = [whole.slice(0, -3), whole.slice(-3)];
    return head === '' ? tail : `${head.replace(/\B(?=(\d{2})+$)/g, ',')},${tail}`;
  }
  return whole.replace(/\B(?=(\d{3})+$)/g, group);
};

/** The parts of a printed amount: digits in groups, the mark of decimals and the decimals, without a sign. */
export const partsOf = (
  market: Market,
  amount: Amount,
  space = ' ',
): { whole: string; mark: string; fraction: string } => {
  const [whole = '', fraction = ''] = amountText(amount).split('.');
  const group = market.group === ' ' ? space : market.group;
  return { whole: groupDigits(whole, group), mark: market.decimal, fraction };
};

/** Prints digits as the market does: `1.299,00`. */
export const printNumber = (market: Market, amount: Amount, space = ' '): string => {
  const { whole, mark, fraction } = partsOf(market, amount, space);
  return fraction === '' ? whole : `${whole}${mark}${fraction}`;
};

/** Prints an amount with the market's sign: `1.299,00 €`. */
export const print = (market: Market, amount: Amount, space = ' '): string =>
  market.pattern.replaceAll(' ', space).replace('{n}', printNumber(market, amount, space));

/** Prints an amount with its ISO code: `EUR 1.299,00`. */
export const printCode = (market: Market, amount: Amount): string =>
  `${market.currency} ${printNumber(market, amount)}`;

/** The market's sign alone. */
export const signOf = (market: Market): string => market.pattern.replace('{n}', '').trim();
