import type { Confidence, EvidenceSource } from '../../domain/site-result.ts';
import type { MoneyClaim } from '../claims.ts';
import { cssPath } from '../page/page.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import type { StatedPrice } from './resolve-offer.ts';

/** A visible price this prominent is in the product's own area and named as a price. */
export const strong = 70;
/** From this prominence on a visible price is worth comparing with what is stated. */
export const plausible = 45;
/** The least prominence of an amount that can be the price by itself. */
export const plausibleAlone = 15;

/** Which price holds, and how it was decided. */
export interface PriceDecision {
  /** The deciding rule: `Ranked` by probability, or the rule that preceded it. */
  rule: string;
  price: MoneyClaim | undefined;
  source: EvidenceSource | undefined;
  agrees: readonly EvidenceSource[];
  confidence: Confidence | null;
  /** The stated price that was chosen or confirmed, with its offer; absent when the page alone decided. */
  stated: StatedPrice | undefined;
  visible: ScoredPrice | undefined;
  listPrice: { money: MoneyClaim; source: EvidenceSource } | undefined;
  candidates: readonly { money: MoneyClaim; source: EvidenceSource }[];
  warnings: readonly string[];
}

/** The decision that there is none. */
export const noPrice: PriceDecision = {
  rule: 'NoPrice',
  price: undefined,
  source: undefined,
  agrees: [],
  confidence: null,
  stated: undefined,
  visible: undefined,
  listPrice: undefined,
  candidates: [],
  warnings: [],
};

export const visibleMoney = (price: ScoredPrice): MoneyClaim => ({
  amount: price.amount,
  currency: price.currency,
  raw: price.raw,
  path: cssPath(price.element),
});
