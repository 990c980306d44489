import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readDeployed } from '../../scripts/deploy/read-deployed.ts';

const target = { stackName: 'S', account: '123456789012', region: 'eu-central-1', qualifier: 'hnb659fds' };
const lookupArn = 'arn:aws:iam::123456789012:role/cdk-hnb659fds-lookup-role-123456789012-eu-central-1';

interface Account {
  /** Account of the operator's credentials. */
  id: string;
  /** Who may read the template: `own` or `role`. */
  mayRead: readonly string[];
  assumable: boolean;
  template?: string;
}
let aws: Account;

const answerOf = (form: URLSearchParams, caller: string): [status: number, xml: string] => {
  const denied: [number, string] = [403, '<Error><Code>AccessDenied</Code><Message>No</Message></Error>'];
  const missing: [number, string] = [
    400,
    '<Error><Code>ValidationError</Code><Message>Stack with id S does not exist</Message></Error>',
  ];
  switch (form.get('Action')) {
    case 'GetCallerIdentity': {
      const id = caller === 'role' ? target.account : aws.id;
      return [200, `<Account>${id}</Account><Arn>arn:aws:iam::${id}:user/x</Arn>`];
    }
    case 'AssumeRole':
      return aws.assumable && form.get('RoleArn') === lookupArn
        ? [
            200,
            '<Credentials><AccessKeyId>role</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken></Credentials>',
          ]
        : denied;
    case 'GetTemplate':
      if (!aws.mayRead.includes(caller)) return denied;
      return aws.template === undefined
        ? missing
        : [200, `<TemplateBody>${aws.template.replaceAll('"', '&quot;')}</TemplateBody>`];
    default:
      return denied;
  }
};

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const form = new URLSearchParams(body);
    const caller = /Credential=(\w+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const [status, xml] = answerOf(form, caller);
    const action = form.get('Action');
    const whole =
      status === 200
        ? `<${action}Response><${action}Result>${xml}</${action}Result></${action}Response>`
        : `<ErrorResponse>${xml}</ErrorResponse>`;
    response.writeHead(status, { 'Content-Type': 'text/xml' }).end(whole);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'own');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 's');
  vi.stubEnv('AWS_PROFILE', undefined);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  aws = { id: target.account, mayRead: ['own'], assumable: false, template: '{"Resources":{}}' };
});

it("the deployed stack is read with the operator's own permissions", async () => {
  expect(await readDeployed(target)).toMatchObject({
    template: { Resources: {} },
    facts: { account: target.account, concurrentExecutions: undefined },
  });
});

it('a missing stack has no template, and one in review an empty one', async () => {
  aws = { ...aws, template: '' };
  expect((await readDeployed(target)).template).toEqual({});
  delete aws.template;
  expect((await readDeployed(target)).template).toBeUndefined();
});

it.each<[string, Partial<Account>]>([
  ['an identity without read permission', { mayRead: ['role'], assumable: true }],
  ['an operator of another account', { id: '999999999999', mayRead: ['own', 'role'], assumable: true }],
])('%s reads it with the lookup role of the CDK', async (_who, change) => {
  aws = { ...aws, ...change };
  expect(await readDeployed(target)).toMatchObject({
    template: { Resources: {} },
    facts: { account: target.account },
  });
});

it('a failed read does not count as a missing stack', async () => {
  aws = { ...aws, mayRead: [], assumable: true };
  await expect(readDeployed(target)).rejects.toMatchObject({ name: 'AccessDenied' });
  // Its stack of the same name is a different one.
  aws = { ...aws, id: '999999999999', mayRead: ['own'], assumable: false };
  await expect(readDeployed(target)).rejects.toThrow(/account 123456789012.*999999999999.*AWS_PROFILE/);
});
