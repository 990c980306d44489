// The CDK's own commands in a clone (`npx cdk ...`), on the machine's Node.js.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDeployments } from '../../lib/deployments.ts';

const root = join(import.meta.dirname, '../..');
const stack = 'ScrapPrices-prod';
/** No name with a single deployment; a developer may have more. */
const named = listDeployments().length === 1 ? [] : ['-c', 'deployment=prod'];

let folder: string;
const actions: string[] = [];
/** AWS, with a stack of another deployment. */
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const action = new URLSearchParams(body).get('Action') ?? request.url ?? '';
    actions.push(action);
    const template = JSON.stringify({ Outputs: { Deployment: { Value: 'other' } } });
    const answers: Record<string, string> = {
      GetCallerIdentity: '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/x</Arn>',
      GetTemplate: `<TemplateBody>${template.replaceAll('"', '&quot;')}</TemplateBody>`,
    };
    const answer = answers[action];
    response
      .writeHead(answer === undefined ? 403 : 200, { 'Content-Type': 'text/xml' })
      .end(`<${action}Response><${action}Result>${answer ?? ''}</${action}Result></${action}Response>`);
  });
});
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-cdk-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => server.close(resolve));
});

const nowhere = () => ({
  AWS_CONFIG_FILE: join(folder, 'none'),
  AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_REGION: 'eu-central-1',
});
const signedIn = () => ({
  ...nowhere(),
  AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
});

const cdk = (variables: Record<string, string>, command: string, ...args: string[]) =>
  new Promise<{ code: number | string; stdout: string; stderr: string; output: string }>((resolve) => {
    const output = mkdtempSync(join(folder, 'out-'));
    const given = ['cdk', command, ...named, '--output', output, ...args];
    const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(root));
    // The CDK caches the account of a key in its home folder.
    const env = {
      HOME: folder,
      CDK_HOME: folder,
      PATH: path.join(delimiter),
      CDK_DISABLE_CLI_TELEMETRY: '1',
      ...variables,
    };
    execFile('npx', given, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr, output }),
    );
  });

it('cdk ls names the stack without bundling', async () => {
  const { code, stdout, stderr, output } = await cdk(nowhere(), 'ls');
  expect([code, stdout.trim()], stderr).toEqual([0, stack]);
  const assets = readdirSync(output).filter((name) => name.startsWith('asset.'));
  expect(assets.length).toBeGreaterThan(0);
  expect(assets.filter((name) => existsSync(join(output, name, 'index.mjs')))).toEqual([]);
});

it('cdk synth needs no credentials, lists unchecked rules, and sets all feature flags', async () => {
  const { code, stderr, output } = await cdk(nowhere(), 'synth', '--quiet');
  expect(code, stderr).toBe(0);
  expect(JSON.parse(readFileSync(join(output, `${stack}.template.json`), 'utf8')).Resources).toBeDefined();
  expect(stderr).toContain('no AWS credentials');
  expect(stderr).not.toContain('feature flags');
});

it('cdk deploy refuses to take over another deployment’s stack', async () => {
  const { code, stderr } = await cdk(signedIn(), 'deploy', '--require-approval', 'never');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/deployment "other"[\s\S]*-c drop=owner/)]);
  expect(actions).toContain('GetTemplate');
  expect(actions.filter((action) => /^(Create|Update|Execute|Delete|DescribeStacks)/.test(action))).toEqual(
    [],
  );
});
