import type { Page } from '../page/page.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import type { PriceHints } from '../text/price-hints.ts';

/** Country domains used worldwide as generic ones. */
const borrowedDomains = new Set([
  'io',
  'co',
  'ai',
  'me',
  'tv',
  'cc',
  'to',
  'ly',
  'fm',
  'gg',
  'sh',
  'ws',
  'eu',
  'im',
  'app',
  'st',
  'la',
  'bz',
  'nu',
  'su',
]);

/** "AT" from "de-AT" and "de_AT", "TW" from "zh-Hant-TW"; `Intl.Locale` would take 2% of a page's time. */
const regionOf = (locale: string | undefined): string | undefined =>
  locale && /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?![^-_])/i.exec(locale)?.[1]?.toUpperCase();

/** The country of a host's top-level domain, or of a locale at the start of the path (`/en-gb/`). */
const countryOfAddress = (url: URL | undefined): string | undefined => {
  if (!url) return undefined;
  const step = /^\/(?:[a-z]{2}[-_]([a-z]{2}))(?:\/|$)/i.exec(url.pathname)?.[1];
  if (step) return step.toUpperCase() === 'UK' ? 'GB' : step.toUpperCase();
  const domain = url.hostname.split('.').at(-1) ?? '';
  if (!/^[a-z]{2}$/.test(domain) || borrowedDomains.has(domain)) return undefined;
  return domain === 'uk' ? 'GB' : domain.toUpperCase();
};

/** Collects the hints from request and page that resolve "$" and "1.000". */
export const hintsOf = (
  page: Page,
  context: ExtractionContext,
  pageCurrencies: readonly string[],
): PriceHints => {
  const { site } = context;
  const locale = site?.Locale ?? page.language?.replace('_', '-') ?? ogLocale(page);
  return {
    currency: site?.Currency,
    locale,
    country:
      site?.Country ??
      regionOf(site?.Locale) ??
      countryOfAddress(page.url) ??
      regionOf(page.language) ??
      regionOf(ogLocale(page)),
    pageCurrencies:
      pageCurrencies.length > 0 || !page.currency ? [...new Set(pageCurrencies)] : [page.currency],
  };
};

const ogLocale = (page: Page): string | undefined =>
  page.metas.find(({ name }) => name === 'og:locale')?.content.replace('_', '-');
