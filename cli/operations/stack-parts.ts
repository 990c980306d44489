import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  GetTemplateCommand,
  type StackResource,
} from '@aws-sdk/client-cloudformation';
import {
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';

/** Properties of a function that Lambda and a template name alike. */
interface FunctionSettings {
  MemorySize?: number | undefined;
  Timeout?: number | undefined;
  ReservedConcurrentExecutions?: number | undefined;
  Environment?: { Variables?: Record<string, unknown> } | undefined;
}

export interface DeployedFunction {
  name: string;
  state: string;
  actual: FunctionSettings;
  expected: FunctionSettings;
  /** Last change of its code or settings; `undefined`: unknown. */
  changedAtMs: number | undefined;
  deployedAtMs: number | undefined;
}

interface TemplateResource {
  Type: string;
  Properties?: FunctionSettings;
}

/** Reads a stack's functions, with what its template says of them. @param updatedAtMs - the stack's last update. */
export const readStackParts = async (StackName: string, updatedAtMs: number) => {
  const formation = new CloudFormationClient({});
  const lambda = new LambdaClient({});
  const readFunction = async (
    { PhysicalResourceId: FunctionName = '', Timestamp }: Partial<StackResource>,
    expected: FunctionSettings,
  ): Promise<DeployedFunction> => {
    const [configuration, concurrency] = await Promise.all([
      lambda.send(new GetFunctionConfigurationCommand({ FunctionName })),
      lambda.send(new GetFunctionConcurrencyCommand({ FunctionName })),
    ]);
    return {
      name: FunctionName,
      state: configuration.State ?? 'Active',
      actual: { ...configuration, ...concurrency },
      expected,
      changedAtMs: Date.parse(configuration.LastModified ?? '') || undefined,
      deployedAtMs: Timestamp && Math.max(Timestamp.getTime(), updatedAtMs),
    };
  };
  try {
    const [{ TemplateBody }, { StackResources = [] }] = await Promise.all([
      formation.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' })),
      formation.send(new DescribeStackResourcesCommand({ StackName })),
    ]);
    const template = JSON.parse(TemplateBody || '{}') as { Resources?: Record<string, TemplateResource> };
    const resources = Object.entries(template.Resources ?? {});
    const ofType = (type: string) => resources.filter(([, { Type }]) => Type === type);
    const functions = await Promise.all(
      ofType('AWS::Lambda::Function').map(([id, { Properties = {} }]) =>
        readFunction(
          StackResources.find(({ LogicalResourceId }) => LogicalResourceId === id) ?? {
            PhysicalResourceId: id,
          },
          Properties,
        ),
      ),
    );
    return { functions, alarmCount: ofType('AWS::CloudWatch::Alarm').length };
  } finally {
    formation.destroy();
    lambda.destroy();
  }
};

/** Parts of a stack as deployed, and as its template has them. */
export type StackParts = Awaited<ReturnType<typeof readStackParts>>;
