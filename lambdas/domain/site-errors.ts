interface SiteErrorKind {
  /** Outcome of a site that was not read; a page that was read may yield another. */
  outcome: 'Failed' | 'Blocked' | 'NotFound' | 'Ambiguous';
  meaning: string;
  /** Markdown; empty if nothing the caller can do helps. */
  remedy: string;
  /** A browser may get past it: sites that reject plain clients, pages drawn by scripts. */
  browserMayMend?: true;
}

/**
 * The codes of `Error` in a site's result. To add one, add an entry here and report it: schemas, OpenAPI, client types
 * and docs/errors.md are derived from it.
 */
export const siteErrors = {
  InvalidUrl: {
    outcome: 'Failed',
    meaning: 'The address is invalid.',
    remedy: 'the address of the product page',
  },
  ForbiddenTarget: {
    outcome: 'Failed',
    meaning: 'The address is not on the public web, or acts on the shop, such as one that fills a cart.',
    remedy: 'the address of the product page',
  },
  DnsFailure: {
    outcome: 'Failed',
    meaning: 'The host name could not be resolved.',
    remedy: 'the right spelling of the host name, else time',
  },
  ConnectionFailed: {
    outcome: 'Failed',
    meaning: 'The shop did not accept or keep a connection.',
    remedy: 'time',
    browserMayMend: true,
  },
  TlsError: { outcome: 'Failed', meaning: 'No secure connection could be established.', remedy: 'time' },
  HttpError: { outcome: 'Failed', meaning: 'The shop answered with an HTTP error.', remedy: 'time' },
  NotFound: { outcome: 'NotFound', meaning: 'The shop has no such page or product.', remedy: '' },
  TooLarge: {
    outcome: 'Failed',
    meaning:
      'The page exceeded a limit of size, memory, processor time, workers or traffic; the message says which.',
    remedy: '',
  },
  UnsupportedContent: {
    outcome: 'Failed',
    meaning: 'The response is not a page that can be read.',
    remedy: '',
  },
  TooManyRedirects: { outcome: 'Failed', meaning: 'The shop redirected too often.', remedy: 'time' },
  Timeout: {
    outcome: 'Failed',
    meaning: 'The site’s time limit was reached.',
    remedy: '`TimeoutSeconds`, fewer sites',
    browserMayMend: true,
  },
  BotChallenge: {
    outcome: 'Blocked',
    meaning: 'The shop asks for proof of a human visitor.',
    remedy: 'time',
    browserMayMend: true,
  },
  AccessDenied: {
    outcome: 'Blocked',
    meaning: 'The shop denies access, possibly by country, or is closed for maintenance.',
    remedy: 'time, another `Country`',
    browserMayMend: true,
  },
  RateLimitedBySite: {
    outcome: 'Blocked',
    meaning: 'The shop limits the request rate, or shows a waiting room.',
    remedy: 'time, fewer sites of one shop',
  },
  ConsentWall: {
    outcome: 'Blocked',
    meaning: 'The shop asks for consent, age or region first.',
    remedy: '`Locale`, `Country`',
    browserMayMend: true,
  },
  LoginRequired: { outcome: 'Blocked', meaning: 'The shop, or its prices, require a login.', remedy: '' },
  NoPriceFound: {
    outcome: 'Failed',
    meaning: 'The page has no price of a product, or does not sell a single product; the message says which.',
    remedy: 'the address of the product page, `RenderMode` `Browser`, a selector',
    browserMayMend: true,
  },
  SelectorNotMatched: {
    outcome: 'Failed',
    meaning: 'Neither the price selectors nor automatic detection found a price.',
    remedy: 'another selector',
    browserMayMend: true,
  },
  VariantNotFound: {
    outcome: 'Failed',
    meaning: 'The page does not offer the wanted variant.',
    remedy: '`Variant`',
    browserMayMend: true,
  },
  SkuNotFound: {
    outcome: 'NotFound',
    meaning: 'None of the first three hits of the shop’s search has the SKU.',
    remedy: 'the site’s own `Sku`',
  },
  CurrencyMismatch: {
    outcome: 'Failed',
    meaning: 'The price is not in the wanted currency.',
    remedy: '`Currency`, `Country`',
  },
  ConditionMismatch: {
    outcome: 'Failed',
    meaning: 'The page does not offer the product in the wanted condition.',
    remedy: '`Condition`',
  },
  SellerMismatch: {
    outcome: 'Failed',
    meaning: 'The wanted seller does not sell on the page.',
    remedy: '`Seller`, `MaxOfferPages`',
  },
  ProductMismatch: {
    outcome: 'NotFound',
    meaning: 'The page’s product is not the expected one (`Expect`).',
    remedy: '',
  },
  RobotsDisallowed: {
    outcome: 'Blocked',
    meaning:
      'The shop’s `robots.txt` does not allow the page, or cannot be fetched, and the deployment obeys it.',
    remedy: 'the setting `robotsPolicy`',
  },
  AmbiguousPrice: {
    outcome: 'Ambiguous',
    meaning: 'Several prices are equally plausible.',
    remedy: '`Variant`, a selector',
  },
  RendererCrashed: {
    outcome: 'Failed',
    meaning: 'The browser crashed on the page; the message says if it ran out of memory.',
    remedy: 'time',
  },
  Internal: { outcome: 'Failed', meaning: 'A fault of the service, which logs it.', remedy: 'report it' },
} as const satisfies Record<string, SiteErrorKind>;

export type SiteErrorCode = keyof typeof siteErrors;

export const siteErrorCodes = Object.keys(siteErrors) as [SiteErrorCode, ...SiteErrorCode[]];
