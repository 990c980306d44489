// `npm run bootstrap|synth|diff|deploy|destroy -- NAME`: the CDK for one deployment, whose settings stand in
// deployments/NAME.json. Before anything is deployed it is checked that the account has room for it and that nothing
// that somebody relies on would go. Options that are not its own go to the CDK's command line.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { Argument, Command, Option } from 'commander';
import { callerIdentity, readAccountFacts } from '../cli/operations/account.ts';
import { explainAwsError } from '../cli/operations/explain-aws-error.ts';
import { type AccountFinding, checkAccount } from '../lib/account-rules.ts';
import { type Deployment, readDeployment } from '../lib/deployments.ts';
import { type ComparedTemplate, type LossKind, lossesBetween, lossKinds } from '../lib/losses.ts';
import {
  type DeployedStack,
  listDeployedStacks,
  otherOwner,
  readDeployedTemplate,
  stacksInTheWay,
} from './deploy/deployed-stack.ts';

const actions = ['bootstrap', 'synth', 'diff', 'deploy', 'destroy'] as const;
type Action = (typeof actions)[number];

interface Options {
  drop: LossKind[];
  beside: boolean;
  takeOver: boolean;
}

const root = join(import.meta.dirname, '..');

/** The person who deploys can put it right; said without a stack trace. */
class Refused extends Error {
  override readonly name = 'Refused';
}

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Runs the CDK's command line with the project's own Node.js, in front of the person who deploys. */
const cdkIn = (cwd: string, ...args: string[]): void => {
  const { status, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/aws-cdk/bin/cdk'), ...args],
    {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH ?? ''}` },
    },
  );
  if (error) throw error;
  if (status !== 0)
    throw new Refused(`cdk ${args[0]} ended with exit code ${status}; its own words stand above.`);
};

const cdk = (...args: string[]): void => cdkIn(root, ...args);

const assemblyFolder = ({ name }: Deployment): string => join(root, 'cdk.out', name);

const synthesize = (deployment: Deployment, nameOrFile: string): ComparedTemplate => {
  const folder = assemblyFolder(deployment);
  cdk('synth', '--quiet', '--output', folder, '-c', `deployment=${nameOrFile}`);
  return JSON.parse(
    readFileSync(join(folder, `${deployment.stackName}.template.json`), 'utf8'),
  ) as ComparedTemplate;
};

const refuseSecondStack = (
  deployment: Deployment,
  deployed: readonly DeployedStack[],
  beside: boolean,
): void => {
  const [other] = stacksInTheWay(deployed, deployment);
  if (!other || beside) return;
  const whose =
    other.deployment === undefined
      ? 'is of this project, from before deployments had names'
      : `is the deployment "${other.deployment}" already`;
  throw new Refused(
    `There is no stack ${deployment.stackName} yet, and the stack ${other.stackName} ${whose}. To go on with that one, with its address and its licenses, write "stackName": "${other.stackName}" into ${deployment.file}. To make another one beside it, add --beside.`,
  );
};

const refuseOthersStack = (
  deployment: Deployment,
  deployed: readonly DeployedStack[],
  takeOver: boolean,
): void => {
  const owner = otherOwner(deployed, deployment);
  if (owner === undefined || takeOver) return;
  throw new Refused(
    `The stack ${deployment.stackName} is the deployment "${owner}", not "${deployment.name}". Nothing was changed. Name another stack in ${deployment.file}, or add --take-over when this file is to go on with that one.`,
  );
};

const refuseWithoutBootstrap = (deployed: readonly DeployedStack[], nameOrFile: string): void => {
  if (deployed.some(({ isBootstrap }) => isBootstrap)) return;
  throw new Refused(
    `This account and region have no place yet where the CDK puts what it deploys: run "npm run bootstrap -- ${nameOrFile}" once, then this again.`,
  );
};

const refuseLosses = async (
  client: CloudFormationClient,
  deployment: Deployment,
  template: ComparedTemplate,
  { drop }: Options,
): Promise<void> => {
  const before = await readDeployedTemplate(client, deployment.stackName);
  const losses = lossesBetween(before, template).filter(({ kind }) => !drop.includes(kind));
  if (losses.length === 0) return;
  const kinds = [...new Set(losses.map(({ kind }) => kind))].join(' ');
  throw new Refused(
    `This would take away from ${deployment.stackName}:\n  - ${losses.map(({ what }) => what).join('\n  - ')}\nNothing was changed. Put it back into ${deployment.file}, or add --drop ${kinds} when it is to go.`,
  );
};

/** @param only - what to check; absent: everything. */
const checkBefore = async (
  deployment: Deployment,
  functionNames: readonly string[],
  only?: readonly AccountFinding['about'][],
): Promise<void> => {
  const all = checkAccount(await readAccountFacts(functionNames), deployment);
  const findings = all.filter(({ about }) => only?.includes(about) ?? true);
  const words = { stop: 'Stop:', warn: 'Warning:', note: 'Note:' };
  for (const { weight, text } of findings) say(`${words[weight]} ${text}`);
  if (findings.some(({ weight }) => weight === 'stop')) throw new Refused('Nothing was changed.');
};

/** Works with CloudFormation's client, and closes it. */
const withFormation = async <T>(work: (client: CloudFormationClient) => Promise<T>): Promise<T> => {
  const client = new CloudFormationClient({});
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
};

const deploy = async (
  deployment: Deployment,
  nameOrFile: string,
  options: Options,
  further: string[],
): Promise<void> => {
  await withFormation(async (client) => {
    const deployed = await listDeployedStacks(client);
    const own = deployed.find(({ stackName }) => stackName === deployment.stackName);
    refuseSecondStack(deployment, deployed, options.beside);
    refuseOthersStack(deployment, deployed, options.takeOver);
    refuseWithoutBootstrap(deployed, nameOrFile);
    await checkBefore(deployment, own?.functionNames ?? []);
    const template = synthesize(deployment, nameOrFile);
    if (own) await refuseLosses(client, deployment, template, options);
  });
  // What was checked is what is deployed.
  cdk('deploy', deployment.stackName, '--app', assemblyFolder(deployment), ...further);
};

/** Of what would be taken for done: CDK's own way to set values, and a second name. */
const refuseIgnored = (name: string, further: readonly string[]): void => {
  if (further.some((argument) => /^(?:-c|--context(?:=|$))/.test(argument))) {
    throw new Refused(
      `Settings are not given by -c, since the next deployment would forget them: write them into the file of "${name}".`,
    );
  }
  const [first] = further;
  if (first !== undefined && !first.startsWith('-')) {
    throw new Refused(`One deployment at a time: "${first}" stands behind "${name}" and is no option.`);
  }
};

const run = async (
  action: Action,
  nameOrFile: string,
  options: Options,
  further: string[],
): Promise<void> => {
  refuseIgnored(nameOrFile, further);
  const deployment = readDeployment(nameOrFile);
  if (deployment.region !== undefined) {
    process.env.AWS_REGION = deployment.region;
    process.env.AWS_DEFAULT_REGION = deployment.region;
  }
  if (action === 'synth') {
    synthesize(deployment, nameOrFile);
    say(`${deployment.stackName}: ${assemblyFolder(deployment)}`);
    return;
  }
  if (action === 'deploy') return deploy(deployment, nameOrFile, options, further);
  if (action === 'bootstrap') {
    const { account, region } = await callerIdentity();
    await checkBefore(deployment, [], ['account']);
    // Where no app is found, since none is needed.
    cdkIn(tmpdir(), 'bootstrap', `aws://${account}/${region}`, ...further);
    return;
  }
  await checkBefore(deployment, [], ['account']);
  if (action === 'destroy') {
    const deployed = await withFormation(listDeployedStacks);
    refuseOthersStack(deployment, deployed, options.takeOver);
  }
  synthesize(deployment, nameOrFile);
  if (action === 'destroy') {
    say(
      `The address of ${deployment.stackName}, its requests and its settings in AWS go; its table of licenses stays, with its name in the list of tables.`,
    );
  }
  cdk(action, deployment.stackName, '--app', assemblyFolder(deployment), ...further);
};

const program = new Command('npm run deploy --')
  .description('Deploys, or shows, one deployment: what deployments/NAME.json says.')
  .addArgument(new Argument('<action>').choices(actions))
  .argument('<name>', 'deployment, e.g. "prod" for deployments/prod.json; or the path of such a file')
  .argument('[cdk...]', 'further arguments for the CDK')
  .addOption(new Option('--drop <what...>', 'lets an update take these away').choices(lossKinds).default([]))
  .option('--beside', 'makes a new stack though another one of this project is there', false)
  .option(
    '--take-over',
    'goes on with a stack that is another deployment, as after its file was renamed',
    false,
  )
  .allowUnknownOption()
  .showHelpAfterError('(e.g. npm run deploy -- prod)')
  .action(async (action: Action, name: string, further: string[], options: Options) => {
    try {
      await run(action, name, options, further);
    } catch (error) {
      const explained = explainAwsError(error, { hasLocal: false });
      say(explained instanceof Error ? explained.message : String(explained));
      process.exitCode = 1;
    }
  });

await program.parseAsync();
