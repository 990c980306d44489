import { misplacedArns } from './arn-places.ts';
import {
  type ConcurrencyFacts,
  leastMaximum,
  leastUnreserved,
  reservedRenderers,
  sharingFunctions,
  totalQueueConcurrency,
  withShares,
} from './concurrency.ts';
import type { Deployment } from './deployments.ts';
import type { Settings } from './settings.ts';

/** Facts about an account in a region; `undefined` if unknown or not permitted. */
export interface AccountFacts extends ConcurrencyFacts {
  account?: string | undefined;
  region?: string | undefined;
  /** The role for API Gateway's logs in this account and region; `null` if there is none. */
  gatewayLogRole?: string | null | undefined;
  /** The deployed stack sets that role. */
  ownsLogRole?: boolean | undefined;
}

export interface AccountFinding {
  /** `stop`: the deployment would fail, or go to the wrong place. */
  weight: 'stop' | 'warn' | 'note';
  about: 'account' | 'concurrency' | 'memory' | 'gatewayLogRole' | 'alarms' | 'throttle';
  /** State, expectation and advice. */
  text: string;
}

/** Function memory limit of new accounts until AWS raises it; no call reports it. */
const newAccountMemoryMb = 3_008;
/** Concurrency that the API needs with full queues: twice the held calls, so that none waits for them. */
const neededByApi = (held: number): number => Math.max(2, 2 * held);

/** The highest `maxScrapers` that fits; `undefined` if even the lowest does not. */
const fittingScrapers = (settings: Settings, room: number): number | undefined => {
  for (let { maxScrapers } = settings; maxScrapers >= leastMaximum; maxScrapers -= 1)
    if (totalQueueConcurrency({ ...settings, maxScrapers }) <= room) return maxScrapers;
  return undefined;
};

type Rule = (facts: AccountFacts, settings: Settings, deployment: Deployment) => AccountFinding[];

const belongs: Rule = (facts, _settings, { account, region, file = 'its file' }) => {
  const findings: AccountFinding[] = [];
  const differs = (what: string, expected: string | undefined, actual: string | undefined): void => {
    if (expected === undefined || actual === undefined || expected === actual) return;
    findings.push({
      weight: 'stop',
      about: 'account',
      text: `The credentials are for the ${what} ${actual}, but ${file} has ${expected}. Sign in to that one, or correct the file.`,
    });
  };
  differs('account', account, facts.account);
  differs('region', region, facts.region);
  return findings;
};

/** Checks the places of named resources if the file does not state account and region. */
const reaches: Rule = (facts, settings, { account, region, file = 'its file' }) =>
  misplacedArns(settings, {
    account: account === undefined ? facts.account : undefined,
    region: region === undefined ? facts.region : undefined,
  }).map((problem) => ({
    weight: 'stop',
    about: 'account',
    text: `${file} cannot be used here: ${problem}.`,
  }));

const concurrency: Rule = (facts, given) => {
  const { concurrentExecutions, unreservedConcurrentExecutions, ownReserved } = facts;
  if (concurrentExecutions === undefined || unreservedConcurrentExecutions === undefined) {
    return [
      {
        weight: 'note',
        about: 'concurrency',
        text: 'The account’s concurrency quota is unknown (lambda:GetAccountSettings failed), so it was not checked.',
      },
    ];
  }
  const quota = `the account allows ${concurrentExecutions} functions at the same time`;
  const raise =
    'request more in Service Quotas (Lambda, "Concurrent executions", L-B99A9384), which AWS grants new accounts on request';
  const settings = withShares(given, facts);
  const { apiReservedConcurrency: share, maxHeldCalls } = settings;
  const renderers = reservedRenderers(settings);
  const reserved = share * sharingFunctions(settings) + renderers;
  const free = unreservedConcurrentExecutions + (ownReserved ?? 0) - reserved;
  const finding = (weight: AccountFinding['weight'], text: string): AccountFinding => ({
    weight,
    about: 'concurrency',
    text,
  });
  if (reserved > 0 && free < leastUnreserved) {
    return [
      finding(
        'stop',
        `"apiReservedConcurrency": ${share} would leave ${free} of them unreserved: ${quota}, and Lambda keeps ${leastUnreserved} for functions that reserve nothing. Set it to 0, or ${raise}.`,
      ),
    ];
  }
  const forApi = neededByApi(maxHeldCalls);
  const room = free - (reserved > 0 ? 0 : forApi);
  const needed = totalQueueConcurrency(settings) - renderers;
  if (needed > room) {
    const fitting = fittingScrapers(settings, room);
    const cure = fitting === undefined ? '' : `Set maxScrapers to ${fitting} or less, or `;
    return [
      finding(
        'warn',
        `Full queues run ${needed} functions at the same time, which can starve the API, whose callers then get 503: ${quota}, ${free} of them are free, and the API needs ${forApi}, half of them for calls that are held (Prefer: wait). ${cure === '' ? `A${raise.slice(1)}` : cure + raise}.`,
      ),
    ];
  }
  if (reserved > 0) return [];
  return [
    finding(
      'note',
      concurrentExecutions <= leastUnreserved
        ? `Nothing can be reserved for the API: ${quota}, and Lambda keeps ${leastUnreserved} for functions that reserve nothing. Full queues leave ${free - needed} for calls. For more, ${raise}.`
        : `The API shares ${free} functions with all others of the account: "apiReservedConcurrency" gives queue, status and watches a share each, so that none can use up what another needs.`,
    ),
  ];
};

const memory: Rule = (_facts, { scraperMemoryMb, rendererMemoryMb, apiMemoryMb }) =>
  Math.max(scraperMemoryMb, rendererMemoryMb, apiMemoryMb) <= newAccountMemoryMb
    ? []
    : [
        {
          weight: 'note',
          about: 'memory',
          text: `New accounts may give a function ${newAccountMemoryMb} MB at most, and AWS does not report if yours is one: if the deployment fails with "MemorySize", ask AWS Support for more or set the memory settings to ${newAccountMemoryMb} at most.`,
        },
      ];

const gatewayLogRole: Rule = ({ gatewayLogRole: role, ownsLogRole }, { apiGatewayLogRole }) => {
  if (role === undefined || apiGatewayLogRole === 'auto') return [];
  if (role === null && !apiGatewayLogRole) {
    return [
      {
        weight: 'stop',
        about: 'gatewayLogRole',
        text: '"apiGatewayLogRole": false needs a role that API Gateway writes its logs with, and this account and region has none. Set it to "auto", or set the role of the account (apigateway:UpdateAccount).',
      },
    ];
  }
  if (role === null || !apiGatewayLogRole || ownsLogRole) return [];
  return [
    {
      weight: 'note',
      about: 'gatewayLogRole',
      text: `API Gateway writes the logs of this account and region with ${role}, and "apiGatewayLogRole": true puts the deployment's own role there. If another deployment owns that role, leave the setting out.`,
    },
  ];
};

const alarms: Rule = (_facts, { alarmEmail, alarmTopicArn }, { file = 'the file of the deployment' }) =>
  alarmEmail !== '' || alarmTopicArn !== ''
    ? []
    : [
        {
          weight: 'warn',
          about: 'alarms',
          text: `Alarms notify nobody: set alarmEmail or alarmTopicArn in ${file}.`,
        },
      ];

const throttle: Rule = (
  _facts,
  { callsPerAddress, webAclArn, throttleRatePerSecond },
  { file = 'the file of the deployment' },
) =>
  callsPerAddress > 0 || webAclArn !== ''
    ? []
    : [
        {
          weight: 'note',
          about: 'throttle',
          text: `A stranger without a license can use up the ${throttleRatePerSecond} calls a second that all callers share, who then get 429: set callsPerAddress in ${file} (its default 3000 needs a web ACL, 6 US$ a month and 0.60 for a million calls), or webAclArn.`,
        },
      ];

const rules: readonly Rule[] = [belongs, reaches, concurrency, memory, gatewayLogRole, alarms, throttle];

/** Mismatches between a deployment and its account. */
export const checkAccount = (facts: AccountFacts, deployment: Deployment): AccountFinding[] =>
  rules.flatMap((rule) => rule(facts, deployment.settings, deployment));
