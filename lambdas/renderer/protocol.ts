import * as z from 'zod';
import { sellingSiteMembersSchema } from '../domain/selling-site.ts';
import { siteErrorCodes } from '../domain/site-errors.ts';
import { shapeOf } from '../domain/stored-shape.ts';
import { createVersionedReader } from '../domain/versioned.ts';

// Messages between the scraper and the renderer. The scraper's half is trusted by the renderer; the renderer's
// half is trusted by nobody, since a browser without a sandbox runs beside whoever writes it.

/** Written by this code. A version adds members and says what they are where they are missing. */
export const renderProtocolVersion = 1;

/** Pages of one invocation at most. */
export const maxPagesPerInvocation = 8;

/** Lambda's own limit for the answer of a synchronous invocation is 6 MiB and some bytes of its own. */
export const maxAnswerBytes = 6 * 1024 * 1024;

/** Kept of it for everything but the documents. */
const answerOverheadBytes = 128 * 1024;

/** Documents of one answer together, as they travel: compressed, in Base64. */
export const maxPackedBytes = maxAnswerBytes - answerOverheadBytes;

/** One document as it is read, UTF-8; plain HTTP reads no more either. */
export const maxDocumentBytes = 16 * 1024 * 1024;

/** The documents of one answer together, unpacked; whoever reads the answer holds them all. */
export const maxDocumentsBytes = 48 * 1024 * 1024;

const maxAddressLength = 8_192;

/** Members of a site that a page is judged by. Names and references of callers are none of them. */
const judgedSiteSchema = sellingSiteMembersSchema.pick({
  Sku: true,
  Country: true,
  Locale: true,
  Currency: true,
  Variant: true,
  Condition: true,
  Selectors: true,
});

const wantedSchema = z.discriminatedUnion('Kind', [
  z.object({
    Kind: z.literal('Offer'),
    Sku: z.string().optional(),
    FetchedAtMs: z.number(),
    Site: shapeOf(judgedSiteSchema),
  }),
  z.object({ Kind: z.literal('Hits'), SearchUrl: z.string(), Sku: z.string() }),
]);

const orderedPageSchema = z.object({
  /** Place in the event; the answer names it again. */
  Key: z.int().min(0),
  Url: z.string(),
  /** Of the site that the page is loaded for; absent: the page's own. */
  SiteOrigin: z.string().optional(),
  Locale: z.string().optional(),
  Country: z.string().optional(),
  WaitFor: z.string().optional(),
  /** From `SentAtMs` on. */
  TimeoutMs: z.number(),
  PatienceMs: z.number().optional(),
  Wanted: wantedSchema,
});

/** Input of the renderer: pages, and all that it may know of the deployment. */
const renderEventSchema = z.object({
  Version: z.int().min(0),
  /** Name of the deployment, a dimension of its metrics. */
  Deployment: z.string(),
  LogLevel: z.string(),
  UserAgent: z.string(),
  ObeysRobots: z.boolean(),
  /** Parallel loads for one host. */
  MaxFetchesPerHost: z.int().min(1),
  /** Pages that the browser loads at the same time. */
  MaxPages: z.int().min(1),
  /** `host:port` beside the public web; none on AWS. */
  AllowedTargets: z.array(z.string()),
  /** Milliseconds since 1970; a new instance takes a second or two to begin. */
  SentAtMs: z.int(),
  Pages: z.array(orderedPageSchema).min(1).max(maxPagesPerInvocation),
});

export type RenderEvent = z.infer<typeof renderEventSchema>;
export type OrderedPage = RenderEvent['Pages'][number];
export type RenderSettings = Omit<RenderEvent, 'Version' | 'SentAtMs' | 'Pages'>;

/** @throws ZodError or UnreadableVersionError for what is no event that this code can read. */
export const readRenderEvent = createVersionedReader(renderProtocolVersion, renderEventSchema);

/** Headers of a document that anybody asks for. */
export const answeredHeaders = ['content-type', 'retry-after'] as const;

const seconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Of one page on the network: far more than the browser lets it have, and few enough for a sum of them to mean something. */
const maxWireBytes = 1024 ** 3;

const answeredPageSchema = z.union([
  z.object({
    Key: z.int().min(0),
    Loaded: z.object({
      FinalUrl: z.string().max(maxAddressLength),
      HttpStatus: z.int().min(100).max(599),
      Headers: z.partialRecord(z.enum(answeredHeaders), z.string().max(1_000)),
      /** Zstandard, in Base64. */
      Document: z.string().max(maxPackedBytes),
      WireBytes: z.int().min(0).max(maxWireBytes),
      Attempts: z.int().min(1).max(100),
    }),
  }),
  z.object({
    Key: z.int().min(0),
    Failed: z.object({
      Code: z.enum(siteErrorCodes),
      Message: z.string().max(2_000),
      Retryable: z.boolean(),
      HttpStatus: z.int().min(100).max(599).optional(),
      RetryAfterSeconds: seconds.optional(),
    }),
  }),
  /** It was brought and does not fit beside the others: ask for it once more. */
  z.object({ Key: z.int().min(0), LeftOut: z.literal(true) }),
]);

/** Output of the renderer. */
const renderAnswerSchema = z.object({
  Version: z.int().min(0),
  Pages: z.array(answeredPageSchema).max(maxPagesPerInvocation),
});

/** @throws ZodError or UnreadableVersionError for what is no answer that this code can read. */
export const readAnswer = createVersionedReader(renderProtocolVersion, renderAnswerSchema);

export type RenderAnswer = z.infer<typeof renderAnswerSchema>;
export type AnsweredPage = RenderAnswer['Pages'][number];
export type LoadedPage = Extract<AnsweredPage, { Loaded: unknown }>;
