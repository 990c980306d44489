// Who may call: the order of checks, the ways of credentials, and answers that tell nothing.
import { randomUUID } from 'node:crypto';
import { type Check, contract, expectEqual, expectThat, type Group, spec, table } from '../check.ts';
import {
  authorizationOf,
  basicHeader,
  bodyOf,
  type Credentials,
  credentialHeaders,
  type Deployment,
  idOf,
  need,
  nobody,
  plainData,
  queuePath,
  statusPath,
} from '../deployment.ts';
import { type Answer, type Header, headerOf, jsonOf } from '../http-client.ts';
import { expectJson, expectProblem, expectViolation } from '../validators.ts';

const order = contract('Requests', 'else 400 with every violation at once; then credentials, else 401.');
const silent = contract(
  'Requests',
  'An unknown UID, a wrong key, a disabled and an expired license are one indistinguishable 401.',
);
const ways = contract(
  'Requests',
  'either the two headers `LicenseKey` and `UID`, or HTTP Basic with the UID as user',
);
const notInUrl = contract('Requests', 'Never in the URL.');
const challenge = contract(
  'Errors',
  "A 401 carries `WWW-Authenticate`; behind AWS's REST API it arrives as `x-amzn-Remapped-WWW-Authenticate`",
);
const fails = spec(
  'Authentication',
  'When authentication fails, the service answers with HTTP 401 Unauthorized.',
);
const everyRequest = spec('Authentication', 'Every request requires a license key and a UID.');
const inBody = spec(
  'Authentication',
  'they are sent in the request body, in the `Authorization` object, as fields `LicenseKey` and `UID`.',
);
const foreign = contract(
  'Requests',
  'A request of another UID is the same 404 as an unknown one, and so is an identifier of any other form.',
);

/** A pending or completed request of the first license, one for all. */
const live = (deployment: Deployment): Promise<string> =>
  deployment.once('live', async () => idOf(await deployment.queue(bodyOf(deployment.license, plainData()))));

const flawed = (pick: (deployment: Deployment) => Credentials) => pick;
const kinds: readonly [name: string, pick: (deployment: Deployment) => Credentials][] = [
  ['an unknown UID', flawed(() => nobody)],
  ['an unknown UID with a valid key', flawed(({ license }) => ({ ...license, uid: 'conformance-nobody' }))],
  ['a wrong key', flawed(({ license }) => ({ ...license, licenseKey: nobody.licenseKey }))],
  ['a key of another length', flawed(({ license }) => ({ ...license, licenseKey: 'x' }))],
  [
    'a key with one character more',
    flawed(({ license }) => ({ ...license, licenseKey: `${license.licenseKey}A` })),
  ],
  [
    'a key with one character less',
    flawed(({ license }) => ({ ...license, licenseKey: license.licenseKey.slice(0, -1) })),
  ],
  [
    'a key in upper case',
    flawed(({ license }) => ({ ...license, licenseKey: license.licenseKey.toUpperCase() })),
  ],
  ['a UID in another case', flawed(({ license }) => ({ ...license, uid: license.uid.toUpperCase() }))],
  [
    'the key of another license',
    flawed(({ license, other }) => ({
      uid: license.uid,
      licenseKey: need(other, 'a second license (--other)').licenseKey,
    })),
  ],
  ['an expired license', flawed(({ expired }) => need(expired, 'an expired license (--expired)'))],
  ['a disabled license', flawed(({ disabled }) => need(disabled, 'a disabled license (--disabled)'))],
];

/** What differs from answer to answer by its nature is taken out. */
const comparable = (answer: Answer): unknown => {
  const id = headerOf(answer, 'X-Request-Id') ?? '';
  const varying = /^(date|x-request-id|x-amzn-requestid|x-amz-apigw-id|x-amzn-trace-id|x-amz-cf-id|via)$/i;
  return {
    status: answer.status,
    body: id === '' ? answer.text : answer.text.replaceAll(id, 'ID'),
    headers: answer.headers.map(([name, value]) => [name, varying.test(name) ? '' : value]),
  };
};

const sendAs = (
  deployment: Deployment,
  operation: 'queue' | 'status',
  credentials: Credentials,
  id: string,
): Promise<Answer> =>
  operation === 'queue'
    ? deployment.queue(bodyOf(credentials, plainData()))
    : deployment.status(id, credentials);

const refusedAlike = (['queue', 'status'] as const).flatMap((operation) =>
  kinds.flatMap(([name, pick]): Check[] => [
    {
      name: `${operation} with ${name}: 401`,
      cites: fails,
      run: async (deployment) => {
        const credentials = pick(deployment);
        expectProblem(await sendAs(deployment, operation, credentials, await live(deployment)), 401);
      },
    },
    {
      name: `${operation} with ${name}: not to be told from an unknown UID, byte for byte`,
      cites: silent,
      run: async (deployment) => {
        const credentials = pick(deployment);
        const id = await live(deployment);
        const unknown = await sendAs(deployment, operation, nobody, id);
        const answer = await sendAs(deployment, operation, credentials, id);
        expectEqual('the same answer', comparable(answer), comparable(unknown));
      },
    },
  ]),
);

const statusWith = (
  name: string,
  cites: Check['cites'],
  headers: (deployment: Deployment) => readonly Header[],
  status: number,
  query?: (deployment: Deployment) => string,
): Check => ({
  name: `status with ${name}: ${status}`,
  cites,
  run: async (deployment) => {
    const path = `${statusPath(await live(deployment))}${query?.(deployment) ?? ''}`;
    const answer = await deployment.send({ path, headers: headers(deployment) });
    if (status === 200) expectJson(answer, 200);
    else expectProblem(answer, status);
  },
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const basic = (token: string): Header => ['Authorization', `Basic ${token}`];
const inQuery = ({ license }: Deployment): string =>
  `?LicenseKey=${encodeURIComponent(license.licenseKey)}&UID=${encodeURIComponent(license.uid)}`;

const carried = [
  statusWith('the two headers', ways, ({ license }) => credentialHeaders(license), 200),
  statusWith(
    'the two headers in lower case',
    ways,
    ({ license }) => credentialHeaders(license).map(([name, value]) => [name.toLowerCase(), value] as const),
    200,
  ),
  statusWith(
    'the two headers in upper case',
    ways,
    ({ license }) => credentialHeaders(license).map(([name, value]) => [name.toUpperCase(), value] as const),
    200,
  ),
  statusWith('HTTP Basic', ways, ({ license }) => [basicHeader(license)], 200),
  statusWith(
    'HTTP Basic, its scheme in lower case',
    ways,
    ({ license }) => [['Authorization', basicHeader(license)[1].replace('Basic', 'basic')]],
    200,
  ),
  statusWith(
    'HTTP Basic, its scheme in upper case',
    ways,
    ({ license }) => [['Authorization', basicHeader(license)[1].replace('Basic', 'BASIC')]],
    200,
  ),
  statusWith(
    'both ways at once, alike',
    ways,
    ({ license }) => [...credentialHeaders(license), basicHeader(license)],
    200,
  ),
  statusWith('no credentials', everyRequest, () => [], 401),
  statusWith('LicenseKey alone', everyRequest, ({ license }) => [['LicenseKey', license.licenseKey]], 401),
  statusWith('UID alone', everyRequest, ({ license }) => [['UID', license.uid]], 401),
  statusWith(
    'an empty UID',
    everyRequest,
    ({ license }) => [
      ['LicenseKey', license.licenseKey],
      ['UID', ''],
    ],
    401,
  ),
  statusWith(
    'an empty LicenseKey',
    everyRequest,
    ({ license }) => [
      ['LicenseKey', ''],
      ['UID', license.uid],
    ],
    401,
  ),
  statusWith(
    'the two headers exchanged',
    fails,
    ({ license }) => [
      ['LicenseKey', license.uid],
      ['UID', license.licenseKey],
    ],
    401,
  ),
  statusWith(
    'UID of 4,000 characters',
    fails,
    () => [
      ['LicenseKey', 'x'],
      ['UID', 'u'.repeat(4_000)],
    ],
    401,
  ),
  statusWith(
    'UID in bytes above ASCII',
    fails,
    ({ license }) => [
      ['LicenseKey', license.licenseKey],
      ['UID', 'ü'],
    ],
    401,
  ),
  statusWith(
    'both ways at once, the headers wrong',
    ways,
    ({ license }) => [...credentialHeaders(nobody), basicHeader(license)],
    401,
  ),
  statusWith(
    'both ways at once, Basic wrong',
    ways,
    ({ license }) => [...credentialHeaders(license), basicHeader(nobody)],
    401,
  ),
  statusWith('"Basic" and nothing', ways, () => [['Authorization', 'Basic']], 401),
  statusWith('Basic that is no base64', ways, () => [basic('!!!')], 401),
  statusWith('Basic without a colon', ways, ({ license }) => [basic(base64(license.uid))], 401),
  statusWith(
    'Basic with an empty user',
    ways,
    ({ license }) => [basic(base64(`:${license.licenseKey}`))],
    401,
  ),
  statusWith('Basic with an empty password', ways, ({ license }) => [basic(base64(`${license.uid}:`))], 401),
  statusWith(
    'Basic in clear text',
    ways,
    ({ license }) => [basic(`${license.uid}:${license.licenseKey}`)],
    401,
  ),
  statusWith(
    'Basic with user and password exchanged',
    ways,
    ({ license }) => [basic(base64(`${license.licenseKey}:${license.uid}`))],
    401,
  ),
  statusWith(
    'Basic with a colon too many',
    ways,
    ({ license }) => [basic(base64(`${license.uid}::${license.licenseKey}`))],
    401,
  ),
  statusWith(
    'Basic with NUL at the end',
    ways,
    ({ license }) => [basic(base64(`${license.uid}:${license.licenseKey}\0`))],
    401,
  ),
  statusWith(
    'another scheme',
    ways,
    ({ license }) => [['Authorization', `Bearer ${license.licenseKey}`]],
    401,
  ),
  statusWith('Digest', ways, ({ license }) => [['Authorization', `Digest username="${license.uid}"`]], 401),
  statusWith('credentials in the query', notInUrl, () => [], 401, inQuery),
  statusWith(
    'the key in the query and UID as header',
    notInUrl,
    ({ license }) => [['UID', license.uid]],
    401,
    inQuery,
  ),
  statusWith(
    'LicenseKey as a cookie',
    ways,
    ({ license }) => [['Cookie', `LicenseKey=${license.licenseKey}; UID=${license.uid}`]],
    401,
  ),
];

const queueWith = (
  name: string,
  cites: Check['cites'],
  send: (deployment: Deployment) => Promise<Answer>,
  judge: (answer: Answer) => void,
): Check => ({
  name: `queue with ${name}`,
  cites,
  run: async (deployment) => judge(await send(deployment)),
});
const unauthorized = (answer: Answer): void => {
  expectProblem(answer, 401);
};
const noAuthorization = { Data: plainData() };

const orders: Check[] = [
  queueWith(
    'a wrong payload and wrong credentials: 400',
    order,
    (d) => d.queue(bodyOf(nobody, { Sku: '' })),
    (a) => expectViolation(a, '/Data/Sku'),
  ),
  queueWith(
    'a wrong payload and an expired license: 400',
    order,
    (d) => d.queue(bodyOf(need(d.expired, 'an expired license (--expired)'), { Sku: '' })),
    (a) => expectViolation(a, '/Data/Sku'),
  ),
  queueWith(
    'a wrong payload and valid credentials: 400',
    order,
    (d) => d.queue(bodyOf(d.license, { Sku: '' })),
    (a) => expectViolation(a, '/Data/Sku'),
  ),
  queueWith(
    'no JSON and nothing else: 400',
    order,
    (d) => d.queue('{'),
    (a) => void expectProblem(a, 400),
  ),
  queueWith(
    'a payload that fits and wrong credentials: 401',
    order,
    (d) => d.queue(bodyOf(nobody, plainData())),
    unauthorized,
  ),
  queueWith(
    'credentials in headers instead of the body: 400',
    inBody,
    (d) => d.queue(noAuthorization, credentialHeaders(d.license)),
    (a) => void expectProblem(a, 400),
  ),
  queueWith(
    'Basic instead of the body: 400',
    inBody,
    (d) => d.queue(noAuthorization, [basicHeader(d.license)]),
    (a) => void expectProblem(a, 400),
  ),
  queueWith(
    'wrong credentials in the body and valid ones in headers: 401',
    inBody,
    (d) => d.queue(bodyOf(nobody, plainData()), credentialHeaders(d.license)),
    unauthorized,
  ),
  queueWith(
    'wrong credentials in the body and valid ones as Basic: 401',
    inBody,
    (d) => d.queue(bodyOf(nobody, plainData()), [basicHeader(d.license)]),
    unauthorized,
  ),
  queueWith(
    'credentials in the query alone: 400',
    notInUrl,
    (d) =>
      d.send({
        method: 'POST',
        path: `${queuePath}${inQuery(d)}`,
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(noAuthorization),
      }),
    (a) => void expectProblem(a, 400),
  ),
  queueWith(
    'valid credentials in the body and wrong ones in headers: 202',
    inBody,
    (d) => d.queue(bodyOf(d.license, plainData()), credentialHeaders(nobody)),
    (a) => void idOf(a),
  ),
  ...table(
    ['queue', 'status'] as const,
    (operation): Check => ({
      name: `${operation}: 401 carries a challenge that RFC 9110 allows, under the name that AWS gives it`,
      cites: challenge,
      run: async (deployment) => {
        const answer = await sendAs(deployment, operation, nobody, randomUUID());
        const value = headerOf(answer, 'x-amzn-Remapped-WWW-Authenticate');
        expectThat(
          /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+( +[^\s=,]+=("[^"]*"|[^\s",]+)( *, *[^\s=,]+=("[^"]*"|[^\s",]+))*)?/.test(
            value ?? '',
          ),
          'x-amzn-Remapped-WWW-Authenticate with a challenge',
          value,
        );
      },
    }),
  ),
  {
    name: 'status: the challenge offers Basic',
    cites: challenge,
    run: async (deployment) => {
      const answer = await deployment.status(randomUUID(), nobody);
      const value =
        headerOf(answer, 'x-amzn-Remapped-WWW-Authenticate') ?? headerOf(answer, 'WWW-Authenticate');
      expectThat(/(^|, *)Basic( |$)/i.test(value ?? ''), 'a challenge with the scheme Basic', value);
    },
  },
  {
    name: 'status of an unknown identifier without credentials: 401, not 404',
    cites: everyRequest,
    run: async (deployment) =>
      void expectProblem(await deployment.send({ path: statusPath(randomUUID()) }), 401),
  },
  {
    name: 'status of an identifier of no form without credentials: 401, not 404',
    cites: everyRequest,
    run: async (deployment) =>
      void expectProblem(await deployment.send({ path: statusPath('no-form') }), 401),
  },
];

const otherForms: readonly [string, (id: string) => string][] = [
  ['an unknown UUID of version 4', () => randomUUID()],
  ['a UUID of zeros', () => '00000000-0000-0000-0000-000000000000'],
  ['a UUID of version 1', () => 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
  ['a live identifier in upper case', (id) => id.toUpperCase()],
  ['a live identifier without hyphens', (id) => id.replaceAll('-', '')],
  ['a live identifier in braces', (id) => `%7B${id}%7D`],
  ['a live identifier as a URN', (id) => `urn:uuid:${id}`],
  ['a live identifier and a space', (id) => `${id}%20`],
  ['a space and a live identifier', (id) => `%20${id}`],
  ['a live identifier and a line feed', (id) => `${id}%0A`],
  ['a live identifier and NUL', (id) => `${id}%00`],
  ['a live identifier cut off', (id) => id.slice(0, -1)],
  ['a live identifier and one character', (id) => `${id}a`],
  ['a live identifier, escaped twice', (id) => id.replace('-', '%252D')],
  ['"queue"', () => 'queue'],
  ['"0"', () => '0'],
  ['"null"', () => 'null'],
  ['"undefined"', () => 'undefined'],
  ['"__proto__"', () => '__proto__'],
  ['an asterisk', () => '*'],
  ['a quote', () => "'%20OR%201=1"],
  ['emoji', () => '%F0%9F%91%9F'],
  ['a malformed sequence of UTF-8', () => '%FF'],
  ['a malformed escape', () => '%'],
  ['an escaped slash', (id) => `${id}%2F`],
  ['escaped dots', () => '%2E%2E%2Fqueue'],
  ['2,000 characters', () => 'a'.repeat(2_000)],
];
const identifiers: Check[] = [
  ...otherForms.map(
    ([name, form]): Check => ({
      name: `status of ${name}: 404, as of an unknown one`,
      cites: foreign,
      run: async (deployment) => {
        const asked = form(await live(deployment));
        const answer = await deployment.status(asked);
        const problem = expectProblem(answer, 404);
        const unknown = jsonOf(await deployment.status(randomUUID()));
        const words = ({ type, title, detail }: Record<string, unknown>) => ({ type, title, detail });
        expectEqual('the same words', words(problem), words(unknown));
      },
    }),
  ),
  {
    name: 'status of a live request of another UID: 404, byte for byte as of an unknown one',
    cites: foreign,
    run: async (deployment: Deployment) => {
      const other = need(deployment.other, 'a second license (--other)');
      const id = await live(deployment);
      expectJson(await deployment.status(id), 200);
      const unknownId = randomUUID();
      const withoutId = (answer: Answer, asked: string) =>
        JSON.parse(JSON.stringify(comparable(answer)).replaceAll(asked, 'ASKED')) as unknown;
      const answer = await deployment.status(id, other);
      expectProblem(answer, 404);
      expectEqual(
        'the same answer',
        withoutId(answer, id),
        withoutId(await deployment.status(unknownId, other), unknownId),
      );
    },
  },
  {
    name: 'status of a live request of another UID, as Basic: 404',
    cites: foreign,
    run: async (deployment: Deployment) => {
      const other = need(deployment.other, 'a second license (--other)');
      expectProblem(
        await deployment.send({ path: statusPath(await live(deployment)), headers: [basicHeader(other)] }),
        404,
      );
    },
  },
  {
    name: 'the 404 of an unknown identifier names neither key nor UID',
    cites: foreign,
    run: async (deployment: Deployment) => {
      const { text } = await deployment.status(randomUUID());
      const { licenseKey } = deployment.license;
      expectThat(!text.includes(licenseKey), 'an answer without the key', text);
    },
  },
  {
    name: 'no answer of queue repeats the key that was sent',
    cites: inBody,
    run: async (deployment: Deployment) => {
      const answer = await deployment.queue({
        Authorization: authorizationOf(deployment.license),
        Data: { Sku: 5 },
      });
      expectThat(
        !answer.text.includes(deployment.license.licenseKey),
        'an answer without the key',
        answer.text,
      );
    },
  },
];

export const accessGroups: Group[] = [
  { name: 'SPEC.md, Authentication: who is refused', checks: refusedAlike },
  { name: 'CONTRACT.md, Requests: ways of credentials', checks: carried },
  { name: 'CONTRACT.md, Requests: order of checks', checks: orders },
  { name: 'CONTRACT.md, Requests: identifiers', checks: identifiers },
];
