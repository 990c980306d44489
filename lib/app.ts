import { App, type AppProps } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { type Deployment, readDeployment, refuseContextSettings } from './deployments.ts';
import { ScrapPricesStack } from './scrap-prices-stack.ts';

/** Builds the CDK app of one deployment. */
export const createApp = (deployment: Deployment, props: AppProps = {}): App => {
  const { stackName, account, region } = deployment;
  const app = new App(props);
  // Without a region the stack is of whatever environment the command line finds.
  const env = region === undefined ? {} : { env: { region, ...(account && { account }) } };
  new ScrapPricesStack(app, stackName, { deployment, stackName, ...env });
  return app;
};

/**
 * Builds the CDK app of the deployment that the context names: `-c deployment=prod`.
 *
 * @throws Error when none is named, or settings stand in the context.
 */
export const createAppFromContext = (): App => {
  // One that is asked and never written; the CDK writes every other one at the end of the process.
  const { node } = new App({ autoSynth: false });
  refuseContextSettings((name) => node.tryGetContext(name));
  const nameOrFile = node.tryGetContext('deployment') as string | undefined;
  if (!nameOrFile) {
    throw new Error(
      'Name the deployment: "npm run deploy -- prod" deploys what deployments/prod.json says ("-c deployment=prod" for the CDK itself).',
    );
  }
  return createApp(readDeployment(nameOrFile));
};

export const synthesizeApp = (...args: Parameters<typeof createApp>): CloudAssembly =>
  createApp(...args).synth();
