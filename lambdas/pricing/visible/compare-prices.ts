import { compareDecimals } from '../../domain/decimals.ts';
import { readQuantities } from '../identity/quantities.ts';
import { anyOf } from '../lexicon/word-lists.ts';
import { samePrice } from '../money/amounts.ts';
import { grossWords, netWords } from '../money/price-words.ts';
import { lineageOf } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { findBelowButton, findOnlyMeasured, findOnlyNamed } from './only-price.ts';
import { findLinesAlone, findPairsAlone } from './pairs-alone.ts';
import { arePlain } from './plain-line.ts';
import type { Finding, PriceRelation, PriceScene } from './price-relation.ts';
import { findQuantityTiers } from './quantity-tiers.ts';
import { blockReach, isAside, isLowest, payable, type ScoredPrice } from './scored-price.ts';
import { findLikeNet, findNets, findTaxes } from './tax-amounts.ts';

/** Beside what is called old, the same amount that is read aloud is old as well. */
const findTwins = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  for (const [index, price] of scored.entries()) {
    if ((price.zones & zone.offscreen) === 0 || price.isOld) continue;
    const isTwin = (other: ScoredPrice | undefined): boolean =>
      other?.isOld === true &&
      (other.zones & zone.offscreen) === 0 &&
      Math.abs(other.run - price.run) <= 1 &&
      samePrice(other, price);
    if (isTwin(scored[index + 1]) || isTwin(scored[index - 1])) yield { price, says: { isOld: true } };
  }
};

const percentOff = /(?:^|[^\d.,])(?:(\d{1,2})(?:[.,]\d+)?\s?%|%\s?(\d{1,2})(?![\d.,]))/g;

const anyAmount = /\p{Sc}?\s?\d[\d.,'’\s]*(?:\s?\p{Sc}|%|(?=\s|$))|[-–−+*()[\]:!]/gu;
const codes = /(?<!\p{L})[A-Z]{3}(?!\p{L})/gu;
/** Signs of currencies in letters, and no more than that. */
const shortWords = /(?<!\p{L})(?:\p{L}{1,2}|lei|руб|грн|eur|usd|chf|din)\.?(?!\p{L})/giu;

/** Whether a line with a percentage speaks of what is taken off: of wool, alcohol and taxes there are percentages too. */
const isBadge = (text: string): boolean =>
  !netWords.test(text) &&
  !grossWords.test(text) &&
  (/(?:^|[\s(\p{Sc}])[-–−]\s?\d{1,2}(?:[.,]\d+)?\s?%/u.test(text) ||
    arePlain(text.replace(anyAmount, ' ').replace(codes, ' ').replace(shortWords, ' ')));

/** Shares in percent that are printed near a price: "-25 %", "25% off". */
const percentsNear = (page: Page, run: number): Set<number> => {
  const found = new Set<number>();
  for (const { text } of page.runs.slice(Math.max(0, run - blockReach), run + blockReach + 1)) {
    if (text.length > 60 || !text.includes('%') || !isBadge(text)) continue;
    for (const [, before, behind] of text.matchAll(percentOff)) found.add(Number(before ?? behind));
  }
  return found;
};

const haveOneCurrency = (one: ScoredPrice, other: ScoredPrice): boolean =>
  one.currency === other.currency || one.currency === null || other.currency === null;

/** Whether a lower price may be what is asked instead of a higher one beside it. */
const mayReplace = (low: ScoredPrice, high: ScoredPrice): boolean =>
  !low.isOld &&
  low.score > 0 &&
  !isAside(low) &&
  (low.isPlain || low.run === high.run) &&
  (low.zones & (zone.member | zone.tier)) === 0 &&
  compareDecimals(low.amount, high.amount) < 0;

/** Named as the regular price, beside one that is named as a price and not so. */
const isRegularBeside = (high: ScoredPrice, lower: readonly ScoredPrice[]): boolean =>
  (high.zones & zone.regular) !== 0 &&
  lower.some(
    ({ zones, run }) =>
      (zones & zone.regular) === 0 &&
      (zones & (zone.price | zone.current)) !== 0 &&
      Math.abs(run - high.run) <= 3,
  );

/** Whether the same amount is called old right beside it. The lowest price of thirty days is at times today's. */
const isCalledOldNear = (high: ScoredPrice, near: readonly ScoredPrice[]): boolean =>
  near.some(
    (price) =>
      price.isOld &&
      !isLowest(price) &&
      Math.abs(price.run - high.run) <= 3 &&
      compareDecimals(price.amount, high.amount) === 0,
  );

/** Whether the printed percentage or saving is just what lies between a price and a lower one. */
const isReducedBy = (
  page: Page,
  high: ScoredPrice,
  lower: readonly ScoredPrice[],
  near: readonly ScoredPrice[],
): boolean => {
  const percents = percentsNear(page, high.run);
  const savings = near.filter(
    ({ qualifier, zones }) => qualifier === 'Saving' || (zones & zone.saving) !== 0,
  );
  return lower.some((low) => {
    const off = Number(high.amount) - Number(low.amount);
    const percent = (100 * off) / Number(high.amount);
    // Shops round the percentage either way.
    return (
      [...percents].some((each) => each > 0 && Math.abs(percent - each) < 1) ||
      savings.some((saving) => Math.abs(Number(saving.amount) - off) < 0.005)
    );
  });
};

/**
 * Of two prices beside each other the higher is the old one when the page itself says so: elsewhere in the block
 * the same amount is called old, or the printed percentage or saving is just what lies between the two.
 */
const findCompared = function* ({ page }: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const current = scored.filter((price) => !price.isOld && price.score > 0).slice(0, 20);
  for (const high of current) {
    const near = scored.filter(
      (price) => Math.abs(price.run - high.run) <= blockReach && haveOneCurrency(price, high),
    );
    const lower = near.filter((price) => mayReplace(price, high));
    if (lower.length === 0) continue;
    if (isRegularBeside(high, lower) || isCalledOldNear(high, near) || isReducedBy(page, high, lower, near))
      yield { price: high, says: { isOld: true } };
  }
};

/** An amount that is just what lies between the old price and a better one is what is saved. */
const findDifferences = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const olds = scored.filter((price) => price.isOld).slice(0, 20);
  const current = scored.filter((price) => !price.isOld && price.score > 0).slice(0, 20);
  for (const saving of current) {
    const isDifference = olds.some(
      (old) =>
        Math.abs(old.run - saving.run) <= 2 * blockReach &&
        current.some(
          (price) =>
            price.score > saving.score &&
            Math.abs(old.run - price.run) <= blockReach &&
            Math.abs(Number(old.amount) - Number(price.amount) - Number(saving.amount)) < 0.005,
        ),
    );
    if (isDifference) yield { price: saving, says: { qualifier: 'Saving' } };
  }
};

/** Of several prices beside an old one, that which the printed percentage leads to is the one that it is about. */
const findDiscounted = function* ({ page }: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  for (const old of scored.filter((price) => price.isOld).slice(0, 10)) {
    const percents = percentsNear(page, old.run);
    if (percents.size !== 1) continue;
    const [percent] = percents as Set<number>;
    const reached = scored.filter(
      (price) =>
        !price.isOld &&
        !isAside(price) &&
        price.score >= 45 &&
        Math.abs(price.run - old.run) <= blockReach &&
        Math.abs(100 * (1 - Number(price.amount) / Number(old.amount)) - percent!) < 0.6,
    );
    if (new Set(reached.map(({ amount }) => amount)).size === 1) for (const price of reached) yield { price };
  }
};

/** "$229" of "$229" and "99" in pieces is what is read aloud beside it as "$229.99". */
const findParts = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  for (const part of scored) {
    if (!/^\d+$/.test(part.amount) || part.score < 0) continue;
    const isPart = scored.some(
      (whole) =>
        Math.abs(whole.run - part.run) <= 1 &&
        whole.amount.startsWith(`${part.amount}.`) &&
        ((whole.zones ^ part.zones) & zone.offscreen) !== 0,
    );
    if (isPart) yield { price: part, says: { isOld: true } };
  }
};

const perPiece = new RegExp(
  [
    String.raw`^\s*\(?(?:${anyOf('perPiece')}\s*\.?\s*(?!${anyOf('packs')}(?!\p{Ll}))\p{L}{2,}`,
    String.raw`|each|ea\b|apiece|\/?ct\b)`,
  ].join(''),
  'iu',
);
/** Most pieces in one pack. */
const maxPieces = 500;

/** "4,00 € / Flasche" beside "24,00 €": a whole number of pieces is what one buys. */
const findPieces = function* ({ page }: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const plain = payable(scored);
  for (const piece of plain) {
    if (!perPiece.test(piece.tail || piece.behind)) continue;
    const isPart = plain.some((whole) => {
      const times = Math.round(Number(whole.amount) / Number(piece.amount));
      return (
        times >= 2 &&
        times <= maxPieces &&
        Math.abs(whole.run - piece.run) <= blockReach &&
        Math.abs(Number(whole.amount) - times * Number(piece.amount)) <= 0.006 * times &&
        !perPiece.test(whole.tail || whole.behind) &&
        (whole.isPlain || new RegExp(`(?<!\\d)${times}(?!\\d)`).test(page.runs[whole.run]?.text ?? ''))
      );
    });
    if (isPart) yield { price: piece, says: { qualifier: 'PerUnit' } };
  }
};

/** What a euro was when it came: https://www.ecb.europa.eu/euro/intro */
const fixedRates: Readonly<Record<string, number>> = { HRK: 7.5345, BGN: 1.95583 };

/** The same amount in euros and in the money before them, beside each other: what stands first is asked. */
const findConverted = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const plain = payable(scored);
  for (const euro of plain.filter(({ currency }) => currency === 'EUR'))
    for (const other of plain) {
      const rate = fixedRates[other.currency ?? ''];
      if (rate === undefined || Math.abs(other.run - euro.run) > 1) continue;
      if (Math.abs(Number(other.amount) / Number(euro.amount) / rate - 1) > 0.003) continue;
      const second = plain.indexOf(euro) < plain.indexOf(other) ? other : euro;
      yield { price: second, says: { qualifier: 'Approximate' } };
    }
};

const piecesAlone = new RegExp(String.raw`^(?:[2-9]|[1-9]\d{1,2}) ${anyOf('pieces')}$`, 'iu');

/** Whether a line says of how many pieces its price is, and no more: "V15 Detect" is a name, "3 pieces left" a stock. */
const countsPieces = (line: string): boolean => {
  if (line.length > 40) return false;
  const { packs, rest } = readQuantities(line);
  return packs === undefined ? piecesAlone.test(rest) : packs > 1 && arePlain(rest);
};

/** A higher price that is labelled with a number of pieces, beside a lower one that is not, is that of so many. */
const findMultiples = function* ({ page }: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const good = scored
    .filter((price) => !price.isOld && price.score > 0 && price.qualifier === undefined)
    .slice(0, 20);
  // What the product is called names no other number of it.
  const names = new Set(page.headings.map(({ text }) => text.trim()));
  const isName = (line: string): boolean => names.has(line.trim());
  const counted = (price: ScoredPrice): boolean => {
    const label = price.ownLine ? price.label : (page.runs[price.run - 1]?.text ?? '');
    // The line before a price that holds one itself is that one's.
    if (!price.ownLine && scored.some(({ run }) => run === price.run - 1)) return false;
    return !isName(label) && countsPieces(label);
  };
  for (const price of good) {
    if (!counted(price)) continue;
    const hasSingle = good.some(
      (other) =>
        Math.abs(other.run - price.run) <= blockReach &&
        other.score >= price.score - 25 &&
        compareDecimals(other.amount, price.amount) < 0 &&
        !counted(other),
    );
    if (hasSingle) yield { price, says: { qualifier: 'Bundle' } };
  }
};

/** Of several choices that are priced, the taken one's price stands once more, by itself. */
const findRepeated = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const good = scored.filter((price) => !price.isOld && price.score >= 45).slice(0, 40);
  for (const price of good)
    if (good.some((other) => other.run !== price.run && samePrice(other, price))) yield { price };
};

/** What stands where prices stand reaches this score, and what is called old in plain words alone does not. */
const leastLone = 75;

/**
 * A price that only its class calls old, or that is called the regular one, is the price where no other one that
 * everybody pays stands beside it: themes keep such names when nothing is on sale.
 */
const findLone = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  if (scored.some((price) => !price.isOld && price.isPlain && !isAside(price) && price.score >= 55)) return;
  const lone = scored.filter(
    (price) =>
      price.isOld &&
      (price.qualifier !== 'Was' || price.isRegular) &&
      !isCrossedOut(price) &&
      price.score >= leastLone,
  );
  if (new Set(lone.map((price) => price.amount)).size !== 1) return;
  for (const price of lone) yield { price, says: { isOld: false, isReadmitted: true } };
};

const isCrossedOut = ({ element }: ScoredPrice): boolean =>
  lineageOf(element, 4).some(
    ({ name, attribs }) =>
      name === 'del' || name === 's' || name === 'strike' || /line-through/.test(attribs.style ?? ''),
  );

/**
 * What visible prices, each of which was weighed alone, say of each other: which are one price twice, which are old
 * beside a lower one, which are only what lies between two. In this order, since what one finds out the next one knows.
 */
export const priceRelations: readonly PriceRelation[] = [
  /** Names such as "volume-price" say nothing of the only price between title and button. */
  { name: 'onlyNamedAside', find: findOnlyNamed },
  { name: 'onlyMeasured', find: findOnlyMeasured },
  { name: 'belowPricedButton', weight: -12, find: findBelowButton },
  { name: 'likeTwin', find: findTwins },
  { name: 'pieceOfWhole', find: findParts },
  { name: 'taxOfPrice', find: findTaxes },
  { name: 'netOfPrice', find: findNets },
  { name: 'netElsewhere', find: findLikeNet },
  { name: 'ofSeveralPieces', find: findQuantityTiers },
  { name: 'loneOld', find: findLone },
  { name: 'oldByComparison', find: findCompared },
  { name: 'differenceOfPrices', find: findDifferences },
  { name: 'reducedAsPrinted', weight: 14, find: findDiscounted },
  { name: 'higherOfPair', find: findPairsAlone },
  { name: 'lineAboveLower', find: findLinesAlone },
  { name: 'onePieceOfPack', find: findPieces },
  { name: 'convertedAmount', find: findConverted },
  { name: 'countedAboveSingle', find: findMultiples },
  { name: 'repeated', weight: 13, find: findRepeated },
];
