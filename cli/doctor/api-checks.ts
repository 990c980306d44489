import { randomUUID } from 'node:crypto';
import { networkTroubleOf, reasonOf } from '../reachable.ts';
import { differs, type Finding, ok, type Patient, unknown } from './finding.ts';

/** Origin of a response, judged by its form. */
type Answerer =
  /** The service. */
  | 'function'
  /** API Gateway, with the response templates of the service. */
  | 'gateway'
  /** AWS itself: the call reached no stage of the API. */
  | 'aws'
  /** Something in front of the API. */
  | 'stranger';

interface AnswerFacts {
  answeredBy: Answerer;
  status: number;
  contentType: string;
  detail: string;
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** Classifies an unexpected response. Judges problems by their body alone, since headers may have been stripped. */
const factsOf = ({ status, headers }: Response, body: string): AnswerFacts => {
  const given = parsed(body);
  const { instance, detail } = (given ?? {}) as { instance?: unknown; detail?: unknown };
  const answererOf = (): Answerer => {
    if (typeof given !== 'object' || given === null) return 'stranger';
    if (typeof instance !== 'string') return 'aws';
    return instance.startsWith('urn:uuid:') ? 'gateway' : 'function';
  };
  return {
    answeredBy: answererOf(),
    status,
    contentType: headers.get('content-type') ?? 'no type',
    detail: typeof detail === 'string' ? detail : '',
  };
};

/** Completes a sentence about the response. */
const whoIn = ({ answeredBy, contentType }: AnswerFacts): string =>
  answeredBy === 'stranger' ? ` (${contentType}, not a response of the service)` : '';

const headersTaken =
  'Something between this machine and the API strips headers (a proxy, CDN or firewall): try from another network. If it is the same everywhere, deploy again.';

const functionFails =
  'API Gateway cannot run the function: it is throttled, crashes on start, or the account has no concurrency left. See the checks of functions and logs.';

interface Meaning {
  answeredBy: Answerer;
  /** Matches any other response. */
  statuses?: readonly number[];
  detail?: RegExp;
  advice: string;
}

/** Meanings of unexpected answers, first match first. */
const meanings: readonly Meaning[] = [
  {
    answeredBy: 'stranger',
    statuses: [502, 503, 504],
    advice:
      'The response came from something that cannot reach the API: a proxy of this network, or a CDN or load balancer of the domain. Its log says why. Try the output BaseUrl from another network.',
  },
  {
    answeredBy: 'stranger',
    advice:
      'The response did not come from the API, but from a proxy or login page of this network, or another site at the domain. Try from another network, and compare the address with the outputs of the stack.',
  },
  {
    answeredBy: 'function',
    statuses: [500],
    advice:
      'The function failed: a defect, or a missing permission or variable. Its log has the error (npx scrap-prices tail --level ERROR --since 15m); see also the check of logs.',
  },
  {
    answeredBy: 'function',
    statuses: [503],
    advice:
      'The function runs, but DynamoDB or SQS does not respond: see the check of logs, make sure that its table and queue exist, and check the health of AWS in the region.',
  },
  {
    answeredBy: 'function',
    statuses: [429],
    advice: 'The license’s quota is used up: wait, or raise it.',
  },
  {
    answeredBy: 'function',
    advice: 'Some or all functions have another version than this command: deploy again.',
  },
  {
    answeredBy: 'gateway',
    statuses: [429],
    advice:
      'API Gateway throttles calls: throttleRatePerSecond or throttleBurst is reached, or Lambda throttles the function. Wait, or raise the limits.',
  },
  {
    answeredBy: 'gateway',
    statuses: [403],
    advice:
      'A web ACL (webAclArn) or a policy of the API refuses the call: check its rules and the networks it allows.',
  },
  {
    answeredBy: 'gateway',
    detail: /in time/,
    advice:
      'The function did not respond within API Gateway’s 29 s: it waits for DynamoDB or SQS, or has too little memory. See the checks of functions and logs.',
  },
  {
    answeredBy: 'gateway',
    statuses: [404],
    advice:
      'The API has no such operation: the stage has another version than this command, or belongs to another API. Deploy again.',
  },
  { answeredBy: 'gateway', advice: functionFails },
  {
    answeredBy: 'aws',
    statuses: [403, 404],
    advice:
      'The API has no such stage, or it was deleted: compare the address with the output BaseUrl of the stack, and deploy again.',
  },
  { answeredBy: 'aws', advice: functionFails },
];

/** Advice on an unexpected response. */
const adviceFor = (facts: AnswerFacts): string | undefined =>
  meanings.find(
    ({ answeredBy, statuses, detail }) =>
      answeredBy === facts.answeredBy &&
      (statuses?.includes(facts.status) ?? true) &&
      (detail?.test(facts.detail) ?? true),
  )?.advice;

interface Call {
  what: string;
  method?: 'POST';
  path: () => string;
  headers?: (patient: Patient) => Record<string, string>;
  body?: string;
  status: number;
  /** By status, for responses of the function. */
  advice?: Record<number, string>;
}

const statusPath = (): string => `/api/scrap_prices/${randomUUID()}`;

const calls: readonly Call[] = [
  {
    what: 'a call without credentials',
    path: statusPath,
    status: 401,
  },
  {
    what: 'a call with a valid license key',
    path: statusPath,
    headers: ({ license: { uid, licenseKey } }) => ({ UID: uid, LicenseKey: licenseKey }),
    status: 404,
    advice: {
      401: 'The license was written to the stack’s table, but the function does not find it, so it reads another table. See the check of functions.',
    },
  },
  {
    what: 'a call with a wrong license key',
    path: statusPath,
    headers: ({ license: { uid, licenseKey } }) => ({ UID: uid, LicenseKey: `${licenseKey}x` }),
    status: 401,
    advice: { 404: 'The service accepts a wrong key. Disable the API, and report this.' },
  },
  {
    what: 'an invalid body',
    method: 'POST',
    path: () => '/api/scrap_prices/queue',
    body: '[]',
    status: 400,
  },
  {
    what: 'an unknown path',
    path: () => '/nothing',
    status: 404,
  },
];

const missingHeaders = (answer: Response): string[] => {
  const names: string[] = [];
  if (!/^application\/problem\+json/.test(answer.headers.get('content-type') ?? '')) {
    names.push(
      `Content-Type application/problem+json (it is ${answer.headers.get('content-type') ?? 'absent'})`,
    );
  }
  if (!answer.headers.has('x-request-id')) names.push('X-Request-Id');
  const challenges = ['www-authenticate', 'x-amzn-remapped-www-authenticate'];
  if (answer.status === 401 && !challenges.some((name) => answer.headers.has(name)))
    names.push('WWW-Authenticate');
  return names;
};

const callLimitMs = 35_000;

const makeCall = async (patient: Patient, base: string, call: Call): Promise<Finding> => {
  let answer: Response;
  let body: string;
  try {
    answer = await fetch(`${base}${call.path()}`, {
      method: call.method ?? 'GET',
      headers: { ...(call.body && { 'Content-Type': 'application/json' }), ...call.headers?.(patient) },
      signal: AbortSignal.timeout(callLimitMs),
      redirect: 'manual',
      ...(call.body && { body: call.body }),
    });
    body = await answer.text();
  } catch (error) {
    return differs(
      `${base} cannot be reached: ${networkTroubleOf(error)?.reason ?? reasonOf(error)}.`,
      networkTroubleOf(error)?.advice,
    );
  }
  const facts = factsOf(answer, body);
  if (answer.status !== call.status) {
    const own = facts.answeredBy === 'function' ? call.advice?.[answer.status] : undefined;
    return differs(
      `${call.what}: answered ${answer.status}${whoIn(facts)}; expected ${call.status}.`,
      own ?? adviceFor(facts),
    );
  }
  const missing = missingHeaders(answer);
  if (missing.length === 0) return ok(`${call.what}: ${call.status}, with its headers.`);
  return differs(
    `${call.what}: ${call.status}${whoIn(facts)}, without ${missing.join(' and ')}.`,
    facts.answeredBy === 'stranger' ? adviceFor(facts) : headersTaken,
  );
};

const clockFindings = ({ clockSkewMs }: Patient): Finding[] => {
  if (clockSkewMs === 0) return [];
  const minutes = Math.round(Math.abs(clockSkewMs) / 60_000);
  return [
    differs(
      `The clock of this machine is ${minutes} min ${clockSkewMs > 0 ? 'ahead of' : 'behind'} that of the API.`,
      'Synchronise it (NTP): AWS refuses signatures that are 5 minutes off, licenses created here expire at the wrong time, and "tail" searches the wrong period. The doctor uses the API’s clock.',
    ),
  ];
};

export const checkApi = async (patient: Patient): Promise<Finding[]> => {
  const findings = clockFindings(patient);
  for (const call of calls) {
    const finding = await makeCall(patient, patient.apiUrl, call);
    findings.push(finding);
    // The other calls would fail the same way.
    if (finding.text.includes('cannot be reached')) break;
  }
  return findings;
};

const domainAdvice =
  'Point its CNAME to the output CustomDomainTarget, and make sure that the certificate is issued for it; docs/settings.md has the steps.';

export const checkDomain = async (patient: Patient): Promise<Finding[]> => {
  const { domainName } = patient;
  if (domainName === '') return [unknown('The deployment has no custom domain.')];
  const { outcome, text, advice } = await makeCall(patient, `https://${domainName}`, calls[0]!);
  if (outcome === 'ok') return [ok(`${domainName} reaches the API.`)];
  return [
    differs(
      `The domain name ${domainName} does not reach the API. ${text}`,
      [domainAdvice, advice].filter(Boolean).join(' '),
    ),
  ];
};
