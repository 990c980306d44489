import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Deployed, DeploymentChecks, parseDrop, type Unread } from '../../lib/deployment-checks.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';
import type { ComparedTemplate } from '../../lib/losses.ts';

const deployment = unnamedDeployment({
  alarmTopicArn: 'arn:aws:sns:eu-west-1:1:mine',
  apiReservedConcurrency: 20,
});
const facts = {
  account: '123456789012',
  region: 'eu-west-1',
  concurrentExecutions: 1_000,
  unreservedConcurrentExecutions: 1_000,
  gatewayLogRole: null,
};
const domain: ComparedTemplate = {
  Resources: { Domain: { Type: 'AWS::ApiGateway::DomainName', Properties: { DomainName: 'a.example' } } },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-checks-'));
  writeFileSync(join(folder, 'empty.json'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check = (deployed: Deployed | Unread, drop?: string, of = deployment) => {
  const templatePath = join(folder, 'empty.json');
  const { success, violations } = new DeploymentChecks(of, deployed, parseDrop(drop)).validate({
    templatePaths: [templatePath],
    stackTemplates: [{ stackConstructPath: 'Stack', templatePath, accountId: undefined, region: undefined }],
    appConstruct: new App({ autoSynth: false }),
  });
  // The CDK's command line shows nothing without one.
  for (const { violatingResources } of violations) expect(violatingResources).toHaveLength(1);
  return {
    success,
    found: violations.map(({ severity, ruleName }) => `${severity} ${ruleName}`),
    violations,
  };
};

describe('the checks of a deployment', () => {
  it.each<[string, Deployed | Unread, string | undefined, boolean, string[]]>([
    ['let a first deployment pass', { facts, template: undefined }, undefined, true, []],
    ['stop at a loss', { facts, template: domain }, undefined, false, ['error domain']],
    ['accept an intended loss', { facts, template: domain }, 'domain', true, []],
    ['stop at a loss beside an intended one', { facts, template: domain }, 'stage', false, ['error domain']],
    [
      'pass without credentials, and say so',
      { reason: 'NoCredentials' },
      undefined,
      true,
      ['info unchecked'],
    ],
    ['stop if nothing can be read', { reason: 'Failed', text: 'no' }, undefined, false, ['error unchecked']],
    [
      'continue unchecked on request',
      { reason: 'Failed', text: 'no' },
      'unchecked',
      true,
      ['warning unchecked'],
    ],
    [
      'do not accept known losses as unchecked',
      { facts, template: domain },
      'unchecked',
      false,
      ['error domain'],
    ],
  ])('%s', (_what, deployed, drop, success, found) => {
    expect(check(deployed, drop)).toMatchObject({ success, found });
  });

  it('list all required permissions to lose data at once', () => {
    expect(check({ facts, template: domain }, 'alarms').violations[0]?.fix).toContain(
      '-c drop=alarms,domain',
    );
  });

  it('count the stack’s own reservations as free', () => {
    const crowded = { ...facts, unreservedConcurrentExecutions: 102 };
    const settings = { alarmTopicArn: 'arn:aws:sns:eu-west-1:1:mine', apiReservedConcurrency: 2 };
    const template: ComparedTemplate = {
      Resources: {
        Queue: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 2 } },
        Status: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 2 } },
        Renderer: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 4 } },
      },
    };
    const of = unnamedDeployment(settings);
    expect(check({ facts: crowded, template: undefined }, undefined, of).found).toContain(
      'error concurrency',
    );
    expect(check({ facts: crowded, template }, undefined, of).found).toEqual([]);
  });
});

it('rejects unknown kinds of losses', () => {
  expect(() => parseDrop('domain,nothing')).toThrow(/names "nothing"; expected some of domain,/);
  expect(parseDrop(undefined).size).toBe(0);
});
