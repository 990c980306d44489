import * as z from 'zod';
import { findJsonHazards, isObject, jsonPointer, type Violation } from '../json-text.ts';
import { readLanguageTag } from '../site/language-tag.ts';
import type { QueuedSite } from '../site/queued-site.ts';
import {
  type Expectation,
  expectationSchema,
  type SellingSite,
  sellingSiteSchema,
  skuSchema,
} from '../site/selling-site.ts';
import {
  expectMembers,
  type KnownMembers,
  knownSiteMembers,
  maxUnknownMembers,
  unknownMemberWarnings,
} from '../site/unknown-members.ts';
import type { Webhook } from './webhook.ts';
import { toWebhook, webhookSchema } from './webhook-schema.ts';

export const maxBodyBytes = 256 * 1024;
export const maxSellingSites = 100;

export const authorizationSchema = z.object({
  LicenseKey: z.string().describe('The caller’s license key.'),
  UID: z.string().describe('The caller’s identifier.'),
});

/** Body of the queue operation. */
export const queueBodySchema = z.object({
  Authorization: authorizationSchema.describe('Credentials of the caller.'),
  Data: z
    .object({
      Sku: skuSchema.describe('SKU of the product, 1 to 128 characters.'),
      Expect: expectationSchema
        .optional()
        .describe('Known facts about the product, for all sites. A page of another product has no price.'),
      SellingSites: z
        .array(sellingSiteSchema)
        .min(1)
        .max(maxSellingSites)
        .describe('The sites to read, 1 to 100.'),
      Webhook: webhookSchema.optional().describe('Notified when the request ends.'),
    })
    .describe('A SKU, 1 to 100 selling sites to scrape and, optionally, a webhook to notify at the end.'),
});

export type Credentials = { uid: string; licenseKey: string };

/** The product and sites of a call or a watch. */
export interface QueueRequest {
  sku: string;
  sites: readonly QueuedSite[];
  webhook?: Webhook | undefined;
}

/** The deployment's own selling sites by name. */
export type SellingSiteRegistry = ReadonlyMap<string, SellingSite>;

/** Includes the parsed body for further checks; `undefined` if it is not JSON. */
export type ParsedQueueRequest = { json: unknown } & (
  | { credentials: Credentials; request: QueueRequest }
  | { violations: Violation[] }
);

const typeNames: Record<string, string> = { int: 'integer', record: 'object' };

/** A violation of a schema, worded for callers. */
export const detailOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = typeNames[issue.expected] ?? issue.expected;
      return /received undefined/.test(issue.message)
        ? `is required (${expected})`
        : `must be of type ${expected}`;
    }
    case 'too_big':
      return `must have at most ${issue.maximum} ${unitOf(issue.origin)}`.trimEnd();
    case 'too_small':
      if (issue.minimum === 1 && (issue.origin === 'string' || issue.origin === 'array'))
        return 'must not be empty';
      return `must have at least ${issue.minimum} ${unitOf(issue.origin)}`.trimEnd();
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'unrecognized_keys':
      return `has unknown members: ${issue.keys.slice(0, 5).join(', ').slice(0, 200)} (names are case-sensitive)`;
    default:
      return issue.message;
  }
};

/** A schema's violations, worded for callers. */
export const violationsOf = (error: z.ZodError): Violation[] =>
  error.issues.map((issue) => ({ Pointer: jsonPointer(issue.path), Detail: detailOf(issue) }));

const unitOf = (origin: string): string =>
  origin === 'string' ? 'characters' : origin === 'array' ? 'items' : 'as its value';

/** Known members of `Data`, without those of sites, which are checked one by one. */
const dataMembers: KnownMembers = {
  names: Object.keys(queueBodySchema.shape.Data.shape),
  below: { Expect: expectMembers, Webhook: { names: Object.keys(webhookSchema.shape) } },
};

/**
 * Drops an empty `Variant` or `Expect`, and replaces `Locale` by a tag that `Intl` can read.
 */
const normalized = (
  { Variant, Locale, Expect: ofSite, ...site }: SellingSite,
  ofAll: Expectation | undefined,
): SellingSite => {
  const Expect = { ...ofAll, ...ofSite };
  return {
    ...site,
    ...(Locale !== undefined && { Locale: readLanguageTag(Locale) }),
    ...(Variant && Object.keys(Variant).length > 0 && { Variant }),
    ...(Object.keys(Expect).length > 0 && { Expect }),
  };
};

const rawSitesOf = (json: unknown): unknown[] => {
  const data = isObject(json) ? json.Data : undefined;
  const sites = isObject(data) ? data.SellingSites : undefined;
  return Array.isArray(sites) ? sites.slice(0, maxSellingSites) : [];
};

const isNamedOnly = (site: Record<string, unknown>): boolean =>
  site.Url === undefined && site.SearchUrl === undefined;

/** Sites with only a name that the registry does not have. */
const unregisteredNames = (rawSites: readonly unknown[], registry: SellingSiteRegistry): Violation[] =>
  rawSites.flatMap((site, index) =>
    isObject(site) && isNamedOnly(site) && typeof site.Name === 'string' && !registry.has(site.Name)
      ? [
          {
            Pointer: jsonPointer(['Data', 'SellingSites', index, 'Name']),
            Detail: 'is not in the selling-site registry of this deployment; give "Url" or "SearchUrl"',
          },
        ]
      : [],
  );

/**
 * API Gateway replaces bytes that are not UTF-8 by this character before the function sees them. Callers who mean the
 * character itself escape it.
 */
const replacementCharacter = '\ufffd';

/**
 * Reads and checks the body of the queue operation.
 *
 * @param body - text of the request body; `null` if there was none.
 * @param registry - entries that a site may name by `Name` alone.
 * @returns the request with `{sku}` still in its URLs, or every violation at once.
 */
export const parseQueueRequest = (body: string | null, registry: SellingSiteRegistry): ParsedQueueRequest => {
  const bodyViolation = (Detail: string) => ({ json: undefined, violations: [{ Pointer: '', Detail }] });
  if (!body) return bodyViolation('a JSON object with the members "Authorization" and "Data" is required');
  const bytes = Buffer.byteLength(body);
  if (bytes > maxBodyBytes) return bodyViolation(`must be at most ${maxBodyBytes} bytes, and has ${bytes}`);
  const undecodable = body.indexOf(replacementCharacter);
  if (undecodable >= 0) {
    const byte = Buffer.byteLength(body.slice(0, undecodable));
    return bodyViolation(`must be UTF-8, and byte ${byte} is not (U+FFFD itself is written as "\\ufffd")`);
  }

  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return bodyViolation('must be valid JSON');
  }
  const violations = findJsonHazards(body);
  const parsed = queueBodySchema.safeParse(json);
  if (parsed.error) violations.push(...violationsOf(parsed.error));
  const rawSites = rawSitesOf(json);
  violations.push(...unregisteredNames(rawSites, registry));
  if (!parsed.success || violations.length > 0) return { json, violations };

  const { Authorization, Data } = parsed.data;
  // An unknown member of `Data` is a warning on each site.
  const ofAll = unknownMemberWarnings(isObject(json) ? json.Data : undefined, dataMembers, '"Data"');
  const sites = Data.SellingSites.map((given, index): QueuedSite => {
    const registered = isNamedOnly(given) ? registry.get(given.Name ?? '') : undefined;
    const ofSite = unknownMemberWarnings(rawSites[index], knownSiteMembers, 'a selling site');
    return {
      Index: index,
      Site: normalized({ ...registered, ...given }, Data.Expect),
      Warnings: [...ofSite, ...ofAll].slice(0, maxUnknownMembers),
    };
  });
  return {
    json,
    credentials: { uid: Authorization.UID, licenseKey: Authorization.LicenseKey },
    request: {
      sku: Data.Sku,
      sites,
      ...(Data.Webhook && { webhook: toWebhook(Data.Webhook) }),
    },
  };
};
