import type * as z from 'zod';
import type { ProblemDetails } from '../lambdas/domain/problem.ts';
import type { queuedViewSchema } from '../lambdas/domain/request-view.ts';
import type { sellingSiteSchema } from '../lambdas/domain/selling-site.ts';
import type { whenSchema } from '../lambdas/domain/watches/watch.ts';
import type { webhookSchema } from '../lambdas/domain/webhook.ts';

// The service's own schemas, as types only: nothing of zod reaches a browser through this file.
export type { DeliveryView } from '../lambdas/domain/delivery-view.ts';
export type { WatchPlace } from '../lambdas/domain/price-changes.ts';
export type { RequestData, RequestProgress, RequestView } from '../lambdas/domain/request-view.ts';
export type {
  Availability,
  Candidate,
  Condition,
  Confidence,
  Evidence,
  EvidenceSource,
  Money,
  Offer,
  Outcome,
  RegionalSize,
  SiteError,
  SiteErrorCode,
  SiteResult,
  Variant,
} from '../lambdas/domain/site-result.ts';
export type { HistoryEntry, SeenSite } from '../lambdas/domain/watches/watch-history.ts';
export type {
  WatchHistory,
  WatchList,
  WatchRunView,
  WatchSummaryView,
  WatchView,
} from '../lambdas/domain/watches/watch-view.ts';

/** A selling site as a caller names it. */
export type SellingSite = z.input<typeof sellingSiteSchema>;

/** Where a caller wants to be told of the end of a request. */
export type Webhook = z.input<typeof webhookSchema>;

/** What a watch tells of. */
export type When = z.input<typeof whenSchema>;

/** Answer to the queue operation. */
export type QueuedView = z.infer<typeof queuedViewSchema>;

/** Body of an answer that is not a success (RFC 9457). */
export type Problem = ProblemDetails;
