// The readers of version 1 as they were, copied and not imported: while a deployment rolls out they are still at work
// beside whatever this code writes. Nothing here changes with the code; with its next version a file of that version
// takes the place of this one.
import { brotliDecompressSync } from 'node:zlib';
import * as z from 'zod';

const readable = z.number().max(2);
const text = z.string();
const selectors = z
  .array(
    z.object({
      Type: z.enum(['Css', 'XPath', 'JsonPath', 'Regex']),
      Value: text,
      Attribute: text.optional(),
    }),
  )
  .optional();

const site = z.object({
  Name: text.optional(),
  Url: text.optional(),
  SearchUrl: text.optional(),
  Sku: text.optional(),
  Country: text.optional(),
  Locale: text.optional(),
  Currency: text.optional(),
  Variant: z
    .object({
      Size: text.optional(),
      SizeRegion: text.optional(),
      Color: text.optional(),
      Id: text.optional(),
    })
    .optional(),
  Condition: z.enum(['New', 'Used', 'Refurbished', 'OpenBox', 'Damaged']).optional(),
  RenderMode: z.enum(['Auto', 'Http', 'Browser']).optional(),
  Selectors: z
    .object({
      Price: selectors,
      ListPrice: selectors,
      Currency: selectors,
      Availability: selectors,
      Title: selectors,
    })
    .optional(),
  WaitFor: text.optional(),
  TimeoutSeconds: z.number().optional(),
  Reference: text.optional(),
});

const named = z.object({
  Index: z.int(),
  Name: text.nullable(),
  Reference: text.nullable(),
  Url: text.nullable(),
  Warnings: z.array(text),
});

const S = z.object({ S: text });
const N = z.object({ N: text });
const B = z.object({ B: z.base64() });
const NS = z.object({ NS: z.array(text) });

export const readers = {
  'scrape-message': z.object({
    Version: readable,
    RequestId: z.uuid(),
    Group: z.int(),
    TotalSites: z.int(),
    DeadlineMs: z.int(),
    Sku: text,
    Sites: z.array(z.object({ Index: z.int(), Site: site, Warnings: z.array(text) })),
    Attempt: z.int(),
    Results: z.base64().optional(),
  }),
  'closing-message': z.object({
    Version: readable,
    RequestId: z.uuid(),
    DeadlineMs: z.int(),
    Groups: z.array(z.array(named).min(1)).min(1),
  }),
  'delivery-message': z.object({
    Version: readable,
    Caller: text.optional(),
    RequestId: z.uuid(),
    Tries: z.int(),
    DueMs: z.int(),
    Frozen: z.object({ Uid: text, Url: text, Secret: text.optional(), Body: z.base64() }).optional(),
  }),
  'render-event': z.object({
    Version: readable,
    Deployment: text,
    LogLevel: text,
    UserAgent: text,
    ObeysRobots: z.boolean(),
    MaxFetchesPerHost: z.int().min(1),
    MaxPages: z.int().min(1),
    AllowedTargets: z.array(text),
    SentAtMs: z.int(),
    Pages: z
      .array(
        z.object({
          Key: z.int(),
          Url: text,
          Locale: text.optional(),
          Country: text.optional(),
          WaitFor: text.optional(),
          TimeoutMs: z.number(),
          PatienceMs: z.number().optional(),
          Wanted: z.discriminatedUnion('Kind', [
            z.object({
              Kind: z.literal('Offer'),
              Sku: text.optional(),
              FetchedAtMs: z.number(),
              Site: site.omit({
                Name: true,
                Url: true,
                SearchUrl: true,
                RenderMode: true,
                WaitFor: true,
                TimeoutSeconds: true,
                Reference: true,
              }),
            }),
            z.object({ Kind: z.literal('Hits'), SearchUrl: text, Sku: text }),
          ]),
        }),
      )
      .min(1)
      .max(8),
  }),
  'render-answer': z.object({
    Version: readable,
    Pages: z
      .array(
        z.union([
          z.object({
            Key: z.int(),
            Loaded: z.object({
              FinalUrl: text,
              HttpStatus: z.int(),
              Headers: z.partialRecord(z.enum(['content-type', 'retry-after']), text),
              Document: text,
              WireBytes: z.int(),
              Attempts: z.int(),
            }),
          }),
          z.object({
            Key: z.int(),
            Failed: z.object({
              Code: text,
              Message: text,
              Retryable: z.boolean(),
              HttpStatus: z.int().optional(),
              RetryAfterSeconds: z.int().optional(),
            }),
          }),
          z.object({ Key: z.int(), LeftOut: z.literal(true) }),
        ]),
      )
      .max(8),
  }),
  'request-item': z.object({
    RequestId: S,
    UID: S,
    Sku: S,
    QueuedAtMs: N,
    DeadlineMs: N,
    GroupCount: N,
    Results: z.object({ M: z.record(z.string().regex(/^g\d+$/), B) }),
    MissingGroups: N,
    LastResultAtMs: N.optional(),
    SealedAtMs: N.optional(),
    IsDispatched: z.object({ BOOL: z.boolean() }).optional(),
    StoredBy: S.optional(),
    ExpiresAtEpochSeconds: N,
  }),
  'journal-item': z.object({
    RequestId: S,
    ExpiresAtEpochSeconds: N,
    IsBrowserStarted: z.object({ BOOL: z.boolean() }).optional(),
    R0: B.optional(),
    Begun: NS.optional(),
    Alone: NS.optional(),
  }),
  'delivery-item': z.object({
    RequestId: S,
    UID: S,
    Tries: N,
    TakenBy: S,
    TakenUntilMs: N,
    Attempts: z.object({
      L: z.array(
        z.object({
          M: z.object({
            AtMs: N,
            DurationMs: N,
            Status: N.optional(),
            Code: S.optional(),
            Message: S.optional(),
          }),
        }),
      ),
    }),
    NextAtMs: N.optional(),
    Ended: S.optional(),
    ExpiresAtMs: N,
    ExpiresAtEpochSeconds: N,
  }),
  'watch-message': z.object({
    Version: readable,
    Caller: text.optional(),
    Kind: z.enum(['Begin', 'Second', 'Look', 'Forget']),
    UID: text,
    Name: text,
    WatchId: z.uuid(),
    ScheduledAt: z.iso.datetime(),
    RequestId: z.uuid().optional(),
    DueMs: z.int().optional(),
  }),
  'watch-item': z.object({
    Part: S,
    Entry: S,
    UID: S,
    WatchId: S,
    Revision: N,
    CreatedAtMs: N,
    UpdatedAtMs: N,
    AnchorMs: N,
    Schedule: z.object({
      M: z.object({
        kind: S,
        expression: S,
        everyMs: N.optional(),
        pattern: S.optional(),
        timeZone: S.optional(),
      }),
    }),
    When: z
      .object({
        M: z.object({
          ChangePercent: N.optional(),
          Below: z.object({ M: z.object({ Amount: S, Currency: S.optional() }) }).optional(),
          BackInStock: z.object({ BOOL: z.boolean() }).optional(),
        }),
      })
      .optional(),
    Sku: S,
    SiteCount: N,
    Sites: B,
    Webhook: z.object({ M: z.object({ Url: S, Secret: S.optional() }) }).optional(),
    ScheduledRevision: N.optional(),
    Run: z
      .object({
        M: z.object({
          scheduledAtMs: N,
          startedAtMs: N,
          revision: N,
          step: z.object({ S: z.enum(['First', 'Second']) }),
          version: N,
          requestId: S.optional(),
          siteIndexes: z.object({ L: z.array(N) }).optional(),
          dueMs: N.optional(),
          ended: S.optional(),
          reason: z.object({ M: z.object({ code: S, message: S }) }).optional(),
        }),
      })
      .optional(),
    RunAtMs: N,
  }),
  'watch-state-item': z.object({
    Part: S,
    Entry: S,
    AtMs: N,
    State: S,
    ExpiresAtEpochSeconds: N,
  }),
  'watch-history-item': z.object({
    Part: S,
    Entry: S,
    Packed: B,
    ExpiresAtMs: N,
    ExpiresAtEpochSeconds: N,
  }),
  'idempotency-item': z.object({
    RequestId: S,
    For: S,
    DataHash: S,
    QueuedAtMs: N,
    ExpiresAtEpochSeconds: N,
  }),
} as const;

const sum = z.object({ Amount: text, Currency: text.nullable() });
const variant = z.object({
  Id: text.nullable(),
  Size: text.nullable(),
  SizeRegion: text.nullable(),
  Color: text.nullable(),
});
const place = z.object({
  Variant: variant.optional(),
  Seller: z.object({ Name: text, Condition: text.nullable() }).optional(),
});
const fact = <Value extends z.ZodType>(value: Value) =>
  z.object({
    Known: value.optional(),
    Pending: z.object({ Value: value, SinceMs: z.int() }).optional(),
  });

/** What a watch knows of a site, as the text in its item. */
export const watchState = z.object({
  Version: readable,
  AtMs: z.int(),
  Items: z.array(z.object({ Of: place, Price: fact(sum), Availability: fact(text) })),
  Target: sum.extend({ IsTold: z.boolean() }).optional(),
});

const watchEntry = z.object({
  Version: readable,
  At: text,
  ScheduledAt: text,
  IsSecond: z.boolean(),
  Part: z.int(),
  RequestId: z.uuid().nullable(),
  Ended: z.enum(['Completed', 'Failed', 'Refused', 'Lost']),
  Reason: z.object({ Code: text, Message: text }).nullable(),
  WebhookId: text.nullable(),
  Sites: z.array(
    z.object({ Index: z.int(), Sku: text, Outcome: text, Price: sum.nullable(), Availability: text }),
  ),
  Changes: z.array(
    z.object({
      Kind: z.enum(['Price', 'Currency', 'Availability', 'BackInStock', 'BelowTarget']),
      From: z.union([sum, text]).optional(),
      To: z.union([sum, text]).optional(),
      Price: sum.optional(),
      Target: sum.optional(),
      Of: z.array(place),
      Index: z.int(),
      Sku: text,
      Availability: text,
      IsTold: z.boolean(),
    }),
  ),
});

export const unpackWatchEntry = (base64: string) =>
  watchEntry.parse(JSON.parse(brotliDecompressSync(Buffer.from(base64, 'base64')).toString('utf8')));

export const unpackWatchSites = (base64: string) =>
  z
    .array(z.object({ index: z.int(), site, warnings: z.array(text) }))
    .parse(JSON.parse(brotliDecompressSync(Buffer.from(base64, 'base64')).toString('utf8')));

const result = z.object({
  Index: z.int(),
  Outcome: z.enum(['Priced', 'OutOfStock', 'Ambiguous', 'NotFound', 'Blocked', 'Failed']),
  Price: z.object({ Amount: text, Currency: text.nullable(), Raw: text }).nullable(),
});

export const unpack = (base64: string) =>
  z.array(result).parse(JSON.parse(brotliDecompressSync(Buffer.from(base64, 'base64')).toString('utf8')));
