import { type Command, Option } from 'commander';
import { listDeployments, readDeployment } from '../lib/deployments.ts';
import { defaultLocalAddress } from '../local/addresses.ts';
import { UsageError } from './exit-codes.ts';
import type { OperatedService } from './operations/operated-service.ts';
import { withGroup } from './options.ts';

export interface DeploymentOptions {
  deployment?: string;
  stack?: string;
  /** Address of the local stack; `true` for the default. */
  local?: string | true;
}

/** Adds the options that select a deployment: a stack in the owner's AWS account, or the local one. */
export const withDeployment = (command: Command): Command =>
  withGroup(command, 'Deployment', (to) =>
    to
      .addOption(
        new Option(
          '--deployment <name>',
          'deployment (default: the only one with a file in deployments/)',
        ).env('SCRAP_PRICES_DEPLOYMENT'),
      )
      .option('--stack <name>', 'stack name, for a deployment without a file')
      .option(
        '--local [address]',
        `use the service that "scrap-prices start" runs instead of AWS (default: ${defaultLocalAddress})`,
      ),
  );

/** Runs work that calls AWS, and explains errors that the operator can fix. */
export const explainingAws = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { explainAwsError } = await import('./operations/explain-aws-error.ts');
    throw explainAwsError(error);
  }
};

/**
 * The named deployment, or the only one with a file.
 *
 * @throws UsageError if there is none, or several.
 */
export const deploymentNameFrom = ({ deployment }: DeploymentOptions): string => {
  const [only, ...others] = listDeployments();
  const name = deployment ?? (others.length === 0 ? only : undefined);
  if (name !== undefined) return name;
  throw new UsageError(
    only === undefined
      ? 'Name a stack with --stack: deployments/ has no file.'
      : `Choose a deployment with --deployment: ${[only, ...others].join(', ')}.`,
  );
};

/**
 * Finds the stack of the named or only deployment, and selects its region.
 *
 * @throws UsageError if there is none, or several.
 */
const stackNameFrom = (options: DeploymentOptions): string => {
  if (options.stack !== undefined) return options.stack;
  try {
    const { stackName, region } = readDeployment(deploymentNameFrom(options));
    if (region !== undefined) process.env.AWS_REGION = region;
    return stackName;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message, { cause: error });
  }
};

/** Opens a deployment, runs the work, closes it, and explains errors. */
export const withService = <T>(
  options: DeploymentOptions,
  work: (service: OperatedService) => Promise<T>,
): Promise<T> =>
  explainingAws(async () => {
    const { local } = options;
    // Loaded on demand: the AWS SDK starts slowly.
    const service =
      local === undefined
        ? await (await import('./operations/aws-service.ts')).openAwsService(await stackNameFrom(options))
        : await (await import('./operations/local-service.ts')).openLocalService(
            local === true ? defaultLocalAddress : local,
          );
    try {
      return await work(service);
    } finally {
      service.close();
    }
  });
