import { decodedPart } from '../../domain/links/decoded-part.ts';

/** Query parameters that say where a visitor came from, not what the page shows. */
const tracking =
  /^(?:utm_.*|gclid|fbclid|msclkid|ref|referrer|src|source|campaign|cid|affiliate.*|_.*|srsltid|position|list|from)$/i;

const pathOf = (url: URL): string => decodedPart(url.pathname).replace(/\/+$/, '').toLowerCase();

const queryOf = (url: URL): string =>
  [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');

/** How exactly an address on the page names the page itself: 2 with its query, 1 by path, 0 another page. */
export const addressMatch = (address: string, page: URL): 0 | 1 | 2 => {
  const url = URL.parse(address, page.href);
  if (!url || !/^https?:$/.test(url.protocol)) return 0;
  if (pathOf(url) !== pathOf(page)) return 0;
  // A front page's address is no product's name.
  if (pathOf(url) === '' && queryOf(url) === '' && url.hash === '') return queryOf(page) === '' ? 1 : 0;
  return queryOf(url) === queryOf(page) ? 2 : 1;
};
