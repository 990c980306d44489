import type { PrintedCurrency } from './currency-lexicon.ts';
import type { NumberToken } from './number-token.ts';

/** Role of an amount by the text around it. Absent: simply the price. */
export type PriceQualifier =
  | 'From'
  | 'RangeLow'
  | 'RangeHigh'
  | 'PerUnit'
  | 'Instalment'
  | 'Was'
  | 'Saving'
  | 'Shipping'
  | 'Threshold'
  | 'Deposit'
  | 'NetOfTax'
  | 'PaymentMethod'
  | 'Members'
  | 'OtherCondition'
  | 'Approximate'
  | 'Surcharge'
  | 'Tier'
  | 'Bid'
  | 'Worth'
  | 'Free';

/** A price in a text. */
export interface ParsedPrice {
  /** Decimal string in major units with the text's own digits in ASCII, e.g. "1299.00"; "0" for "free". */
  amount: string;
  /** ISO 4217; `null` when none is printed or hinted, or when the sign's meaning is not settled. */
  currency: string | null;
  /** The sign, code or word as printed, with the amount or in the hint; also where it is not settled what it means. */
  currencyRaw: string | null;
  /** The piece of the given text that holds number and currency. */
  raw: string;
  /** Where `raw` stands in the given text. */
  start: number;
  end: number;
  qualifier?: PriceQualifier;
  /** `true` when no currency stands beside the number and no ",-" either: it may be no price at all. */
  bare: boolean;
}

/** A number with its sign on the way to a price; positions are those of the readable text. */
export interface PricePiece {
  token: NumberToken;
  start: number;
  end: number;
  sign: PrintedCurrency | undefined;
  /** Set when whole units and hundredths are printed apart, as in "12€99" and "99¢". */
  minor: { whole: string; fraction: string } | undefined;
  /** True if the number measures or counts something else than money. */
  isRejected: boolean;
  qualifier: PriceQualifier | undefined;
  /** True if it is said to hold the tax. */
  isGross?: boolean;
}
