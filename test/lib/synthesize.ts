import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ScrapPricesStack } from '../../lib/app.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';

/** Runs with the properties of an app that writes to a temporary folder. */
export const withOutdir = <Result>(use: (props: AppProps) => Result): Result => {
  const outdir = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
  try {
    return use({ outdir, context: { 'aws:cdk:disable-asset-staging': true } });
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

/** Returns the template of a stack with these settings. */
export const synthesize = (settings: Record<string, unknown> = {}): Template =>
  withOutdir((props) =>
    Template.fromStack(new ScrapPricesStack(new App(props), 'Test', unnamedDeployment(settings))),
  );
