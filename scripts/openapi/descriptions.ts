import type * as z from 'zod';
import type {
  Candidate,
  DeliveryView,
  Evidence,
  HistoryEntry,
  Money,
  Offer,
  Problem,
  QueuedView,
  RegionalSize,
  RequestData,
  RequestProgress,
  RequestView,
  SeenSite,
  SellingSite,
  SiteError,
  SiteResult,
  Variant,
  WatchHistory,
  WatchList,
  WatchPlace,
  WatchRunView,
  WatchSummaryView,
  WatchView,
  Webhook,
  When,
} from '../../client/types.ts';
import type { authorizationSchema, queueBodySchema } from '../../lambdas/domain/queue-request.ts';
import type { Expectation, Selector, VariantWish } from '../../lambdas/domain/selling-site.ts';
import type { watchBodySchema } from '../../lambdas/domain/watches/watch-body.ts';

type Words<T> = { [member in keyof Required<T>]: string };

const requestIdWords = 'Identifier of the request, made by the service.';

const commonWatchWords = {
  Name: 'Name of the watch, from the path under which it was put.',
  Schedule: '`rate(…)` or `cron(…)`, as EventBridge has it.',
  TimeZone: 'Of a cron expression; null for a rate.',
  CreatedAt: 'When it was put first.',
  UpdatedAt: 'When it was put last.',
  NextRunAt:
    'When it runs next. Null: never again, or its schedule could not be made and it has to be put again.',
  LastRun: 'The last run, under way or ended; null before the first.',
};

const watchReasonWords = 'Why nothing was asked; null where something was.';

const historyChangeWords: Words<HistoryEntry['Changes'][number]> = {
  Kind: '`Price`; `Currency`: a price in another currency, which is no dearer or cheaper; `Availability`; `BackInStock`: it can be bought again; `BelowTarget`: the page’s price is below `When.Below`.',
  From: 'What was known before: a price, or an availability. Not with `BelowTarget`.',
  To: 'What is known now. Not with `BelowTarget`.',
  Price: 'With `BelowTarget`: the price.',
  Target: 'With `BelowTarget`: what it is below of, in the currency in which they are compared.',
  Of: 'All that changed in this very way: the page itself (an object without members), variants, sellers.',
  Index: 'Place of the site in the watch, from 0.',
  Name: '`Name` of the site as it was given.',
  Reference: '`Reference` of the site as it was given.',
  Sku: 'SKU that is asked for at this site.',
  Url: 'Address that is asked, with the SKU in it.',
  Title: 'Name of the product, as the page has it.',
  Availability: 'Availability of the page’s product now, as far as it is known.',
  LowestInDays:
    'The page’s new price is lower than all that the watch has known in so many days, 30 at most; 0: in less than a day. Null: it is not, or the change is of something else.',
  IsTold: 'Whether it was told: one of the conditions names it, and the watch has a webhook.',
};

/** What each member means, in Markdown. The types hold it complete: a new member without words does not compile. */
export const descriptions: {
  SellingSite: Words<SellingSite>;
  Webhook: Words<Webhook>;
  DeliveryView: Words<DeliveryView>;
  DeliveryAttempt: Words<DeliveryView['Attempts'][number]>;
  Selector: Words<Selector>;
  Selectors: Words<NonNullable<SellingSite['Selectors']>>;
  VariantWish: Words<VariantWish>;
  WatchBody: Words<z.input<typeof watchBodySchema>>;
  When: Words<When>;
  Below: Words<NonNullable<When['Below']>>;
  WatchView: Words<WatchView>;
  WatchedData: Words<WatchView['Data']>;
  WatchList: Words<WatchList>;
  WatchSummary: Words<WatchSummaryView>;
  WatchRun: Words<WatchRunView>;
  WatchReason: Words<NonNullable<WatchRunView['Reason']>>;
  WatchHistory: Words<WatchHistory>;
  HistoryEntry: Words<HistoryEntry>;
  SeenSite: Words<SeenSite>;
  HistoryChange: Words<HistoryEntry['Changes'][number]>;
  WatchPlace: Words<WatchPlace>;
  Expectation: Words<Expectation>;
  Identity: Words<SiteResult['Identity']>;
  Money: Words<Money>;
  Shipping: Words<NonNullable<SiteResult['Shipping']>>;
  UnitPrice: Words<NonNullable<SiteResult['UnitPrice']>>;
  UnitMeasure: Words<NonNullable<SiteResult['UnitPrice']>['Per']>;
  Sum: Words<NonNullable<Offer['Total']>>;
  Offer: Words<Offer>;
  RegionalSize: Words<RegionalSize>;
  Variant: Words<Variant>;
  Evidence: Words<Evidence>;
  Candidate: Words<Candidate>;
  SiteError: Words<SiteError>;
  SiteResult: Words<SiteResult>;
  RequestData: Words<RequestData>;
  Summary: Words<RequestData['Summary']>;
  Problem: Words<Problem>;
  QueueBody: Words<z.input<typeof queueBodySchema>>;
  Authorization: Words<z.input<typeof authorizationSchema>>;
  QueuedView: Words<QueuedView>;
  PendingView: Words<Extract<RequestView, { Progress?: object | undefined }>>;
  Progress: Words<RequestProgress>;
  FailedView: Words<QueuedView>;
  CompletedView: Words<Extract<RequestView, { Data: object }>>;
} = {
  SellingSite: {
    Name: 'Label, echoed in the result. Alone, without `Url` and `SearchUrl`, it names an entry of the deployment’s selling-site registry.',
    Url: 'Absolute http or https URL of the product page. `{sku}` is replaced by the percent-encoded SKU.',
    SearchUrl:
      'The site’s search page, with `{sku}`: the product that carries the SKU among the hits is followed. Not together with `Url`.',
    Sku: 'This site’s own SKU, instead of `Data.Sku`.',
    Country: 'ISO 3166-1 alpha-2, such as `DE`.',
    Locale: 'BCP 47 tag, such as `de-DE`: Accept-Language, and how numbers are read.',
    Currency:
      'ISO 4217 code that the price must have. A price in another currency is the error `CurrencyMismatch`.',
    Variant: 'Which variant’s price is wanted. Absent: the page’s own price, and all variants are listed.',
    Condition: 'Wanted condition; `New` when absent.',
    Seller: 'Whose offer is wanted, by name. A page on which nobody of that name sells is `SellerMismatch`.',
    Expect:
      'What is known of the product, beside what `Data.Expect` says of it for all sites. A page of another product is `NotFound` with `ProductMismatch`, and has no price.',
    RenderMode:
      '`Auto` (default): plain HTTP first, headless Chromium when that gives no trustworthy price. `Http` and `Browser` hold it to one of the two.',
    Selectors: 'Places to look first, tried in order before the automatic ways.',
    WaitFor: 'CSS selector that is awaited in the browser.',
    MaxOfferPages:
      'Pages of further offers that are followed from the product’s page, within the site’s time; absent: none.',
    TimeoutSeconds: 'Time for this site.',
    Reference: 'The caller’s own tag, echoed in the result.',
  },
  WatchBody: {
    Authorization: 'Credentials of the caller.',
    Data: 'What each run asks, as on queue. `Webhook` is told of changes; without one they are in the history alone.',
    Schedule:
      'When it runs: `rate(6 hours)`, or `cron(17 6 ? * MON-FRI *)` with the six fields of EventBridge. Two runs are at least 15 minutes apart, and those of a rate at most 366 days.',
    TimeZone:
      'Of a cron expression, by its name in the IANA database such as `Europe/Berlin`; UTC when absent. Not with a rate.',
    When: 'Which changes are told; absent, or without a condition: all. Any one condition suffices.',
  },
  When: {
    ChangePercent:
      'A price that moved by so many percent, up or down, against the one before it; two decimals at most.',
    Below: 'The page’s price is below it: told once until it was above again, and not while it is sold out.',
    BackInStock: 'A product that can be bought again.',
  },
  Below: {
    Amount: 'Decimal string in major units.',
    Currency: 'ISO 4217 code. Absent: the site’s `Currency`, else that of the first price.',
  },
  WatchView: {
    ...commonWatchWords,
    When: 'Which changes are told; null: all.',
    Data: 'What each run asks.',
    Warnings:
      'Members of `Data` that the service does not know, each a code, a colon and a sentence. Results of a run have them too.',
  },
  WatchedData: {
    Sku: 'SKU that was given.',
    SellingSites:
      'The sites, those of the deployment’s registry in full as they were when the watch was put.',
    Webhook: 'Who is told; absent: nobody. Its secret is told to nobody.',
  },
  WatchList: { Watches: 'All of the license, by name.' },
  WatchSummary: { ...commonWatchWords, Sku: 'SKU that was given.', SiteCount: 'Number of its sites.' },
  WatchRun: {
    ScheduledAt: 'The time of the schedule for which it runs.',
    StartedAt: 'When it began.',
    RequestId: 'Identifier of its last request; null where there is none.',
    Ended:
      'How it ended; null while it is under way. `Failed`: its request did. `Refused`: nothing was asked. `Lost`: its results were gone before they were compared, or the watch was put and asks for something else since.',
    Reason: watchReasonWords,
  },
  WatchReason: { Code: 'Why, for programs.', Message: 'Why, for people.' },
  WatchHistory: {
    Entries: 'The newest first.',
    Next: '`cursor` of the next page; null: this is the last.',
  },
  HistoryEntry: {
    At: 'When the scrape ended.',
    ScheduledAt: 'The time of the schedule for which it ran.',
    IsSecond: 'Whether it looked again at what was not certain.',
    Part: 'From 0: more than a hundred changes are several entries, and told in several calls.',
    RequestId: 'Identifier of the scrape’s request; null where there was none.',
    Ended: 'How the scrape ended, as in `WatchRun`.',
    Reason: watchReasonWords,
    WebhookId:
      '`webhook-id` of the call that told of its changes; null: none did. What follows `msg_` stands for a request’s identifier with the operations on deliveries.',
    Sites: 'What was seen, a site each; of several parts only the first has them.',
    Changes: 'What changed.',
  },
  SeenSite: {
    Index: 'Place of the site in the watch, from 0.',
    Name: '`Name` of the site as it was given.',
    Reference: '`Reference` of the site as it was given.',
    Sku: 'SKU that was asked for at this site.',
    Url: 'Address that was asked, with the SKU in it.',
    Title: 'Name of the product, as the page has it.',
    Outcome: 'As in the result of a request; one that is neither `Priced` nor `OutOfStock` is no change.',
    Price: 'Price of the page, as this scrape has read it.',
    Availability: 'Availability, as this scrape has read it.',
    Confidence: 'What is not `High` is told when a second scrape has seen it too.',
    Error: 'Code of the site’s error; null when there is none.',
  },
  HistoryChange: historyChangeWords,
  WatchPlace: {
    Variant: 'One of the page’s variants.',
    Seller: 'One of the page’s sellers, with the condition of what is sold.',
  },
  Expectation: {
    Gtin: 'GTIN of 8, 12, 13 or 14 digits or an ISBN, with its check digit. Leading zeros make no difference.',
    Mpn: 'The maker’s number.',
    Brand: 'The brand, by any of its spellings.',
    Title: 'The product’s name with what tells it apart: model, size, capacity, for whom it is.',
    Quantity: 'How much a buyer gets: `1 l`, `6 x 0.5 l`, `Pack of 2`, `128 GB`.',
  },
  Webhook: {
    Url: 'Address that the end of the request is posted to, https unless the deployment says otherwise. It is reached as pages are: nothing but the public web.',
    Secret:
      'Signs what is posted, as Standard Webhooks says: `whsec_` and the Base64 of 24 to 64 bytes. Absent: the secret of the license, which must have one then.',
    Body: '`Full` (the default): what GET answers. `Reference`: which request it is, its status and its summary alone.',
  },
  DeliveryView: {
    RequestId: requestIdWords,
    WebhookId: '`webhook-id` of every try.',
    Ended:
      '`Delivered`: the receiver took it. `Gone`: it answered 410 and wants nothing more of it. `GivenUp`: the last try failed. Null while tries go on, and before the request has ended.',
    NextAttemptAt: 'When the service tries again.',
    Suspended:
      'Whether the receiver has failed every try for three days. Then each delivery of the license to it is tried once alone, until one succeeds.',
    ExpiresAt:
      'From when on this is not found: an hour after the last try that is planned. Null before the first one.',
    ResendsLeft: 'How often it can be posted again.',
    Attempts: 'Every try, in the order in which they began.',
  },
  DeliveryAttempt: {
    At: 'When it began.',
    DurationMs: 'How long the receiver took.',
    HttpStatus: 'Of the receiver’s answer; null when there was none.',
    Error: 'Why there was no answer, or nothing was posted.',
    IsResend: 'Whether the caller asked for it, beside those that the service makes.',
  },
  Selector: {
    Type: 'Language of `Value`.',
    Value: 'The selector itself.',
    Attribute: 'Attribute to read instead of the text.',
  },
  Selectors: {
    Price: 'Where the price stands.',
    ListPrice: 'Where the price before the discount stands.',
    Currency: 'Where the currency stands.',
    Availability: 'Where the availability stands.',
    Title: 'Where the product’s name stands.',
  },
  VariantWish: {
    Size: 'As the shop writes it, such as `42` or `M`.',
    SizeRegion: 'System of the size, such as `EU` or `US`.',
    Color: 'As the shop writes it.',
    Id: 'The shop’s own identifier of the variant.',
  },
  Money: {
    Amount: 'Decimal string in major units with the page’s own digits, such as `1226.00`. Never a float.',
    Currency: 'ISO 4217 code, or null when nothing tells it. Never a default.',
    Raw: 'The text as it stands on the page.',
  },
  Shipping: {
    Amount: 'What carriage costs; `0` is free.',
    Currency: 'ISO 4217 code, or null when nothing tells it.',
    Raw: 'The text as it stands on the page.',
    FreeFrom: 'What must be bought for carriage to be free, where the page says so.',
  },
  UnitPrice: {
    Amount: 'Decimal string in major units.',
    Currency: 'ISO 4217 code, or null when nothing tells it.',
    Raw: 'The text as it stands on the page.',
    Per: 'For how much it is.',
  },
  UnitMeasure: {
    Raw: 'As the page has it, such as `100 ml`.',
    Quantity: 'How many of the unit.',
    UnitCode: 'UN/CEFACT Recommendation 20, such as `MLT`.',
  },
  Sum: {
    Amount: 'Decimal string in major units; the exact sum.',
    Currency: 'ISO 4217 code, or null when nothing tells it.',
  },
  Offer: {
    Seller: 'Who sells it; null where the page does not say.',
    Price: 'What the seller asks.',
    Shipping: 'Carriage of this offer; null where the page does not state it, `Amount` 0 where it is free.',
    Total:
      'The exact sum of `Price` and `Shipping`; null where one of them is not stated, or their currencies differ.',
    Condition: 'Condition of what is offered; null where the page does not say.',
    Availability: 'Availability of this offer.',
    IsFeatured: 'Whether the page sells by this offer unless a buyer chooses another one.',
    Evidence: 'Where on the page its values stand.',
  },
  RegionalSize: {
    Region:
      'System of the size, such as `EU`; `US W` where a country counts by wearers; null where it is not told.',
    Size: 'As the shop writes it.',
  },
  Variant: {
    Id: 'The shop’s own identifier of the variant.',
    Size: 'As the shop writes it.',
    SizeRegion: 'System of the size.',
    Sizes: 'The same size in all systems that the page gives; left out where it gives none.',
    Color: 'As the shop writes it.',
    Price: 'The variant’s own price.',
    HighestBid: 'On resale markets: the most that is offered for it; left out where the page does not say.',
    LastSale: 'On resale markets: what it was last sold for; left out where the page does not say.',
    OfferCount: 'How many sell it; left out where the page does not say.',
    Availability: 'The variant’s own availability.',
  },
  Evidence: {
    Field: 'Member of the result that this is evidence for.',
    Source: 'Kind of place.',
    Path: 'Where exactly.',
    Raw: 'The text that stands there.',
    Agrees: 'Independent sources that say the same.',
  },
  Candidate: {
    Price: 'The price that was found.',
    Source: 'Kind of place.',
    Path: 'Where exactly.',
  },
  Identity: {
    Verdict:
      '`Same`, `Different`, or `Unknown` where the page states too little. Without `Expect` it is by numbers alone, and another number than the asked one is `Unknown` with the warning `SkuDiffers`: shops have numbers of their own.',
    By: 'What decided.',
  },
  SiteError: {
    Code: 'What went wrong, for programs.',
    Message: 'What went wrong, for people.',
    Retryable: 'Whether asking again may help.',
  },
  SiteResult: {
    Index: 'Place of the site in the request, from 0.',
    Name: '`Name` of the site as it was given.',
    Reference: '`Reference` of the site as it was given.',
    Outcome:
      '`OutOfStock` is a success, its price may be null. `Ambiguous`: `Candidates` lists what was found and nothing is guessed. `NotFound`: the site does not have the product. `Blocked`: captcha, denial, consent or login wall.',
    RequestedSku: 'SKU that was asked for at this site.',
    Sku: 'The shop’s own number for the product, as the page states it.',
    Gtin: 'GTIN that the page states.',
    Mpn: 'The maker’s number for the product, as the page states it.',
    Title: 'Name of the product.',
    Brand: 'Brand of the product.',
    Identity: 'Whether the page’s product is the one that was asked for.',
    Price: 'What a buyer without membership pays now: after a discount, tax included where both are shown.',
    ListPrice: 'Price before the discount; only when higher than `Price`.',
    PriceRange: 'Lowest and highest price of an aggregate offer.',
    Shipping: 'Shipping cost, where the page states it.',
    UnitPrice: 'Price per measure, where the page states it beside the price.',
    LowestRecentPrice:
      'Lowest price of the last thirty days, which sellers in the EU print; it is no list price.',
    ValidUntil: 'Until when the price holds, as the page states it: an ISO 8601 date or time.',
    Availability: 'Availability as schema.org names it.',
    Condition: 'Condition of the offered item.',
    Seller: 'Who sells it, on a marketplace.',
    Offers:
      'What each of several sellers asks, in the page’s order; empty where the page has one offer alone. `Price` is the featured one’s; where none is marked, `Confidence` is not `High`.',
    Variants: 'Variants on the page with their own price and availability.',
    Confidence:
      '`High` when independent sources agree, `Medium` for one good source, `Low` for a heuristic alone.',
    Evidence: 'Where on the page each value stands.',
    Candidates: 'Prices that were found and not chosen, because nothing on the page decides for one.',
    Warnings: 'Remarks of the form `Code: sentence.`',
    Error: 'Why there is no price; null when there is one.',
    Url: 'Address that was asked, with the SKU in it.',
    FinalUrl: 'Address of the page that was read, after redirects.',
    HttpStatus: 'HTTP status of that page.',
    RenderMode: 'Whether plain HTTP sufficed.',
    FetchedAt: 'When the page was read.',
    DurationMs: 'Time spent on this site, in milliseconds.',
    Attempts: 'Fetches made, retries included.',
  },
  RequestData: {
    Sku: '`Sku` of the request.',
    RequestedAt: 'When the request was queued.',
    CompletedAt: 'When the last site had its outcome.',
    ExpiresAt: 'From when on the request is removed.',
    Summary: 'How many sites had which outcome.',
    Sites: 'One result for each site, in the order of the request.',
  },
  Summary: {
    Total: 'Number of sites.',
    Priced: 'Sites with a price.',
    OutOfStock: 'Sites that have the product, and not at the moment.',
    Ambiguous: 'Sites with several possible prices.',
    NotFound: 'Sites without the product.',
    Blocked: 'Sites that let nobody in.',
    Failed: 'Sites where something went wrong.',
  },
  Problem: {
    type: 'Kind of the problem; `about:blank` means that the status says it all.',
    title: 'The status in words.',
    status: 'HTTP status.',
    detail: 'What happened.',
    instance: 'Path of the call.',
    Errors: 'On 400, every violation at once.',
  },
  QueueBody: {
    Authorization: 'Credentials of the caller.',
    Data: 'What to scrape: a product’s SKU and 1 to 100 selling sites; and, where it is wanted, a webhook that is told of the end.',
  },
  Authorization: { LicenseKey: 'The caller’s license key.', UID: 'The caller’s identifier.' },
  QueuedView: {
    RequestId: requestIdWords,
    RequestStatus:
      '0: Pending. A call repeated with its `Idempotency-Key` is told 1 or 2 when its request has ended.',
  },
  PendingView: {
    RequestId: requestIdWords,
    RequestStatus: '0: Pending.',
    Progress: 'How far it has come; absent where that is not known.',
  },
  Progress: {
    Sites: 'Sites of the request.',
    Done: 'Those of them whose outcome is written. It grows by groups of up to eight.',
  },
  FailedView: {
    RequestId: requestIdWords,
    RequestStatus: '1: Failed; five minutes passed without its being processed.',
  },
  CompletedView: {
    RequestId: requestIdWords,
    RequestStatus: '2: Completed.',
    Data: 'The scraped price data.',
  },
};
