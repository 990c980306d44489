import { type RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  GatewayResponse,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { exposedHeaders } from '../../lambdas/api/cors-middleware.ts';

export interface ApiProps {
  stage: string;
  queueFunction: IFunction;
  statusFunction: IFunction;
  /** Serves the console's files, on the API's own origin; absent: there are none. */
  consoleFunction?: IFunction | undefined;
  throttleRatePerSecond: number;
  throttleBurst: number;
  allowedOrigins: string[];
  logRetention: RetentionDays;
  removalPolicy: RemovalPolicy;
}

/** An error that API Gateway answers itself, in the shape of the service's own. */
interface GatewayProblem {
  type: ResponseType;
  status: number;
  title: string;
  detail: string;
  headers?: Record<string, string>;
  /** Whether the caller's body is at fault as a whole. */
  isBodyInvalid?: boolean;
}

const wait = { 'Retry-After': "'5'" };
const challenge = { 'WWW-Authenticate': `'Basic realm="scrap-prices", charset="UTF-8"'` };

const problems: GatewayProblem[] = [
  {
    type: ResponseType.BAD_REQUEST_BODY,
    status: 400,
    title: 'Bad Request',
    detail: 'The request payload is invalid; \\"Errors\\" names each place.',
    isBodyInvalid: true,
  },
  {
    type: ResponseType.BAD_REQUEST_PARAMETERS,
    status: 400,
    title: 'Bad Request',
    detail: 'A parameter is invalid.',
  },
  {
    type: ResponseType.UNAUTHORIZED,
    status: 401,
    title: 'Unauthorized',
    detail: 'The call is not authenticated.',
    headers: challenge,
  },
  { type: ResponseType.ACCESS_DENIED, status: 403, title: 'Forbidden', detail: 'The call is not allowed.' },
  { type: ResponseType.WAF_FILTERED, status: 403, title: 'Forbidden', detail: 'The call is not allowed.' },
  {
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    status: 404,
    title: 'Not Found',
    detail: 'The service has no such operation; see the API documentation.',
  },
  {
    type: ResponseType.RESOURCE_NOT_FOUND,
    status: 404,
    title: 'Not Found',
    detail: 'The service has no such operation.',
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    status: 413,
    title: 'Content Too Large',
    detail: 'The body is too large; at most 256 KiB are taken.',
  },
  {
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    status: 415,
    title: 'Unsupported Media Type',
    detail: 'Send the body as application/json.',
  },
  {
    type: ResponseType.THROTTLED,
    status: 429,
    title: 'Too Many Requests',
    detail: 'The service takes no more calls at the moment.',
    headers: wait,
  },
  {
    type: ResponseType.QUOTA_EXCEEDED,
    status: 429,
    title: 'Too Many Requests',
    detail: 'The quota of the API is used up.',
    headers: wait,
  },
  {
    type: ResponseType.INTEGRATION_TIMEOUT,
    status: 503,
    title: 'Service Unavailable',
    detail: 'The service did not answer in time.',
    headers: wait,
  },
  {
    type: ResponseType.INTEGRATION_FAILURE,
    status: 503,
    title: 'Service Unavailable',
    detail: 'The service could not be reached.',
    headers: wait,
  },
  { type: ResponseType.DEFAULT_4XX, status: 400, title: 'Bad Request', detail: 'The call is invalid.' },
  {
    type: ResponseType.DEFAULT_5XX,
    status: 500,
    title: 'Internal Server Error',
    detail: 'The service failed to handle the call.',
    headers: wait,
  },
];

/**
 * `$context.path` is the caller's own text and must stay inside a JSON string, which API Gateway does not escape
 * for. So the instance is the resource's path, or the request's identifier where there is no resource.
 */
const problemTemplate = ({ status, title, detail, isBodyInvalid }: GatewayProblem): string =>
  `{"type":"about:blank","title":"${title}","status":${status},"detail":"${detail}","instance":"urn:uuid:$context.requestId"${
    isBodyInvalid
      ? ',"Errors":[{"Pointer":"","Detail":"must be a JSON object with the members Authorization and Data"}]'
      : ''
  }}`;

/** The REST API: two operations, the console where it is wanted, and API Gateway's own errors as problem+json. */
export class Api extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: props.logRetention,
      removalPolicy: props.removalPolicy,
    });
    this.api = new RestApi(this, 'RestApi', {
      description: 'scrap-prices: queue a scrape of prices, read its status and result',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      deployOptions: {
        stageName: props.stage,
        throttlingRateLimit: props.throttleRatePerSecond,
        throttlingBurstLimit: props.throttleBurst,
        metricsEnabled: true,
        tracingEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
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
            sourceIp: AccessLogField.contextIdentitySourceIp(),
          }),
        ),
      },
      ...(props.allowedOrigins.length > 0
        ? {
            defaultCorsPreflightOptions: {
              allowOrigins: props.allowedOrigins,
              allowMethods: ['GET', 'POST'],
              allowHeaders: ['Content-Type', 'Authorization', 'LicenseKey', 'UID', 'Idempotency-Key'],
              exposeHeaders: exposedHeaders,
            },
          }
        : {}),
      // The API's pages are 2 MB of script, a quarter of that compressed.
      ...(props.consoleFunction ? { minCompressionSize: Size.kibibytes(2) } : {}),
    });

    const scrapPrices = this.api.root.addResource('api').addResource('scrap_prices');
    // The edge checks what it can answer for in full: a body that is no JSON object has one violation. Everything
    // else is left to the function, which names all of them.
    const queueModel = this.api.addModel('QueueRequest', {
      contentType: 'application/json',
      description:
        'Authorization { LicenseKey, UID } and Data { Sku, SellingSites }; see the OpenAPI document.',
      schema: { type: 'object' as never },
    });
    scrapPrices.addResource('queue').addMethod('POST', new LambdaIntegration(props.queueFunction), {
      requestModels: { 'application/json': queueModel },
      requestValidator: this.api.addRequestValidator('Body', { validateRequestBody: true }),
    });
    scrapPrices.addResource('{requestId}').addMethod('GET', new LambdaIntegration(props.statusFunction));
    if (props.consoleFunction) {
      const files = new LambdaIntegration(props.consoleFunction);
      const folder = this.api.root.addResource('console');
      folder.addMethod('GET', files);
      folder.addResource('{proxy+}').addMethod('GET', files);
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
          'A web ACL costs by the month and is for the owner to add; callers need a license key in any case.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-APIG4',
        reason:
          'The functions check license keys themselves: the queue operation carries them in its body. The files of the console are the same for everybody.',
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

    for (const problem of problems) {
      new GatewayResponse(this, `Problem${problem.type.responseType}`, {
        restApi: this.api,
        type: problem.type,
        statusCode: String(problem.status),
        responseHeaders: {
          'Content-Type': "'application/problem+json'",
          'Cache-Control': "'no-store'",
          'X-Request-Id': 'context.requestId',
          // Gateway responses cannot choose by the caller's origin: only where one is named can pages read them.
          ...(props.allowedOrigins.length === 1
            ? { 'Access-Control-Allow-Origin': `'${props.allowedOrigins[0]}'` }
            : {}),
          ...problem.headers,
        },
        templates: { 'application/json': problemTemplate(problem) },
      });
    }
  }
}
