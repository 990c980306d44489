// The doctor: on the local stack as it is and broken, and on what AWS may say of a deployment from inside.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarmStateFindings } from '../../cli/doctor/alarm-checks.ts';
import {
  accountFindings,
  functionFindings,
  type QueueFacts,
  queueFindings,
} from '../../cli/doctor/aws-checks.ts';
import { measureClockSkew } from '../../cli/doctor/context.ts';
import { examine, isWell, redact, reportText, resultText } from '../../cli/doctor/examine.ts';
import { type Context, type Finding, problem } from '../../cli/doctor/finding.ts';
import type { DeployedFunction } from '../../cli/operations/stack-parts.ts';
import { environment } from '../../lambdas/environment.ts';
import { unnamedDeployment } from '../../lib/deployments.ts';
import { type Assembly, type LocalStack, startLocalStack } from '../../local/stack.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import { cleanEnvironment, runCli } from './run-cli.ts';

describe('the local stack', () => {
  let stack: LocalStack;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'scrap-prices-doctor-'));
    stack = await startLocalStack({ shops: true, settings: { watches: true } });
  });
  afterAll(async () => {
    await stack?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const doctor = (...args: string[]) =>
    runCli(['doctor', '--local', stack.webUrl, '--report', join(folder, 'report.md'), ...args], {
      env: cleanEnvironment(folder, stack.cliEnv),
    });

  it('passes, and the report contains no secrets', async () => {
    const { code, stdout } = await doctor();
    expect(stdout).not.toContain('✗');
    expect(stdout).toMatch(
      /✓ Plain HTTP found[\s\S]*✓ The browser found[\s\S]*✓ A watch and its schedule were created[\s\S]*✓ The metric RequestsCompleted/,
    );
    expect(code).toBe(0);
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toContain('# scrap-prices doctor: local stack');
    expect(report).not.toMatch(/sp_live_/);
    const licenses = await runCli(['license', 'list', '--json', '--local', stack.webUrl], {
      env: cleanEnvironment(folder, stack.cliEnv),
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
  settings?: object;
  plant: (assembly: Assembly) => void;
  checks: string[];
  says: RegExp;
}

// Rights, alarms, quotas and what else only AWS has are planted by test/deploy/doctor.test.ts.
describe('the local stack with a fault', () => {
  it.each<[string, LocalFault]>([
    [
      'a throttled function',
      {
        plant: (assembly) => {
          propertiesOf(assembly, 'AWS::Lambda::Function', 'Status').ReservedConcurrentExecutions = 0;
        },
        checks: ['api'],
        says: /✗ a call with a valid license key: answered 503; expected 404\.\s+→ .*throttled/,
      },
    ],
    [
      'no Chromium, and a group of schedules that is missing',
      {
        settings: { watches: true },
        plant: (assembly) => {
          propertiesOf(assembly, 'AWS::Lambda::Function', 'Renderer').Environment = {
            Variables: { [environment.chromePath]: '/nowhere/chrome' },
          };
          variablesOf(assembly, 'WatchesWatchesFunction')[environment.scheduleGroup] =
            'arn:aws:iam::000000000000:role/gone';
        },
        checks: ['scrape', 'watches'],
        says: /✓ Plain HTTP found[\s\S]*✗ The browser found RendererCrashed .*\s+→ The browser does not start[\s\S]*✗ A watch was stored, but its schedule could not be created: got status 50\d; expected 201\./,
      },
    ],
    [
      'a queue without a consumer, and a table of watches that is missing',
      {
        settings: { watches: true },
        plant: (assembly) => {
          for (const [id] of resourcesOf(assembly, 'AWS::Lambda::EventSourceMapping', 'Scraper'))
            delete assembly.template.Resources[id];
          variablesOf(assembly, 'WatchesWatchesFunction')[environment.watchesTable] = 'no-such-table';
        },
        checks: ['scrape', 'watches', '--within', '1s'],
        says: /✗ Nothing was scraped within 1 s\.\s+→ The message is among 1 waiting in the queue[\s\S]*✗ A license’s watches cannot be read: got status 50\d; expected 200\.\s+→ The watches table/,
      },
    ],
  ])('fails and reports %s', async (_name, { settings = {}, plant, checks: chosen, says }) => {
    const assembly = synthesizeProject({ ...settings });
    plant(assembly);
    const stack = await startLocalStack({ shops: true, assembly });
    const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-doctor-'));
    try {
      const { code, stdout } = await runCli(
        ['doctor', '--local', stack.webUrl, '--no-report', '--checks', ...chosen],
        { env: cleanEnvironment(folder, stack.cliEnv) },
      );
      expect(stdout).toMatch(says);
      expect(code).toBe(7);
    } finally {
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

const deployedFunction = (): DeployedFunction => ({
  name: 'Stack-ScraperFunction',
  state: 'Active',
  actual: {
    ...{ MemorySize: 3_008, Timeout: 45 },
    Environment: { Variables: { DEPLOYMENT: 'prod', SCRAPE_QUEUE_URL: 'https://queue' } },
  },
  expected: {
    ...{ MemorySize: 3_008, Timeout: 45 },
    Environment: { Variables: { DEPLOYMENT: 'prod', SCRAPE_QUEUE_URL: { Ref: 'Queue' } } },
  },
  changedAtMs: Date.parse('2026-11-22T10:01:00Z'),
  deployedAtMs: Date.parse('2026-11-22T10:00:30Z'),
});
const queueFacts = (): QueueFacts => ({
  ...{ deadLetters: 0, deadLetterArn: 'arn:dead', expectedDeadLetterArn: 'arn:dead' },
  ...{ visibilitySeconds: 50, scraperSeconds: 45, eventSource: 'Enabled' },
});
const accountFacts = () => ({
  ...{ concurrentExecutions: 1_000, unreservedConcurrentExecutions: 1_000, gatewayLogRole: null },
});
const inStack = (changes: Partial<DeployedFunction>, status = 'UPDATE_COMPLETE') =>
  functionFindings(status, [{ ...deployedFunction(), ...changes }], { SCRAPE_QUEUE_URL: 'https://queue' });
const inQueue = (changes: Partial<QueueFacts>) => queueFindings({ ...queueFacts(), ...changes });
const inAccount = (changes: object) =>
  accountFindings({ ...accountFacts(), ...changes }, unnamedDeployment({}));
const alarms = (state: string) => [{ name: 'Stack-AlarmsOne', state, actions: ['arn:topic'] }];

describe('the checks inside AWS', () => {
  it('pass if everything matches the template', () => {
    const findings = [...inStack({}), ...inQueue({}), ...inAccount({})];
    findings.push(...alarmStateFindings(alarms('OK'), 1, 'arn:topic'));
    expect(findings.map(({ outcome }) => outcome)).not.toContain('problem');
    expect(findings.length).toBeGreaterThan(3);
  });

  const { actual } = deployedFunction();
  it.each<[string, Finding[], RegExp]>([
    [
      'a throttled function',
      inStack({ actual: { ...actual, ReservedConcurrentExecutions: 0 } }),
      /is throttled: its reserved/,
    ],
    ['a function that is not active', inStack({ state: 'Failed' }), /is Failed, not Active/],
    [
      'a missing variable',
      inStack({ actual: { ...actual, Environment: { Variables: { DEPLOYMENT: 'prod' } } } }),
      /has no variable SCRAPE_QUEUE_URL/,
    ],
    [
      'a wrong resource',
      inStack({
        actual: { ...actual, Environment: { Variables: { DEPLOYMENT: 'prod', SCRAPE_QUEUE_URL: 'x' } } },
      }),
      /has SCRAPE_QUEUE_URL="x"; its template says "https:\/\/queue"/,
    ],
    ['no event source', inQueue({ eventSource: undefined }), /has no event source for the queue/],
    ['a disabled one', inQueue({ eventSource: 'Disabled' }), /is Disabled: nothing is scraped/],
    ['dead letters', inQueue({ deadLetters: 12 }), /dead-letter queue holds 12 messages[\s\S]*dlq list/],
    [
      'a function on other code',
      inStack({ changedAtMs: Date.parse('2026-11-22T12:00:00Z') }),
      /was changed at 2026-11-22T12:00:00\.000Z, after its deployment .*other code[\s\S]*CloudTrail/,
    ],
    [
      'a deployment that stopped half-way',
      inStack({}, 'UPDATE_ROLLBACK_FAILED'),
      /its functions have mixed versions[\s\S]*continue-update-rollback/,
    ],
    ['an alarm', alarmStateFindings(alarms('ALARM'), 1, 'arn:topic'), /Stack-AlarmsOne is active/],
    ['no room in the account', inAccount({ unreservedConcurrentExecutions: 3 }), /can starve the API/],
  ])('report %s', (_what, findings, says) => {
    expect(resultText({ title: '', findings })).toMatch(says);
    expect(isWell([{ title: '', findings }])).toBe(false);
  });
});

/** Calls the doctor's checks of the API on whatever answers there. */
describe('an unexpected response', () => {
  const problem = (status: number, instance: string, detail = 'd'): [number, string, string] => [
    status,
    'application/problem+json',
    JSON.stringify({ type: 'about:blank', title: 't', status, detail, instance }),
  ];
  const html = '<!doctype html><title>Sign in</title>';

  const lookAt = async (
    answer: (path: string, response: ServerResponse) => void,
    members: Partial<Context> = {},
    secure?: { key: string; cert: string },
  ) => {
    const listener: RequestListener = (request, response) => {
      request.resume();
      answer(request.url ?? '', response);
    };
    const server = secure ? createSecureServer(secure, listener) : createServer(listener);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const apiUrl = `${secure ? 'https' : 'http'}://127.0.0.1:${port}/prod`;
    const context = {
      license: { uid: 'u', licenseKey: 'k' },
      clockSkewMs: await measureClockSkew(apiUrl),
      service: { apiUrl },
      ...members,
    } as unknown as Context;
    try {
      const results = await examine(context, ['api'], () => {});
      return { isWell: isWell(results), text: results.map(resultText).join('\n') };
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };
  const always =
    ([status, type, body]: [number, string, string], headers: Record<string, string> = {}) =>
    (_path: string, response: ServerResponse): void => {
      response.writeHead(status, { 'Content-Type': type, 'X-Request-Id': 'call-1', ...headers }).end(body);
    };

  it.each<[string, [number, string, string], RegExp]>([
    [
      'a page with 200',
      [200, 'text/html', html],
      /answered 200 \(text\/html, not a response of the service\); expected 401\.\s+→ The response did not come from the API.*proxy or login page/,
    ],
    ['a redirection', [302, 'text/html', ''], /answered 302 .*\s+→ The response did not come from the API/],
    [
      'a failing function',
      problem(500, '/prod/x'),
      /answered 500; .*\s+→ The function failed[\s\S]*tail --level ERROR/,
    ],
    [
      'a function that hangs',
      problem(503, 'urn:uuid:1', 'The service did not answer in time.'),
      /→ The function did not respond within/,
    ],
  ])('is classified: %s', async (_what, answer, says) => {
    const { isWell, text } = await lookAt(always(answer));
    expect(text).toMatch(says);
    expect(isWell).toBe(false);
  });
});

describe('the report', () => {
  it('contains no identities and no secrets', () => {
    const key = ['sp', 'live', 'abc_DEF-1'].join('_');
    const finding = `${key} ops@example.com 123456789012 https://abcde12345.execute-api.eu-west-1.amazonaws.com prices.example.com`;
    const results = [{ title: 'API', findings: [problem(finding, 'Do it.')] }];
    const identity = {
      deployment: unnamedDeployment({
        domainName: 'prices.example.com',
        certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/x',
      }),
      license: { uid: 'doctor-1', licenseKey: 'own-key' },
    };
    const safe = redact(reportText('prod', 'now', results), identity);
    expect(safe).toContain('✗ <license key> <address> <account> https://<api>.execute-api.eu-west-1');
    expect(safe).not.toMatch(/sp_live|ops@|123456789012|abcde12345|prices\.example/);
    expect(safe).toContain('0 as expected, 1 not, 0 could not be checked.');
  });
});
