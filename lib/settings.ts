import * as z from 'zod';
import { defaultRetrySeconds } from '../lambdas/domain/delivery-record.ts';
import { nearestName } from '../lambdas/domain/nearest-name.ts';
import {
  defaultDurations,
  maxProcessingWindowSeconds,
  minProcessingWindowSeconds,
} from '../lambdas/domain/timing.ts';
import { parseAllowedTarget } from '../lambdas/web/egress/allowed-target.ts';

/** A number, or `auto`: chosen at deploy by what the account allows. */
const automaticOr = (number: z.ZodInt) => z.union([z.literal('auto'), number]).default('auto');
const integer = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);
/** Values are joined with commas in the functions' environment. */
const value = z.string().regex(/^[^,]+$/, 'must be one value without a comma');

const originAdvice =
  'must be an origin as browsers send it: scheme, host and, where it is not the usual one, port, e.g. https://shop.example.com';
/** Each is compared as a whole, so a pattern such as `*` would let nobody in. */
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

/** Settings of a deployment, with their defaults. The description of each stands in the documentation. */
export const settingsSchema = z.strictObject({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 lower-case letters, digits or hyphens')
    .default('prod')
    .describe('Name of the API stage; the first part of every path.'),
  logLevel: z
    .enum(['DEBUG', 'INFO', 'WARN', 'ERROR'])
    .default('INFO')
    .describe('Least level of log lines that are written.'),
  logRetentionDays: z
    .literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365])
    .default(30)
    .describe('Days that logs are kept.'),
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
      'Scraper functions that run at the same time, each with a renderer; the default suits a new account, which may run ten functions in all.',
    ),
  apiReservedConcurrency: automaticOr(integer(0, 1_000)).describe(
    'Functions that queue, status and watches have to themselves, each, so that none of them can use up what another needs. `auto`: 50 where the account has room for them at deploy, else 0 (none), as in an account of ten. Lambda wants 100 left unreserved.',
  ),
  maxHeldCalls: automaticOr(integer(0, 500)).describe(
    'Calls with `Prefer: wait` that are held at the same time, in all; at most half of `apiReservedConcurrency` where that is set. `auto`: that half, else 1. Each is a function that runs; further ones are answered at once.',
  ),
  statusCallsPerMinute: integer(20, 1_000_000)
    .default(1_200)
    .describe(
      'Calls a minute that a license may make beside those that queue and put: its status, deliveries and watches. Further ones are 429.',
    ),
  maxDeliverers: integer(2, 1_000)
    .default(2)
    .describe('Delivery functions that run at the same time; each posts to ten webhooks at once.'),
  webhookHttp: z
    .boolean()
    .default(false)
    .describe('Whether webhooks may be http as well as https; what is posted there can be read on its way.'),
  webhookRetrySeconds: z
    .array(integer(1, 259_200))
    .min(1)
    .max(10)
    .refine(
      (times) => times.every((time, index) => index === 0 || time > times[index - 1]!),
      'must be in ascending order: seconds after the first try',
    )
    .default([...defaultRetrySeconds])
    .describe('When a webhook that was not taken is tried again, in seconds after the first try.'),
  webhooksPerMinute: integer(1, 6_000)
    .default(60)
    .describe('Posts to one receiver of a license in a minute, resends included; more wait.'),
  deliverBucket: z
    .string()
    .regex(/^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of an S3 bucket, e.g. acme-prices')
    .default('')
    .describe(
      'S3 bucket of your own that each completed request is written to, under `results/`; empty: none. See docs/results.md.',
    ),
  deliverBus: z
    .string()
    .regex(
      /^$|^[\w./-]{1,256}$|^arn:[^:]+:events:[^:]+:\d+:event-bus\/[\w./-]{1,256}$/,
      'must be the name or the ARN of an EventBridge event bus, e.g. default',
    )
    .default('')
    .describe('EventBridge event bus of your own that is told of each ended request; empty: none.'),
  watches: z
    .boolean()
    .default(false)
    .describe(
      'Whether callers can have watches, which scrape again and again and tell what has changed: adds ' +
        'a table, a queue, two functions and EventBridge schedules. See docs/watching.md.',
    ),
  historyDays: integer(1, 3_650).default(90).describe('Days that the history of a watch is kept.'),
  throttleRatePerSecond: integer(1, 10_000).default(100).describe('Calls per second that the API takes.'),
  throttleBurst: integer(1, 5_000).default(200).describe('Calls that the API takes at once.'),
  callsPerAddress: integer(0, 1_000_000)
    .refine((calls) => calls === 0 || calls >= 10, 'must be 0, or 10 at least, which is what AWS WAF takes')
    .default(1_500)
    .describe(
      'Calls a minute that one address may make, so that no stranger uses up the throttle that all callers share. Needs a web ACL: 6 US$ a month, and 0.60 for a million calls. 0, or with `webAclArn`: none.',
    ),
  allowedOrigins: z
    .array(origin)
    .default([])
    .describe('Origins whose pages may call the API, each in full: `https://shop.example.com`.'),
  userAgent: z
    .string()
    .max(500)
    .regex(
      /^$|^[!-~]([ -~]*[!-~])?$/,
      'must be visible ASCII characters and spaces between them, as headers hold',
    )
    .default('')
    .describe('User-Agent of both tiers; empty: that of Chromium.'),
  userAgentLink: z
    .string()
    .regex(/^$|^https?:\/\/[\w.~:/?#@!$&*+,=%-]{1,200}$/, 'must be a web address of at most 200 characters')
    .default('')
    .describe(
      'Web address about this deployment; with it the User-Agent ends with the name `scrap-prices` and the address.',
    ),
  robotsPolicy: z
    .enum(['ignore', 'obey'])
    .default('ignore')
    .describe(
      'Whether robots.txt is obeyed, in every `RenderMode`; callers name exact pages, so it is not by default.',
    ),
  maxFetchesPerHost: integer(1, 50)
    .default(4)
    .describe(
      'Sites of one host that are scraped at the same time for one request, in however many functions.',
    ),
  maxBrowserPages: integer(1, 16).default(4).describe('Pages that one browser loads at the same time.'),
  allowedTargets: z
    .array(target)
    .default([])
    .describe('Targets (host:port) beside the public web; for local stacks and tests only.'),
  sellingSitesFile: z.string().default('').describe('Path of the selling-site registry; empty: none.'),
  alarmEmail: z
    .union([z.literal(''), z.email()])
    .default('')
    .describe('Address that is told of alarms; it has to confirm the subscription.'),
  alarmTopicArn: z
    .string()
    .regex(/^$|^arn:[^:]+:sns:[^:]+:\d+:[^:]+$/, 'must be the ARN of an SNS topic')
    .default('')
    .describe('SNS topic of your own that is told of alarms, instead of an address.'),
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
    .describe('Domain name of your own for the API; needs `certificateArn`.'),
  certificateArn: z
    .string()
    .regex(
      /^$|^arn:[^:]+:acm:[^:]+:\d+:certificate\/./,
      'must be the ARN of an ACM certificate in the region of the stack',
    )
    .default('')
    .describe('ACM certificate of the domain name, in the region of the stack.'),
  hostedZoneId: z
    .string()
    .regex(/^$|^Z[A-Z0-9]{5,31}$/, 'must be the identifier of a Route 53 hosted zone, e.g. Z0123456789ABC')
    .default('')
    .describe(
      'Route 53 zone in which the DNS record is made; needs `hostedZoneName`. Without: make it yourself.',
    ),
  hostedZoneName: z
    .string()
    .regex(/^$|^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, 'must be the name of the hosted zone, e.g. example.com')
    .default('')
    .describe('Name of that zone; the domain name ends with it.'),
  apiGatewayLogRole: z
    .boolean()
    .default(true)
    .describe(
      'Whether the stack sets the role with which API Gateway writes logs; it is one for the account and region.',
    ),
  console: z
    .boolean()
    .default(false)
    .describe('Whether the API serves the console and its own documentation, at `/console/index.html`.'),
  webAclArn: z
    .string()
    .regex(/^$|^arn:[^:]+:wafv2:[^:]+:\d+:regional\/webacl\/./, 'must be the ARN of a regional WAFv2 web ACL')
    .default('')
    .describe(
      'WAF web ACL of your own that stands before the API, in the place of that of `callsPerAddress`.',
    ),
  removalPolicy: z
    .enum(['destroy', 'retain'])
    .default('destroy')
    .describe(
      'What happens to requests and logs with the stack; with `retain` stack and tables are also protected from deletion. Licenses and watches are always kept.',
    ),
  licensesTable: z
    .string()
    .regex(
      /^$|^[\w.-]{3,255}$/,
      'must be the name of a DynamoDB table, e.g. that of a deployment that was destroyed',
    )
    .default('')
    .describe(
      'Existing table of licenses that is used instead of one of its own, as after its stack was destroyed (docs/runbook.md); empty: none.',
    ),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Constraints between settings. */
const crossChecks: { path: keyof Settings; isRight: (settings: Settings) => boolean; expected: string }[] = [
  {
    path: 'certificateArn',
    isRight: ({ domainName, certificateArn }) => domainName === '' || certificateArn !== '',
    expected: 'is needed with domainName: request a certificate for it in ACM, in the region of the stack',
  },
  {
    path: 'domainName',
    isRight: ({ domainName, certificateArn, hostedZoneId }) =>
      domainName !== '' || (certificateArn === '' && hostedZoneId === ''),
    expected: 'is needed with certificateArn or hostedZoneId, which are of no use without it',
  },
  {
    path: 'hostedZoneName',
    isRight: ({ hostedZoneId, hostedZoneName }) => (hostedZoneId === '') === (hostedZoneName === ''),
    expected: 'and hostedZoneId are needed together',
  },
  {
    path: 'hostedZoneName',
    isRight: ({ domainName, hostedZoneName }) =>
      hostedZoneName === '' || domainName === hostedZoneName || domainName.endsWith(`.${hostedZoneName}`),
    expected: 'must be what domainName ends with',
  },
  {
    path: 'alarmTopicArn',
    isRight: ({ alarmEmail, alarmTopicArn }) => alarmEmail === '' || alarmTopicArn === '',
    expected: 'takes the place of alarmEmail; set one of them',
  },
];

/** Adds what settings ask of each other to the issues of a schema that has them all. */
export const checkTogether = (settings: Settings, context: z.RefinementCtx): void => {
  for (const { path, isRight, expected } of crossChecks) {
    if (!isRight(settings)) context.addIssue({ code: 'custom', path: [path], message: expected });
  }
};

const checkedSettingsSchema = settingsSchema.superRefine(checkTogether);

export const settingNames = Object.keys(settingsSchema.shape) as (keyof Settings)[];

/** Settings that were, with what to do instead. */
const removedSettings: Readonly<Record<string, string>> = {
  provisionedConcurrency:
    'leave it out: nobody waits for a cold start of the scraper, and a browser is launched anew for each message',
};

const unknownName = (name: string, known: readonly string[]): string => {
  const removed = Object.hasOwn(removedSettings, name) ? removedSettings[name] : undefined;
  if (removed !== undefined) return `${name}: is no setting any more; ${removed}`;
  const nearest = nearestName(name, known);
  return nearest === undefined
    ? `${name}: is no setting of this version; leave it out (docs/settings.md lists all), or use the newer version that the file is for`
    : `${name}: is no setting; did you mean "${nearest}"?`;
};

/** Of a value, for the end of a sentence. */
const givenText = (value: unknown): string => {
  if (value === undefined) return '';
  return value === null
    ? ' (given: null; leave it out for its default)'
    : ` (given: ${JSON.stringify(value)})`;
};

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], given);

/** Each violation in words, with what was given. @param known - names that would have been right. */
export const settingViolations = (
  error: z.ZodError,
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
): string[] =>
  error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownName(name, known));
    const told = givenText(valueAt(given, issue.path));
    return [`${issue.path.length === 0 ? '' : `${issue.path.join('.')}: `}${issue.message}${told}`];
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
    `These settings do not fit; docs/settings.md describes each:\n  - ${violations.join('\n  - ')}`,
  );
};
