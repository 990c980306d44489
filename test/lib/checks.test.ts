import { App, Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { expect, it } from 'vitest';
import { createApp } from '../../lib/app.ts';
import { addChecks } from '../../lib/checks.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';
import { everySetting } from '../../lib/every-setting.ts';
import { withOutdir } from './synthesize.ts';

it.each<[string, Record<string, unknown>, object]>([
  ['as it is', {}, {}],
  ['with every optional part', everySetting, {}],
  ['in an account and region', everySetting, { account: '123456789012', region: 'eu-west-1' }],
])('cdk-nag finds nothing in the app %s', (_what, settings, place) => {
  withOutdir((props) => {
    const deployment = { ...unnamedDeployment(settings), ...place };
    expect(() => addChecks(createApp(deployment, props)).synth()).not.toThrow();
  });
});

it('cdk-nag finds faults', () => {
  withOutdir((props) => {
    const app = new App(props);
    new Queue(new Stack(app, 'Stack'), 'Queue');
    expect(() => addChecks(app).synth()).toThrow();
  });
});
