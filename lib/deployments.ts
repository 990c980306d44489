import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { misplacedArns } from './arn-places.ts';
import { type Claims, collisions } from './deployment-claims.ts';
import { readJsonFile } from './json-file.ts';
import {
  checkTogether,
  parseSettings,
  type Settings,
  settingsSchema,
  settingViolations,
} from './settings.ts';

const root = join(import.meta.dirname, '..');

/** Folder of the deployments' files. */
export const deploymentsFolder = join(root, 'deployments');

/** One installation of the service, with its own stack and names. */
export interface Deployment {
  /** e.g. `prod`; the value of the metrics' dimension `Deployment`. */
  name: string;
  stackName: string;
  /** Target account and region; absent: those of the environment. */
  account?: string | undefined;
  region?: string | undefined;
  settings: Settings;
  /** Its file, for messages; absent for the local stack's. */
  file?: string | undefined;
}

export const deploymentNamePattern = /^[a-z][a-z0-9-]{0,29}$/;

/** A deployment's file: target and settings. */
export const deploymentFileSchema = z.strictObject({
  $schema: z.string().optional().describe('Lets editors check and complete this file.'),
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be 1 to 64 letters, digits or hyphens, a letter first')
    .optional()
    .describe(
      'Name of the stack; absent: `ScrapPrices-` and the name of the file. Naming an existing stack takes it over.',
    ),
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account, in quotes')
    .optional()
    .describe('AWS account of the deployment; credentials for another one are rejected.'),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be the code of an AWS region, e.g. eu-central-1')
    .optional()
    .describe('AWS region of the deployment; absent: that of the environment.'),
  ...settingsSchema.shape,
});

const checkedFileSchema = deploymentFileSchema.superRefine(checkTogether);

const fileMembers = Object.keys(deploymentFileSchema.shape);

/** Rejects settings in the CDK context, which the next deployment would forget. */
export const refuseContextSettings = (contextOf: (name: string) => unknown): void => {
  const given = Object.keys(settingsSchema.shape).filter((name) => contextOf(name) !== undefined);
  if (given.length === 0) return;
  const members = given.map((name) => `"${name}": ${JSON.stringify(contextOf(name))}`).join(', ');
  throw new Error(
    `Settings cannot be passed with "-c" or in cdk.json, because the next deployment would not have them. Write ${members} into the file of the deployment (deployments/NAME.json); docs/settings.md describes each.`,
  );
};

const shown = (file: string): string => {
  const path = relative(root, file);
  return path.startsWith('..') ? file : path;
};

const refuse = (file: string, problems: readonly string[]): never => {
  throw new Error(`${shown(file)} cannot be used:\n  - ${problems.join('\n  - ')}`);
};

/**
 * Validates a deployment's file.
 *
 * @param given - parsed JSON.
 * @param file - for messages and relative paths.
 * @throws Error that names the file and every violation.
 */
export const parseDeployment = (given: unknown, name: string, file: string): Deployment => {
  const fail = (problems: readonly string[]): never => refuse(file, problems);
  if (!deploymentNamePattern.test(name)) {
    return fail([
      `"${name}" is not a valid name of a deployment: expected 1 to 30 lower-case letters, digits or hyphens, a letter first`,
    ]);
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return fail(['expected a JSON object with settings, e.g. { "alarmEmail": "ops@example.com" }']);
  }
  const parsed = checkedFileSchema.safeParse(given);
  if (!parsed.success) {
    return fail(settingViolations(parsed.error, given as Record<string, unknown>, fileMembers));
  }
  const { $schema: _schema, stackName = `ScrapPrices-${name}`, account, region, ...settings } = parsed.data;
  if (account !== undefined && region === undefined) {
    return fail(['region: is needed with account']);
  }
  const misplaced = misplacedArns(settings, { region, account });
  if (misplaced.length > 0) return fail(misplaced);
  if (settings.sellingSitesFile !== '') {
    settings.sellingSitesFile = resolve(dirname(file), settings.sellingSitesFile);
  }
  return { name, stackName, account, region, settings, file: shown(file) };
};

/** Names of the deployments that have a file. */
export const listDeployments = (folder: string = deploymentsFolder): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => basename(file, '.json'))
        .sort()
    : [];

/**
 * Selects the named or only deployment.
 *
 * @param given - context `deployment`.
 * @throws Error with the available ones.
 */
export const chooseDeployment = (given: unknown, folder: string = deploymentsFolder): string => {
  if (given !== undefined) return String(given);
  const known = listDeployments(folder);
  if (known.length === 1) return known[0]!;
  throw new Error(
    known.length === 0
      ? `There is no deployment in ${shown(folder)}: write {} to ${shown(join(folder, 'prod.json'))} to create one with the defaults.`
      : `There are several deployments; choose one:\n${known.map((name) => `  -c deployment=${name}`).join('\n')}`,
  );
};

const readGiven = (file: string, folder: string): unknown => {
  try {
    return readJsonFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Error(`${shown(file)} ${(error as Error).message}`, { cause: error });
    }
    const known = listDeployments(folder);
    const there =
      known.length === 0
        ? 'There is none yet.'
        : `There ${known.length === 1 ? 'is' : 'are'}: ${known.join(', ')}.`;
    throw new Error(
      `There is no ${shown(file)}. ${there} To create a deployment, write a file with {} and the settings that differ from the defaults.`,
      { cause: error },
    );
  }
};

const claimsOf = ({ stackName, account, region, settings }: Deployment, file: string): Claims => ({
  file: shown(file),
  stackName,
  domainName: settings.domainName,
  account,
  region,
});

/** Reads the claims of another deployment's file, which may otherwise be invalid. */
const claimsOfFile = (name: string, folder: string): Claims => {
  const file = join(folder, `${name}.json`);
  let given: unknown;
  try {
    given = readJsonFile(file);
  } catch {
    // An unreadable file still claims its default stack name.
  }
  const member = (key: string): string | undefined => {
    const value = (given as Record<string, unknown> | null | undefined)?.[key];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    file: shown(file),
    stackName: member('stackName') ?? `ScrapPrices-${name}`,
    domainName: member('domainName') ?? '',
    account: member('account'),
    region: member('region'),
  };
};

const claimsOfOthers = (name: string, folder: string): Claims[] =>
  listDeployments(folder)
    .filter((other) => other !== name)
    .map((other) => claimsOfFile(other, folder));

/**
 * Reads the file of a deployment.
 *
 * @param nameOrFile - `prod` for `deployments/prod.json`, or a path that ends with `.json`.
 * @throws Error with the available deployments, or with every violation.
 */
export const readDeployment = (nameOrFile: string, folder: string = deploymentsFolder): Deployment => {
  const isPath = nameOrFile.endsWith('.json');
  const file = isPath ? resolve(nameOrFile) : join(folder, `${nameOrFile}.json`);
  const name = isPath ? basename(nameOrFile, '.json') : nameOrFile;
  // A name must not lead to another folder.
  if (!isPath && !deploymentNamePattern.test(name)) return parseDeployment({}, name, file);
  const deployment = parseDeployment(readGiven(file, folder), name, file);
  const problems = collisions(claimsOf(deployment, file), claimsOfOthers(name, folder));
  return problems.length === 0 ? deployment : refuse(file, problems);
};

/** Returns a deployment without a file, for the local stack and tests. */
export const unnamedDeployment = (settings: Readonly<Record<string, unknown>>): Deployment => ({
  name: 'local',
  stackName: 'ScrapPrices-local',
  settings: parseSettings(settings),
});

/** Returns the JSON schema of the file, for editors. */
export const deploymentJsonSchema = (): object => ({
  ...z.toJSONSchema(deploymentFileSchema, { io: 'input' }),
  title: 'A deployment of scrap-prices',
});
