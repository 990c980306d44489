/** Facts about the money in a text. All optional; unknown values are ignored. */
export interface PriceHints {
  /** The currency that the caller expects: ISO code, sign or name. */
  currency?: string | undefined;
  /** BCP 47 tag of the request or the page. */
  locale?: string | undefined;
  /** ISO 3166-1 alpha-2 code of the host or the request. */
  country?: string | undefined;
  /** ISO codes in the page's data. */
  pageCurrencies?: readonly string[] | undefined;
  /** ISO codes that the page names apart from amounts, as in its settings or country selector. */
  namedCurrencies?: readonly string[] | undefined;
  /** ISO code for the country that the page's text gives as its location. */
  placeCurrency?: string | undefined;
}
