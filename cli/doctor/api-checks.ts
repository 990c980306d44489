import { randomUUID } from 'node:crypto';
import { networkFailureOf, rootMessage } from '../reachable.ts';
import { type Check, type Context, type Finding, ok, problem, unknown } from './finding.ts';

/** Origin of a response: a function, API Gateway with our templates, AWS itself, or something in front of it. */
type Responder = 'function' | 'gateway' | 'aws' | 'stranger';

const parsed = (body: string): { instance?: unknown; detail?: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Judges by the body alone, since headers may have been stripped. */
const responderOf = (body: string): Responder => {
  const value = parsed(body);
  if (!value) return 'stranger';
  if (typeof value.instance !== 'string') return 'aws';
  return value.instance.startsWith('urn:uuid:') ? 'gateway' : 'function';
};

const cannotRun =
  'API Gateway cannot run the function: it is throttled, crashes on start, or the account has no concurrency left. See the checks of functions and logs.';
const strangers = 'The response did not come from the API, but from';

/** Remedies for unexpected responses, by responder and status. The gateway's `timeout` is recognised by its detail. */
const remedies: Record<Responder, { [status: string]: string; other: string }> = {
  stranger: {
    '502, 503, 504': `${strangers} something that cannot reach it: a proxy of this network, or a CDN or load balancer of the domain. Its log says why. Try the output BaseUrl from another network.`,
    other: `${strangers} a proxy or login page of this network, or another site at the domain. Try from another network, and compare the address with the outputs of the stack.`,
  },
  function: {
    429: 'The license’s quota is used up: wait, or raise it.',
    500: 'The function failed: a defect, or a missing permission or variable. Its log has the error (npx scrap-prices tail --level ERROR --since 15m).',
    503: 'The function runs, but DynamoDB or SQS does not respond. See the check of logs, make sure that its table and queue exist, and check the health of AWS in the region.',
    other: 'Some or all functions have another version than this command: deploy again.',
  },
  gateway: {
    403: 'A web ACL (webAclArn) or a policy of the API refuses the call: check its rules and the networks it allows.',
    404: 'The API has no such operation: the stage has another version than this command, or belongs to another API. Deploy again.',
    429: 'API Gateway throttles calls: throttleRatePerSecond or throttleBurst is reached, or Lambda throttles the function. Wait, or raise the limits.',
    timeout:
      'The function did not respond within API Gateway’s 29 s: it waits for DynamoDB or SQS, or has too little memory. See the checks of functions and logs.',
    other: cannotRun,
  },
  aws: {
    '403, 404':
      'The API has no such stage, or it was deleted: compare the address with the output BaseUrl of the stack, and deploy again.',
    other: cannotRun,
  },
};

const remedyFor = (responder: Responder, status: number, body: string): string => {
  const { other, timeout, ...byStatus } = remedies[responder];
  if (timeout !== undefined && /in time/.test(String(parsed(body)?.detail))) return timeout;
  return Object.entries(byStatus).find(([statuses]) => statuses.includes(String(status)))?.[1] ?? other;
};

const headersStripped =
  'Something between this machine and the API strips headers (a proxy, CDN or firewall): try from another network. If it is the same everywhere, deploy again.';

interface Call {
  name: string;
  path: () => string;
  /** Makes it a POST. */
  body?: string;
  /** Appended to the license key; absent: no credentials are sent. */
  keySuffix?: string;
  status: number;
  /** By status, for responses of the function. */
  remedies?: Record<number, string>;
}

const statusPath = (): string => `/api/scrap_prices/${randomUUID()}`;

const anonymousCall: Call = { name: 'a call without credentials', path: statusPath, status: 401 };
const calls: readonly Call[] = [
  anonymousCall,
  {
    name: 'a call with a valid license key',
    path: statusPath,
    keySuffix: '',
    status: 404,
    remedies: {
      401: 'The license was written to the stack’s table, but the function does not find it, so it reads another table. See the check of functions.',
    },
  },
  {
    name: 'a call with a wrong license key',
    path: statusPath,
    keySuffix: 'x',
    status: 401,
    remedies: { 404: 'The service accepts a wrong key. Disable the API, and report this.' },
  },
  { name: 'an invalid body', path: () => '/api/scrap_prices/queue', body: '[]', status: 400 },
  { name: 'an unknown path', path: () => '/nothing', status: 404 },
];

const missingHeaders = ({ headers, status }: Response): string[] => {
  const type = headers.get('content-type') ?? 'absent';
  const challenges = ['www-authenticate', 'x-amzn-remapped-www-authenticate'];
  return [
    ...(type.startsWith('application/problem+json')
      ? []
      : [`Content-Type application/problem+json (it is ${type})`]),
    ...(headers.has('x-request-id') ? [] : ['X-Request-Id']),
    ...(status === 401 && !challenges.some((name) => headers.has(name)) ? ['WWW-Authenticate'] : []),
  ];
};

const callTimeoutMs = 35_000;

/** No response arrived, so that further calls would fail the same way. */
class Unreachable extends Error {}

/** @throws Unreachable */
const send = async (context: Context, base: string, { path, body, keySuffix }: Call) => {
  const { uid, licenseKey } = context.license;
  try {
    const response = await fetch(`${base}${path()}`, {
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(keySuffix !== undefined && { UID: uid, LicenseKey: licenseKey + keySuffix }),
      },
      signal: AbortSignal.timeout(callTimeoutMs),
      redirect: 'manual',
      ...(body && { method: 'POST', body }),
    });
    return { response, text: await response.text() };
  } catch (cause) {
    throw new Unreachable(undefined, { cause });
  }
};

const unreachableFinding = (base: string, { cause }: Unreachable): Finding => {
  const failure = networkFailureOf(cause);
  return problem(`${base} cannot be reached: ${failure?.reason ?? rootMessage(cause)}.`, failure?.remedy);
};

/** @throws Unreachable */
const makeCall = async (context: Context, base: string, call: Call): Promise<Finding> => {
  const { response, text } = await send(context, base, call);
  const { status, headers } = response;
  const responder = responderOf(text);
  const origin =
    responder === 'stranger'
      ? ` (${headers.get('content-type') ?? 'no type'}, not a response of the service)`
      : '';
  if (status !== call.status) {
    const own = responder === 'function' ? call.remedies?.[status] : undefined;
    return problem(
      `${call.name}: answered ${status}${origin}; expected ${call.status}.`,
      own ?? remedyFor(responder, status, text),
    );
  }
  const missing = missingHeaders(response);
  if (missing.length === 0) return ok(`${call.name}: ${status}, with its headers.`);
  return problem(
    `${call.name}: ${status}${origin}, without ${missing.join(' and ')}.`,
    responder === 'stranger' ? remedyFor(responder, status, text) : headersStripped,
  );
};

const clockFindings = ({ clockSkewMs }: Context): Finding[] => {
  if (clockSkewMs === 0) return [];
  const minutes = Math.round(Math.abs(clockSkewMs) / 60_000);
  return [
    problem(
      `The clock of this machine is ${minutes} min ${clockSkewMs > 0 ? 'ahead of' : 'behind'} that of the API.`,
      'Synchronise it (NTP). AWS refuses signatures that are 5 minutes off, licenses created here expire at the wrong time, and "tail" searches the wrong period. The doctor uses the API’s clock.',
    ),
  ];
};

export const checkApi: Check = async (context) => {
  const findings = clockFindings(context);
  try {
    for (const call of calls) findings.push(await makeCall(context, context.service.apiUrl, call));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    findings.push(unreachableFinding(context.service.apiUrl, error));
  }
  return findings;
};

export const checkDomain: Check = async (context) => {
  const { domainName = '' } = context.deployment?.settings ?? {};
  if (domainName === '') return [unknown('The deployment has no custom domain.')];
  const base = `https://${domainName}`;
  const { outcome, text, remedy } = await makeCall(context, base, anonymousCall).catch((error) => {
    if (error instanceof Unreachable) return unreachableFinding(base, error);
    throw error;
  });
  if (outcome === 'ok') return [ok(`${domainName} reaches the API.`)];
  const domainRemedy =
    'Point its CNAME to the output CustomDomainTarget, and make sure that the certificate is issued for it; docs/settings.md has the steps.';
  return [
    problem(
      `The domain name ${domainName} does not reach the API. ${text}`,
      [domainRemedy, remedy].filter(Boolean).join(' '),
    ),
  ];
};
