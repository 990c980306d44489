import { App, type AppProps } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { ScrapPricesStack } from './scrap-prices-stack.ts';
import { parseSettings, settingNames } from './settings.ts';

export const stackName = 'ScrapPrices';

/** Builds the CDK app from the context that the CLI hands over, or from given settings. */
export const createApp = (settings?: Readonly<Record<string, unknown>>, props: AppProps = {}): App => {
  const app = new App(props);
  const context = Object.fromEntries(
    settingNames
      .map((name) => [name, app.node.tryGetContext(name) as unknown] as const)
      .filter(([, value]) => value !== undefined),
  );
  new ScrapPricesStack(app, stackName, { settings: parseSettings(settings ?? context) });
  return app;
};

export const synthesizeApp = (...args: Parameters<typeof createApp>): CloudAssembly =>
  createApp(...args).synth();
