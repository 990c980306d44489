/** Facts about the money in a text. All optional; unknown values are ignored. */
export interface PriceHints {
  /** ISO code, sign or name: the currency that the caller expects. */
  currency?: string | undefined;
  /** BCP 47 tag of the request or the page. */
  locale?: string | undefined;
  /** ISO 3166-1 alpha-2 of the host or the request. */
  country?: string | undefined;
  /** ISO codes seen elsewhere on the page. */
  pageCurrencies?: readonly string[] | undefined;
  /** ISO codes that the page names apart from any amount, such as in its settings or beside its choice of country. */
  namedCurrencies?: readonly string[] | undefined;
  /** ISO code of the country that the page's text names as its place. */
  placeCurrency?: string | undefined;
}
