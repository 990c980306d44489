import type { CreateTableInput } from '@aws-sdk/client-dynamodb';
import { createResolver, type Physical, pseudoParameters } from './intrinsics.ts';
import type { Assembly, Resource, Template } from './template.ts';

export interface TablePlan
  extends Pick<CreateTableInput, 'TableName' | 'KeySchema' | 'AttributeDefinitions'> {
  /** Holds the time in epoch seconds after which an item is deleted. */
  expiryAttribute: string | undefined;
}

export interface QueuePlan {
  name: string;
  url: string;
  arn: string;
  attributes: Record<string, string>;
}

export interface Grant {
  /** e.g. `dynamodb:GetItem`; `*` matches any text. */
  actions: string[];
  /** ARNs; `*` matches any text. */
  resources: string[];
}

export interface FunctionPlan {
  logicalId: string;
  name: string;
  arn: string;
  codeFolder: string;
  /** e.g. `index.handler`. */
  handler: string;
  timeoutMs: number;
  memoryMb: number;
  reservedConcurrency: number | undefined;
  /** Exempt from Lambda's loop detection. */
  allowsRecursion: boolean;
  environment: Record<string, string>;
  /** Absent if the template has no role; everything is allowed then. */
  grants: Grant[] | undefined;
}

export interface EventSourcePlan {
  functionArn: string;
  queueArn: string;
  batchSize: number;
  batchWindowMs: number;
  maxConcurrency: number | undefined;
  reportsBatchItemFailures: boolean;
}

export interface MethodPlan {
  /** e.g. `/api/scrap_prices/{requestId}`. */
  resourcePath: string;
  httpMethod: string;
  functionArn: string;
  timeoutMs: number;
  validatesBody: boolean;
  /** JSON schema by content type. */
  models: Record<string, Record<string, unknown>>;
}

export interface GatewayResponsePlan {
  statusCode: number | undefined;
  /** Parameter expressions by header. */
  headers: Record<string, string>;
  /** Body template by content type. */
  templates: Record<string, string>;
}

export interface ApiPlan {
  id: string;
  stage: string;
  methods: MethodPlan[];
  gatewayResponses: Record<string, GatewayResponsePlan>;
  /** Answers from this size are compressed; absent: no compression in either direction. */
  minCompressionBytes: number | undefined;
}

/** Everything that the local stack runs, by logical id. */
export interface DeploymentPlan {
  tables: Record<string, TablePlan>;
  queues: Record<string, QueuePlan>;
  functions: Record<string, FunctionPlan>;
  eventSources: EventSourcePlan[];
  api: ApiPlan;
  outputs: Record<string, string>;
}

type Properties = Record<string, unknown>;

interface PolicyStatement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
}

const region = pseudoParameters['AWS::Region']!;
const account = pseudoParameters['AWS::AccountId']!;
const arnOf = (service: string, resource: string): string =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

const nameOf = (logicalId: string, resource: Resource, property: string): string => {
  const given = resource.Properties?.[property];
  return typeof given === 'string' ? given : logicalId;
};

/** Resources with a name: its property, and their ARN. */
const namedResources: Readonly<Record<string, [property: string, arn: (name: string) => string]>> = {
  'AWS::DynamoDB::Table': ['TableName', (name) => arnOf('dynamodb', `table/${name}`)],
  'AWS::SQS::Queue': ['QueueName', (name) => arnOf('sqs', name)],
  'AWS::Lambda::Function': ['FunctionName', (name) => arnOf('lambda', `function:${name}`)],
  'AWS::Scheduler::ScheduleGroup': ['Name', (name) => arnOf('scheduler', `schedule-group/${name}`)],
};

/** Returns the value of `Ref` or `Fn::GetAtt` for a resource; `undefined` for one that does not exist here. */
const physicalOf = (
  template: Template,
  id: string,
  resource: Resource,
  sqsEndpoint: string,
): Physical | undefined => {
  const { Type, Properties = {} } = resource;
  const [property, arn] = namedResources[Type] ?? [];
  if (property !== undefined && arn !== undefined) {
    const name = nameOf(id, resource, property);
    const attributes = { Arn: arn(name) };
    if (Type !== 'AWS::SQS::Queue') return { ref: name, attributes };
    const url = `${sqsEndpoint}/${account}/${name}`;
    return { ref: url, attributes: { ...attributes, QueueName: name, QueueUrl: url } };
  }
  if (Type === 'AWS::Lambda::Alias' || Type === 'AWS::Lambda::Version') {
    const target = (Properties.FunctionName as { Ref?: string } | undefined)?.Ref ?? '';
    const name = nameOf(target, template.Resources[target] ?? resource, 'FunctionName');
    return { ref: arnOf('lambda', `function:${name}:${String(Properties.Name ?? '1')}`) };
  }
  if (Type === 'AWS::ApiGateway::RestApi')
    return { ref: 'local', attributes: { RootResourceId: 'root', RestApiId: 'local' } };
  return Type === 'AWS::ApiGateway::Stage' ? { ref: String(Properties.StageName ?? 'prod') } : undefined;
};

const physicalResources = (template: Template, sqsEndpoint: string): Map<string, Physical> =>
  new Map([
    ...Object.entries(template.Resources).flatMap(([id, resource]) => {
      const physical = physicalOf(template, id, resource, sqsEndpoint);
      return physical ? [[id, physical] as const] : [];
    }),
    ...Object.entries(template.Parameters ?? {}).map(
      ([id, { Default = '' }]) => [id, { ref: String(Default) }] as const,
    ),
  ]);

const stringified = (properties: Properties): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

const sqsAttributes = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'DelaySeconds',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'RedrivePolicy',
];

const functionArnIn = (uri: string): string => /functions\/(arn:[^/]+)\/invocations/.exec(uri)?.[1] ?? uri;

/** An ARN without the alias or version after the function's name. */
const unqualified = (functionArn: string): string => functionArn.split(':').slice(0, 7).join(':');

/** Reads the plan from a template. @param endpoints.sqs - start of the queue URLs, e.g. `http://127.0.0.1:4100`. */
export const planDeployment = (assembly: Assembly, endpoints: { sqs: string }): DeploymentPlan => {
  const { template, codeFolder } = assembly;
  const physicals = physicalResources(template, endpoints.sqs);
  const resolve = createResolver((id) => physicals.get(id));
  const plain = <T>(value: unknown): T => resolve(value) as T;

  const ofType = (type: string): [id: string, properties: Properties][] =>
    Object.entries(template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => [id, resource.Properties ?? {}]);
  const planned = <T>(type: string, plan: (id: string, properties: Properties) => T): Record<string, T> =>
    Object.fromEntries(ofType(type).map(([id, properties]) => [id, plan(id, properties)]));

  const tables = planned('AWS::DynamoDB::Table', (id, properties): TablePlan => {
    const { KeySchema, AttributeDefinitions, TimeToLiveSpecification } = plain<
      Pick<TablePlan, 'KeySchema' | 'AttributeDefinitions'> & {
        TimeToLiveSpecification?: { AttributeName: string };
      }
    >(properties);
    return {
      TableName: physicals.get(id)!.ref,
      KeySchema,
      AttributeDefinitions,
      expiryAttribute: TimeToLiveSpecification?.AttributeName,
    };
  });

  const queues = planned('AWS::SQS::Queue', (id, properties): QueuePlan => {
    const given = plain<Properties>(properties);
    const kept = Object.entries(given).filter(([name]) => sqsAttributes.includes(name));
    const { ref, attributes } = physicals.get(id)!;
    return {
      name: attributes!.QueueName!,
      url: ref,
      arn: attributes!.Arn!,
      attributes: stringified(Object.fromEntries(kept)),
    };
  });

  const policies = ofType('AWS::IAM::Policy').map(([, properties]) => ({
    roles: ((properties.Roles ?? []) as { Ref?: string }[]).map(({ Ref }) => Ref),
    document: plain<{ Statement: PolicyStatement[] }>(properties.PolicyDocument),
  }));
  /** @param role - reference in a function's properties. */
  const grantsOf = (role: unknown): Grant[] | undefined => {
    const id = (role as { 'Fn::GetAtt'?: [string, string] } | undefined)?.['Fn::GetAtt']?.[0];
    if (id === undefined) return undefined;
    return policies
      .filter(({ roles }) => roles.includes(id))
      .flatMap(({ document }) => document.Statement)
      .filter(({ Effect }) => Effect === 'Allow')
      .map(({ Action, Resource: resource }) => ({
        actions: [Action].flat(),
        resources: [resource].flat().map(String),
      }));
  };

  const functions: Record<string, FunctionPlan> = {};
  for (const [id, properties] of ofType('AWS::Lambda::Function')) {
    const code = properties.Code as { S3Key?: unknown } | undefined;
    // Inline code belongs to CDK's custom resources, not to the service.
    if (typeof code?.S3Key !== 'string') continue;
    const { ref, attributes } = physicals.get(id)!;
    const environment = plain<{ Variables?: Properties } | undefined>(properties.Environment);
    functions[id] = {
      logicalId: id,
      name: ref,
      arn: attributes!.Arn!,
      codeFolder: codeFolder({ S3Key: code.S3Key }),
      handler: String(properties.Handler),
      timeoutMs: Number(properties.Timeout ?? 3) * 1_000,
      memoryMb: Number(properties.MemorySize ?? 128),
      reservedConcurrency: properties.ReservedConcurrentExecutions as number | undefined,
      allowsRecursion: properties.RecursiveLoop === 'Allow',
      environment: stringified(environment?.Variables ?? {}),
      grants: grantsOf(properties.Role),
    };
  }

  const arnByName = new Map(Object.values(functions).map(({ name, arn }) => [name, arn]));
  const eventSources = ofType('AWS::Lambda::EventSourceMapping').map(([, properties]): EventSourcePlan => {
    const source = plain<Properties>(properties);
    const scaling = source.ScalingConfig as { MaximumConcurrency?: number } | undefined;
    const functionName = String(source.FunctionName);
    return {
      functionArn: unqualified(arnByName.get(functionName) ?? functionName),
      queueArn: String(source.EventSourceArn),
      batchSize: Number(source.BatchSize ?? 10),
      batchWindowMs: Number(source.MaximumBatchingWindowInSeconds ?? 0) * 1_000,
      maxConcurrency: scaling?.MaximumConcurrency,
      reportsBatchItemFailures: ((source.FunctionResponseTypes as string[] | undefined) ?? []).includes(
        'ReportBatchItemFailures',
      ),
    };
  });

  const outputs = Object.fromEntries(
    Object.entries(template.Outputs ?? {}).map(([name, { Value }]) => [name, String(plain(Value))]),
  );
  return { tables, queues, functions, eventSources, api: planApi(template, ofType, plain), outputs };
};

const planApi = (
  template: Template,
  ofType: (type: string) => [id: string, properties: Properties][],
  plain: <T>(value: unknown) => T,
): ApiPlan => {
  const pathOf = (reference: unknown): string => {
    const id = (reference as { Ref?: string } | undefined)?.Ref;
    const resource = id === undefined ? undefined : template.Resources[id];
    // Any other reference is the API's root.
    if (resource?.Type !== 'AWS::ApiGateway::Resource') return '';
    return `${pathOf(resource.Properties?.ParentId)}/${String(resource.Properties?.PathPart)}`;
  };

  const models = new Map(
    ofType('AWS::ApiGateway::Model').map(([id, { Schema }]) => [id, plain<Properties>(Schema)]),
  );
  const bodyValidators = new Set(
    ofType('AWS::ApiGateway::RequestValidator')
      .filter(([, properties]) => properties.ValidateRequestBody === true)
      .map(([id]) => id),
  );

  // Mock integrations, such as preflights, are API Gateway's own.
  const methods = ofType('AWS::ApiGateway::Method').flatMap(([, properties]): MethodPlan[] => {
    const integration = plain<Properties>(properties.Integration);
    if (integration.Type === 'MOCK') return [];
    const requestModels = (properties.RequestModels ?? {}) as Record<string, { Ref?: string }>;
    return [
      {
        resourcePath: pathOf(properties.ResourceId) || '/',
        httpMethod: String(properties.HttpMethod),
        functionArn: unqualified(functionArnIn(String(integration.Uri))),
        timeoutMs: Number(integration.TimeoutInMillis ?? 29_000),
        validatesBody: bodyValidators.has(
          (properties.RequestValidatorId as { Ref?: string } | undefined)?.Ref ?? '',
        ),
        models: Object.fromEntries(
          Object.entries(requestModels)
            .map(([type, { Ref }]) => [type, models.get(Ref ?? '')] as const)
            .filter((entry): entry is [string, Properties] => entry[1] !== undefined),
        ),
      },
    ];
  });

  const gatewayResponses = Object.fromEntries(
    ofType('AWS::ApiGateway::GatewayResponse').map(([, properties]) => {
      const response = plain<Properties>(properties);
      return [
        String(response.ResponseType),
        {
          statusCode: response.StatusCode === undefined ? undefined : Number(response.StatusCode),
          headers: headersIn(response.ResponseParameters, 'gatewayresponse.header.'),
          templates: (response.ResponseTemplates ?? {}) as Record<string, string>,
        },
      ];
    }),
  );

  const [stage] = ofType('AWS::ApiGateway::Stage');
  const [api] = ofType('AWS::ApiGateway::RestApi');
  return {
    id: 'local',
    stage: String(stage?.[1].StageName ?? 'prod'),
    methods,
    gatewayResponses,
    minCompressionBytes: api?.[1].MinimumCompressionSize as number | undefined,
  };
};

const headersIn = (parameters: unknown, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries((parameters ?? {}) as Record<string, string>)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
