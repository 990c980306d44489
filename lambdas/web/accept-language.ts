/** `undefined` for an invalid tag: stored sites may have been validated by older, less strict rules. */
const localeOf = (tag: string | undefined): Intl.Locale | undefined => {
  try {
    return tag === undefined || tag === '' ? undefined : new Intl.Locale(tag);
  } catch {
    return undefined;
  }
};

/**
 * Languages of a visitor in a market, most preferred first, as in `navigator.languages`.
 *
 * @param locale - BCP 47; absent or invalid: the language of the country, else English.
 * @param country - ISO 3166-1 alpha-2; completes a locale without a region.
 * @returns e.g. `['de-DE', 'de', 'en']`.
 */
export const languagesOf = (locale?: string, country?: string): string[] => {
  const stated = localeOf(locale);
  // For an undetermined language, this is `und` or absent, depending on the version of Node.js.
  const isKnown = stated?.language !== undefined && stated.language !== 'und';
  const { language, region = country } = isKnown
    ? stated
    : (localeOf(`und-${stated?.region ?? country ?? 'US'}`) ?? new Intl.Locale('und-US')).maximize();
  return [...new Set([region ? `${language}-${region}` : language, language, 'en'])];
};

/**
 * Value of `Accept-Language` as sent by a visitor's browser in a market.
 *
 * @returns e.g. `de-DE,de;q=0.9,en;q=0.8`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 */
export const acceptLanguage = (locale?: string, country?: string): string =>
  languagesOf(locale, country)
    .map((tag, index) => (index === 0 ? tag : `${tag};q=0.${10 - index}`))
    .join(',');
