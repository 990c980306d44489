import type { PrintedCurrency } from './currency-lexicon.ts';
import type { NumberToken } from './number-token.ts';

/** Role of an amount, from the text around it. Absent for a plain price. */
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

export interface ParsedPrice {
  /** Decimal string in major units with the text's own digits in ASCII, e.g. "1299.00"; "0" for "free". */
  amount: string;
  /** ISO 4217; `null` if none is printed or hinted, or if the sign stays ambiguous. */
  currency: string | null;
  /** The sign, code or word as printed with the amount or given in the hint, even if ambiguous. */
  currencyRaw: string | null;
  /** The part of the given text with number and currency. */
  raw: string;
  /** Range of `raw` in the given text. */
  start: number;
  end: number;
  qualifier?: PriceQualifier;
  /** True if neither a currency nor ",-" is beside the number: it may not be a price. */
  bare: boolean;
}

/** A number with its sign, while it is processed; offsets refer to the readable text. */
export interface PricePiece {
  token: NumberToken;
  start: number;
  end: number;
  sign: PrintedCurrency | undefined;
  /** Set if whole and minor units are printed apart, as in "12€99" and "99¢". */
  minor: { whole: string; fraction: string } | undefined;
  /** True if the number measures or counts something other than money. */
  isRejected: boolean;
  qualifier: PriceQualifier | undefined;
  /** True if it is labelled as including tax. */
  isGross?: boolean;
}
