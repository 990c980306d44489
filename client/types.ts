import type { CompletedView, Evidence, FailedView, PendingView, SiteError, SiteResult } from './api-types.ts';

export type {
  Candidate,
  DeliveryView,
  Evidence,
  HistoryChange,
  HistoryEntry,
  Identity,
  Money,
  Offer,
  Problem,
  Progress as RequestProgress,
  QueuedView,
  RegionalSize,
  RequestData,
  SeenSite,
  Selector,
  SellingSite,
  Shipping,
  SiteError,
  SiteResult,
  UnitPrice,
  Variant,
  WatchHistory,
  WatchList,
  WatchPlace,
  WatchRun as WatchRunView,
  WatchSummary as WatchSummaryView,
  WatchView,
  Webhook,
  When,
} from './api-types.ts';

/** Response of the status operation, discriminated by `RequestStatus`. */
export type RequestView = PendingView | FailedView | CompletedView;

export type Outcome = SiteResult['Outcome'];
export type Availability = SiteResult['Availability'];
export type Condition = NonNullable<SiteResult['Condition']>;
export type Confidence = NonNullable<SiteResult['Confidence']>;
export type EvidenceSource = Evidence['Source'];
export type SiteErrorCode = SiteError['Code'];
