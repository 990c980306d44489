import { describe, expect, it } from 'vitest';
import { type AccountFacts, checkAccount } from '../../lib/account-rules.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';

const told = { alarmTopicArn: 'arn:aws:sns:eu-west-1:1:mine' };
const newAccount: AccountFacts = {
  account: '123456789012',
  region: 'eu-west-1',
  concurrentExecutions: 10,
  unreservedConcurrentExecutions: 10,
  ownReserved: 0,
  gatewayLogRole: null,
};
const grownAccount = { ...newAccount, concurrentExecutions: 1_000, unreservedConcurrentExecutions: 1_000 };
const found = (facts: AccountFacts, settings: Record<string, unknown> = {}, where = {}) =>
  checkAccount(facts, { ...unnamedDeployment({ ...told, ...settings }), ...where }).map(
    ({ weight, about }) => `${weight} ${about}`,
  );

describe('an account', () => {
  it('that is new has room for the defaults', () => expect(found(newAccount)).toEqual([]));

  it.each<[string, AccountFacts, Record<string, unknown>, string[]]>([
    ['new, and scrapers would take all of it', newAccount, { maxScrapers: 50 }, ['warn concurrency']],
    ['new, and has nothing to reserve', newAccount, { apiReservedConcurrency: 2 }, ['stop concurrency']],
    ['grown, and has enough for both', grownAccount, { maxScrapers: 400, apiReservedConcurrency: 20 }, []],
    ['grown, and not that much', grownAccount, { maxScrapers: 1_000 }, ['warn concurrency']],
    [
      'used by others',
      { ...grownAccount, unreservedConcurrentExecutions: 102 },
      { apiReservedConcurrency: 2 },
      ['stop concurrency'],
    ],
    [
      'used by this deployment itself',
      { ...grownAccount, unreservedConcurrentExecutions: 102, ownReserved: 4 },
      { apiReservedConcurrency: 2 },
      [],
    ],
    [
      'used by this deployment itself, and watches take as much again',
      { ...grownAccount, unreservedConcurrentExecutions: 102, ownReserved: 2 },
      { apiReservedConcurrency: 2, watches: true },
      ['stop concurrency'],
    ],
    [
      'silent',
      { ...newAccount, concurrentExecutions: undefined, gatewayLogRole: undefined },
      {},
      ['note concurrency'],
    ],
    ['new, and asked for more memory', newAccount, { scraperMemoryMb: 4_096 }, ['note memory']],
    ['of no matter, and strangers share the throttle', newAccount, { callsPerAddress: 0 }, ['warn throttle']],
    ['without a role for logs', newAccount, { apiGatewayLogRole: false }, ['stop gatewayLogRole']],
    ['with a role for logs already', { ...newAccount, gatewayLogRole: 'arn:r' }, {}, ['note gatewayLogRole']],
    [
      'with a role that is to stay',
      { ...newAccount, gatewayLogRole: 'arn:r' },
      { apiGatewayLogRole: false },
      [],
    ],
    [
      'of another region than the certificate',
      newAccount,
      {
        domainName: 'a.example.com',
        certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/x',
      },
      ['stop account'],
    ],
    ['in which nobody is told', newAccount, { alarmTopicArn: '' }, ['warn alarms']],
  ])('that is %s', (_what, facts, settings, findings) => {
    expect(found(facts, settings)).toEqual(findings);
  });

  it('that is another one than the file says stops it, and so does another region', () => {
    const where = { account: '999999999999', region: 'us-east-1' };
    expect(found(newAccount, {}, where)).toEqual(['stop account', 'stop account']);
    expect(found(newAccount, {}, { account: newAccount.account, region: newAccount.region })).toEqual([]);
  });

  it('is told what is, what was expected and what to do', () => {
    const [finding] = checkAccount(newAccount, unnamedDeployment({ ...told, maxScrapers: 50 }));
    expect(finding?.text).toMatch(/allows 10 functions.*Set maxScrapers to 3 or less, or ask for more/);
  });
});
