import type { Extraction } from '../../domain/result/site-result.ts';
import { compareTitles, meansFor } from '../product/compare-titles.ts';
import { sameIdentifier } from '../sources/identifiers.ts';
import { plainName, shareOf, wordsOf } from '../words/tokens.ts';
import { withoutListHeading } from './seller-words.ts';

/** The product as stated by a page. */
type StatedPage = Pick<Extraction, 'Outcome' | 'Gtin' | 'Sku' | 'Brand' | 'Title'>;

/** True if a title is the product's name with an offer list heading: "All offers for", "12 offers". */
const isListOf = (title: string, name: string): boolean => {
  // "S24+" is not "S24".
  const [plain, own] = [title, name].map((text) => ` ${plainName(text.replaceAll('+', ' plus '))} `) as [
    string,
    string,
  ];
  const at = own.trim() === '' ? -1 : plain.indexOf(own);
  if (at < 0) return false;
  const besides = `${plain.slice(0, at)} ${plain.slice(at + own.length)}`;
  const rest = withoutListHeading(besides)?.split(' ') ?? [besides];
  return rest.every((word) => /^\d*$/.test(word) || meansFor(word));
};

/**
 * True if a page's title is that of the product. Additions to the name may be another product's: an
 * accessory's, a larger pack's, a newer model's.
 */
const namesSame = (title: string, name: string, brands: readonly string[]): boolean => {
  if (isListOf(title, name)) return true;
  const verdict = compareTitles(name, title, brands);
  if (verdict !== 'Unknown') return verdict === 'Same';
  const others = wordsOf(title);
  return others.size > 1 && shareOf(others, wordsOf(name)) === 1;
};

/** Compares two numbers of one kind; `undefined` if either is missing. */
const compared = (first: string | null, other: string | null): boolean | undefined =>
  first === null || other === null ? undefined : sameIdentifier(first, other);

/**
 * True if a page of offers is about the page's product: by its numbers, else by its name. "All offers" may
 * also lead to a general sale.
 */
export const isOfSameProduct = (first: StatedPage, other: StatedPage): boolean => {
  if (other.Outcome === 'NotFound' || other.Outcome === 'Blocked') return false;
  const byNumber = compared(first.Gtin, other.Gtin) ?? compared(first.Sku, other.Sku);
  if (byNumber !== undefined) return byNumber;
  if (first.Title === null || other.Title === null) return false;
  const brands = [first.Brand, other.Brand].filter((brand) => brand !== null);
  return namesSame(other.Title, first.Title, brands);
};
