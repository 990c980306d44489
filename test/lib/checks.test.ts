import { App, Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { expect, it } from 'vitest';
import { createApp } from '../../lib/app.ts';
import { addChecks } from '../../lib/checks.ts';
import { withOutdir } from './synthesize.ts';

const everySetting = {
  domainName: 'prices.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/x',
  hostedZoneId: 'Z0123456789ABC',
  hostedZoneName: 'example.com',
  alarmEmail: 'ops@example.com',
  webAclArn: 'arn:aws:wafv2:eu-west-1:1:regional/webacl/x/y',
  provisionedConcurrency: 2,
  allowedOrigins: 'https://a.example',
  removalPolicy: 'retain',
  console: true,
};

it.each<[string, Record<string, unknown>]>([
  ['as it is', {}],
  ['with every part that a setting adds', everySetting],
])('cdk-nag finds nothing in the app %s', (_what, settings) => {
  withOutdir((props) => {
    expect(() => addChecks(createApp(settings, props)).synth()).not.toThrow();
  });
});

it('cdk-nag finds what is wrong', () => {
  withOutdir((props) => {
    const app = new App(props);
    new Queue(new Stack(app, 'Stack'), 'Queue');
    expect(() => addChecks(app).synth()).toThrow();
  });
});
