import type { Confidence, EvidenceSource } from '../../domain/result/site-result.ts';
import { cssPath } from '../page/page.ts';
import type { MoneyClaim } from '../sources/claims.ts';
import type { StatedPrice } from './resolve-offer.ts';
import type { ScoredPrice } from './scored-price.ts';

/** A visible price this prominent is in the product's own area and named as a price. */
export const strong = 70;
/** Minimum prominence for comparing a visible price with the stated ones. */
export const plausible = 45;
/** Minimum prominence of an amount that can be the price on its own. */
export const plausibleAlone = 15;

/** The chosen price, and how it was chosen. */
export interface PriceDecision {
  /** The rule that decided: `Ranked` by probability, or one that preceded it. */
  rule: string;
  price: MoneyClaim | undefined;
  source: EvidenceSource | undefined;
  agrees: readonly EvidenceSource[];
  confidence: Confidence | null;
  /** The chosen or confirmed stated price with its offer; absent if the page alone decided. */
  stated: StatedPrice | undefined;
  visible: ScoredPrice | undefined;
  listPrice: { money: MoneyClaim; source: EvidenceSource } | undefined;
  candidates: readonly { money: MoneyClaim; source: EvidenceSource }[];
  warnings: readonly string[];
}

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
