// The console as an optional part of the stack.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { bundleFunction } from '../../lib/bundle.ts';
import { synthesize } from './synthesize.ts';

const without = synthesize();
const withConsole = synthesize({ console: true });

it('is absent unless enabled', () => {
  expect(JSON.stringify(without.toJSON())).not.toMatch(/console/i);
});

it('outputs the address of its start page, also with a custom domain', () => {
  withConsole.hasOutput('ConsoleUrl', {
    Value: { 'Fn::Join': ['', Match.arrayWith(['/console/index.html'])] },
  });
  const domainName = 'prices.example.com';
  const certificateArn = 'arn:aws:acm:eu-west-1:1:certificate/x';
  synthesize({ console: true, domainName, certificateArn }).hasOutput('ConsoleUrl', {
    Value: 'https://prices.example.com/console/index.html',
  });
});

it('is read-only, throttled like the API, and may only write its log and traces', () => {
  const methods = (template: Template) =>
    Object.values(template.findResources('AWS::ApiGateway::Method')).map(
      ({ Properties }) => Properties.HttpMethod as string,
    );
  expect(methods(withConsole).toSorted()).toEqual([...methods(without), 'GET', 'GET'].toSorted());
  withConsole.hasResourceProperties('AWS::ApiGateway::Stage', {
    MethodSettings: [Match.objectLike({ HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 100 })],
  });
  const policies = Object.entries(withConsole.findResources('AWS::IAM::Policy')).filter(([id]) =>
    id.startsWith('ConsoleFunction'),
  );
  const actions = policies.flatMap(([, { Properties }]) =>
    (Properties.PolicyDocument.Statement as { Action: string[] }[]).flatMap(({ Action }) => Action),
  );
  expect(actions.toSorted()).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
});

it('bundles pages and documentation, none larger than a Lambda response', () => {
  const folder = join(bundleFunction('console', { SellingSites: [] }), 'pages');
  for (const file of [
    'index.html',
    'console.js',
    'openapi.json',
    'demo.json',
    'docs/index.html',
    'docs/llms.txt',
  ]) {
    expect(existsSync(join(folder, file)), file).toBe(true);
  }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    expect(statSync(join(folder, file)).size, file).toBeLessThan(4_000_000);
  }
});
