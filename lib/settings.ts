import * as z from 'zod';
import { defaultRetrySeconds } from '../lambdas/domain/delivery/delivery-record.ts';
import { nearestName } from '../lambdas/domain/nearest-name.ts';
import { maxRenderersPerScraper } from '../lambdas/domain/request/renderer-limit.ts';
import {
  defaultDurations,
  maxProcessingWindowSeconds,
  minProcessingWindowSeconds,
} from '../lambdas/domain/timing.ts';
import { parseAllowedTarget } from '../lambdas/web/egress/allowed-target.ts';

/** A number, or `auto`: chosen at deployment by the account's limits. */
const automaticOr = <T extends z.ZodType>(type: T) => z.union([z.literal('auto'), type]).default('auto');
const integer = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);
/** Values are joined with commas in the functions' environment. */
const value = z.string().regex(/^[^,]+$/, 'must be one value without a comma');

const originAdvice =
  'must be an origin as browsers send it: scheme, host and, where it is not the usual one, port, e.g. https://shop.example.com';
/** Compared as a whole, so a pattern such as `*` would match nothing. */
const origin = value
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/, originAdvice)
  .refine(
    (text) => (/^https?:/.test(text) ? URL.parse(text)?.origin === text : URL.canParse(text)),
    originAdvice,
  );

const isTarget = (text: string): boolean => {
  try {
    parseAllowedTarget(text);
    return true;
  } catch {
    return false;
  }
};
const target = value.refine(isTarget, 'must be an exact host and port, e.g. 127.0.0.1:4010 or [::1]:4010');

/** Settings of a deployment, with their defaults and the descriptions in docs/settings.md. */
export const settingsSchema = z.strictObject({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 lower-case letters, digits or hyphens')
    .default('prod')
    .describe('Name of the API stage; the first part of every path.'),
  logLevel: z
    .enum(['DEBUG', 'INFO', 'WARN', 'ERROR'])
    .default('INFO')
    .describe('Lowest level of log lines to write.'),
  logRetentionDays: z
    .literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365])
    .default(30)
    .describe('Retention of logs, in days.'),
  processingWindowSeconds: integer(minProcessingWindowSeconds, maxProcessingWindowSeconds)
    .default(defaultDurations.processingWindowSeconds)
    .describe('Seconds from queueing to the deadline.'),
  retentionSeconds: integer(1, 86_400)
    .default(defaultDurations.retentionSeconds)
    .describe('Seconds from completion or failure to removal.'),
  apiMemoryMb: integer(128, 10_240).default(1_024).describe('Memory of the functions behind the API.'),
  scraperMemoryMb: integer(768, 10_240)
    .default(1_024)
    .describe('Memory of the scraper function, which fetches, reads and writes.'),
  rendererMemoryMb: integer(1_024, 10_240)
    .default(1_769)
    .describe('Memory of the renderer function, which has the browser.'),
  maxScrapers: integer(2, 1_000)
    .default(2)
    .describe(
      'Maximum number of concurrent scraper functions, each with up to `renderersPerScraper` renderers. The default suits new accounts, which are limited to ten functions.',
    ),
  renderersPerScraper: automaticOr(integer(1, maxRenderersPerScraper)).describe(
    `Maximum number of concurrent renderers of one scraper. \`auto\`: 1 in accounts with fewer than 100 concurrent functions, otherwise ${maxRenderersPerScraper}.`,
  ),
  apiReservedConcurrency: automaticOr(integer(0, 1_000)).describe(
    'Reserved concurrency of each API function (queue, status, watches), so that none can starve another. `auto`: 50 if the account has room, never less than is deployed, otherwise 0 (none); written into the file once known. Lambda keeps 100 unreserved. If not 0, the renderers that scrapers can use are reserved, too.',
  ),
  maxHeldCalls: automaticOr(integer(0, 500)).describe(
    'Maximum number of calls held by `Prefer: wait`, each a running function; at most half of `apiReservedConcurrency` if that is set. `auto`: that half, or 1. Further calls are answered at once.',
  ),
  statusCallsPerMinute: integer(20, 1_000_000)
    .default(1_200)
    .describe(
      'Read calls per minute and license: status, deliveries, watches, and repeats under an `Idempotency-Key`. Further ones are a 429.',
    ),
  maxDeliverers: integer(2, 1_000)
    .default(2)
    .describe('Maximum number of concurrent delivery functions; each posts to ten webhooks at once.'),
  webhookHttp: z
    .boolean()
    .default(false)
    .describe('Allows webhooks over http, where anyone on the way can read them.'),
  webhookRetrySeconds: z
    .array(integer(1, 259_200))
    .min(1)
    .max(10)
    .refine(
      (times) => times.every((time, index) => index === 0 || time > times[index - 1]!),
      'must be in ascending order: seconds after the first try',
    )
    .default([...defaultRetrySeconds])
    .describe('Retries of a webhook, in seconds after the first attempt.'),
  webhooksPerMinute: integer(1, 6_000)
    .default(60)
    .describe('Maximum posts per minute to one receiver of a license, resends included; more have to wait.'),
  deliverBucket: z
    .string()
    .regex(/^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of an S3 bucket, e.g. acme-prices')
    .default('')
    .describe(
      'Your own S3 bucket for completed requests, under `results/`; empty: none. See docs/results.md.',
    ),
  deliverBus: z
    .string()
    .regex(
      /^$|^[\w./-]{1,256}$|^arn:[^:]+:events:[^:]+:\d+:event-bus\/[\w./-]{1,256}$/,
      'must be the name or the ARN of an EventBridge event bus, e.g. default',
    )
    .default('')
    .describe('Your own EventBridge event bus for the end of each request; empty: none.'),
  watches: z
    .boolean()
    .default(false)
    .describe(
      'Enables watches, which scrape repeatedly and report changes: adds a table, a queue, two functions and ' +
        'EventBridge schedules. See docs/watching.md.',
    ),
  historyDays: integer(1, 3_650).default(90).describe("Retention of a watch's history, in days."),
  throttleRatePerSecond: integer(1, 10_000).default(100).describe('Calls per second that the API accepts.'),
  throttleBurst: integer(1, 5_000).default(200).describe('Burst of calls that the API accepts.'),
  callsPerAddress: integer(0, 1_000_000)
    .refine((calls) => calls === 0 || calls >= 10, 'must be 0, or 10 at least, which is what AWS WAF takes')
    .default(3_000)
    .describe(
      'Calls per minute and IP address, so that no one can use up the shared throttle; raise it together with `throttleRatePerSecond`. Adds a web ACL: 6 US$ a month and 0.60 per million calls. None with 0 or `webAclArn`.',
    ),
  allowedOrigins: z
    .array(origin)
    .default([])
    .describe('Origins whose pages may call the API (CORS), such as `https://shop.example.com`.'),
  userAgent: z
    .string()
    .max(500)
    .regex(
      /^$|^[!-~]([ -~]*[!-~])?$/,
      'must be visible ASCII characters and spaces between them, as headers hold',
    )
    .default('')
    .describe("User-Agent of both tiers; empty: Chromium's."),
  userAgentLink: z
    .string()
    .regex(/^$|^https?:\/\/[\w.~:/?#@!$&*+,=%-]{1,200}$/, 'must be a web address of at most 200 characters')
    .default('')
    .describe('Web address about this deployment, appended to the User-Agent with the name `scrap-prices`.'),
  robotsPolicy: z
    .enum(['ignore', 'obey'])
    .default('ignore')
    .describe(
      '`obey` applies robots.txt in every `RenderMode`. Off by default, because callers name exact pages.',
    ),
  maxFetchesPerHost: integer(1, 50)
    .default(4)
    .describe('Maximum number of concurrently scraped sites of one host for one request.'),
  maxBrowserPages: integer(1, 16)
    .default(4)
    .describe('Maximum number of pages that one browser loads at the same time.'),
  allowedTargets: z
    .array(target)
    .default([])
    .describe('Additional targets (host:port) outside the public web; for local stacks and tests only.'),
  sellingSitesFile: z.string().default('').describe('Path of the selling-site registry; empty: none.'),
  alarmEmail: z
    .union([z.literal(''), z.email()])
    .default('')
    .describe('E-mail address for alarms; it has to confirm the subscription.'),
  alarmTopicArn: z
    .string()
    .regex(/^$|^arn:[^:]+:sns:[^:]+:\d+:[^:]+$/, 'must be the ARN of an SNS topic')
    .default('')
    .describe('Your own SNS topic for alarms, instead of an e-mail address.'),
  metricMathAlarms: z
    .boolean()
    .default(true)
    .describe('Alarms on computed metrics (failed share, throttles); AWS emulators cannot deploy them.'),
  domainName: z
    .string()
    .regex(
      /^$|^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
      'must be a domain name in lower case without scheme and path, e.g. prices.example.com',
    )
    .default('')
    .describe('Custom domain name of the API; needs `certificateArn`.'),
  certificateArn: z
    .string()
    .regex(
      /^$|^arn:[^:]+:acm:[^:]+:\d+:certificate\/./,
      'must be the ARN of an ACM certificate in the region of the stack',
    )
    .default('')
    .describe("ACM certificate of the domain name, in the stack's region."),
  hostedZoneId: z
    .string()
    .regex(/^$|^Z[A-Z0-9]{5,31}$/, 'must be the identifier of a Route 53 hosted zone, e.g. Z0123456789ABC')
    .default('')
    .describe(
      'Route 53 zone for the DNS record; needs `hostedZoneName`. Without it, create the record yourself.',
    ),
  hostedZoneName: z
    .string()
    .regex(/^$|^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, 'must be the name of the hosted zone, e.g. example.com')
    .default('')
    .describe('Name of that zone; the domain name ends with it.'),
  disableExecuteApiEndpoint: z
    .boolean()
    .default(false)
    .describe('Closes the first address (`execute-api`), so that only `domainName` leads to the API.'),
  apiGatewayLogRole: automaticOr(z.boolean()).describe(
    'Sets the role for API Gateway’s logs, of which an account has one per region. `auto`: unless it has another one.',
  ),
  console: z
    .boolean()
    .default(false)
    .describe('Serves the console and the API documentation at `/console/index.html`.'),
  webAclArn: z
    .string()
    .regex(/^$|^arn:[^:]+:wafv2:[^:]+:\d+:regional\/webacl\/./, 'must be the ARN of a regional WAFv2 web ACL')
    .default('')
    .describe('Your own WAF web ACL for the API, instead of that of `callsPerAddress`.'),
  removalPolicy: z
    .enum(['destroy', 'retain'])
    .default('destroy')
    .describe(
      'Removal of requests and logs with the stack; `retain` also protects stack and tables from deletion. Licenses and watches are always kept.',
    ),
  tags: z
    .record(
      z
        .string()
        .regex(
          /^(?!aws:)[\w .:/=+@-]{1,128}$/i,
          'must be a tag’s name of 1 to 128 characters that AWS accepts',
        ),
      z.string().max(256),
    )
    .default({})
    .describe('Tags of all resources, such as `{ "cost-center": "4711" }`.'),
  permissionsBoundary: z
    .string()
    .regex(
      /^$|^[\w+=,.@/-]{1,512}$|^arn:[^:]+:iam::(\d{12}|aws):policy\/./,
      'must be the name or the ARN of a managed policy of IAM',
    )
    .default('')
    .describe('Managed policy that bounds all roles of the deployment, by its name or ARN; empty: none.'),
  kmsKeyArn: z
    .string()
    .regex(/^$|^arn:[^:]+:kms:[^:]+:\d{12}:key\/./, 'must be the ARN of a KMS key in the region of the stack')
    .default('')
    .describe(
      'Your own KMS key for the tables, 1 US$ a month and 0.03 per 10,000 calls; empty: the key that AWS owns, which is free.',
    ),
  cell: integer(0, 255)
    .default(0)
    .describe(
      'Number of this deployment among those behind one front: the first two hexadecimal digits of request identifiers. See docs/scale.md.',
    ),
  licensesTable: z
    .string()
    .regex(
      /^$|^[\w.-]{3,255}$/,
      'must be the name of a DynamoDB table, e.g. that of a deployment that was destroyed',
    )
    .default('')
    .describe(
      'Existing table of licenses to adopt, as after its stack was destroyed (docs/runbook.md); empty: none.',
    ),
});

export type Settings = z.infer<typeof settingsSchema>;
/** Settings before defaults. */
export type SettingsInput = z.input<typeof settingsSchema>;

/** Constraints between settings. */
const crossChecks: { path: keyof Settings; isValid: (settings: Settings) => boolean; expected: string }[] = [
  {
    path: 'certificateArn',
    isValid: ({ domainName, certificateArn }) => domainName === '' || certificateArn !== '',
    expected: 'is needed with domainName: request a certificate for it in ACM, in the region of the stack',
  },
  {
    path: 'domainName',
    isValid: ({ domainName, certificateArn, hostedZoneId }) =>
      domainName !== '' || (certificateArn === '' && hostedZoneId === ''),
    expected: 'is needed with certificateArn or hostedZoneId, which have no effect without it',
  },
  {
    path: 'hostedZoneName',
    isValid: ({ hostedZoneId, hostedZoneName }) => (hostedZoneId === '') === (hostedZoneName === ''),
    expected: 'and hostedZoneId are needed together',
  },
  {
    path: 'hostedZoneName',
    isValid: ({ domainName, hostedZoneName }) =>
      hostedZoneName === '' || domainName === hostedZoneName || domainName.endsWith(`.${hostedZoneName}`),
    expected: 'must be the end of domainName',
  },
  {
    path: 'disableExecuteApiEndpoint',
    isValid: ({ domainName, disableExecuteApiEndpoint }) => domainName !== '' || !disableExecuteApiEndpoint,
    expected: 'needs domainName: without it, no address would lead to the API',
  },
  {
    path: 'alarmTopicArn',
    isValid: ({ alarmEmail, alarmTopicArn }) => alarmEmail === '' || alarmTopicArn === '',
    expected: 'replaces alarmEmail; set only one of them',
  },
];

/** Adds the constraints between settings to a schema. */
export const checkTogether = (settings: Settings, context: z.RefinementCtx): void => {
  for (const { path, isValid, expected } of crossChecks) {
    if (!isValid(settings)) context.addIssue({ code: 'custom', path: [path], message: expected });
  }
};

const checkedSettingsSchema = settingsSchema.superRefine(checkTogether);

export const settingNames = Object.keys(settingsSchema.shape) as (keyof Settings)[];

/** Removed settings, with advice. */
const removedSettings: Readonly<Record<string, string>> = {
  provisionedConcurrency:
    'leave it out: no caller waits for a cold start of the scraper, and each message launches a new browser',
};

const unknownName = (name: string, known: readonly string[]): string => {
  const removed = Object.hasOwn(removedSettings, name) ? removedSettings[name] : undefined;
  if (removed !== undefined) return `${name}: has been removed; ${removed}`;
  const nearest = nearestName(name, known);
  return nearest === undefined
    ? `${name}: is not a setting of this version; leave it out (docs/settings.md lists all), or use the version that the file is for`
    : `${name}: is not a setting; did you mean "${nearest}"?`;
};

/** Formats a value for the end of a sentence. */
const givenText = (value: unknown): string => {
  if (value === undefined) return '';
  return value === null
    ? ' (given: null; leave it out for its default)'
    : ` (given: ${JSON.stringify(value)})`;
};

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], given);

/** Formats violations with the given values. @param known - valid names. */
export const settingViolations = (
  error: z.ZodError,
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
): string[] =>
  error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownName(name, known));
    const shownValue = givenText(valueAt(given, issue.path));
    return [`${issue.path.length === 0 ? '' : `${issue.path.join('.')}: `}${issue.message}${shownValue}`];
  });

/**
 * @param given - by setting name; absent ones take their default.
 * @throws Error that names every violation.
 */
export const parseSettings = (given: Readonly<Record<string, unknown>>): Settings => {
  const parsed = checkedSettingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const violations = settingViolations(parsed.error, given, settingNames);
  throw new Error(
    `These settings are invalid; docs/settings.md describes them:\n  - ${violations.join('\n  - ')}`,
  );
};
