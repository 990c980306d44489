interface SiteErrorKind {
  /** Outcome of a site that was not read; a page that was read may yield another. */
  outcome: 'Failed' | 'Blocked' | 'NotFound' | 'Ambiguous';
  meaning: string;
  /** Remedy for the caller: sentences in Markdown. */
  remedy: string;
  /** A browser may get past it: sites that reject plain clients, pages drawn by scripts. */
  browserMayHelp?: true;
}

/**
 * The codes of `Error` in a site's result. To add one, add an entry here and report it: schemas, OpenAPI, client types
 * and docs/errors.md are derived from it.
 */
export const siteErrors = {
  InvalidUrl: {
    outcome: 'Failed',
    meaning: 'The address is invalid.',
    remedy: 'Give the address of the product page.',
  },
  ForbiddenTarget: {
    outcome: 'Failed',
    meaning: 'The address is not on the public web, or acts on the shop, such as one that fills a cart.',
    remedy: 'Give the address of the product page.',
  },
  DnsFailure: {
    outcome: 'Failed',
    meaning: 'The host name could not be resolved.',
    remedy: 'Check the spelling of the host and your network; try again later.',
  },
  ConnectionFailed: {
    outcome: 'Failed',
    meaning: 'The shop did not accept or keep a connection.',
    remedy: 'Try again later; check that the shop opens in a browser.',
    browserMayHelp: true,
  },
  TlsError: {
    outcome: 'Failed',
    meaning: 'No secure connection could be established.',
    remedy: 'Try again later; check that the shop opens in a browser without a warning.',
  },
  HttpError: {
    outcome: 'Failed',
    meaning: 'The shop answered with an HTTP error.',
    remedy: 'Try again later; check that the page opens in a browser.',
  },
  NotFound: {
    outcome: 'NotFound',
    meaning: 'The shop has no such page or product.',
    remedy: 'Check the address and the SKU.',
  },
  TooLarge: {
    outcome: 'Failed',
    meaning: 'The page exceeded a limit of size, memory or traffic; the message says which.',
    remedy: 'Give a smaller page of the product, if the shop has one.',
  },
  UnsupportedContent: {
    outcome: 'Failed',
    meaning: 'The response is not a page that can be read.',
    remedy: 'Give the address of the product page.',
  },
  TooManyRedirects: {
    outcome: 'Failed',
    meaning: 'The shop redirected too often.',
    remedy: 'Give the address at which the page ends up in a browser.',
  },
  Timeout: {
    outcome: 'Failed',
    meaning: 'The site’s time limit was reached.',
    remedy: 'Set a longer `TimeoutSeconds`, or fewer sites of one shop in a request.',
    browserMayHelp: true,
  },
  BotChallenge: {
    outcome: 'Blocked',
    meaning: 'The shop asks for proof of a human visitor, such as a captcha.',
    remedy: 'Try again later or less often. The service solves no captchas.',
    browserMayHelp: true,
  },
  AccessDenied: {
    outcome: 'Blocked',
    meaning: 'The shop denies access, possibly by country, or is closed for maintenance.',
    remedy: 'Try again later, or set another `Country`.',
    browserMayHelp: true,
  },
  RateLimitedBySite: {
    outcome: 'Blocked',
    meaning: 'The shop limits the request rate, or shows a waiting room.',
    remedy: 'Try again later, with fewer sites of one shop.',
  },
  ConsentWall: {
    outcome: 'Blocked',
    meaning: 'The shop asks for consent, age or region first.',
    remedy: 'Set `Locale` or `Country`.',
    browserMayHelp: true,
  },
  LoginRequired: {
    outcome: 'Blocked',
    meaning: 'The shop, or its prices, require a login.',
    remedy: 'Give a page that shows the price without a login.',
  },
  NoPriceFound: {
    outcome: 'Failed',
    meaning: 'The page has no price of a product, or does not sell a single product; the message says which.',
    remedy: 'Give the address of the product page, set `RenderMode` to `Browser`, or write a selector.',
    browserMayHelp: true,
  },
  SelectorNotMatched: {
    outcome: 'Failed',
    meaning: 'Neither the price selectors nor automatic detection found a price.',
    remedy: 'Correct the selector.',
    browserMayHelp: true,
  },
  VariantNotFound: {
    outcome: 'Failed',
    meaning: 'The page does not offer the wanted variant.',
    remedy: 'Correct `Variant`.',
    browserMayHelp: true,
  },
  SkuNotFound: {
    outcome: 'NotFound',
    meaning: 'None of the first three hits of the shop’s search has the SKU.',
    remedy: 'Give the shop’s own `Sku`, or the address of the product page.',
  },
  CurrencyMismatch: {
    outcome: 'Failed',
    meaning: 'The price is not in the wanted currency.',
    remedy: 'Correct `Currency`, or set `Country`.',
  },
  ConditionMismatch: {
    outcome: 'Failed',
    meaning: 'The page does not offer the product in the wanted condition.',
    remedy: 'Correct `Condition`.',
  },
  SellerMismatch: {
    outcome: 'Failed',
    meaning: 'The wanted seller does not sell on the page.',
    remedy: 'Correct `Seller`, or raise `MaxOfferPages`.',
  },
  ProductMismatch: {
    outcome: 'NotFound',
    meaning: 'The page’s product is not the expected one (`Expect`).',
    remedy: 'Check the address, or correct `Expect`.',
  },
  RobotsDisallowed: {
    outcome: 'Blocked',
    meaning:
      'The shop’s `robots.txt` does not allow the page, or cannot be fetched, and the deployment obeys it.',
    remedy: 'Change the deployment’s setting `robotsPolicy`.',
  },
  AmbiguousPrice: {
    outcome: 'Ambiguous',
    meaning: 'Several prices are equally plausible.',
    remedy: 'Set `Variant`, or choose the price by a selector.',
  },
  RendererCrashed: {
    outcome: 'Failed',
    meaning: 'The browser crashed on the page, or the page used too much memory or processor time.',
    remedy: 'Try again later.',
  },
  Internal: {
    outcome: 'Failed',
    meaning: 'A fault of the service, which logs it.',
    remedy: 'Report it with the request’s identifier.',
  },
} as const satisfies Record<string, SiteErrorKind>;

export type SiteErrorCode = keyof typeof siteErrors;

/** True if plain HTTP failed in a way that may not affect a browser, or the reverse, at the same shops. */
export const mayBrowserHelp = (code: SiteErrorCode): boolean => 'browserMayHelp' in siteErrors[code];

export const siteErrorCodes = Object.keys(siteErrors) as [SiteErrorCode, ...SiteErrorCode[]];
