import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Assembly, Template } from '../../local/stack.ts';
import { hangGuardMs } from '../hang-guard.ts';

/** Generous default for limits that a test is not about. */
const hangGuardSeconds = hangGuardMs / 1_000;

export interface TinyFunction {
  /** Source of `index.mjs`. */
  source: string;
  timeoutSeconds?: number;
  reservedConcurrency?: number;
  allowsRecursion?: boolean;
  variables?: Record<string, unknown>;
}

/** Folders of bundles made for a test; removed by `remove`. */
export const tinyAssembly = (
  functions: Record<string, TinyFunction>,
  resources: Template['Resources'] = {},
): { assembly: Assembly; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
  const lambdas = Object.entries(functions).map(
    ([
      id,
      { source, timeoutSeconds = hangGuardSeconds, reservedConcurrency, allowsRecursion, variables = {} },
    ]) => {
      mkdirSync(join(folder, id));
      writeFileSync(join(folder, id, 'index.mjs'), source);
      return [
        id,
        {
          Type: 'AWS::Lambda::Function',
          Properties: {
            Code: {
              S3Bucket: { 'Fn::Join': ['-', ['assets', { Ref: 'AWS::AccountId' }]] },
              S3Key: `${id}.zip`,
            },
            Handler: 'index.handler',
            Runtime: 'nodejs24.x',
            Timeout: timeoutSeconds,
            ...(reservedConcurrency === undefined
              ? {}
              : { ReservedConcurrentExecutions: reservedConcurrency }),
            ...(allowsRecursion && { RecursiveLoop: 'Allow' }),
            MemorySize: 256,
            Environment: { Variables: variables },
          },
        },
      ] as const;
    },
  );
  return {
    assembly: {
      template: { Resources: { ...Object.fromEntries(lambdas), ...resources } },
      codeFolder: ({ S3Key }) => join(folder, S3Key.replace('.zip', '')),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** A queue with its dead-letter queue, feeding a function. */
export const queueInto = (
  functionId: string,
  settings: {
    visibilityTimeoutSeconds?: number;
    maxReceiveCount?: number;
    batchSize?: number;
    batchWindowSeconds?: number;
    maxConcurrency?: number;
    reportsBatchItemFailures?: boolean;
  } = {},
): Template['Resources'] => ({
  DeadLetters: { Type: 'AWS::SQS::Queue', Properties: {} },
  Work: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      VisibilityTimeout: settings.visibilityTimeoutSeconds ?? hangGuardSeconds,
      RedrivePolicy: {
        deadLetterTargetArn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] },
        maxReceiveCount: settings.maxReceiveCount ?? 5,
      },
    },
  },
  Source: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      FunctionName: { Ref: functionId },
      EventSourceArn: { 'Fn::GetAtt': ['Work', 'Arn'] },
      BatchSize: settings.batchSize ?? 1,
      ...(settings.batchWindowSeconds !== undefined && {
        MaximumBatchingWindowInSeconds: settings.batchWindowSeconds,
      }),
      ...(settings.maxConcurrency !== undefined && {
        ScalingConfig: { MaximumConcurrency: settings.maxConcurrency },
      }),
      ...(settings.reportsBatchItemFailures === true && {
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      }),
    },
  },
});

/** A REST API with a resource `/things/{thingId}` (GET) and `/things` (POST, body checked), all to one function. */
export const apiTo = (
  functionId: string,
  integrationTimeoutMs = hangGuardMs,
  minCompressionBytes?: number,
): Template['Resources'] => {
  const integration = {
    Type: 'AWS_PROXY',
    IntegrationHttpMethod: 'POST',
    TimeoutInMillis: integrationTimeoutMs,
    Uri: {
      'Fn::Join': [
        '',
        [
          'arn:',
          { Ref: 'AWS::Partition' },
          ':apigateway:',
          { Ref: 'AWS::Region' },
          ':lambda:path/2015-03-31/functions/',
          { 'Fn::GetAtt': [functionId, 'Arn'] },
          '/invocations',
        ],
      ],
    },
  };
  const resource = (PathPart: string, ParentId: unknown) => ({
    Type: 'AWS::ApiGateway::Resource',
    Properties: { PathPart, ParentId, RestApiId: { Ref: 'Api' } },
  });
  const problem = (title: string, extra: Record<string, unknown> = {}) =>
    JSON.stringify({ title, requestId: '$context.requestId', path: '$context.path', ...extra });
  const gatewayResponse = (type: string, StatusCode: string | undefined, title: string) => ({
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: {
      RestApiId: { Ref: 'Api' },
      ResponseType: type,
      ...(StatusCode !== undefined && { StatusCode }),
      ResponseParameters: {
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        'gatewayresponse.header.Cache-Control': "'no-store'",
      },
      ResponseTemplates: { 'application/problem+json': problem(title) },
    },
  });
  return {
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        Name: 'api',
        ...(minCompressionBytes !== undefined && { MinimumCompressionSize: minCompressionBytes }),
      },
    },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { StageName: 'try', RestApiId: { Ref: 'Api' } },
    },
    Things: resource('things', { 'Fn::GetAtt': ['Api', 'RootResourceId'] }),
    Thing: resource('{thingId}', { Ref: 'Things' }),
    Model: {
      Type: 'AWS::ApiGateway::Model',
      Properties: {
        ContentType: 'application/json',
        Schema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
      },
    },
    Validator: {
      Type: 'AWS::ApiGateway::RequestValidator',
      Properties: { ValidateRequestBody: true, ValidateRequestParameters: false },
    },
    GetThing: {
      Type: 'AWS::ApiGateway::Method',
      Properties: { HttpMethod: 'GET', ResourceId: { Ref: 'Thing' }, Integration: integration },
    },
    PostThing: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        HttpMethod: 'POST',
        ResourceId: { Ref: 'Things' },
        Integration: integration,
        RequestModels: { 'application/json': { Ref: 'Model' } },
        RequestValidatorId: { Ref: 'Validator' },
      },
    },
    NotFound: gatewayResponse('MISSING_AUTHENTICATION_TOKEN', '404', 'Not Found'),
    BadBody: gatewayResponse('BAD_REQUEST_BODY', '400', 'Bad Request'),
    TooLarge: gatewayResponse('REQUEST_TOO_LARGE', '413', 'Content Too Large'),
    Fault: gatewayResponse('DEFAULT_5XX', undefined, 'Server Error'),
  };
};

/** A table and a queue without consumers. */
export const keptResources: Template['Resources'] = {
  KeptItems: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'Id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'Id', AttributeType: 'S' }],
    },
  },
  Work: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 30 } },
};
