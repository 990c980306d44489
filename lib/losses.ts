import { environment } from '../lambdas/environment.ts';

interface ComparedResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
}

/** The parts of a CloudFormation template that are compared. */
export interface ComparedTemplate {
  Resources?: Record<string, ComparedResource | undefined>;
  Outputs?: Record<string, { Value?: unknown } | undefined>;
}

/** Irreversible losses in an update; the values of the context `drop`. */
export const lossKinds = [
  'domain',
  'stage',
  'licenses',
  'watches',
  'alarms',
  'webAcl',
  'concurrency',
  'owner',
] as const;
export type LossKind = (typeof lossKinds)[number];

export interface Loss {
  kind: LossKind;
  /** Description for the operator. */
  what: string;
}

type Resources = [id: string, properties: Record<string, unknown>, deletionPolicy: string | undefined][];

const ofType = (template: ComparedTemplate, type: string): Resources =>
  Object.entries(template.Resources ?? {}).flatMap(([id, resource]) =>
    resource?.Type === type ? [[id, resource.Properties ?? {}, resource.DeletionPolicy]] : [],
  );

/** Lists values of a property that only the first template has. */
const gone = (
  before: ComparedTemplate,
  after: ComparedTemplate,
  type: string,
  property: string,
): string[] => {
  const kept = new Set(ofType(after, type).map(([, properties]) => JSON.stringify(properties[property])));
  return ofType(before, type)
    .map(([, properties]) => properties[property])
    .filter((value) => value !== undefined && !kept.has(JSON.stringify(value)))
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
};

/** Tables of what nobody can make again, by a part of their key. */
const keptTables: readonly { kind: LossKind; key: string; of: string }[] = [
  { kind: 'licenses', key: '"UID"', of: 'licenses' },
  { kind: 'watches', key: '"Part"', of: "callers' watches" },
];

const keyOf = ({ TableName, KeySchema }: Record<string, unknown>): string =>
  JSON.stringify([TableName, KeySchema]);

const lostTables = (before: ComparedTemplate, after: ComparedTemplate): Loss[] =>
  keptTables.flatMap(({ kind, key, of }) =>
    ofType(before, 'AWS::DynamoDB::Table')
      .filter(([, properties]) => JSON.stringify(properties.KeySchema ?? '').includes(key))
      .flatMap(([id, properties]): Loss[] => {
        const now = ofType(after, 'AWS::DynamoDB::Table').find(([other]) => other === id);
        if (!now || keyOf(now[1]) !== keyOf(properties)) {
          return [
            {
              kind,
              what: `the table of ${of} (${id}); it is kept, but the service no longer reads it`,
            },
          ];
        }
        return /^Retain/.test(now[2] ?? '')
          ? []
          : [
              {
                kind,
                what: `the protection of the table of ${of} (${id}): it would be deleted with its stack`,
              },
            ];
      }),
  );

/** Without the schedule group, no watch would run. */
const lostSchedules = (before: ComparedTemplate, after: ComparedTemplate): Loss[] => {
  const groups = new Set(ofType(after, 'AWS::Scheduler::ScheduleGroup').map(([id]) => id));
  return ofType(before, 'AWS::Scheduler::ScheduleGroup')
    .filter(([id]) => !groups.has(id))
    .map(([id]) => ({ kind: 'watches', what: `the schedules of all callers' watches (${id})` }));
};

const lostAddress = (before: ComparedTemplate, after: ComparedTemplate): Loss[] => {
  const apis = new Set(ofType(after, 'AWS::ApiGateway::RestApi').map(([id]) => id));
  return [
    ...gone(before, after, 'AWS::ApiGateway::Stage', 'StageName').map(
      (stage): Loss => ({
        kind: 'stage',
        what: `the stage "${stage}", which is part of every caller's URL`,
      }),
    ),
    ...ofType(before, 'AWS::ApiGateway::RestApi')
      .filter(([id]) => !apis.has(id))
      .map(([id]): Loss => ({ kind: 'stage', what: `the API (${id}) with its address` })),
  ];
};

/** Lists the notified targets of all alarms. */
const listeners = (template: ComparedTemplate): Set<string> =>
  new Set([
    ...ofType(template, 'AWS::CloudWatch::Alarm')
      .flatMap(([, { AlarmActions }]) => (AlarmActions as unknown[] | undefined) ?? [])
      .filter((action) => typeof action === 'string'),
    ...ofType(template, 'AWS::SNS::Subscription').map(([, { Endpoint }]) => String(Endpoint)),
  ]);

/** The owner's web ACL may replace the deployment's. */
const lostWebAcls = (before: ComparedTemplate, after: ComparedTemplate): Loss[] => {
  const type = 'AWS::WAFv2::WebACLAssociation';
  const hasAny = ofType(after, type).length > 0;
  return gone(before, after, type, 'WebACLArn').flatMap((acl): Loss[] => {
    if (acl.startsWith('arn:')) return [{ kind: 'webAcl', what: `the web ACL ${acl} before the API` }];
    return hasAny ? [] : [{ kind: 'webAcl', what: 'the limit of calls per address' }];
  });
};

/** The held calls of the status function; `undefined` for other resources. */
export const maxHeldCallsOf = ({ Properties }: Pick<ComparedResource, 'Properties'>): number | undefined => {
  const { Variables } = (Properties?.Environment ?? {}) as { Variables?: Record<string, unknown> };
  const held = Variables?.[environment.maxHeldCalls];
  return held === undefined ? undefined : Number(held);
};

/** Concurrency reserved for functions behind the API; that of the renderer, which has no variables, follows `maxScrapers`. */
const lostConcurrency = (before: ComparedTemplate, after: ComparedTemplate): Loss[] =>
  Object.entries(before.Resources ?? {}).flatMap(([id, resource]): Loss[] => {
    const next = after.Resources?.[id];
    if (resource?.Type !== 'AWS::Lambda::Function' || !resource.Properties?.Environment || !next) return [];
    const reservedBy = ({ Properties }: ComparedResource) =>
      Number(Properties?.ReservedConcurrentExecutions ?? 0);
    return [
      ['the concurrency reserved for', reservedBy] as const,
      ['calls held by', (one: ComparedResource) => maxHeldCallsOf(one) ?? 0] as const,
    ].flatMap(([what, count]): Loss[] => {
      const [had, has] = [count(resource), count(next)];
      return has < had ? [{ kind: 'concurrency', what: `${what} ${id} (${had}, would be ${has})` }] : [];
    });
  });

/** Detects the stack of another deployment by its output. */
const lostOwner = (before: ComparedTemplate, after: ComparedTemplate): Loss[] => {
  const owner = before.Outputs?.Deployment?.Value;
  return typeof owner !== 'string' || owner === after.Outputs?.Deployment?.Value
    ? []
    : [{ kind: 'owner', what: `the whole stack, which is that of the deployment "${owner}"` }];
};

/** Lists everything that an update would lose. */
export const lossesBetween = (before: ComparedTemplate, after: ComparedTemplate): Loss[] => {
  const remaining = listeners(after);
  return [
    ...lostOwner(before, after),
    ...gone(before, after, 'AWS::ApiGateway::DomainName', 'DomainName').map(
      (domain): Loss => ({ kind: 'domain', what: `the domain name ${domain}` }),
    ),
    ...lostAddress(before, after),
    ...lostTables(before, after),
    ...lostSchedules(before, after),
    ...[...listeners(before)]
      .filter((listener) => !remaining.has(listener))
      .map((listener): Loss => ({ kind: 'alarms', what: `the notification of alarms to ${listener}` })),
    ...lostWebAcls(before, after),
    ...lostConcurrency(before, after),
  ];
};
