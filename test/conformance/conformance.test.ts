import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group } from '../../scripts/conformance/check.ts';
import { createDeployment, type Deployment } from '../../scripts/conformance/deployment.ts';
import { groups } from '../../scripts/conformance/groups/groups.ts';
import { type LocalDeployment, startLocalDeployment } from '../../scripts/conformance/local-deployment.ts';
import { nameOf, runGroup } from '../../scripts/conformance/run.ts';

const groupOf = (name: string): Group => {
  const group = groups.find((candidate) => candidate.name === name);
  if (group === undefined) throw new Error(`No group is called "${name}".`);
  return group;
};

/** The share that `npm test` runs; `npm run conformance` runs all. */
const share = [
  'CONTRACT.md, Requests: types of members',
  'SPEC.md, Endpoints: required members',
  'CONTRACT.md, Requests: case of members',
  'CONTRACT.md, Requests: enumerations',
  'CONTRACT.md, Requests: number of sites',
  'CONTRACT.md, Requests: size of the body',
  'CONTRACT.md, Requests: bodies that are no JSON',
  'CONTRACT.md, Errors: problems',
  'CONTRACT.md, Errors: unknown routes',
];

describe('the service on this machine', () => {
  let local: LocalDeployment;
  let deployment: Deployment;
  beforeAll(async () => {
    local = await startLocalDeployment({ kind: 'usual' });
    deployment = createDeployment(local);
  });
  afterAll(() => local?.close());

  it.each(share)('conforms to %s', async (name) => {
    const reports = await runGroup(groupOf(name), deployment);
    const wrong = reports.filter(({ outcome }) => outcome !== 'passed');
    expect(wrong.map(({ check, expected, actual }) => ({ check: nameOf(check), expected, actual }))).toEqual(
      [],
    );
  });
});

/** A service that gives one answer to everything. */
const startMonotone = async (status: number, type: string, body: string) => {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(status, { 'Content-Type': type }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const license = { uid: 'a', licenseKey: 'b' };
  const deployment = createDeployment({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod`,
    license,
    other: license,
    expired: license,
    disabled: license,
    limited: license,
    processingWindowMs: 300_000,
    retentionMs: 300_000,
    closedTarget: '127.0.0.1:1',
    shops: { url: () => '', origin: '', target: '', visits: [], close: async () => {} },
  });
  return { deployment, close: () => server.close() };
};
const problem = (status: number): string =>
  JSON.stringify({ type: 'about:blank', title: 'x', status, detail: 'x', instance: '/' });

describe('the checks', () => {
  it('each cite a page, a section and words', () => {
    const checks = groups.flatMap((group) => group.checks);
    expect(checks.filter(({ cites }) => cites.section === '' || cites.words === '')).toEqual([]);
  });

  it('have names of their own', () => {
    const names = groups.flatMap((group) => group.checks.map((check) => `${group.name}: ${nameOf(check)}`));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('can each fail: none passes at every service that always answers alike', async () => {
    const services = await Promise.all([
      startMonotone(202, 'application/json', '{"RequestId":"x","RequestStatus":0}'),
      startMonotone(400, 'application/problem+json', problem(400)),
      startMonotone(401, 'application/problem+json', problem(401)),
      startMonotone(404, 'application/problem+json', problem(404)),
      startMonotone(503, 'text/html', '<h1>Service unavailable</h1>'),
    ]);
    const judged = groups.filter(({ phase }) => phase !== 'times');
    const passes = new Map<string, number>();
    for (const { deployment, close } of services) {
      for (const group of judged) {
        for (const { check, outcome } of await runGroup(group, deployment)) {
          const name = `${group.name}: ${nameOf(check)}`;
          passes.set(name, (passes.get(name) ?? 0) + (outcome === 'passed' ? 1 : 0));
        }
      }
      close();
    }
    expect(passes.size).toBeGreaterThan(500);
    expect([...passes].filter(([, count]) => count === services.length).map(([name]) => name)).toEqual([]);
  }, 120_000);
});
