// The doctor: on the local stack as it is and broken, and on what AWS may say of a deployment from inside.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkNames } from '../../cli/doctor/check-names.ts';
import { checks, examine, isWell } from '../../cli/doctor/examine.ts';
import type { AwsInside, Patient } from '../../cli/doctor/finding.ts';
import { reachableAddress } from '../../cli/doctor/patient.ts';
import { redact, reportText, resultText } from '../../cli/doctor/report.ts';
import { checkPages, checkSku } from '../../lambdas/domain/check-pages.ts';
import { environment } from '../../lambdas/environment.ts';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';
import { type Assembly, type LocalStack, startLocalStack } from '../../local/stack.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import { cleanEnvironment, runCli } from './run-cli.ts';

it('has the checks that its help names, in their order', () => {
  expect(checks.map(({ name }) => name)).toEqual(checkNames);
});

describe('the local stack', () => {
  let stack: LocalStack;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'scrap-prices-doctor-'));
    stack = await startLocalStack({ shops: true });
  });
  afterAll(async () => {
    await stack?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const doctor = (...args: string[]) =>
    runCli(['doctor', '--local', stack.webUrl, '--report', join(folder, 'report.md'), ...args], {
      env: cleanEnvironment(folder),
    });

  it('is well, and the report says so without a secret', async () => {
    const { code, stdout } = await doctor();
    expect(stdout).not.toContain('✗');
    expect(stdout).toMatch(
      /✓ Plain HTTP found[\s\S]*✓ The browser found[\s\S]*✓ The metric RequestsCompleted/,
    );
    expect(code).toBe(0);
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toContain('# scrap-prices doctor: local stack');
    expect(report).not.toMatch(/sp_live_/);
    const licenses = await runCli(['license', 'list', '--json', '--local', stack.webUrl], {
      env: cleanEnvironment(folder),
    });
    expect(licenses.stdout).not.toContain('doctor-');
  });
});

/** Resources of a type whose logical id begins so. */
const resourcesOf = ({ template }: Assembly, type: string, id: string) =>
  Object.entries(template.Resources).filter(([name, { Type }]) => Type === type && name.startsWith(id));

const propertiesOf = (assembly: Assembly, type: string, id: string): Record<string, unknown> =>
  resourcesOf(assembly, type, id)[0]![1].Properties!;

const variablesOf = (assembly: Assembly, id: string) =>
  (propertiesOf(assembly, 'AWS::Lambda::Function', id).Environment as { Variables: Record<string, unknown> })
    .Variables;

interface LocalFault {
  plant: (assembly: Assembly) => void;
  checks: string[];
  says: RegExp;
}

// Rights, alarms, quotas and what else only AWS has are planted by `npm run test:deploy`.
describe('the local stack with a fault', () => {
  it.each<[string, LocalFault]>([
    [
      'a throttled function',
      {
        plant: (assembly) => {
          propertiesOf(assembly, 'AWS::Lambda::Function', 'Status').ReservedConcurrentExecutions = 0;
        },
        checks: ['api'],
        says: /✗ a call with a right license key: answered 503; expected 404\.\s+→ .*Lambda throttles it/,
      },
    ],
    [
      'licenses that the API does not find',
      {
        plant: (assembly) => {
          const [[, table]] = resourcesOf(assembly, 'AWS::DynamoDB::Table', 'TablesLicenses') as [
            [string, object],
          ];
          assembly.template.Resources.OtherLicenses = structuredClone(table) as never;
          variablesOf(assembly, 'Status')[environment.licensesTable] = { Ref: 'OtherLicenses' };
        },
        checks: ['api'],
        says: /✗ a call with a right license key: answered 401; expected 404\.\s+→ /,
      },
    ],
    [
      'no Chromium',
      {
        plant: (assembly) => {
          propertiesOf(assembly, 'AWS::Lambda::Function', 'Renderer').Environment = {
            Variables: { [environment.chromePath]: '/nowhere/chrome' },
          };
        },
        checks: ['scrape'],
        says: /✓ Plain HTTP found[\s\S]*✗ The browser found RendererCrashed .*\s+→ The browser does not start/,
      },
    ],
    [
      'a queue that nobody reads',
      {
        plant: (assembly) => {
          for (const [id] of resourcesOf(assembly, 'AWS::Lambda::EventSourceMapping', 'Scraper'))
            delete assembly.template.Resources[id];
        },
        checks: ['scrape', '--within', '1s'],
        says: /✗ Nothing was scraped within 1 s\.\s+→ The message waits in the queue/,
      },
    ],
  ])('is not well, and %s is named', async (_name, { plant, checks: chosen, says }) => {
    const assembly = synthesizeProject({});
    plant(assembly);
    const stack = await startLocalStack({ shops: true, assembly });
    const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-doctor-'));
    try {
      const { code, stdout } = await runCli(
        ['doctor', '--local', stack.webUrl, '--no-report', '--checks', ...chosen],
        { env: cleanEnvironment(folder) },
      );
      expect(stdout).toMatch(says);
      expect(code).toBe(7);
    } finally {
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

const inside = (): AwsInside => ({
  account: { concurrentExecutions: 1_000, unreservedConcurrentExecutions: 1_000, gatewayLogRole: null },
  functions: [
    {
      name: 'Stack-ScraperFunction',
      state: 'Active',
      memoryMb: 3_008,
      timeoutSeconds: 45,
      variables: { DEPLOYMENT: 'prod', SCRAPE_QUEUE_URL: 'https://queue' },
      reservedConcurrency: undefined,
      expected: {
        memoryMb: 3_008,
        timeoutSeconds: 45,
        variables: { DEPLOYMENT: 'prod', SCRAPE_QUEUE_URL: undefined },
        reservedConcurrency: undefined,
      },
    },
  ],
  eventSources: [{ state: 'Enabled', queueArn: 'arn:scrape' }],
  alarms: [{ name: 'Stack-AlarmsOne', state: 'OK' }],
  expectedAlarms: 1,
  alarmsTell: 'arn:topic',
  scrapeQueue: { arn: 'arn:scrape', visibilitySeconds: 50, deadLetterArn: 'arn:dead' },
  deadLetterQueueArn: 'arn:dead',
});

describe('what AWS says from inside', () => {
  const look = async (facts: AwsInside | Error, settings: Record<string, unknown> = {}) => {
    const patient = {
      deployment: unnamedDeployment(settings),
      inside: async () => {
        if (facts instanceof Error) throw facts;
        return facts;
      },
    } as Partial<Patient> as Patient;
    const results = await examine(patient, ['account', 'functions', 'queue', 'alarms'], () => {});
    return { isWell: isWell(results), text: results.map(resultText).join('\n') };
  };

  it('is well when all is as the template says', async () => {
    const { isWell, text } = await look(inside());
    expect(text).not.toContain('✗');
    expect(isWell).toBe(true);
  });

  it.each<[string, (facts: AwsInside) => void, RegExp]>([
    [
      'a throttled function',
      ({ functions: [one] }) => (one!.reservedConcurrency = 0),
      /is throttled: its reserved/,
    ],
    [
      'a function that is not active',
      ({ functions: [one] }) => (one!.state = 'Failed'),
      /is Failed, not Active/,
    ],
    [
      'too little memory',
      ({ functions: [one] }) => (one!.memoryMb = 512),
      /has 512 MB; its template says 3008/,
    ],
    [
      'another timeout',
      ({ functions: [one] }) => (one!.timeoutSeconds = 3),
      /may run for 3 s; its template says 45/,
    ],
    [
      'a missing variable',
      ({ functions: [one] }) => (one!.variables = { DEPLOYMENT: 'prod' }),
      /has no variable SCRAPE_QUEUE_URL/,
    ],
    [
      'another value',
      ({ functions: [one] }) => (one!.variables.DEPLOYMENT = 'dev'),
      /has DEPLOYMENT="dev"; its template says "prod"/,
    ],
    ['no event source', (facts) => (facts.eventSources = []), /No event source leads from the queue/],
    [
      'a disabled one',
      ({ eventSources: [one] }) => (one!.state = 'Disabled'),
      /is Disabled: nothing is scraped/,
    ],
    [
      'no dead letters',
      ({ scrapeQueue }) => (scrapeQueue.deadLetterArn = undefined),
      /dead letters to nobody/,
    ],
    ['a short visibility', ({ scrapeQueue }) => (scrapeQueue.visibilitySeconds = 5), /again after 5 s/],
    ['an alarm', ({ alarms: [one] }) => (one!.state = 'ALARM'), /Stack-AlarmsOne is going off/],
    ['missing alarms', (facts) => (facts.alarms = []), /There are 0 alarms; the template has 1/],
    ['alarms that tell nobody', (facts) => (facts.alarmsTell = 'nobody'), /Nobody is told/],
    [
      'no room in the account',
      ({ account }) => (account.unreservedConcurrentExecutions = 3),
      /can starve the API/,
    ],
  ])('names %s', async (_what, plant, says) => {
    const facts = inside();
    plant(facts);
    const { isWell, text } = await look(facts);
    expect(text).toMatch(says);
    expect(isWell).toBe(false);
  });

  it('names what it may not ask', async () => {
    const refusal = Object.assign(new Error('User is not authorized to perform: lambda:ListFunctions'), {
      name: 'AccessDeniedException',
    });
    const { isWell, text } = await look(refusal);
    expect(text).toMatch(
      /could not be looked at: These AWS credentials may not do this: .*lambda:ListFunctions/,
    );
    expect(isWell).toBe(false);
  });
});

describe('the report', () => {
  it('holds nothing that names its owner or opens anything', () => {
    const key = ['sp', 'live', 'abc_DEF-1'].join('_');
    const text = reportText(
      { version: '1', node: '24', platform: 'linux', title: 'prod', startedAt: 'now' },
      [
        {
          name: 'api',
          title: 'API',
          findings: [
            {
              outcome: 'differs',
              text: `${key} ops@example.com 123456789012 https://abcde12345.execute-api.eu-west-1.amazonaws.com prices.example.com`,
              advice: 'Do it.',
            },
          ],
        },
      ],
    );
    const safe = redact(text, [['prices.example.com', '<domain>']]);
    expect(safe).toContain('✗ <license key> <address> <account> https://<api>.execute-api.eu-west-1');
    expect(safe).not.toMatch(/sp_live|ops@|123456789012|abcde12345|prices\.example/);
    expect(safe).toContain('0 as expected, 1 not, 0 could not be looked at.');
  });
});

describe('the pages of a deployment', () => {
  it('have the price that is expected of them, the one at once and the other only by its script', () => {
    for (const { tier, html, expected } of checkPages) {
      const url = 'https://example.com/check';
      const { Price } = extractOffer(html, {
        url,
        requestedUrl: url,
        httpStatus: 200,
        sku: checkSku,
        site: {},
      });
      expect([tier, Price?.Amount]).toEqual([tier, tier === 'Http' ? expected.amount : undefined]);
    }
  });

  it.each([
    [
      'https://abc.execute-api.eu-west-1.amazonaws.com/prod/',
      undefined,
      'https://abc.execute-api.eu-west-1.amazonaws.com/prod',
    ],
    [
      'https://abc.execute-api.us-east-1.amazonaws.com/prod/',
      'http://127.0.0.1:4566',
      'http://127.0.0.1:4566/restapis/abc/prod/_user_request_',
    ],
  ])('are at %s, with the endpoint %s', (baseUrl, endpoint, address) => {
    expect(reachableAddress(baseUrl, endpoint)).toBe(address);
  });
});
