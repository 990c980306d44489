import type { ExtractionContext } from './extraction-context.ts';
import type { PriceHints } from './money/price-hints.ts';
import type { Page } from './page/page.ts';

/** Two-letter domains that companies everywhere use as if they were generic. */
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

const regionOf = (locale: string | undefined): string | undefined => {
  if (!locale) return undefined;
  try {
    return new Intl.Locale(locale.replace('_', '-')).region;
  } catch {
    return undefined;
  }
};

/** Country of a host's top-level domain, or of a locale in the first step of the path (`/en-gb/`). */
const countryOfAddress = (url: URL | undefined): string | undefined => {
  if (!url) return undefined;
  const step = /^\/(?:[a-z]{2}[-_]([a-z]{2}))(?:\/|$)/i.exec(url.pathname)?.[1];
  if (step) return step.toUpperCase() === 'UK' ? 'GB' : step.toUpperCase();
  const domain = url.hostname.split('.').at(-1) ?? '';
  if (!/^[a-z]{2}$/.test(domain) || borrowedDomains.has(domain)) return undefined;
  return domain === 'uk' ? 'GB' : domain.toUpperCase();
};

/** What request and page tell about the meaning of "$" and of "1.000". */
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
    pageCurrencies: [...new Set(pageCurrencies)],
  };
};

const ogLocale = (page: Page): string | undefined =>
  page.metas.find(({ name }) => name === 'og:locale')?.content.replace('_', '-');
