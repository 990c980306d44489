import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultQuotas } from '../../lambdas/domain/license/license.ts';
import { deriveTimings } from '../../lambdas/domain/timing.ts';
import { metricNames, metricNamespace } from '../../lambdas/metrics.ts';
import { createApp } from '../../lib/app.ts';
import { bundleFunction } from '../../lib/bundle.ts';
import { queueConcurrency } from '../../lib/concurrency.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';
import { everySetting } from '../../lib/every-setting.ts';
import { parseSettings } from '../../lib/settings.ts';
import { settingsTable } from '../../lib/settings-table.ts';
import { synthesize, withOutdir } from './synthesize.ts';

type Resource = {
  Type: string;
  Properties: Record<string, never>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
};
let template: Template;
let resources: Record<string, Resource>;
const ofType = (type: string): [string, Resource][] =>
  Object.entries(resources).filter(([, resource]) => resource.Type === type);
const idOf = (type: string, part: string): string => {
  const found = ofType(type).find(([id]) => id.includes(part));
  if (!found) throw new Error(`no ${type} with "${part}" in its name`);
  return found[0];
};

beforeAll(() => {
  template = synthesize();
  resources = template.toJSON().Resources as typeof resources;
});

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Effect: string;
}

const statementsOf = (properties: object): Statement[] =>
  (properties as { PolicyDocument: { Statement: Statement[] } }).PolicyDocument.Statement;

/** Actions of a function's role by table or queue. */
const grantsOf = (name: string): Record<string, string[]> => {
  const grants: Record<string, string[]> = {};
  for (const [id, { Properties }] of ofType('AWS::IAM::Policy')) {
    if (!id.startsWith(name)) continue;
    for (const statement of statementsOf(Properties)) {
      const target = JSON.stringify(statement.Resource);
      const resource =
        Object.keys(resources).find((candidate) => target.includes(`"${candidate}"`)) ?? target;
      const of = resource
        .replace(/^(Tables|Queue(?=Scrape|Closing|DeadLetter))/, '')
        .replace(/[0-9A-F]{8}$/, '');
      grants[of] = [...(grants[of] ?? []), ...[statement.Action].flat()].sort();
    }
  }
  return grants;
};

const writesLogs = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const takesMessages = [
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
];

describe('grants', () => {
  it('the queue function writes requests, reads licenses, counts usage and resends, and sends messages', () => {
    expect(grantsOf('QueueFunction')).toEqual({
      Requests: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      Licenses: ['dynamodb:GetItem'],
      Usage: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      Deliveries: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      Scrape: ['sqs:SendMessage'],
      Closing: ['sqs:SendMessage'],
      DeliveryTries: ['sqs:SendMessage'],
      QueueFunctionLogs: writesLogs,
    });
  });

  it('the status function reads, seals and removes requests, reads licenses and deliveries, counts calls, and cannot send', () => {
    expect(grantsOf('StatusFunction')).toEqual({
      Requests: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'],
      Licenses: ['dynamodb:GetItem'],
      Usage: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      Deliveries: ['dynamodb:GetItem'],
      StatusFunctionLogs: writesLogs,
    });
  });

  it('the scraper reads and writes requests, consumes and resends messages, and cannot read licenses', () => {
    const grants = grantsOf('ScraperFunction');
    expect(grants).toEqual({
      Requests: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      Scrape: [...takesMessages, 'sqs:SendMessage'],
      RendererFunction: ['lambda:InvokeFunction'],
      DeliveryTries: ['sqs:SendMessage'],
      ScraperFunctionLogs: writesLogs,
    });
  });

  it('the renderer may only write its own log, counting every source of permissions', () => {
    expect(grantsOf('RendererFunction')).toEqual({
      RendererFunctionLogs: writesLogs,
    });
    const { Properties } = resources[idOf('AWS::Lambda::Function', 'RendererFunction')]!;
    const roleId = (Properties.Role as unknown as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
    const role = resources[roleId]!;
    expect(Object.keys(role.Properties)).toEqual(['AssumeRolePolicyDocument']);
    const attached = ofType('AWS::IAM::Policy').filter(([, policy]) =>
      JSON.stringify(policy.Properties.Roles).includes(roleId),
    );
    expect(attached).toHaveLength(1);
    expect(ofType('AWS::IAM::ManagedPolicy')).toEqual([]);
    // Only the scraper may invoke it, and nothing feeds it.
    // No resource policy allows its role either.
    const others = ['AWS::Lambda::Permission', 'AWS::Lambda::EventSourceMapping', 'AWS::SQS::QueuePolicy'];
    expect(JSON.stringify(others.flatMap(ofType))).not.toContain('RendererFunction');
  });

  it('the renderer has no environment, tracing, VPC or layer', () => {
    const { Properties } = resources[idOf('AWS::Lambda::Function', 'RendererFunction')]!;
    for (const name of ['Environment', 'TracingConfig', 'VpcConfig', 'Layers', 'FileSystemConfigs'])
      expect(Properties).not.toHaveProperty(name);
  });
});

describe('watches', () => {
  let plain: typeof resources;
  beforeAll(() => {
    plain = resources;
    resources = synthesize({ watches: true }).toJSON().Resources as typeof resources;
  });
  afterAll(() => {
    resources = plain;
  });

  it('are managed by a function that can only create their schedules, and not queue requests', () => {
    expect(grantsOf('WatchesWatchesFunction')).toEqual({
      Licenses: ['dynamodb:GetItem'],
      Usage: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      WatchesTable: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      WatchesSteps: ['sqs:SendMessage'],
      WatchesSchedules: ['scheduler:CreateSchedule', 'scheduler:DeleteSchedule', 'scheduler:UpdateSchedule'],
      WatchesSchedulerRole: ['iam:PassRole'],
      WatchesWatchesFunctionLogs: writesLogs,
    });
    const policyId = idOf('AWS::IAM::Policy', 'WatchesWatchesFunction');
    const statements = statementsOf(resources[policyId]!.Properties);
    expect(statements.find(({ Action }) => Action === 'iam:PassRole')).toMatchObject({
      Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    });
    const schedules = statements.find(({ Action }) => String(Action).includes('scheduler:'));
    expect(JSON.stringify(schedules)).toContain('/watch-*"');
  });

  it('are run by a function that only their queue invokes, with permissions to queue requests', () => {
    const grants = grantsOf('WatchesWatcherFunction');
    expect(grants).toEqual({
      Licenses: ['dynamodb:GetItem'],
      Requests: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      Usage: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      Scrape: ['sqs:SendMessage'],
      Closing: ['sqs:SendMessage'],
      DeliveryTries: ['sqs:SendMessage'],
      WatchesTable: [
        'dynamodb:BatchGetItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ],
      WatchesSteps: [...takesMessages, 'sqs:SendMessage'],
      WatchesWatcherFunctionLogs: writesLogs,
    });
    expect(JSON.stringify(ofType('AWS::Lambda::Permission'))).not.toContain('WatcherFunction');
  });

  it('are started with a role that may only send to their queue, for their own schedules', () => {
    expect(grantsOf('WatchesSchedulerRole')).toEqual({ WatchesSteps: ['sqs:SendMessage'] });
    const { Properties } = resources[idOf('AWS::IAM::Role', 'WatchesSchedulerRole')]!;
    expect(Properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: {
            StringEquals: {
              'aws:SourceAccount': { Ref: 'AWS::AccountId' },
              'aws:SourceArn': {
                'Fn::GetAtt': [idOf('AWS::Scheduler::ScheduleGroup', 'WatchesSchedules'), 'Arn'],
              },
            },
          },
        },
      ],
    });
  });

  it('add no permissions to other functions', () => {
    const now = resources;
    for (const name of ['ScraperFunction', 'RendererFunction', 'ClosingFunction', 'DeliveryFunction']) {
      resources = plain;
      const before = grantsOf(name);
      resources = now;
      expect(grantsOf(name)).toEqual(before);
    }
  });
});

describe('the closing function', () => {
  it('reads and writes requests, consumes its own messages, and sends only delivery messages', () => {
    expect(grantsOf('ClosingFunction')).toEqual({
      Requests: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      Closing: takesMessages,
      DeliveryTries: ['sqs:SendMessage'],
      ClosingFunctionLogs: writesLogs,
    });
  });
});

describe('the delivery function', () => {
  it('reads and seals requests, reads licenses, has its own records and messages, and no other access', () => {
    expect(grantsOf('DeliveryFunction')).toEqual({
      Requests: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      Licenses: ['dynamodb:GetItem'],
      Deliveries: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      DeliveryTries: [...takesMessages, 'sqs:SendMessage'],
      DeliverySchedules: ['scheduler:CreateSchedule'],
      DeliverySchedulerRole: ['iam:PassRole'],
      DeliveryFunctionLogs: writesLogs,
    });
  });

  it('is scheduled with a role that may only send to its queue, or to the dead-letter queue', () => {
    expect(grantsOf('DeliverySchedulerRole')).toEqual({
      DeliveryTries: ['sqs:SendMessage'],
      DeliveryDeadLetter: ['sqs:SendMessage'],
    });
    const dead = idOf('AWS::SQS::Queue', 'DeliveryDeadLetter');
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: Match.objectLike({ DELIVERY_DEAD_LETTER_QUEUE_ARN: { 'Fn::GetAtt': [dead, 'Arn'] } }),
      },
    });
  });

  it('has a queue that outlives it, and its own dead-letter queue', () => {
    const { Properties } = resources[idOf('AWS::Lambda::Function', 'DeliveryFunction')]!;
    const queue = resources[idOf('AWS::SQS::Queue', 'DeliveryTries')]!.Properties as Record<string, unknown>;
    expect(Number(queue.VisibilityTimeout)).toBeGreaterThan(Number(Properties.Timeout));
    expect(queue.RedrivePolicy).toMatchObject({
      deadLetterTargetArn: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'DeliveryDeadLetter'), 'Arn'] },
    });
    expect(queue.SqsManagedSseEnabled).toBe(true);
  });

  it('may only write to the operator’s bucket and event bus, if configured', () => {
    const before = resources;
    try {
      for (const [deliverBus, bus] of [
        ['arn:aws:events:eu-west-1:123456789012:event-bus/prices', /^"arn:aws:events:.*event-bus\/prices"$/],
        ['default', /:event-bus\/default"/],
      ] as const) {
        resources = synthesize({ deliverBucket: 'acme-prices', deliverBus }).toJSON().Resources;
        const grants = grantsOf('DeliveryFunction');
        const own = Object.keys(grants).filter((of) => /s3|events/.test(of));
        expect(own.map((of) => grants[of])).toEqual([['s3:PutObject'], ['events:PutEvents']]);
        expect(own[0]).toContain(':s3:::acme-prices/results/*');
        expect(own[1]).toMatch(bus);
        for (const name of ['Queue', 'Status', 'Scraper', 'Renderer', 'Closing'])
          expect(JSON.stringify(grantsOf(`${name}Function`))).not.toMatch(/s3|events/);
        const policies = JSON.stringify(ofType('AWS::IAM::Policy'));
        expect(policies).toContain('"Condition":{"StringEquals":{"events:source":"scrap-prices"}}');
        const variables = (name: string) =>
          resources[idOf('AWS::Lambda::Function', name)]!.Properties.Environment as unknown;
        expect(variables('Queue')).toMatchObject({ Variables: { EXPORTS_TO_OPERATOR: 'true' } });
        expect(ofType('AWS::CloudWatch::Alarm').filter(([id]) => id.includes('ExportsLate'))).toHaveLength(1);
      }
    } finally {
      resources = before;
    }
    const { Properties } = resources[idOf('AWS::Lambda::Function', 'QueueFunction')]!;
    expect(Properties.Environment).toMatchObject({ Variables: { EXPORTS_TO_OPERATOR: 'false' } });
  });

  it('posts only over https and to public addresses by default', () => {
    for (const name of ['QueueFunction', 'DeliveryFunction']) {
      const { Properties } = resources[idOf('AWS::Lambda::Function', name)]!;
      expect(Properties.Environment).toMatchObject({
        Variables: { ALLOWED_TARGETS: '', WEBHOOK_HTTP: 'false' },
      });
    }
  });
});

describe('the queue', () => {
  const timings = deriveTimings({ processingWindowSeconds: 300, retentionSeconds: 300 });

  it('moves a message to the dead-letter queue after its deliveries', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: timings.visibilityTimeoutSeconds,
      RedrivePolicy: {
        deadLetterTargetArn: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'DeadLetter'), 'Arn'] },
        maxReceiveCount: timings.maxReceiveCount,
      },
      SqsManagedSseEnabled: true,
    });
  });

  it('feeds the scraper one message at a time, with partial failures and a limit', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    });
  });

  it('has a visibility timeout above its function’s timeout, for every window', () => {
    for (const processingWindowSeconds of [10, 60, 300, 3_600]) {
      const other = synthesize({ processingWindowSeconds }).toJSON().Resources as typeof resources;
      const scraper = Object.entries(other).find(
        ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith('Scraper'),
      );
      const timeout = Number(scraper?.[1].Properties.Timeout);
      const visibility = Object.values(other).map(({ Properties }) =>
        Number(Properties?.VisibilityTimeout ?? 0),
      );
      expect(Math.max(...visibility)).toBeGreaterThan(timeout);
    }
  });
});

describe('tables', () => {
  it('are encrypted; requests and counters expire without backup, licenses are backed up and outlive the stack', () => {
    const tables = ofType('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(4);
    for (const [, { Properties }] of tables) {
      expect(Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: JSON.stringify(Properties.KeySchema).includes('UID'),
      });
      // Encrypted with the key that AWS owns, whose use is free; `true` would be the one that AWS bills.
      expect(Properties).not.toHaveProperty('SSESpecification.SSEEnabled', true);
    }
    const expires = { AttributeName: 'ExpiresAtEpochSeconds', Enabled: true };
    const table = (part: string): Resource => resources[idOf('AWS::DynamoDB::Table', part)]!;
    for (const part of ['Requests', 'Usage', 'Deliveries'])
      expect(table(part).Properties.TimeToLiveSpecification, part).toEqual(expires);
    for (const part of ['Requests', 'Usage', 'Deliveries', 'Licenses'])
      expect(table(part).Properties, part).toMatchObject({
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: part === 'Licenses' },
      });
    expect(table('Licenses').Properties).not.toHaveProperty('TimeToLiveSpecification');
    // Not even a failed first deployment leaves one.
    expect(table('Licenses')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });
});

describe('functions', () => {
  it('run Node.js 24 on arm64, except the renderer, whose Chromium needs x86_64', () => {
    const architectures = ofType('AWS::Lambda::Function').map(([id, { Properties }]) => [
      id.replace(/Function.*/, ''),
      Properties.Runtime,
      Properties.Architectures,
    ]);
    expect(architectures.sort()).toEqual([
      ['Closing', 'nodejs24.x', ['arm64']],
      ['Delivery', 'nodejs24.x', ['arm64']],
      ['Queue', 'nodejs24.x', ['arm64']],
      ['Renderer', 'nodejs24.x', ['x86_64']],
      ['Scraper', 'nodejs24.x', ['arm64']],
      ['Status', 'nodejs24.x', ['arm64']],
    ]);
  });

  // That of queue holds the compilers of all kinds of selectors, some 300 KB; that of delivery an HTTP client, some 600 KB, and the
  // clients of S3 and EventBridge.
  it.each([
    ['queue', 1_250_000],
    ['status', 1_000_000],
    ['closing', 1_000_000],
    ['delivery', 2_000_000],
    ['watches', 1_500_000],
    ['watcher', 1_250_000],
  ] as const)('%s has a bundle that is soon loaded: under %i bytes', (name, bytes) => {
    const folder = bundleFunction(name, { SellingSites: [] });
    expect(statSync(join(folder, 'index.mjs')).size).toBeLessThan(bytes);
  });
});

describe('every resource', () => {
  it('has limits and retention, and no permission on all resources', () => {
    const whole = synthesize(everySetting);
    const all = (type: string) =>
      Object.values(whole.findResources(type)) as { Properties: Record<string, never> }[];
    for (const { Properties } of all('AWS::SQS::Queue'))
      expect(Properties.MaximumMessageSize).toBe(1_048_576);
    for (const { Properties } of all('AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(30);
    for (const { Properties } of all('AWS::Lambda::Function'))
      expect(Properties).toHaveProperty('LoggingConfig.LogGroup');
    // Its execution log is a group that API Gateway makes itself, and that nothing ever deletes.
    for (const { Properties } of all('AWS::ApiGateway::Stage'))
      for (const { LoggingLevel } of Properties.MethodSettings as unknown as { LoggingLevel?: string }[])
        expect(LoggingLevel ?? 'OFF').toBe('OFF');
    const statements = all('AWS::IAM::Policy').flatMap(({ Properties }) => statementsOf(Properties));
    expect(statements.filter(({ Resource: target }) => target === '*')).toEqual([]);
  });
});

describe('the API', () => {
  it('responds to its own errors with valid problem+json and the call’s identifier', () => {
    const responses = ofType('AWS::ApiGateway::GatewayResponse');
    expect(responses.length).toBeGreaterThan(10);
    for (const [, { Properties }] of responses) {
      const { StatusCode, ResponseParameters, ResponseTemplates } = Properties as unknown as {
        StatusCode: string;
        ResponseParameters: Record<string, string>;
        ResponseTemplates: Record<string, string>;
      };
      const body = JSON.parse(
        ResponseTemplates['application/json']!.replaceAll('$context.requestId', 'an-id'),
      );
      expect(body).toMatchObject({
        type: 'about:blank',
        title: expect.any(String),
        status: Number(StatusCode),
        detail: expect.any(String),
        instance: expect.any(String),
      });
      expect(ResponseParameters['gatewayresponse.header.Content-Type']).toBe("'application/problem+json'");
      expect(ResponseParameters['gatewayresponse.header.X-Request-Id']).toBe('context.requestId');
      // Throttles and crashes have no separate type, and must not be a 500, which clients do not retry.
      expect(Number(StatusCode)).toSatisfy((status) => status < 500 || status === 503);
      if (['429', '503'].includes(StatusCode)) {
        expect(ResponseParameters).toHaveProperty(['gatewayresponse.header.Retry-After']);
      }
      if (StatusCode === '401')
        expect(ResponseParameters).toHaveProperty(['gatewayresponse.header.WWW-Authenticate']);
      // Only values without quotes may be inserted into the JSON text.
      expect(ResponseTemplates['application/json']!.match(/\$context\.\w+/g)).toEqual(['$context.requestId']);
    }
  });

  it('requires TLS 1.2, may be invoked by callers only, and has no metrics that AWS bills', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PQ_2025_09',
      EndpointAccessMode: 'BASIC',
    });
    const permissions = JSON.stringify(ofType('AWS::Lambda::Permission'));
    expect(permissions).toContain('/POST/api/scrap_prices/queue');
    expect(permissions).not.toContain('test-invoke-stage');
    expect(JSON.stringify(ofType('AWS::ApiGateway::Stage'))).not.toContain('"MetricsEnabled":true');
  });

  it('answers preflights of each allowed origin with that origin', () => {
    const origins = ['https://a.example', 'https://b.example:8443'];
    const [preflight] = Object.values(
      synthesize({ allowedOrigins: origins }).findResources('AWS::ApiGateway::Method', {
        Properties: { HttpMethod: 'OPTIONS' },
      }),
    );
    const [answer] = preflight!.Properties.Integration.IntegrationResponses;
    expect(answer.ResponseParameters).toMatchObject({
      'method.response.header.Access-Control-Allow-Origin': `'${origins[0]}'`,
      'method.response.header.Vary': "'Origin'",
    });
    const conditions = [...answer.ResponseTemplates['application/json'].matchAll(/^#if\((.*)\)$/gm)];
    const [, allowed] = conditions.at(-1)!;
    // The first is the default, so that no other origin is ever allowed.
    expect(allowed.split(' || ')).toEqual([`$origin == "${origins[1]}"`]);
  });

  it('checks that a body is a JSON object, throttles, and logs no body and no query', () => {
    template.hasResourceProperties('AWS::ApiGateway::RequestValidator', { ValidateRequestBody: true });
    const [[, stage]] = ofType('AWS::ApiGateway::Stage') as [[string, Resource]];
    expect(stage.Properties.MethodSettings).toMatchObject([
      { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200, DataTraceEnabled: false },
    ]);
    const accessLog = JSON.stringify(stage.Properties.AccessLogSetting);
    expect(accessLog).not.toMatch(/querystring|header|context\.path\b/i);
    expect(accessLog).toContain('$context.tlsVersion');
  });
});

describe('alarms', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
  const sections = [...runbook.matchAll(/^## (\S+)$/gm)].map(([, anchor]) => anchor!);

  it('each link to a section of the runbook, which has no others', () => {
    const whole = synthesize(everySetting).findResources('AWS::CloudWatch::Alarm');
    const named = Object.values(whole).map(
      ({ Properties }) => /docs\/runbook\.md#(\S+)$/.exec(String(Properties.AlarmDescription))?.[1],
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.toSorted()).toEqual(sections.toSorted());
  });

  it('go off in time for waiting messages and lost requests', () => {
    const alarm = (name: string) =>
      ofType('AWS::CloudWatch::Alarm').find(([id]) => id.includes(name))![1].Properties as Record<
        string,
        unknown
      >;
    const waiting = alarm('QueueWait');
    expect(waiting).toMatchObject({ MetricName: metricNames.queueWait, Namespace: metricNamespace });
    // A scraper reports at the end of its run, and CloudWatch evaluates a minute later.
    const untilReportedSeconds =
      Number(waiting.Threshold) / 1_000 +
      deriveTimings(parseSettings({})).functionTimeoutSeconds +
      Number(waiting.Period) * Number(waiting.EvaluationPeriods) +
      60;
    expect(untilReportedSeconds).toBeLessThan(parseSettings({}).processingWindowSeconds);
    // A message in work is no waiting message.
    expect(JSON.stringify(ofType('AWS::CloudWatch::Alarm'))).not.toContain('ApproximateAgeOfOldestMessage');
    expect(JSON.stringify(alarm('ScrapeDeadLetters').Dimensions)).toContain(
      idOf('AWS::SQS::Queue', 'QueueDeadLetter'),
    );
    const lost = JSON.stringify(alarm('FailedRequests').Metrics);
    expect(lost).toContain(metricNames.requestsQueued);
    expect(lost).not.toContain(metricNames.requestsFailed);
  });

  it('notify the configured address, only over TLS', () => {
    const named = synthesize({ alarmEmail: 'ops@example.com' });
    named.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@example.com' });
    named.hasResourceProperties('AWS::CloudWatch::Alarm', { AlarmActions: Match.anyValue() });
    named.resourceCountIs('AWS::SNS::TopicPolicy', 1);
  });
});

describe('a custom domain', () => {
  const own = {
    domainName: 'prices.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/x',
  };

  it('maps to the stage with modern TLS, and outputs its DNS target', () => {
    const other = synthesize({ ...own, stage: 'test' });
    other.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: own.domainName,
      RegionalCertificateArn: own.certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
    });
    const [[stageId]] = Object.entries(other.findResources('AWS::ApiGateway::Stage')) as [[string, object]];
    other.hasResourceProperties('AWS::ApiGateway::BasePathMapping', {
      Stage: { Ref: stageId },
      BasePath: Match.absent(),
    });
    other.resourceCountIs('AWS::Route53::RecordSet', 0);
    other.hasOutput('CustomBaseUrl', { Value: 'https://prices.example.com/' });
    other.hasOutput('CustomDomainTarget', {
      Value: { 'Fn::GetAtt': [Match.anyValue(), 'RegionalDomainName'] },
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['has no certificate', { domainName: own.domainName }, /certificateArn: is needed with domainName/],
    [
      'is absent, and its certificate is not',
      { certificateArn: own.certificateArn },
      /domainName: is needed/,
    ],
    [
      'has a zone without a name',
      { ...own, hostedZoneId: 'Z0123456789ABC' },
      /hostedZoneName: and hostedZoneId/,
    ],
    [
      'is of another zone',
      { ...own, hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'ample.com' },
      /hostedZoneName: must be the end of domainName/,
    ],
    [
      'is an address',
      { ...own, domainName: 'https://prices.example.com' },
      /domainName: must be a domain name/,
    ],
    [
      'has a certificate of IAM',
      { ...own, certificateArn: 'arn:aws:iam::1:server-certificate/x' },
      /certificateArn: must be/,
    ],
  ])('is refused at synthesis when it %s', (_what, settings, says) =>
    expect(() => parseSettings(settings)).toThrow(says),
  );
});

describe('settings', () => {
  it('can add a web ACL and reserved concurrency', () => {
    const webAclArn = 'arn:aws:wafv2:eu-west-1:1:regional/webacl/x/y';
    const other = synthesize({ webAclArn, apiReservedConcurrency: 2 });
    other.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: webAclArn });
    other.resourceCountIs('AWS::WAFv2::WebACL', 0);
    const reserved = (of: Template) =>
      Object.entries(of.findResources('AWS::Lambda::Function'))
        .map(([id, { Properties }]) => [
          id.replace(/Function.*/, ''),
          Properties.ReservedConcurrentExecutions,
        ])
        .filter(([, count]) => count !== undefined);
    const { renderer } = queueConcurrency(parseSettings({}));
    expect(Object.fromEntries(reserved(other))).toEqual({ Queue: 2, Status: 2, Renderer: renderer });
    expect(reserved(template)).toEqual([]);
  });

  const filtered = { ResponseType: 'WAF_FILTERED' };

  it('limit calls per address before they count towards the shared throttle', () => {
    template.hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'REGIONAL',
      DefaultAction: { Allow: {} },
      Rules: [
        Match.objectLike({
          Action: { Block: {} },
          Statement: {
            RateBasedStatement: { AggregateKeyType: 'IP', Limit: 3_000, EvaluationWindowSec: 60 },
          },
        }),
      ],
    });
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
      WebACLArn: { 'Fn::GetAtt': [idOf('AWS::WAFv2::WebACL', ''), 'Arn'] },
      ResourceArn: Match.objectLike({}),
    });
    template.hasResourceProperties('AWS::ApiGateway::GatewayResponse', { ...filtered, StatusCode: '429' });
    // Samples show headers, which hold license keys.
    expect(JSON.stringify(ofType('AWS::WAFv2::WebACL'))).not.toContain('"SampledRequestsEnabled":true');
    // A client within its quotas never exceeds the limit of its address.
    const { requestsPerMinute } = defaultQuotas;
    const { callsPerAddress, statusCallsPerMinute } = parseSettings({});
    expect(callsPerAddress).toBeGreaterThanOrEqual(statusCallsPerMinute + requestsPerMinute);
    // A back end that prices a hundred sites a second makes 37.5 calls for requests of eight.
    expect(callsPerAddress).toBeGreaterThanOrEqual(37.5 * 60);
    // One address can only use a part of the throttle.
    expect(callsPerAddress / 60).toBeLessThanOrEqual(parseSettings({}).throttleRatePerSecond / 2);
  });

  const variables = (given: Record<string, string>) => ({
    Environment: { Variables: Match.objectLike(given) },
  });
  it.each<[string, Record<string, unknown>, string, object]>([
    [
      'logLevel',
      { logLevel: 'ERROR' },
      'AWS::Lambda::Function',
      variables({ POWERTOOLS_LOG_LEVEL: 'ERROR' }),
    ],
    [
      'rendererMemoryMb',
      { rendererMemoryMb: 4_096 },
      'AWS::Lambda::Function',
      { MemorySize: 4_096, Architectures: ['x86_64'] },
    ],
    ['webhookHttp', { webhookHttp: true }, 'AWS::Lambda::Function', variables({ WEBHOOK_HTTP: 'true' })],
    [
      'allowedOrigins',
      { allowedOrigins: ['https://a.example'] },
      'AWS::ApiGateway::Method',
      {
        HttpMethod: 'OPTIONS',
        Integration: {
          IntegrationResponses: [
            {
              ResponseParameters: Match.objectLike({
                'method.response.header.Access-Control-Allow-Origin': "'https://a.example'",
                'method.response.header.X-Request-Id': 'context.requestId',
              }),
            },
          ],
        },
        MethodResponses: [
          { ResponseParameters: Match.objectLike({ 'method.response.header.X-Request-Id': true }) },
        ],
      },
    ],
    [
      'processingWindowSeconds and retentionSeconds',
      { processingWindowSeconds: 60, retentionSeconds: 30 },
      'AWS::Lambda::Function',
      variables({ PROCESSING_WINDOW_SECONDS: '60', RETENTION_SECONDS: '30' }),
    ],
    [
      'userAgent, userAgentLink, robotsPolicy, maxFetchesPerHost and maxBrowserPages',
      {
        userAgent: 'me',
        userAgentLink: 'https://a.example',
        robotsPolicy: 'obey',
        maxFetchesPerHost: 2,
        maxBrowserPages: 3,
      },
      'AWS::Lambda::Function',
      variables({
        USER_AGENT: 'me',
        USER_AGENT_LINK: 'https://a.example',
        ROBOTS_POLICY: 'obey',
        MAX_FETCHES_PER_HOST: '2',
        MAX_BROWSER_PAGES: '3',
      }),
    ],
    [
      'disableExecuteApiEndpoint',
      {
        domainName: 'a.example.com',
        certificateArn: 'arn:aws:acm:a:1:certificate/x',
        disableExecuteApiEndpoint: true,
      },
      'AWS::ApiGateway::RestApi',
      { DisableExecuteApiEndpoint: true },
    ],
    [
      'tags',
      { tags: { 'cost-center': '4711' } },
      'AWS::SQS::Queue',
      { Tags: [{ Key: 'cost-center', Value: '4711' }] },
    ],
    [
      'kmsKeyArn',
      { kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/x' },
      'AWS::DynamoDB::Table',
      {
        SSESpecification: {
          SSEEnabled: true,
          SSEType: 'KMS',
          KMSMasterKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/x',
        },
      },
    ],
    ['cell', { cell: 255 }, 'AWS::Lambda::Function', variables({ CELL: '255' })],
    [
      'alarmTopicArn',
      { alarmTopicArn: 'arn:aws:sns:eu-west-1:1:mine' },
      'AWS::CloudWatch::Alarm',
      { AlarmActions: ['arn:aws:sns:eu-west-1:1:mine'] },
    ],
  ])('%s reach the template', (_names, settings, type, properties) => {
    const other = synthesize(settings);
    other.hasResourceProperties(type, properties);
    // Proves that the setting makes the difference.
    expect(() => template.hasResourceProperties(type, properties)).toThrow();
  });

  it('removalPolicy retains requests and logs, and protects tables and stack from deletion', () => {
    const settings = { removalPolicy: 'retain', watches: true };
    const kept = synthesize(settings);
    for (const type of ['AWS::DynamoDB::Table', 'AWS::Logs::LogGroup']) {
      kept.allResources(type, { DeletionPolicy: Match.stringLikeRegexp('^Retain') });
    }
    kept.allResourcesProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: true });
    const isProtected = (given: object) =>
      withOutdir((props) =>
        createApp(unnamedDeployment({ ...given }), props)
          .synth()
          .getStackByName('ScrapPrices-local'),
      ).terminationProtection;
    expect([isProtected(settings), isProtected({})]).toEqual([true, false]);
    expect(ofType('AWS::Logs::LogGroup').map(([, { DeletionPolicy }]) => DeletionPolicy)).not.toContain(
      'Retain',
    );
  });

  it('permissionsBoundary bounds every role, by name or ARN', () => {
    const arn = 'arn:aws:iam::123456789012:policy/boundary';
    for (const [given, shown] of [
      ['acme/boundary', ':policy/acme/boundary"'],
      [arn, `"${arn}"`],
    ]) {
      const roles = synthesize({ watches: true, permissionsBoundary: given }).findResources('AWS::IAM::Role');
      expect(Object.keys(roles).length).toBeGreaterThan(8);
      for (const { Properties } of Object.values(roles))
        expect(JSON.stringify(Properties.PermissionsBoundary)).toContain(shown);
    }
  });

  it('kmsKeyArn may be used by every function that has a table, and not by the renderer', () => {
    const kmsKeyArn = 'arn:aws:kms:eu-west-1:123456789012:key/x';
    const other = synthesize({ watches: true, kmsKeyArn });
    const using = Object.entries(other.findResources('AWS::IAM::Policy'))
      .filter(([, { Properties }]) =>
        statementsOf(Properties).some(
          ({ Action, Resource: target }) => target === kmsKeyArn && [Action].flat().includes('kms:Decrypt'),
        ),
      )
      .map(([id]) => /(\w+?)FunctionRole/.exec(id)![1]);
    expect(using.sort()).toEqual([
      'Closing',
      'Delivery',
      'Queue',
      'Scraper',
      'Status',
      'WatchesWatcher',
      'WatchesWatches',
    ]);
    expect(JSON.stringify(other.findResources('AWS::DynamoDB::Table')).split(kmsKeyArn)).toHaveLength(6);
  });

  it('disableExecuteApiEndpoint makes the domain name the only address, and needs one', () => {
    const own = { domainName: 'a.example.com', certificateArn: 'arn:aws:acm:a:1:certificate/x' };
    synthesize({ ...own, disableExecuteApiEndpoint: true }).hasOutput('BaseUrl', {
      Value: 'https://a.example.com/',
    });
    expect(() => parseSettings({ disableExecuteApiEndpoint: true })).toThrow(/needs domainName/);
  });

  it('licensesTable uses an existing table instead of creating one', () => {
    const adopting = synthesize({ licensesTable: 'Kept-Licenses' });
    const keys = Object.values(adopting.findResources('AWS::DynamoDB::Table')).map(({ Properties }) =>
      JSON.stringify(Properties.KeySchema),
    );
    expect(keys.filter((key) => key.includes('"UID"'))).toEqual([]);
    adopting.hasOutput('LicensesTable', { Value: 'Kept-Licenses' });
    const text = JSON.stringify(adopting.findResources('AWS::IAM::Policy'));
    expect(text.match(/:table\/Kept-Licenses"/g)!.length).toBeGreaterThanOrEqual(3);
  });

  it('are up to date in the documentation', () => {
    expect(readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')).toContain(
      settingsTable(),
    );
  });
});
