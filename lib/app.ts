import { App, type AppProps, Stack, type StackProps } from 'aws-cdk-lib';
import { type CloudAssembly, FLAGS } from 'aws-cdk-lib/cx-api';
import type { Construct } from 'constructs';
import type { Deployment } from './deployments.ts';
import { ScrapPrices } from './scrap-prices.ts';

/** A stack that contains only the service. */
export class ScrapPricesStack extends Stack {
  constructor(scope: Construct, id: string, { name, settings }: Deployment, props: StackProps = {}) {
    super(scope, id, { description: 'scrap-prices: asynchronous price scraping with evidence', ...props });
    // The CDK leaves this name out of logical ids, which must stay as they are in stacks that hold data.
    new ScrapPrices(this, 'Default', { ...settings, deploymentName: name });
  }
}

/** The recommended feature flags, except those that rewrite ARNs in the template. */
const featureFlags = {
  ...Object.fromEntries(
    Object.entries(FLAGS)
      .filter(([, { introducedIn }]) => introducedIn.v2 !== undefined)
      .map(([name, { recommendedValue }]) => [name, recommendedValue]),
  ),
  '@aws-cdk/core:target-partitions': ['aws'],
  '@aws-cdk/core:enablePartitionLiterals': false,
  '@aws-cdk/aws-apigateway:logGroupDestinationArnWithoutWildcard': false,
};

/** Builds the CDK app of one deployment. */
export const createApp = (deployment: Deployment, props: AppProps = {}): App => {
  const { stackName, account, region } = deployment;
  const app = new App({ ...props, context: { ...featureFlags, ...props.context } });
  // Without a region, the CDK uses the command line's environment.
  const env = region === undefined ? {} : { env: { region, ...(account && { account }) } };
  new ScrapPricesStack(app, stackName, deployment, { stackName, ...env });
  return app;
};

export const synthesizeApp = (...args: Parameters<typeof createApp>): CloudAssembly =>
  createApp(...args).synth();
