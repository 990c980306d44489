import * as z from 'zod';
import { siteErrorSchema } from './result/site-result.ts';
import { renderedSiteSchema } from './site/selling-site.ts';

// Messages between the scraper and the renderer. The renderer trusts the scraper's half. Nothing trusts the
// renderer's half, since its browser runs hostile pages without a sandbox. It streams lines
// of JSON, each with the outcome of one page or more.

/** Maximum number of pages in one invocation. */
export const maxPagesPerInvocation = 8;

/** All lines of one response. Lambda would stream more, but limits a response in one piece to this. */
export const maxAnswerBytes = 6 * 1024 * 1024;

/** Reserved for everything but the documents. */
const answerOverheadBytes = 128 * 1024;

/** Total of one response's documents as transferred: compressed, in Base64. */
export const maxPackedBytes = maxAnswerBytes - answerOverheadBytes;

/** One uncompressed document in UTF-8; the HTTP tier has the same limit. */
export const maxDocumentBytes = 16 * 1024 * 1024;

/** Total of one response's uncompressed documents, which its reader holds in memory. */
export const maxDocumentsBytes = 48 * 1024 * 1024;

const maxAddressLength = 8_192;

const requestedPageSchema = z.strictObject({
  /** Index in the event, repeated in the response. */
  Key: z.int().min(0),
  Url: z.string(),
  /** Origin of the site that the page is loaded for. Absent: the page's own. */
  SiteOrigin: z.string().optional(),
  Site: renderedSiteSchema,
  FetchedAtMs: z.number(),
  IsSearch: z.boolean().optional(),
  /** From `SentAtMs` on. */
  TimeoutMs: z.number(),
  PatienceMs: z.number().optional(),
});

/** Input of the renderer: pages and the settings it needs. */
const renderEventSchema = z.object({
  Version: z.literal(1),
  /** A dimension of the metrics. */
  Deployment: z.string(),
  LogLevel: z.string(),
  UserAgent: z.string(),
  ObeysRobots: z.boolean(),
  /** Parallel loads for one host. */
  MaxFetchesPerHost: z.int().min(1),
  /** Pages that the browser loads at the same time. */
  MaxPages: z.int().min(1),
  /** `host:port` allowed in addition to the public web; empty on AWS. */
  AllowedTargets: z.array(z.string()),
  /** Milliseconds since 1970. A cold start takes a second or two. */
  SentAtMs: z.int(),
  Pages: z.array(requestedPageSchema).min(1).max(maxPagesPerInvocation),
});

export type RenderEvent = z.infer<typeof renderEventSchema>;
export type RequestedPage = RenderEvent['Pages'][number];
export type RenderSettings = Omit<RenderEvent, 'Version' | 'SentAtMs' | 'Pages'>;

/** @throws ZodError for an event that this code cannot read. */
export const readRenderEvent = (event: unknown): RenderEvent => renderEventSchema.parse(event);

/** Document headers that callers use. */
export const returnedHeaderNames = ['content-type', 'retry-after'] as const;

const seconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Bounds a page's traffic: far above the browser's own cap, and small enough to keep sums exact. */
const maxWireBytes = 1024 ** 3;

const returnedPageSchema = z.union([
  z.object({
    Key: z.int().min(0),
    Loaded: z.object({
      FinalUrl: z.string().max(maxAddressLength),
      HttpStatus: z.int().min(100).max(599),
      Headers: z.partialRecord(z.enum(returnedHeaderNames), z.string().max(1_000)),
      /** Zstandard, in Base64. */
      Document: z.string().max(maxPackedBytes),
      WireBytes: z.int().min(0).max(maxWireBytes),
      Attempts: z.int().min(1).max(100),
    }),
  }),
  z.object({
    Key: z.int().min(0),
    Failed: siteErrorSchema.extend({
      Message: z.string().max(2_000),
      Attempts: z.int().min(1).max(100).default(1),
      HttpStatus: z.int().min(100).max(599).optional(),
      RetryAfterSeconds: seconds.optional(),
    }),
  }),
  /** Loaded, but does not fit into the same response: request it again. */
  z.object({ Key: z.int().min(0), LeftOut: z.literal(true) }),
]);

/** A line of the renderer's response. */
const renderAnswerSchema = z.object({
  Version: z.literal(1),
  Pages: z.array(returnedPageSchema).max(maxPagesPerInvocation),
});

/** @throws ZodError for a line that this code cannot read. */
export const readAnswer = (line: unknown): RenderAnswer => renderAnswerSchema.parse(line);

export type RenderAnswer = z.infer<typeof renderAnswerSchema>;
export type PageAnswer = RenderAnswer['Pages'][number];
export type LoadedPage = Extract<PageAnswer, { Loaded: unknown }>;
