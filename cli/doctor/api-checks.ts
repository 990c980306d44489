import { randomUUID } from 'node:crypto';
import { networkTroubleOf } from '../operations/network-errors.ts';
import { adviceFor, factsOf, headersTaken, whoIn } from './answer-facts.ts';
import { type Check, differs, type Finding, ok, type Patient, unknown } from './finding.ts';

interface Call {
  what: string;
  method?: 'POST';
  path: () => string;
  headers?: (patient: Patient) => Record<string, string>;
  body?: string;
  status: number;
  advice: Record<number, string>;
}

const statusPath = (): string => `/api/scrap_prices/${randomUUID()}`;

const calls: readonly Call[] = [
  {
    what: 'a call without credentials',
    path: statusPath,
    status: 401,
    advice: {},
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
    advice: {},
  },
  {
    what: 'a path that is none',
    path: () => '/nothing',
    status: 404,
    advice: {},
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

const networkReason = (error: unknown): string => {
  const { cause, message } = error as { cause?: { message?: string }; message?: string };
  return networkTroubleOf(error)?.reason ?? cause?.message ?? message ?? String(error);
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
    return differs(`${base} cannot be reached: ${networkReason(error)}.`, networkTroubleOf(error)?.advice);
  }
  const facts = factsOf(answer, body);
  if (answer.status !== call.status) {
    const own = facts.answeredBy === 'function' ? call.advice[answer.status] : undefined;
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

export const apiCheck: Check = {
  name: 'api',
  title: 'API, from outside',
  run: async (patient) => {
    const findings = clockFindings(patient);
    for (const call of calls) {
      const finding = await makeCall(patient, patient.apiUrl, call);
      findings.push(finding);
      // Where nobody answers, nobody answers the others either.
      if (finding.text.includes('cannot be reached')) break;
    }
    return findings;
  },
};

export const domainCheck: Check = {
  name: 'domain',
  title: 'Domain name',
  run: async (patient) => {
    if (patient.domainName === '') return [unknown('The deployment has no domain name of its own.')];
    const finding = await makeCall(patient, `https://${patient.domainName}`, calls[0]!);
    return finding.outcome === 'ok'
      ? [ok(`${patient.domainName} leads to the API.`)]
      : [
          differs(
            `The domain name ${patient.domainName} does not lead to the API. ${finding.text}`,
            [
              'Make a CNAME of it that points to the output CustomDomainTarget, and see that its certificate is issued for it; docs/settings.md has the steps.',
              finding.advice,
            ]
              .filter(Boolean)
              .join(' '),
          ),
        ];
  },
};
