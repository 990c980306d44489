/** `undefined` for what is no tag: a site may have been taken by rules that were less strict than today's. */
const localeOf = (tag: string | undefined): Intl.Locale | undefined => {
  try {
    return tag === undefined || tag === '' ? undefined : new Intl.Locale(tag);
  } catch {
    return undefined;
  }
};

/**
 * Languages of somebody in a market, the preferred one first, as `navigator.languages` lists them.
 *
 * @param locale - BCP 47; absent, or no such tag: the language of the country, else English.
 * @param country - ISO 3166-1 alpha-2; completes a locale without a region.
 * @returns e.g. `['de-DE', 'de', 'en']`.
 */
export const languagesOf = (locale?: string, country?: string): string[] => {
  const stated = localeOf(locale);
  // Of an undetermined language (`und`) the property is that text in some versions of Node.js, and absent in others.
  const isKnown = stated?.language !== undefined && stated.language !== 'und';
  const { language, region = country } = isKnown
    ? stated
    : (localeOf(`und-${stated?.region ?? country ?? 'US'}`) ?? new Intl.Locale('und-US')).maximize();
  return [...new Set([region ? `${language}-${region}` : language, language, 'en'])];
};

/**
 * Value of `Accept-Language` for a market, as a browser of somebody there sends it.
 *
 * @returns e.g. `de-DE,de;q=0.9,en;q=0.8`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 */
export const acceptLanguage = (locale?: string, country?: string): string =>
  languagesOf(locale, country)
    .map((tag, index) => (index === 0 ? tag : `${tag};q=0.${10 - index}`))
    .join(',');
