import { readFileSync } from 'node:fs';
import type { IPolicyValidationPlugin } from 'aws-cdk-lib';

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}
type Resources = Readonly<Record<string, Resource>>;

/** An AWS service that writes to a topic, queue or bucket as itself. */
interface Use {
  service: string;
  action: string;
  /** Logical ids of the using and the used resource. */
  by: string;
  target: string;
}

/** Returns the values at a path, which branches at lists. */
const valuesAt = (value: unknown, [part, ...rest]: readonly string[]): unknown[] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((member) => valuesAt(member, [part!, ...rest]));
  const next = (value as Record<string, unknown>)[part!];
  return rest.length === 0 ? [next].flat() : valuesAt(next, rest);
};

/** Returns the logical ids of `Ref` and `Fn::GetAtt` in a value. */
const referredIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referredIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    return key === 'Fn::GetAtt' ? [String(Array.isArray(inner) ? inner[0] : inner)] : referredIn(inner);
  });
};

/** Template properties by which a service uses a resource without a role. */
const usedAt: readonly { type: RegExp; paths: string[]; service: string }[] = [
  {
    type: /^AWS::CloudWatch::(Composite)?Alarm$/,
    paths: ['AlarmActions', 'OKActions', 'InsufficientDataActions'],
    service: 'cloudwatch.amazonaws.com',
  },
  {
    type: /^AWS::Events::Rule$/,
    paths: ['Targets.Arn', 'Targets.DeadLetterConfig.Arn'],
    service: 'events.amazonaws.com',
  },
  {
    type: /^AWS::SNS::Subscription$/,
    paths: ['Endpoint', 'RedrivePolicy.deadLetterTargetArn'],
    service: 'sns.amazonaws.com',
  },
  {
    type: /^(AWS::S3::Bucket|Custom::S3BucketNotifications)$/,
    paths: [
      'NotificationConfiguration.QueueConfigurations.Queue',
      'NotificationConfiguration.QueueConfigurations.QueueArn',
      'NotificationConfiguration.TopicConfigurations.Topic',
      'NotificationConfiguration.TopicConfigurations.TopicArn',
    ],
    service: 's3.amazonaws.com',
  },
  {
    type: /^AWS::S3::Bucket$/,
    paths: ['LoggingConfiguration.DestinationBucketName'],
    service: 'logging.s3.amazonaws.com',
  },
];

/** Resource types with resource policies. */
const guarded: Readonly<
  Record<string, { policy: string; guards: string; action: string; letsIn?: readonly string[] }>
> = {
  'AWS::SNS::Topic': {
    policy: 'AWS::SNS::TopicPolicy',
    guards: 'Topics',
    action: 'sns:Publish',
    // Allowed by SNS's default topic policy.
    letsIn: ['cloudwatch.amazonaws.com'],
  },
  'AWS::SQS::Queue': { policy: 'AWS::SQS::QueuePolicy', guards: 'Queues', action: 'sqs:SendMessage' },
  'AWS::S3::Bucket': { policy: 'AWS::S3::BucketPolicy', guards: 'Bucket', action: 's3:PutObject' },
};

const usesIn = (resources: Resources): Use[] =>
  Object.entries(resources).flatMap(([by, { Type, Properties }]) =>
    usedAt
      .filter(({ type }) => type.test(Type))
      .flatMap(({ paths, service }) =>
        paths
          .flatMap((path) => referredIn(valuesAt(Properties, path.split('.'))))
          .flatMap((target) => {
            const guard = guarded[resources[target]?.Type ?? ''];
            return guard ? [{ service, action: guard.action, by, target }] : [];
          }),
      ),
  );

interface Statement {
  Effect?: string;
  Principal?: { Service?: unknown };
  Action?: unknown;
  Condition?: unknown;
}

/** Returns true if a statement allows the service only on behalf of this account. */
const allows = ({ Effect, Principal, Action, Condition }: Statement, { service, action }: Use): boolean =>
  Effect === 'Allow' &&
  [Principal?.Service].flat().includes(service) &&
  [Action].flat().some((given) => given === action || given === `${action.split(':')[0]}:*`) &&
  /"aws:Source(Account|Arn)"/i.test(JSON.stringify(Condition ?? {}));

/**
 * Finds services that use a topic, queue or bucket of a template without access by its policy: AWS would silently drop what
 * they send. A written policy replaces the default one.
 */
export const missingGrants = ({ Resources = {} }: { Resources?: Resources }): Use[] =>
  usesIn(Resources).filter((use) => {
    const { policy, guards, letsIn = [] } = guarded[Resources[use.target]!.Type]!;
    const policies = Object.values(Resources).filter(
      ({ Type, Properties }) => Type === policy && referredIn(Properties?.[guards]).includes(use.target),
    );
    if (policies.length === 0) return !letsIn.includes(use.service);
    const statements = policies.flatMap(({ Properties }) =>
      valuesAt(Properties, ['PolicyDocument', 'Statement']),
    ) as Statement[];
    return !statements.some((statement) => allows(statement, use));
  });

const ruleName = 'ResourcePolicyLetsServiceIn';

/** Makes synthesis fail on {@link missingGrants}. */
export const resourcePolicyChecks: IPolicyValidationPlugin = {
  name: 'scrap-prices',
  ruleIds: [ruleName],
  validate: ({ templatePaths }) => {
    const violations = templatePaths.flatMap((templatePath) =>
      missingGrants(JSON.parse(readFileSync(templatePath, 'utf8'))).map(
        ({ service, action, by, target }) => ({
          ruleName,
          description: `${by} uses ${target} as ${service}, whose policy does not allow ${action} with aws:SourceAccount or aws:SourceArn.`,
          fix: `Add a statement to the policy of ${target}: otherwise AWS silently drops what the service sends.`,
          severity: 'error',
          violatingResources: [{ resourceLogicalId: target, templatePath, locations: [] }],
        }),
      ),
    );
    return { success: violations.length === 0, violations };
  },
};
