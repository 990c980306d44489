import { compareAmounts, samePrice } from '../decide/amounts.ts';
import { grossWords, netWords } from '../money/price-words.ts';
import { lineageOf } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { markQuantityTiers } from './quantity-tiers.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';

/**
 * Mends the weights of the visible prices, each of which was weighed alone, by what they say of each other: which
 * are one price twice, which are old beside a lower one, which are only what lies between two.
 */
export const comparePrices = (page: Page, scored: ScoredPrice[]): void => {
  likeTwins(scored);
  markTaxes(page, scored);
  likeNet(scored);
  markQuantityTiers(scored);
  readmitLone(scored);
  markComparedPrices(page, scored);
  markDifferences(scored);
  preferDiscounted(page, scored);
  markPairsAlone(page, scored);
  markLinesAlone(page, scored);
  markMultiples(page, scored);
  preferRepeated(scored);
};

/** What is read aloud is judged as what is seen beside it. */
const likeTwins = (scored: ScoredPrice[]): void => {
  for (const [index, price] of scored.entries()) {
    if ((price.zones & zone.offscreen) === 0) continue;
    const twin = [scored[index + 1], scored[index - 1]].find(
      (other) =>
        other &&
        (other.zones & zone.offscreen) === 0 &&
        Math.abs(other.run - price.run) <= 1 &&
        samePrice(other, price),
    );
    if (twin && twin.score < price.score) {
      price.score = twin.score;
      price.isOld ||= twin.isOld;
    }
  }
};

/** Most that a tax adds to a price. */
const maxTax = 1.3;

const isTaxedOf = (gross: ScoredPrice, net: ScoredPrice): boolean => {
  const ratio = Number(gross.amount) / Number(net.amount);
  return ratio > 1 && ratio <= maxTax;
};

/** An amount that is called net in one place is so in all, where a price with its tax stands on the page as well. */
const likeNet = (scored: ScoredPrice[]): void => {
  const called = scored.filter(({ qualifier }) => qualifier === 'NetOfTax').slice(0, 20);
  // "9.90 ex VAT 11.88": the words behind the one may be taken for the other's.
  const nets = called.filter(
    (net) =>
      !called.some((other) => other.run === net.run && isTaxedOf(net, other)) &&
      scored.some((other) => !isAside(other) && !other.isOld && other.score >= 45 && isTaxedOf(other, net)),
  );
  for (const price of scored) {
    if (isAside(price) || !nets.some((net) => samePrice(net, price))) continue;
    price.qualifier = 'NetOfTax';
    price.score -= 50;
  }
};

/** Rates of taxes on sales, in percent. */
const taxRates = [
  2.5, 2.6, 3.8, 4, 5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
  25.5, 27,
];
const taxName =
  /(?<!\p{L})(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat|tva|iva|btw|moms|mva|alv|dph|ddv|pdv|pvn|pvm|käibemaks|km|φπα|ндс|пдв|ддс|áfa|gst|hst|kdv|tax|steuer|税額?|消費税|세금|부가세)(?!\p{L})/iu;

/** The tax in a price is no price: named as tax, and as much as a rate makes of the price beside it. */
const markTaxes = (page: Page, scored: ScoredPrice[]): void => {
  const good = scored.filter((price) => !isAside(price) && !price.isOld && price.score > 0).slice(0, 40);
  for (const tax of good) {
    const line = page.runs[tax.run]?.text ?? '';
    if (line.length > 60 || !(taxName.test(line) || taxName.test(tax.label))) continue;
    const isTaxOf = (gross: ScoredPrice): boolean => {
      const share = Number(tax.amount) / (Number(gross.amount) - Number(tax.amount));
      const slack = 0.006 / (Number(gross.amount) - Number(tax.amount));
      return taxRates.some((rate) => Math.abs(share - rate / 100) <= slack);
    };
    const gross = good.find(
      (other) =>
        Math.abs(other.run - tax.run) <= 2 * blockReach &&
        Number(other.amount) > Number(tax.amount) &&
        isTaxOf(other),
    );
    if (!gross) continue;
    tax.qualifier = 'Surcharge';
    tax.score -= 50;
    const net = Number(gross.amount) - Number(tax.amount);
    for (const other of good)
      if (Math.abs(Number(other.amount) - net) < 0.011 && !isAside(other)) {
        other.qualifier = 'NetOfTax';
        other.score -= 50;
      }
  }
};

/** How far apart, in runs, prices of one product's block stand. */
const blockReach = 6;
const percentOff = /(?:^|[^\d.,])(?:(\d{1,2})(?:[.,]\d+)?\s?%|%\s?(\d{1,2})(?![\d.,]))/g;

/** Shares in percent that are printed near a price: "-25 %", "25% off". */
const percentsNear = (page: Page, run: number): Set<number> => {
  const found = new Set<number>();
  for (const { text } of page.runs.slice(Math.max(0, run - blockReach), run + blockReach + 1)) {
    if (text.length > 60 || !text.includes('%') || netWords.test(text) || grossWords.test(text)) continue;
    for (const [, before, behind] of text.matchAll(percentOff)) found.add(Number(before ?? behind));
  }
  return found;
};

/**
 * Of two prices beside each other the higher is the old one when the page itself says so: elsewhere in the block
 * the same amount is called old, or the printed percentage or saving is just what lies between the two.
 */
const markComparedPrices = (page: Page, scored: ScoredPrice[]): void => {
  const current = scored.filter((price) => !price.isOld && price.score > 0).slice(0, 20);
  for (const high of current) {
    const near = scored.filter(
      (price) =>
        Math.abs(price.run - high.run) <= blockReach &&
        (price.currency === high.currency || price.currency === null || high.currency === null),
    );
    const lower = near.filter(
      (price) =>
        !price.isOld &&
        price.score > 0 &&
        !isAside(price) &&
        (price.isPlain || price.run === high.run) &&
        (price.zones & (zone.member | zone.tier)) === 0 &&
        compareAmounts(price.amount, high.amount) < 0,
    );
    if (lower.length === 0) continue;
    const isRegular =
      (high.zones & zone.regular) !== 0 &&
      lower.some(
        ({ zones, run }) =>
          (zones & zone.regular) === 0 &&
          (zones & (zone.price | zone.current)) !== 0 &&
          Math.abs(run - high.run) <= 3,
      );
    const isCalledOld =
      isRegular ||
      near.some(
        (price) =>
          price.isOld &&
          Math.abs(price.run - high.run) <= 3 &&
          compareAmounts(price.amount, high.amount) === 0,
      );
    if (!isCalledOld) {
      const percents = percentsNear(page, high.run);
      const savings = near.filter(
        (price) => price.qualifier === 'Saving' || (price.zones & zone.saving) !== 0,
      );
      const isDifference = lower.some((low) => {
        const off = Number(high.amount) - Number(low.amount);
        const percent = (100 * off) / Number(high.amount);
        // Shops round the percentage either way.
        return (
          [...percents].some((each) => each > 0 && Math.abs(percent - each) < 1) ||
          savings.some((saving) => Math.abs(Number(saving.amount) - off) < 0.005)
        );
      });
      if (!isDifference) continue;
    }
    high.isOld = true;
    high.score -= 60;
  }
};

/** An amount that is just what lies between the old price and a better one is what is saved. */
const markDifferences = (scored: ScoredPrice[]): void => {
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
    if (isDifference) saving.score -= 45;
  }
};

/** Of several prices beside an old one, that which the printed percentage leads to is the one that it is about. */
const preferDiscounted = (page: Page, scored: ScoredPrice[]): void => {
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
    if (new Set(reached.map(({ amount }) => amount)).size === 1)
      for (const price of reached) price.score += 14;
  }
};

/** Two amounts that fill a line without a word between them are what is asked and, higher, what was. */
const markPairsAlone = (page: Page, scored: ScoredPrice[]): void => {
  const byRun = Map.groupBy(scored, ({ run }) => run);
  for (const [run, all] of byRun) {
    const prices = all.filter((price) => !isAside(price));
    const [first, second] = prices;
    if (prices.length !== 2 || !first || !second) continue;
    if (first.bare || second.bare || first.qualifier || second.qualifier) continue;
    const rest = (page.runs[run]?.text ?? '')
      .replace(first.raw, '')
      .replace(second.raw, '')
      .replace(/\([^)]{0,60}\)/, '')
      .replace(grossWords, '')
      .replace(/-?\d+\s?%/, '');
    if (first.currency !== second.currency && first.currency !== null && second.currency !== null) continue;
    const order = compareAmounts(first.amount, second.amount);
    // What stands in brackets explains the other.
    if (/[(（][^)）]*$/u.test((page.runs[run]?.text ?? '').split(second.raw)[0]!)) continue;
    if (order === 0 || /[\p{L}\d/–-]/u.test(rest)) continue;
    const high = order > 0 ? first : second;
    if (high.isOld) continue;
    high.isOld = true;
    high.score -= 60;
  }
};

/**
 * An amount in a line of its own, and right behind it in the next line a lower one: what was, and what is asked.
 * Where they lie as far apart as a price with its tax and one without, they may be these.
 */
const markLinesAlone = (page: Page, scored: ScoredPrice[]): void => {
  const alone = scored.filter(
    (price) =>
      !isAside(price) &&
      !price.isLabelledAside &&
      (price.zones & zone.unselected) === 0 &&
      !price.isOld &&
      !price.bare &&
      price.score >= 45 &&
      isLineOfAmounts(page, price),
  );
  for (const high of alone) {
    const low = alone.find((price) => price.run === high.run + 1 && price.currency === high.currency);
    if (!low || alone.some(({ run }) => run === high.run - 1 || run === low.run + 1)) continue;
    const ratio = Number(low.amount) / Number(high.amount);
    const isTax = taxRates.some((rate) => Math.abs(ratio - 100 / (100 + rate)) < 0.0006);
    if (ratio >= 1 || ratio < 0.2 || isTax) continue;
    high.isOld = true;
    high.score -= 60;
  }
};

/** Whether a line holds amounts and their signs, and no word. */
const isLineOfAmounts = (page: Page, { run, raw }: ScoredPrice): boolean => {
  const text = page.runs[run]?.text ?? '';
  const amounts = text.split(/\s*[/|]\s*|(?<=\p{Sc}|\p{L}\.?)\s+(?=[\p{Sc}\d])/u);
  return amounts.length <= 2 && amounts[0]!.trim() === raw.trim();
};

const countIn =
  /(?<![\d.,])([2-9]|[1-9]\d)(?:\s?(?:x|×|er[- ]))?\s*(?=\p{L}{3})(?!(?:cm|mm|m|km|kg|g|gr|mg|l|ml|cl|dl|litr\p{L}*|litres?|liter|w|v|gb|tb|mb|hz|in|inch|zoll|ft|oz|lb|lbs|jahre?|years?|ans|años|anni|lat|let|год\p{L}*|msi|meses|mois|monate|months|cuotas|x)(?!\p{L}))/iu;

/** A higher price that is labelled with a number of pieces, beside a lower one that is not, is that of so many. */
const markMultiples = (page: Page, scored: ScoredPrice[]): void => {
  const good = scored
    .filter((price) => !price.isOld && price.score > 0 && price.qualifier === undefined)
    .slice(0, 20);
  const counted = (price: ScoredPrice): boolean => {
    const label = price.ownLine ? price.label : (page.runs[price.run - 1]?.text ?? '');
    // The line before a price that holds one itself is that one's.
    if (!price.ownLine && scored.some(({ run }) => run === price.run - 1)) return false;
    return label.length <= 40 && countIn.test(label);
  };
  for (const price of good) {
    if (!counted(price)) continue;
    const hasSingle = good.some(
      (other) =>
        Math.abs(other.run - price.run) <= blockReach &&
        other.score >= price.score - 25 &&
        compareAmounts(other.amount, price.amount) < 0 &&
        !counted(other),
    );
    if (hasSingle) price.score -= 30;
  }
};

/** Of several choices that are priced, the taken one's price stands once more, by itself. */
const preferRepeated = (scored: ScoredPrice[]): void => {
  const good = scored.filter((price) => !price.isOld && price.score >= 45).slice(0, 40);
  for (const price of good)
    if (good.some((other) => other.run !== price.run && samePrice(other, price))) price.score += 13;
};

/**
 * A price that only its class calls old, or that is called the regular one, is the price where no other one that
 * everybody pays stands beside it: themes keep such names when nothing is on sale.
 */
const readmitLone = (scored: ScoredPrice[]): void => {
  if (scored.some((price) => !price.isOld && price.score >= 55)) return;
  const lone = scored.filter(
    (price) =>
      price.isOld &&
      (price.qualifier !== 'Was' || price.isRegular) &&
      !isCrossedOut(price) &&
      price.score + 60 >= 75,
  );
  if (new Set(lone.map((price) => price.amount)).size !== 1) return;
  for (const price of lone) {
    price.isOld = false;
    price.score += 60;
  }
};

const isCrossedOut = ({ element }: ScoredPrice): boolean =>
  lineageOf(element, 4).some(
    ({ name, attribs }) =>
      name === 'del' || name === 's' || name === 'strike' || /line-through/.test(attribs.style ?? ''),
  );
