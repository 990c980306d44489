import type * as z from 'zod';
import type { WatchHistory, WatchList, WatchRunView, WatchView } from '../../client/types.ts';
import { ProblemError, type ProblemStatus, toProblemDetails } from '../../lambdas/domain/problem.ts';
import { echoOf } from '../../lambdas/domain/site/site-members.ts';
import { maxWatches } from '../../lambdas/domain/watch/watch.ts';
import type { watchBodySchema } from '../../lambdas/domain/watch/watch-body.ts';
import { type HistoryEntry, noticeIdOf, toCursor } from '../../lambdas/domain/watch/watch-history.ts';
import { exampleRequestId, fromGateway, type ProblemExamples, problemExamples } from './examples.ts';

export const exampleWatchName = 'aurelia';

export const watchBodyExample: z.input<typeof watchBodySchema> = {
  Authorization: { LicenseKey: '<LICENSE_KEY>', UID: 'acme' },
  Data: {
    Sku: 'VELA-A3',
    SellingSites: [{ Url: 'https://dolce.example/p/{sku}', Currency: 'EUR' }],
    Webhook: { Url: 'https://hooks.example.com/prices' },
  },
  Schedule: 'cron(17 6,18 ? * MON-FRI *)',
  TimeZone: 'Europe/Berlin',
  When: { ChangePercent: 5, Below: { Amount: '1099.00', Currency: 'EUR' }, BackInStock: true },
};

const lastRun: WatchRunView = {
  ScheduledAt: '2026-11-23T05:17:00.000Z',
  StartedAt: '2026-11-23T05:17:01.204Z',
  RequestId: exampleRequestId,
  Ended: 'Completed',
  Reason: null,
};

const common = {
  Name: exampleWatchName,
  Schedule: 'cron(17 6,18 ? * MON-FRI *)',
  TimeZone: 'Europe/Berlin',
  CreatedAt: '2026-11-21T10:00:00.000Z',
  UpdatedAt: '2026-11-21T10:00:00.000Z',
  NextRunAt: '2026-11-23T17:17:00.000Z',
  LastRun: lastRun,
};

export const watchViewExample: WatchView = {
  ...common,
  When: { ChangePercent: 5, Below: { Amount: '1099.00', Currency: 'EUR' }, BackInStock: true },
  Data: {
    Sku: 'VELA-A3',
    SellingSites: [{ Url: 'https://dolce.example/p/{sku}', Currency: 'EUR' }],
    Webhook: { Url: 'https://hooks.example.com/prices' },
  },
  Warnings: [],
};

/** The watch right after its creation. */
export const newWatchExample: WatchView = {
  ...watchViewExample,
  NextRunAt: '2026-11-23T05:17:00.000Z',
  LastRun: null,
};

export const watchListExample: WatchList = { Watches: [{ ...common, Sku: 'VELA-A3', SiteCount: 1 }] };

const product = {
  Index: 0,
  Name: null,
  ...echoOf({}),
  Sku: 'VELA-A3',
  Url: 'https://dolce.example/p/VELA-A3',
  Title: 'Vela Aurelia 3',
  Availability: 'InStock',
} as const;

const entry: HistoryEntry = {
  At: '2026-11-23T05:17:42.000Z',
  ScheduledAt: lastRun.ScheduledAt,
  IsSecond: false,
  Part: 0,
  RequestId: exampleRequestId,
  Ended: 'Completed',
  Reason: null,
  WebhookId: `msg_${noticeIdOf(exampleRequestId, 0)}`,
  Sites: [
    {
      ...product,
      Outcome: 'Priced',
      Price: { Amount: '1099.00', Currency: 'EUR', Raw: '1.099,00 €' },
      Confidence: 'High',
      Error: null,
    },
  ],
  Changes: [
    {
      Kind: 'Price',
      From: { Amount: '1349.00', Currency: 'EUR' },
      To: { Amount: '1099.00', Currency: 'EUR' },
      Of: [{}],
      ...product,
      LowestInDays: 30,
      IsReported: true,
    },
  ],
};

const refused: HistoryEntry = {
  ...entry,
  At: '2026-11-22T17:17:01.090Z',
  ScheduledAt: '2026-11-22T17:17:00.000Z',
  RequestId: null,
  Ended: 'Refused',
  Reason: {
    Code: 'QuotaUsedUp',
    Message: 'This license allows 100 sites per day; repeat the call after Retry-After seconds.',
  },
  WebhookId: null,
  Sites: [],
  Changes: [],
};

export const watchHistoryExample: WatchHistory = { Entries: [entry, refused], Next: null };

/** A cursor as returned in a response. */
export const exampleCursor = toCursor('001795410000000#1#00000');

/**
 * Builds the responses that differ from those of request operations.
 *
 * @param instance - path of the operation.
 */
export const watchProblemExamples = (instance: string): Record<number, ProblemExamples> => {
  const problem = (
    status: ProblemStatus,
    summary: string,
    detail: string,
    violations?: { Pointer: string; Detail: string }[],
  ) => ({
    summary,
    value: toProblemDetails(new ProblemError(status, detail, violations && { violations }), instance),
  });
  const { detail: invalid } = problemExamples(instance)[400]!.Violations!.value;
  return {
    400: {
      Schedule: problem(400, 'A schedule that runs too often', invalid, [
        { Pointer: '/Schedule', Detail: 'must be at least 15 minutes apart' },
      ]),
      Name: problem(400, 'An invalid name of a watch', invalid, [
        {
          Pointer: '',
          Detail:
            'the name in the path must be 1 to 64 letters, digits, ".", "_" or "-", starting with a letter or digit',
        },
      ]),
      NoObject: problemExamples(instance)[400]!.NoObject!,
      Page: problem(400, 'A page that does not exist', invalid, [
        { Pointer: '', Detail: 'the query parameter "limit" must be a whole number from 1 to 100' },
        { Pointer: '', Detail: 'the query parameter "cursor" must be "Next" of the previous page' },
      ]),
    },
    404: {
      NoWatch: problem(404, 'No such watch', 'This license has no watch of this name.'),
      NoWatches: fromGateway('MISSING_AUTHENTICATION_TOKEN', 'A deployment without watches'),
    },
    409: {
      TooMany: problem(
        409,
        'The license’s 51st watch',
        `This license has ${maxWatches} watches, the maximum; delete one that is not needed.`,
      ),
      PutAtOnce: problem(
        409,
        'Concurrent calls',
        'Other calls are putting this watch at the same time; repeat the call.',
      ),
      DeletedMeanwhile: problem(
        409,
        'A concurrent call that deletes it',
        'This watch was deleted by another call at the same time; repeat the call.',
      ),
    },
  };
};
