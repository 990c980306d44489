/** Query parameters that say where a visitor came from, not what the page shows. */
const tracking =
  /^(?:utm_.*|gclid|fbclid|msclkid|ref|referrer|src|source|campaign|cid|affiliate.*|_.*|srsltid|position|list|from)$/i;

const resolve = (address: string, base: URL | undefined): URL | undefined =>
  URL.parse(address, base?.href) ?? undefined;

const pathOf = (url: URL): string => decodeURIComponentSafely(url.pathname).replace(/\/+$/, '').toLowerCase();

const decodeURIComponentSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const queryOf = (url: URL): string =>
  [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');

/** How exactly an address on the page names the page itself: 2 with its query, 1 by path, 0 another page. */
export const addressMatch = (address: string, page: URL): 0 | 1 | 2 => {
  const url = resolve(address, page);
  if (!url || !/^https?:$/.test(url.protocol)) return 0;
  if (pathOf(url) !== pathOf(page)) return 0;
  // A front page's address is no product's name.
  if (pathOf(url) === '' && queryOf(url) === '' && url.hash === '') return queryOf(page) === '' ? 1 : 0;
  return queryOf(url) === queryOf(page) ? 2 : 1;
};
