import type { Extraction } from '../../domain/site-result.ts';
import { sameIdentifier } from '../identifiers.ts';
import { compareTitles, meansFor } from '../identity/compare-titles.ts';
import { plainName, shareOf, wordsOf } from '../word-share.ts';
import { withoutListHeading } from './seller-words.ts';

/** The product as stated by a page. */
export type StatedPage = Pick<Extraction, 'Outcome' | 'Gtin' | 'Sku' | 'Brand' | 'Title'>;

/** True if all that a title says beside a product's name is that offers of it are listed: "All offers for", "12 offers". */
const isListOf = (title: string, name: string): boolean => {
  // "S24+" is another one than "S24".
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
 * True if a page's title is that of the product. What it says beside the name may be another product's: an accessory's, a
 * larger pack's, a newer model's.
 */
const namesSame = (title: string, name: string, brands: readonly string[]): boolean => {
  if (isListOf(title, name)) return true;
  const verdict = compareTitles(name, title, brands);
  if (verdict !== 'Unknown') return verdict === 'Same';
  const others = wordsOf(title);
  return others.size > 1 && shareOf(others, wordsOf(name)) === 1;
};

/** True if both state the same number of one kind. */
const compared = (first: string | null, other: string | null): boolean | undefined =>
  first === null || other === null ? undefined : sameIdentifier(first, other);

/**
 * True if a page of offers is of the product that a page sells: by its numbers, else by its name. "All offers" leads to a
 * sale of everything as well.
 */
export const isOfSameProduct = (first: StatedPage, other: StatedPage): boolean => {
  if (other.Outcome === 'NotFound' || other.Outcome === 'Blocked') return false;
  const byNumber = compared(first.Gtin, other.Gtin) ?? compared(first.Sku, other.Sku);
  if (byNumber !== undefined) return byNumber;
  if (first.Title === null || other.Title === null) return false;
  const brands = [first.Brand, other.Brand].filter((brand) => brand !== null);
  return namesSame(other.Title, first.Title, brands);
};
