import { type Command, Option } from 'commander';
import { defaultLocalAddress } from '../local/default-address.ts';
import type { OperatedService } from './operations/operated-service.ts';

export interface DeploymentOptions {
  stack: string;
  /** Address of the local stack; `true` for the usual one. */
  local?: string | true;
}

/** Adds the options that say which deployment to operate: a stack in the owner's AWS account, or the local one. */
export const withDeployment = (command: Command): Command =>
  command
    .option('--stack <name>', 'name of the deployed stack', 'ScrapPrices')
    .addOption(
      new Option(
        '--local [address]',
        `the service that "npm start" runs on this machine, instead of AWS (default address: ${defaultLocalAddress})`,
      ),
    );

/** Runs work that calls AWS; what the operator can put right is thrown as a sentence that says how. */
export const explainingAws = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { explainAwsError } = await import('./operations/explain-aws-error.ts');
    throw explainAwsError(error);
  }
};

/** Opens the deployment, works on it and closes it; errors are explained. */
export const withService = <T>(
  { stack, local }: DeploymentOptions,
  work: (service: OperatedService) => Promise<T>,
): Promise<T> =>
  explainingAws(async () => {
    // Loaded late: the AWS SDK takes longer than the other commands.
    const service =
      local === undefined
        ? await (await import('./operations/aws-service.ts')).openAwsService(stack)
        : await (await import('./operations/local-service.ts')).openLocalService(
            local === true ? defaultLocalAddress : local,
          );
    try {
      return await work(service);
    } finally {
      service.close();
    }
  });
