import { type Command, Option } from 'commander';
import { ScrapPrices, type ScrapPricesOptions } from '../client/index.ts';
import { listDeployments, readDeployment } from '../lib/deployments.ts';
import { defaultLocalAddress } from '../local/addresses.ts';
import { UsageError } from './exit-codes.ts';
import { type LocalOption, localAddress, readLocalDocument } from './local-stack.ts';
import type { OperatedService } from './operations/operated-service.ts';
import { withGroup } from './options.ts';
import { type Profile, resolveProfile } from './profiles.ts';
import { fetchFor } from './proxy.ts';
import { requireReachable } from './reachable.ts';

export interface ConnectionOptions {
  profile?: string;
  baseUrl?: string;
  uid?: string;
  local?: LocalOption;
}

/** Adds the options that select a service. None takes the license key: `ps` would show it. */
export const withConnection = (command: Command): Command =>
  withGroup(command, 'Service', (to) =>
    to
      .addOption(new Option('--profile <name>', 'profile to use').env('SCRAP_PRICES_PROFILE'))
      .addOption(new Option('--base-url <url>', 'address of the service').env('SCRAP_PRICES_BASE_URL'))
      .addOption(new Option('--uid <uid>', 'UID of the license').env('SCRAP_PRICES_UID'))
      .option(
        '--local [address]',
        `use the service that "scrap-prices start" runs, with its own license (default: ${defaultLocalAddress})`,
      ),
  );

/** A service and its caller. */
export interface Connection {
  client: ScrapPrices;
  baseUrl: string;
  uid: string;
}

const profileFor = async (options: ConnectionOptions): Promise<Profile> => {
  if (options.local === undefined) return resolveProfile(options, process.env);
  const { ApiUrl, License } = await readLocalDocument(options.local);
  return { BaseUrl: ApiUrl, ...License };
};

const optionNames = { baseUrl: 'The base URL', uid: 'The UID', licenseKey: 'The license key' };

/** Creates a client that uses the proxy in the environment. @throws UsageError with names that the user knows */
const clientFor = (options: ScrapPricesOptions): ScrapPrices => {
  try {
    return new ScrapPrices({ fetch: fetchFor(options.baseUrl, process.env), ...options });
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const message = cause.message.replace(
      /^(?:baseUrl|uid|licenseKey)\b/,
      (name) => optionNames[name as keyof typeof optionNames],
    );
    throw new UsageError(
      `${message}\nIt comes from an option, SCRAP_PRICES_BASE_URL, SCRAP_PRICES_UID, SCRAP_PRICES_LICENSE_KEY or a profile.`,
      { cause },
    );
  }
};

/** @throws UsageError if address or credentials are missing; UnreachableError if nothing listens at the address. */
export const connect = async (
  options: ConnectionOptions,
  settings: Partial<ScrapPricesOptions> = {},
): Promise<Connection & { licenseKey: string }> => {
  const { BaseUrl: baseUrl, UID: uid, LicenseKey: licenseKey } = await profileFor(options);
  const client = clientFor({ ...settings, baseUrl, uid, licenseKey });
  await requireReachable(baseUrl);
  return { client, baseUrl, uid, licenseKey };
};

export interface DeploymentOptions {
  deployment?: string;
  stack?: string;
  local?: LocalOption;
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
  const names = listDeployments();
  const name = deployment ?? (names.length === 1 ? names[0] : undefined);
  if (name !== undefined) return name;
  throw new UsageError(
    names.length === 0
      ? 'Name a stack in AWS with --stack, since deployments/ has no file; or add --local for the service that "scrap-prices start" runs on this machine.'
      : `Choose a deployment with --deployment: ${names.join(', ')}.`,
  );
};

/** Finds the stack of a deployment, and selects its region. @throws UsageError */
const stackNameFrom = (options: DeploymentOptions): string => {
  if (options.stack !== undefined) return options.stack;
  const name = deploymentNameFrom(options);
  try {
    const { stackName, region } = readDeployment(name);
    if (region !== undefined) process.env.AWS_REGION = region;
    return stackName;
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
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
        ? await (await import('./operations/aws-service.ts')).openAwsService(stackNameFrom(options))
        : await (await import('./operations/local-service.ts')).openLocalService(localAddress(local));
    try {
      return await work(service);
    } finally {
      service.close();
    }
  });
