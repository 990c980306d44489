import type { Claim } from '../claims.ts';
import type { Page } from '../page/page.ts';

/** A number of the path that no digit goes on: `/p/fox-987929.html`, `/item/93133869_lamp`. */
const numberInPath = /(?<!\d)\d{5,14}(?!\d)/g;

/**
 * Reads the platform's own number of the product from the page's address, for shops that print none.
 *
 * @returns the last long number of the path, when an attribute of the markup holds it alone, as in
 *   `data-product="987929"`: a number that only the address knows may be a date or a category.
 */
export const skuOfAddress = ({ url, html }: Page): Claim<string> | undefined => {
  const value = url?.pathname.match(numberInPath)?.at(-1);
  if (value === undefined) return undefined;
  const at = html.search(new RegExp(`=["']?${value}(?=["'\\s>])`));
  if (at < 0) return undefined;
  const name = /[\w:-]{1,60}$/.exec(html.slice(Math.max(0, at - 60), at))?.[0];
  return name === undefined ? undefined : { value, raw: value, path: `[${name}]` };
};
