import { describe, expect, it } from 'vitest';
import { type AccountFacts, checkAccount } from '../../lib/account-rules.ts';
import { queueConcurrency, totalQueueConcurrency } from '../../lib/concurrency.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';
import { everySetting } from '../../lib/every-setting.ts';
import { parseSettings } from '../../lib/settings.ts';
import { synthesize } from './synthesize.ts';

const notified = { alarmTopicArn: 'arn:aws:sns:eu-west-1:1:mine' };
const newAccount: AccountFacts = {
  account: '123456789012',
  region: 'eu-west-1',
  concurrentExecutions: 10,
  unreservedConcurrentExecutions: 10,
  ownReserved: 0,
  gatewayLogRole: null,
};
const grownAccount = { ...newAccount, concurrentExecutions: 1_000, unreservedConcurrentExecutions: 1_000 };
const reserving = { apiReservedConcurrency: 5 };
const found = (facts: AccountFacts, settings: Record<string, unknown> = {}, where = {}) =>
  checkAccount(facts, { ...unnamedDeployment({ ...notified, ...settings }), ...where }).map(
    ({ weight, about }) => `${weight} ${about}`,
  );

describe('an account', () => {
  it('that is new has capacity for the defaults with full queues, but cannot reserve any', () => {
    expect(found(newAccount)).toEqual(['note concurrency']);
    const [finding] = checkAccount(newAccount, unnamedDeployment(notified));
    expect(finding?.text).toMatch(/Nothing can be reserved.* allows 10 .* leave 2 for calls/);
  });

  it('counts every function fed by a queue, and those that they invoke', () => {
    for (const settings of [{}, everySetting]) {
      const template = synthesize(settings);
      const maxima = Object.values(template.findResources('AWS::Lambda::EventSourceMapping')).map(
        ({ Properties }) => Properties.ScalingConfig?.MaximumConcurrency as number | undefined,
      );
      const parsed = parseSettings(settings);
      expect(maxima.reduce<number>((sum, one) => sum + (one ?? Number.POSITIVE_INFINITY), 0)).toBe(
        totalQueueConcurrency(parsed) - queueConcurrency(parsed).renderer,
      );
    }
  });

  it.each<[string, AccountFacts, Record<string, unknown>, string[]]>([
    ['new, and used up by scrapers', newAccount, { maxScrapers: 50 }, ['warn concurrency']],
    ['new, with nothing to reserve', newAccount, { apiReservedConcurrency: 2 }, ['stop concurrency']],
    ['large, with room for shares', grownAccount, { maxScrapers: 240 }, []],
    ['large, but not large enough', grownAccount, { maxScrapers: 1_000 }, ['warn concurrency']],
    [
      'used by others',
      { ...grownAccount, unreservedConcurrentExecutions: 102 },
      { apiReservedConcurrency: 2 },
      ['stop concurrency'],
    ],
    [
      'used by this deployment itself',
      { ...grownAccount, unreservedConcurrentExecutions: 102, ownReserved: 8 },
      { apiReservedConcurrency: 2 },
      [],
    ],
    [
      'of any kind, with a throttle shared by strangers',
      grownAccount,
      { ...reserving, callsPerAddress: 0 },
      ['note throttle'],
    ],
    [
      'without a role for logs',
      grownAccount,
      { ...reserving, apiGatewayLogRole: false },
      ['stop gatewayLogRole'],
    ],
    [
      'in another region than the certificate',
      grownAccount,
      {
        ...reserving,
        domainName: 'a.example.com',
        certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/x',
      },
      ['stop account'],
    ],
    ['without a recipient of alarms', grownAccount, { ...reserving, alarmTopicArn: '' }, ['warn alarms']],
  ])('that is %s', (_what, facts, settings, findings) => {
    expect(found(facts, settings)).toEqual(findings);
  });

  it('or region other than the file’s stops the deployment', () => {
    const where = { account: '999999999999', region: 'us-east-1' };
    expect(found(grownAccount, reserving, where)).toEqual(['stop account', 'stop account']);
    const { account, region } = grownAccount;
    expect(found(grownAccount, reserving, { account, region })).toEqual([]);
  });

  it('gets the finding, the expectation and the remedy', () => {
    const [finding] = checkAccount(newAccount, unnamedDeployment({ ...notified, maxScrapers: 50 }));
    expect(finding?.text).toMatch(/allows 10 functions.*Set maxScrapers to 2 or less, or request more/);
  });
});
