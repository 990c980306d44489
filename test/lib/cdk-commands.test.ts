// The CDK's own commands in a clone (`npx cdk ...`), on the machine's Node.js.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

const newOutput = (): string => mkdtempSync(join(folder, 'out-'));
const cdk = (variables: Record<string, string>, command: string, output: string, ...args: string[]) =>
  new Promise<{ code: number | string; stdout: string; stderr: string }>((resolve) => {
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
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

it('cdk synth needs no credentials, and cdk ls afterwards leaves nothing that can be deployed', async () => {
  const output = newOutput();
  const { code, stderr } = await cdk(nowhere(), 'synth', output, '--quiet');
  expect(code, stderr).toBe(0);
  expect(JSON.parse(readFileSync(join(output, `${stack}.template.json`), 'utf8')).Resources).toBeDefined();
  expect(stderr).toContain('no AWS credentials');
  expect(stderr).not.toContain('feature flags');

  // The same folder afterwards: nothing in it must be deployable.
  const listed = await cdk(nowhere(), 'ls', output);
  expect([listed.code, listed.stdout.trim()], listed.stderr).toEqual([0, stack]);
  const template = JSON.parse(readFileSync(join(output, `${stack}.template.json`), 'utf8'));
  const functions = Object.values(template.Resources as Record<string, { Type: string; Properties: object }>)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties }) => Properties);
  expect(functions.length).toBeGreaterThan(5);
  const parameter = 'ThisTemplateHasNoCodeRunCdkSynthFirst';
  for (const properties of functions)
    expect(properties).toMatchObject({ Code: { S3Bucket: { Ref: parameter }, S3Key: { Ref: parameter } } });
  expect(template.Parameters[parameter]).toEqual({ Type: 'String' });
  const assets = JSON.parse(readFileSync(join(output, `${stack}.assets.json`), 'utf8'));
  const sources = Object.values(assets.files as Record<string, { source: { path: string } }>);
  expect(sources.map(({ source }) => source.path)).toEqual([`${stack}.template.json`]);
});

it('cdk deploy refuses to take over another deployment’s stack', async () => {
  const { code, stderr } = await cdk(signedIn(), 'deploy', newOutput(), '--require-approval', 'never');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/deployment "other"[\s\S]*-c drop=owner/)]);
  expect(actions).toContain('GetTemplate');
  expect(actions.filter((action) => /^(Create|Update|Execute|Delete|DescribeStacks)/.test(action))).toEqual(
    [],
  );
});
