import { type RemovalPolicy, Size, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  type CfnMethod,
  EndpointType,
  GatewayResponse,
  LambdaIntegration,
  LogGroupLogDestination,
  type Method,
  MethodLoggingLevel,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { exposedHeaders } from '../../lambdas/api/cors-middleware.ts';
import { addCheckPages } from './check-pages.ts';
import { addressLimited, gatewayProblems, problemTemplate } from './gateway-problems.ts';

export interface ApiProps {
  stage: string;
  /** The stack sets the account's role for API Gateway's logs. */
  setsLogRole: boolean;
  queueFunction: IFunction;
  statusFunction: IFunction;
  /** Answers the operations on watches; absent: there are none. */
  watchesFunction?: IFunction | undefined;
  /** Serves the console's files, on the API's own origin; absent: there are none. */
  consoleFunction?: IFunction | undefined;
  throttleRatePerSecond: number;
  throttleBurst: number;
  /** A web ACL refuses addresses that make too many calls. */
  limitsAddresses: boolean;
  allowedOrigins: string[];
  logRetention: RetentionDays;
  removalPolicy: RemovalPolicy;
}

/**
 * Answers from this size on are packed for callers that accept it: results are a fifth of their size then, and the
 * console's pages a quarter. A short answer would not be shorter.
 */
const minCompressionKib = 2;

/**
 * Lets pages read API Gateway's own errors. A gateway response cannot choose by the caller's origin, so where several
 * are allowed each may: the text is the same for everybody, and nobody's credentials are with it.
 */
const corsHeaders = (allowedOrigins: readonly string[]): Record<string, string> => {
  const [first, ...others] = allowedOrigins;
  if (first === undefined) return {};
  return {
    'Access-Control-Allow-Origin': `'${others.length === 0 ? first : '*'}'`,
    'Access-Control-Expose-Headers': `'${exposedHeaders.join(', ')}'`,
  };
};

/** The REST API: its operations, the console where it is wanted, and API Gateway's own errors as problem+json. */
export class Api extends Construct {
  readonly api: RestApi;
  /** Takes requests. No answer of it is held, unlike that of the status operation. */
  readonly queueMethod: Method;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: props.logRetention,
      removalPolicy: props.removalPolicy,
    });
    this.api = new RestApi(this, 'RestApi', {
      // CloudWatch knows an API by its name alone: APIs of one name share metrics, and with them alarms.
      restApiName: Stack.of(this).stackName,
      description: 'scrap-prices: queue a scrape of prices, read its status and result',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: props.setsLogRole,
      deployOptions: {
        stageName: props.stage,
        throttlingRateLimit: props.throttleRatePerSecond,
        throttlingBurstLimit: props.throttleBurst,
        metricsEnabled: true,
        // API Gateway would make a log group of its own, which keeps its lines for ever; the access log says what failed.
        loggingLevel: MethodLoggingLevel.OFF,
        // Bodies and headers hold license keys.
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

    const root = this.api.root.addResource('api');
    const scrapPrices = root.addResource('scrap_prices');
    // The edge checks what it can answer for in full: a body that is no JSON object has one violation. Everything
    // else is left to the function, which names all of them.
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
    this.queueMethod = scrapPrices
      .addResource('queue')
      .addMethod('POST', new LambdaIntegration(props.queueFunction), checksBody);
    const request = scrapPrices.addResource('{requestId}');
    request.addMethod('GET', new LambdaIntegration(props.statusFunction));
    const deliveries = request.addResource('deliveries');
    deliveries.addMethod('GET', new LambdaIntegration(props.statusFunction));
    // Only the queue function can send messages, so it handles resends.
    deliveries.addMethod('POST', new LambdaIntegration(props.queueFunction));
    if (props.watchesFunction) {
      const integration = new LambdaIntegration(props.watchesFunction);
      const watches = root.addResource('watches');
      watches.addMethod('GET', integration);
      const watch = watches.addResource('{name}');
      watch.addMethod('PUT', integration, checksBody);
      watch.addMethod('GET', integration);
      watch.addMethod('DELETE', integration);
      watch.addResource('history').addMethod('GET', integration);
    }
    if (props.consoleFunction) {
      const files = new LambdaIntegration(props.consoleFunction);
      const folder = this.api.root.addResource('console');
      folder.addMethod('GET', files);
      folder.addResource('{proxy+}').addMethod('GET', files);
    }

    addCheckPages(this.api.root);

    // CDK's answer to a preflight has no room for a header of one's own.
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
        reason:
          'A web ACL costs by the month, and the owner may leave it out; callers need a license key in any case.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-APIG4',
        reason:
          'The functions check license keys themselves: the queue operation carries them in its body. The files of the console are the same for everybody.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-APIG6',
        reason: 'The access log has every call with its status; the execution log would be kept for ever.',
      },
      {
        id: 'Serverless::Serverless-APIGWXrayEnabled',
        reason: 'Access log and metrics tell each call with its latency and status.',
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
