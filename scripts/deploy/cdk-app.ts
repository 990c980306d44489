// The app that the CDK runs: one deployment, checked against the deployed stack.
import { App, DefaultStackSynthesizer, Validations } from 'aws-cdk-lib';
import { BUNDLING_STACKS } from 'aws-cdk-lib/cx-api';
import { explainAwsError } from '../../cli/operations/explain-aws-error.ts';
import { createApp } from '../../lib/app.ts';
import { addChecks } from '../../lib/checks.ts';
import {
  type Deployed,
  DeploymentChecks,
  factsOf,
  parseDrop,
  type Unread,
} from '../../lib/deployment-checks.ts';
import {
  chooseDeployment,
  type Deployment,
  readDeployment,
  refuseContextSettings,
} from '../../lib/deployments.ts';
import { keepSettled, settle, settledMembers } from '../../lib/settle.ts';
import { buildWebPages } from '../web-pages.ts';
import { readDeployed } from './read-deployed.ts';

const readFor = async (
  { stackName, ...place }: Deployment,
  qualifier: string,
): Promise<Deployed | Unread> => {
  // Set by the CDK if it has credentials.
  const { CDK_DEFAULT_ACCOUNT: signedIn, CDK_DEFAULT_REGION: defaultRegion = '' } = process.env;
  if (signedIn === undefined) return { reason: 'NoCredentials' };
  try {
    return await readDeployed({
      stackName,
      account: place.account ?? signedIn,
      region: place.region ?? defaultRegion,
      qualifier,
    });
  } catch (error) {
    const explained = explainAwsError(error, { hasLocal: false });
    return { reason: 'Failed', text: explained instanceof Error ? explained.message : String(explained) };
  }
};

const buildApp = async (): Promise<App> => {
  // Only to read the context; it is not synthesized.
  const { node } = new App({ autoSynth: false });
  const contextOf = (name: string): unknown => node.tryGetContext(name);
  refuseContextSettings(contextOf);
  const deployment = readDeployment(chooseDeployment(contextOf('deployment')));
  const drop = parseDrop(contextOf('drop'));
  // `cdk ls`, `destroy` and `bootstrap` need only the stack's name and environment.
  const bundled = contextOf(BUNDLING_STACKS);
  if (Array.isArray(bundled) && bundled.length === 0) {
    return createApp(deployment, { builtinCloudFormationValidation: false });
  }
  const qualifier =
    contextOf('@aws-cdk/core:bootstrapQualifier') ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER;
  const deployed = await readFor(deployment, String(qualifier));
  const facts = 'reason' in deployed ? {} : factsOf(deployed);
  const settled = { ...deployment, settings: settle(deployment.settings, facts) };
  const members = settledMembers(deployment.settings, facts);
  if (deployment.file !== undefined && Object.keys(members).length > 0) {
    process.stderr.write(`${keepSettled(deployment.file, members)}\n`);
  }
  buildWebPages();
  const app = addChecks(createApp(settled));
  Validations.of(app).addPlugins(new DeploymentChecks(settled, deployed, drop));
  return app;
};

try {
  (await buildApp()).synth();
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${process.env.SCRAP_PRICES_DEBUG ? stack : message}\n`);
  process.exitCode = 1;
}
