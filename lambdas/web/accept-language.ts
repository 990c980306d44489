/** `undefined` for what is no tag: a site may have been taken by rules that were less strict than today's. */
const localeOf = (tag: string | undefined): Intl.Locale | undefined => {
  try {
    return tag === undefined || tag === '' ? undefined : new Intl.Locale(tag);
  } catch {
    return undefined;
  }
};

/**
 * Value of `Accept-Language` for a market, as a browser of somebody there sends it.
 *
 * @param locale - BCP 47; absent, or no such tag: English.
 * @param country - ISO 3166-1 alpha-2; completes a locale without a region.
 * @returns e.g. `de-DE,de;q=0.9,en;q=0.8`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 */
export const acceptLanguage = (locale?: string, country?: string): string => {
  const given = localeOf(locale) ?? localeOf(country && `und-${country}`) ?? new Intl.Locale('en-US');
  const likely = given.language === 'und' ? given.maximize() : given;
  const { language } = likely;
  const region = likely.region ?? localeOf(country && `und-${country}`)?.region;
  const wanted = [region ? `${language}-${region}` : language, language, 'en'];
  return [...new Set(wanted)].map((tag, index) => (index === 0 ? tag : `${tag};q=0.${10 - index}`)).join(',');
};
