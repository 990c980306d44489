import { CfnParameter, Duration, type RemovalPolicy, Size, Stack, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { environment } from '../../lambdas/environment.ts';

export interface ServiceFunctionProps {
  /** Folder of its bundle; `undefined`: the command needs no code, and the template must not be deployed. */
  codeFolder: string | undefined;
  architecture: Architecture;
  memoryMb: number;
  /** Size of `/tmp`; absent: 512, which is free. */
  diskMb?: number;
  timeoutSeconds: number;
  /** By the names of `lambdas/environment.ts`. */
  variables: Partial<Record<keyof typeof environment, string>>;
  /** May only write its log, and has only Lambda's own variables. */
  hasNoPermissions?: boolean;
  logRetention: RetentionDays;
  removalPolicy: RemovalPolicy;
  logLevel: string;
  /** Name of the deployment, a dimension of its metrics. */
  deployment: string;
  /** Disables Lambda's recursion limit; the function then needs its own. */
  allowsRecursion?: boolean;
  /** Reserved concurrency; absent or 0: none. */
  reservedConcurrency?: number;
}

/** Variables of every function except an isolated one. */
const commonVariables = ({ logLevel, deployment }: ServiceFunctionProps): Record<string, string> => ({
  POWERTOOLS_LOG_LEVEL: logLevel,
  [environment.deployment]: deployment,
});

/** Required by templates without code, so that a later `cdk deploy --app cdk.out` fails: it never has a value. */
const missingCode = 'ThisTemplateHasNoCodeRunCdkSynthFirst';

const codeFrom = (scope: Construct, folder: string | undefined): Code => {
  if (folder !== undefined) return Code.fromAsset(folder);
  const stack = Stack.of(scope);
  const parameter = (stack.node.tryFindChild(missingCode) ??
    new CfnParameter(stack, missingCode)) as CfnParameter;
  return Code.fromCfnParameters({ bucketNameParam: parameter, objectKeyParam: parameter });
};

/** A function of the service with its own log group, and a role that by default may only write its log. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention,
      removalPolicy: props.removalPolicy,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);
    const hasNoPermissions = props.hasNoPermissions === true;
    this.function = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: props.architecture,
      handler: 'index.handler',
      code: codeFrom(this, props.codeFolder),
      memorySize: props.memoryMb,
      ...(props.diskMb === undefined ? {} : { ephemeralStorageSize: Size.mebibytes(props.diskMb) }),
      timeout: Duration.seconds(props.timeoutSeconds),
      role,
      // Lines are JSON by the logger. With Lambda's own JSON format its filter of levels would go before the logger's,
      // take metrics, which have no level, for INFO, and turn REPORT lines into something else.
      loggingFormat: LoggingFormat.TEXT,
      ...(props.reservedConcurrency ? { reservedConcurrentExecutions: props.reservedConcurrency } : {}),
      ...(props.allowsRecursion ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      logGroup: this.logGroup,
      environment: {
        ...(hasNoPermissions ? {} : commonVariables(props)),
        ...Object.fromEntries(
          Object.entries(props.variables).map(([name, value]) => [
            environment[name as keyof typeof environment],
            value,
          ]),
        ),
      },
    });
    Validations.of(this.function).acknowledge(
      {
        id: 'Serverless::Serverless-LambdaTracing',
        reason:
          'Logs and metrics record each call with its duration; tracing would give every role a permission for all resources.',
      },
      {
        id: 'Serverless::Serverless-LambdaDLQ',
        reason:
          'It is invoked by API Gateway, which returns the error, or from a queue with a dead-letter queue.',
      },
    );
  }
}
