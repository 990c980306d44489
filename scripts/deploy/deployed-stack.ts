import {
  type CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import type { ComparedTemplate } from '../../lib/losses.ts';

export interface DeployedStack {
  stackName: string;
  /** Whether it is of this project, by what it says of itself since the first version. */
  isOurs: boolean;
  /** Whether it is what `cdk bootstrap` makes, whatever it is called. */
  isBootstrap: boolean;
  /** Name of the deployment that it says to be; absent in stacks that were made before deployments had names. */
  deployment: string | undefined;
  /** Physical names of the functions. */
  functionNames: string[];
}

/** Of a stack that was only reviewed, or deleted, nothing is there. */
const hasEnded = ({ StackStatus }: Stack): boolean =>
  StackStatus === 'DELETE_COMPLETE' || StackStatus === 'REVIEW_IN_PROGRESS';

const toDeployed = ({ StackName = '', Outputs = [] }: Stack): DeployedStack => ({
  stackName: StackName,
  isOurs: ['LicensesTable', 'ScrapeQueueUrl'].every((name) =>
    Outputs.some(({ OutputKey }) => OutputKey === name),
  ),
  isBootstrap: Outputs.some(({ OutputKey }) => OutputKey === 'BootstrapVersion'),
  deployment: Outputs.find(({ OutputKey }) => OutputKey === 'Deployment')?.OutputValue,
  functionNames: Outputs.filter(({ OutputKey = '' }) => OutputKey.endsWith('FunctionName')).map(
    ({ OutputValue = '' }) => OutputValue,
  ),
});

/** All stacks in the account and region. */
export const listDeployedStacks = async (client: CloudFormationClient): Promise<DeployedStack[]> => {
  const found: DeployedStack[] = [];
  let NextToken: string | undefined;
  do {
    const answer = await client.send(new DescribeStacksCommand({ NextToken }));
    found.push(...(answer.Stacks ?? []).filter((stack) => !hasEnded(stack)).map(toDeployed));
    NextToken = answer.NextToken;
  } while (NextToken);
  return found;
};

/** The template that a stack was last deployed from. */
export const readDeployedTemplate = async (
  client: CloudFormationClient,
  stackName: string,
): Promise<ComparedTemplate> => {
  const { TemplateBody = '{}' } = await client.send(
    new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' }),
  );
  return JSON.parse(TemplateBody) as ComparedTemplate;
};

/**
 * Stacks for which a new one of this name would be taken by mistake: those of the same deployment under another
 * name, and those from before deployments had names.
 */
export const stacksInTheWay = (
  deployed: readonly DeployedStack[],
  wanted: { name: string; stackName: string },
): DeployedStack[] =>
  deployed.some(({ stackName }) => stackName === wanted.stackName)
    ? []
    : deployed.filter(
        ({ isOurs, deployment }) => isOurs && (deployment === undefined || deployment === wanted.name),
      );

/**
 * Whose stack it is that has the name of the wanted one.
 *
 * @returns the name of another deployment; `undefined` where the stack is its own, nobody's or not there.
 */
export const otherOwner = (
  deployed: readonly DeployedStack[],
  wanted: { name: string; stackName: string },
): string | undefined => {
  const owner = deployed.find(({ stackName }) => stackName === wanted.stackName)?.deployment;
  return owner === wanted.name ? undefined : owner;
};
