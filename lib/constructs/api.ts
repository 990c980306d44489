import { type RemovalPolicy, Size, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  type CfnMethod,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  GatewayResponse,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseType,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { exposedHeaders } from '../../lambdas/api/cors-middleware.ts';
import { addCheckPages } from './check-pages.ts';
import { addressLimited, gatewayProblems, problemTemplate } from './gateway-problems.ts';

export interface ApiProps {
  stage: string;
  /** Sets the account's role for API Gateway's logs. */
  setsLogRole: boolean;
  /** Leaves the custom domain as the only address. */
  disableExecuteApiEndpoint: boolean;
  queueFunction: IFunction;
  statusFunction: IFunction;
  /** Handles the operations on watches; absent without watches. */
  watchesFunction?: IFunction | undefined;
  /** Serves the console on the API's origin; absent without a console. */
  consoleFunction?: IFunction | undefined;
  throttleRatePerSecond: number;
  throttleBurst: number;
  /** A web ACL limits calls per address. */
  limitsAddresses: boolean;
  allowedOrigins: string[];
  logRetention: RetentionDays;
  removalPolicy: RemovalPolicy;
}

/**
 * Responses from this size are compressed if the caller accepts it: results shrink to a fifth, the console's pages to a
 * quarter. Shorter responses would not shrink.
 */
const minCompressionKib = 2;

/** Only calls of deployed operations may invoke a function, not the test page of AWS's console. */
const callers = { allowTestInvoke: false };

/**
 * Lets pages read API Gateway's own errors. A gateway response cannot depend on the caller's origin, so with several
 * allowed origins all may read them: the text is the same for everyone and contains no credentials.
 */
const corsHeaders = (allowedOrigins: readonly string[]): Record<string, string> => {
  const [first, ...others] = allowedOrigins;
  if (first === undefined) return {};
  return {
    'Access-Control-Allow-Origin': `'${others.length === 0 ? first : '*'}'`,
    'Access-Control-Expose-Headers': `'${exposedHeaders.join(', ')}'`,
  };
};

/** The REST API: its operations, the optional console, and API Gateway's own errors as problem+json. */
export class Api extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: props.logRetention,
      removalPolicy: props.removalPolicy,
    });
    this.api = new RestApi(this, 'RestApi', {
      // CloudWatch identifies an API only by name: APIs with the same name would share metrics and alarms.
      restApiName: Stack.of(this).stackName,
      description: 'scrap-prices: queue a scrape of prices, read its status and result',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: props.setsLogRole,
      disableExecuteApiEndpoint: props.disableExecuteApiEndpoint,
      deployOptions: {
        stageName: props.stage,
        throttlingRateLimit: props.throttleRatePerSecond,
        throttlingBurstLimit: props.throttleBurst,
        // API Gateway would create a log group without expiry; the access log shows failures.
        loggingLevel: MethodLoggingLevel.OFF,
        // Bodies and headers contain license keys.
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(accessLogs),
        accessLogFormat: AccessLogFormat.custom(
          JSON.stringify({
            requestId: AccessLogField.contextRequestId(),
            time: AccessLogField.contextRequestTimeEpoch(),
            method: AccessLogField.contextHttpMethod(),
            resource: AccessLogField.contextResourcePath(),
            status: AccessLogField.contextStatus(),
            latencyMs: AccessLogField.contextResponseLatency(),
            integrationStatus: AccessLogField.contextIntegrationStatus(),
            error: AccessLogField.contextErrorResponseType(),
            sourceIp: AccessLogField.contextIdentitySourceIp(),
            tlsVersion: '$context.tlsVersion',
          }),
        ),
      },
      ...(props.allowedOrigins.length > 0
        ? {
            defaultCorsPreflightOptions: {
              allowOrigins: props.allowedOrigins,
              allowMethods: ['GET', 'POST', ...(props.watchesFunction ? ['PUT', 'DELETE'] : [])],
              allowHeaders: [
                'Content-Type',
                'Authorization',
                'LicenseKey',
                'UID',
                'Idempotency-Key',
                'Prefer',
              ],
              exposeHeaders: exposedHeaders,
            },
          }
        : {}),
      minCompressionSize: Size.kibibytes(minCompressionKib),
    });
    // Without a policy, the address accepts TLS 1.0. The CDK has no prop for it.
    const restApi = this.api.node.defaultChild as CfnRestApi;
    restApi.securityPolicy = SecurityPolicy.TLS13_1_2_PQ_2025_09;
    restApi.endpointAccessMode = EndpointAccessMode.BASIC;

    const root = this.api.root.addResource('api');
    const scrapPrices = root.addResource('scrap_prices');
    // The edge only rejects bodies that are not JSON objects, since that is their only violation. The function reports all
    // others at once.
    const queueModel = this.api.addModel('QueueRequest', {
      contentType: 'application/json',
      description:
        'Authorization { LicenseKey, UID } and Data { Sku, SellingSites }; see the OpenAPI document.',
      schema: { type: 'object' as never },
    });
    const checksBody = {
      requestModels: { 'application/json': queueModel },
      requestValidator: this.api.addRequestValidator('Body', { validateRequestBody: true }),
    };
    scrapPrices
      .addResource('queue')
      .addMethod('POST', new LambdaIntegration(props.queueFunction, callers), checksBody);
    const request = scrapPrices.addResource('{requestId}');
    request.addMethod('GET', new LambdaIntegration(props.statusFunction, callers));
    const deliveries = request.addResource('deliveries');
    deliveries.addMethod('GET', new LambdaIntegration(props.statusFunction, callers));
    // Only the queue function can send messages, so it handles resends.
    deliveries.addMethod('POST', new LambdaIntegration(props.queueFunction, callers));
    if (props.watchesFunction) {
      const integration = new LambdaIntegration(props.watchesFunction, callers);
      const watches = root.addResource('watches');
      watches.addMethod('GET', integration);
      const watch = watches.addResource('{name}');
      watch.addMethod('PUT', integration, checksBody);
      watch.addMethod('GET', integration);
      watch.addMethod('DELETE', integration);
      watch.addResource('history').addMethod('GET', integration);
    }
    if (props.consoleFunction) {
      const files = new LambdaIntegration(props.consoleFunction, callers);
      const folder = this.api.root.addResource('console');
      folder.addMethod('GET', files);
      folder.addResource('{proxy+}').addMethod('GET', files);
    }

    addCheckPages(this.api.root);

    // The CDK's preflight response cannot have custom headers.
    for (const method of this.api.methods.filter(({ httpMethod }) => httpMethod === 'OPTIONS')) {
      const preflight = method.node.defaultChild as CfnMethod;
      preflight.addPropertyOverride(
        'Integration.IntegrationResponses.0.ResponseParameters.method\\.response\\.header\\.X-Request-Id',
        'context.requestId',
      );
      preflight.addPropertyOverride(
        'MethodResponses.0.ResponseParameters.method\\.response\\.header\\.X-Request-Id',
        true,
      );
    }

    Validations.of(this).acknowledge(
      {
        id: 'AwsSolutions::AwsSolutions-APIG2',
        reason:
          'The body is validated at the edge; the status operation has a path parameter and nothing else.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-APIG3',
        reason: 'A web ACL has a monthly price and is optional; callers need a license key in any case.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-APIG4',
        reason:
          'The functions check license keys themselves, because the queue operation has them in its body. The console’s files are public.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-APIG6',
        reason: 'The access log records every call with its status; the execution log would never expire.',
      },
      {
        id: 'Serverless::Serverless-APIGWXrayEnabled',
        reason: 'Access log and metrics record each call with its latency and status.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-COG4',
        reason: 'Callers are programs with license keys, not users of a pool.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: 'The managed policy is the one that API Gateway documents for writing its logs.',
      },
    );

    const problems = gatewayProblems.map((problem) =>
      props.limitsAddresses && problem.type === addressLimited.type ? addressLimited : problem,
    );
    for (const problem of problems) {
      new GatewayResponse(this, `Problem${problem.type}`, {
        restApi: this.api,
        type: ResponseType.of(problem.type),
        statusCode: String(problem.status),
        responseHeaders: {
          'Content-Type': "'application/problem+json'",
          'Cache-Control': "'no-store'",
          'X-Request-Id': 'context.requestId',
          ...corsHeaders(props.allowedOrigins),
          ...problem.headers,
        },
        templates: { 'application/json': problemTemplate(problem) },
      });
    }
  }
}
