import type { SellingSite } from '../../client/index.ts';
import { questionOf } from '../../client/question.ts';
import { currencyCodesInUse } from '../../lambdas/domain/iso-codes.ts';
import type { Price } from '../../lambdas/domain/site-result.ts';
import { UsageError } from '../exit-codes.ts';
import { type FilePair, readPairs } from '../sku-file.ts';

/** Digits, and at most one point or comma before the decimals; a currency on either side. */
const form =
  /^(?:([^\s\d.,%+-][^\d,%+-]{0,20}?)\s*)?(\d{1,30})(?:([.,])(\d{1,8}))?(?:\s*([^\s\d.,%+-][^\d,%+-]{0,20}))?$/u;

const expected = 'expected an amount without marks between thousands, such as "1099.00" or "1099 EUR"';

/**
 * Code of a currency as it is printed. Its signs are loaded where one is written: they take longer than a command.
 *
 * @param likely - settles a sign that several currencies have.
 */
const codeOf = async (printed: string, likely: string | undefined, place: string): Promise<string> => {
  if (currencyCodesInUse.has(printed)) return printed;
  const { findCurrency, normalizeCurrency } = await import('../../lambdas/pricing/money/currency-lexicon.ts');
  const found = findCurrency(printed);
  const isWhole = found?.start === 0 && found.end === printed.length;
  const code = isWhole ? normalizeCurrency(printed, { currency: likely }) : null;
  if (code !== null && currencyCodesInUse.has(code)) return code;
  if (isWhole && found.codes.length > 1) {
    throw new UsageError(
      `${place}: "${printed}" may be several currencies (${found.codes.slice(0, 4).join(', ')}, …); write the code of the one that is meant.`,
    );
  }
  throw new UsageError(`${place}: "${printed}" is no currency in use; ${expected}.`);
};

/**
 * Reads the price below which somebody wants to hear of a product: `1099`, `1099.00`, `1099,5`, `1099 EUR` or `1099 €`.
 *
 * @param currency - of the row, where the target names none, or by a sign that several have.
 * @param place - for people.
 * @throws UsageError for what can be read in two ways, or in none.
 */
export const readTarget = async (
  text: string,
  currency: string | undefined,
  place: string,
): Promise<Price> => {
  const [, before, whole, separator, decimals = '', behind] = form.exec(text.trim()) ?? [];
  if (whole === undefined || (before && behind)) {
    throw new UsageError(`${place}: ${JSON.stringify(text.slice(0, 40))} is no target; ${expected}.`);
  }
  if (separator !== undefined && decimals.length === 3) {
    throw new UsageError(
      `${place}: "${text}" may be ${whole}${decimals} or ${whole}.${decimals}0; write the one that is meant.`,
    );
  }
  const printed = before ?? behind;
  const named = printed === undefined ? undefined : await codeOf(printed, currency, place);
  return { Amount: decimals === '' ? whole : `${whole}.${decimals}`, Currency: named ?? currency ?? null };
};

/** A product at a site, whose price is watched. */
export interface WatchedPair {
  sku: string;
  site: SellingSite;
  /** By which its history is found from run to run, whatever else the file says of it. */
  question: string;
  target: Price | undefined;
}

const targetOf = async ({ target, site, place }: FilePair): Promise<Price | undefined> =>
  target === undefined ? undefined : await readTarget(target, site.Currency, `${place}, column Target`);

/**
 * Reads what is to be watched, from a file as `--skus` takes it with a column `Target` beside the others.
 *
 * @param given - sites for rows that name none.
 * @throws UsageError that names the row; two rows that ask one page for the same and differ are one too many.
 */
export const readWatchedPairs = async (
  file: string,
  given: readonly SellingSite[],
): Promise<WatchedPair[]> => {
  const pairs = new Map<string, WatchedPair>();
  const places = new Map<string, string>();
  for (const filePair of readPairs(file, given)) {
    const { sku, site, place } = filePair;
    const pair = { sku, site, question: questionOf(sku, site), target: await targetOf(filePair) };
    const other = pairs.get(pair.question);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(pair)) {
      throw new UsageError(
        `${place} and ${places.get(pair.question)} ask one page for the same product and differ in the rest; leave one of them.`,
      );
    }
    pairs.set(pair.question, pair);
    places.set(pair.question, place);
  }
  return [...pairs.values()];
};
