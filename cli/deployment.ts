import type { Command } from 'commander';
import { UsageError } from './exit-codes.ts';

export interface DeploymentOptions {
  stack: string;
}

/** Adds the option that names the deployed stack, for commands that work in the owner's AWS account. */
export const withDeployment = (command: Command): Command =>
  command.option('--stack <name>', 'name of the deployed stack', 'ScrapPrices');

/**
 * Reads an output of the deployed stack, with region and credentials as the AWS SDK finds them.
 *
 * @throws UsageError when there is no such stack, or it has no such output.
 */
export const stackOutput = async (stack: string, name: string): Promise<string> => {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const client = new CloudFormationClient({});
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    const value = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    if (value) return value;
    throw new UsageError(`The stack ${stack} has no output ${name}; deploy it again with this version.`);
  } catch (error) {
    if ((error as Error).name !== 'ValidationError') throw error;
    throw new UsageError(`There is no stack ${stack} in this account and region; name yours with --stack.`);
  } finally {
    client.destroy();
  }
};
