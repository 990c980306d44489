import { decodedPart } from '../../domain/links/decoded-part.ts';

/** Query parameters that describe where the visitor came from, not the page. */
const tracking =
  /^(?:utm_.*|gclid|fbclid|msclkid|ref|referrer|src|source|campaign|cid|affiliate.*|_.*|srsltid|position|list|from)$/i;

const pathOf = (url: URL): string => decodedPart(url.pathname).replace(/\/+$/, '').toLowerCase();

const queryOf = (url: URL): string =>
  [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');

/** How exactly a URL matches the page's: 2 including the query, 1 by path, 0 not at all. */
export const addressMatch = (address: string, page: URL): 0 | 1 | 2 => {
  const url = URL.parse(address, page.href);
  if (!url || !/^https?:$/.test(url.protocol)) return 0;
  if (pathOf(url) !== pathOf(page)) return 0;
  // The front page's URL identifies no product.
  if (pathOf(url) === '' && queryOf(url) === '' && url.hash === '') return queryOf(page) === '' ? 1 : 0;
  return queryOf(url) === queryOf(page) ? 2 : 1;
};
