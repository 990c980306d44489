import { randomUUID } from 'node:crypto';
import { networkTroubleOf, reasonOf } from '../reachable.ts';
import { differs, type Finding, ok, type Patient, unknown } from './finding.ts';

/** Sender of an answer, as its form shows. */
type Answerer =
  /** One of the service's own. */
  | 'function'
  /** API Gateway, in the service's words. */
  | 'gateway'
  /** AWS in words of its own: the call met no stage of the API. */
  | 'aws'
  /** Something before the API. */
  | 'stranger';

export interface AnswerFacts {
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

/** Reads an answer that is not as expected. Of a problem the body alone counts: headers may have been taken away. */
export const factsOf = ({ status, headers }: Response, body: string): AnswerFacts => {
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

/** For a sentence about the answer. */
const whoIn = ({ answeredBy, contentType }: AnswerFacts): string =>
  answeredBy === 'stranger' ? ` (${contentType}, which is no answer of the service)` : '';

const headersTaken =
  'Something between here and the API takes headers away (a proxy, a CDN, a firewall): try from another network. Where it is the same from everywhere, deploy again.';

const functionFails =
  'API Gateway cannot run the function: Lambda throttles it, it crashes as it starts, or the account has no concurrency left. The checks of functions and logs say which.';

interface Meaning {
  answeredBy: Answerer;
  /** Any other one: all that no meaning before it has. */
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
      'Not the API answered, but something before it that does not reach it: a proxy of this network, or a CDN or load balancer of the domain. Try the output BaseUrl from another network; its own log says why.',
  },
  {
    answeredBy: 'stranger',
    advice:
      'Not the API answered, but something before it: a proxy or login page of this network, or a page that stands at the domain. Try from another network, and compare the address with the outputs of the stack.',
  },
  {
    answeredBy: 'function',
    statuses: [500],
    advice:
      'The function runs and failed: a defect, or a right or variable that is missing. Its log has the error (npx scrap-prices tail --level ERROR --since 15m), and the check of logs tells it.',
  },
  {
    answeredBy: 'function',
    statuses: [503],
    advice:
      'The function runs, and DynamoDB or SQS does not answer it: see the check of logs, whether its table and queue are there, and the health of AWS in the region.',
  },
  {
    answeredBy: 'function',
    statuses: [429],
    advice: 'The quota of the license is used up: wait, or give the license a larger one.',
  },
  {
    answeredBy: 'function',
    advice: 'The functions are of another version than this command, or some of them: deploy again.',
  },
  {
    answeredBy: 'gateway',
    statuses: [429],
    advice:
      'API Gateway takes no more calls: throttleRatePerSecond or throttleBurst of the stage is reached, or Lambda throttles the function. Wait, or raise them.',
  },
  {
    answeredBy: 'gateway',
    statuses: [403],
    advice:
      'A web ACL (webAclArn) or a policy of the API refuses the call: look at its rules, and from where it may be made.',
  },
  {
    answeredBy: 'gateway',
    detail: /in time/,
    advice:
      'The function did not answer within the 29 s of API Gateway: it waits for DynamoDB or SQS, or has too little memory. The checks of functions and logs say more.',
  },
  {
    answeredBy: 'gateway',
    statuses: [404],
    advice:
      'The API has no such operation: the stage is of another version than this command, or no stage of it. Deploy again.',
  },
  { answeredBy: 'gateway', advice: functionFails },
  {
    answeredBy: 'aws',
    statuses: [403, 404],
    advice:
      'This is not the stage of the API, or it was deleted: compare the output BaseUrl of the stack, and deploy again.',
  },
  { answeredBy: 'aws', advice: functionFails },
];

/** Advice for an unexpected answer. */
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
  /** By the status of an answer of the function. */
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
    what: 'a call with a right license key',
    path: statusPath,
    headers: ({ license: { uid, licenseKey } }) => ({ UID: uid, LicenseKey: licenseKey }),
    status: 404,
    advice: {
      401: 'The license was written to the table of the stack and is not known to the function: it reads another table. See the check of functions.',
    },
  },
  {
    what: 'a call with a wrong license key',
    path: statusPath,
    headers: ({ license: { uid, licenseKey } }) => ({ UID: uid, LicenseKey: `${licenseKey}x` }),
    status: 401,
    advice: { 404: 'A wrong key opens the service. Take the API off the network, and report it.' },
  },
  {
    what: 'a body that is no request',
    method: 'POST',
    path: () => '/api/scrap_prices/queue',
    body: '[]',
    status: 400,
  },
  {
    what: 'a path that is none',
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
      'Set it by the time of the network (NTP): AWS refuses signatures that are 5 minutes off, licenses that are made here end at the wrong time, and "tail" looks for lines at the wrong time. This look goes by the time of the API.',
    ),
  ];
};

export const checkApi = async (patient: Patient): Promise<Finding[]> => {
  const findings = clockFindings(patient);
  for (const call of calls) {
    const finding = await makeCall(patient, patient.apiUrl, call);
    findings.push(finding);
    // Where nobody answers, nobody answers the others either.
    if (finding.text.includes('cannot be reached')) break;
  }
  return findings;
};

const domainAdvice =
  'Make a CNAME of it that points to the output CustomDomainTarget, and see that its certificate is issued for it; docs/settings.md has the steps.';

export const checkDomain = async (patient: Patient): Promise<Finding[]> => {
  const { domainName } = patient;
  if (domainName === '') return [unknown('The deployment has no domain name of its own.')];
  const { outcome, text, advice } = await makeCall(patient, `https://${domainName}`, calls[0]!);
  if (outcome === 'ok') return [ok(`${domainName} leads to the API.`)];
  return [
    differs(
      `The domain name ${domainName} does not lead to the API. ${text}`,
      [domainAdvice, advice].filter(Boolean).join(' '),
    ),
  ];
};
