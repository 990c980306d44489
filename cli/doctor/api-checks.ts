import { randomUUID } from 'node:crypto';
import { type Check, differs, type Finding, ok, type Patient, unknown } from './finding.ts';

/** A call from outside, and what has to come. */
interface Call {
  what: string;
  method?: 'POST';
  path: () => string;
  headers?: (patient: Patient) => Record<string, string>;
  body?: string;
  status: number;
  /** What another status means, by status. */
  advice: Record<number, string>;
}

const statusPath = (): string => `/api/scrap_prices/${randomUUID()}`;
/** API Gateway cannot run a function, or one crashes. */
const functionFails =
  'API Gateway cannot run the function: Lambda throttles it, it crashes as it starts, or the account has no concurrency left. The checks of functions and logs say which.';
const throttled =
  'Lambda throttles the function, or API Gateway the stage (throttleRatePerSecond): see the check of functions, and wait.';
const fails = {
  429: throttled,
  500: functionFails,
  502: functionFails,
  503: functionFails,
  504: functionFails,
};
const wrongAddress =
  'This is not the stage of the API, or it was deleted: compare the output BaseUrl of the stack, and deploy again.';

const calls: readonly Call[] = [
  {
    what: 'a call without credentials',
    path: statusPath,
    status: 401,
    advice: { ...fails, 403: wrongAddress, 404: wrongAddress },
  },
  {
    what: 'a call with a right license key',
    path: statusPath,
    headers: ({ license: { uid, licenseKey } }) => ({ UID: uid, LicenseKey: licenseKey }),
    status: 404,
    advice: {
      ...fails,
      401: 'The license was written to the table of the stack and is not known to the function: it reads another table. See the check of functions.',
    },
  },
  {
    what: 'a call with a wrong license key',
    path: statusPath,
    headers: ({ license: { uid, licenseKey } }) => ({ UID: uid, LicenseKey: `${licenseKey}x` }),
    status: 401,
    advice: { ...fails, 404: 'A wrong key opens the service. Take the API off the network, and report it.' },
  },
  {
    what: 'a body that is no request',
    method: 'POST',
    path: () => '/api/scrap_prices/queue',
    body: '[]',
    status: 400,
    advice: { ...fails, 403: wrongAddress, 404: wrongAddress },
  },
  {
    what: 'a path that is none',
    path: () => '/nothing',
    status: 404,
    advice: { ...fails, 403: wrongAddress },
  },
];

/** What every answer to a caller carries. */
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

const networkWords: Record<string, string> = {
  ENOTFOUND: 'its name is not known to DNS',
  EAI_AGAIN: 'DNS does not answer for its name',
  ECONNREFUSED: 'nothing listens there',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** Why a call did not arrive, in words. */
export const networkReason = (error: unknown): string => {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return networkWords[cause?.code ?? ''] ?? cause?.message ?? message ?? String(error);
};

const callLimitMs = 35_000;

const makeCall = async (patient: Patient, base: string, call: Call): Promise<Finding> => {
  let answer: Response;
  try {
    answer = await fetch(`${base}${call.path()}`, {
      method: call.method ?? 'GET',
      headers: { ...(call.body && { 'Content-Type': 'application/json' }), ...call.headers?.(patient) },
      signal: AbortSignal.timeout(callLimitMs),
      ...(call.body && { body: call.body }),
    });
    await answer.arrayBuffer();
  } catch (error) {
    return differs(`${base} cannot be reached: ${networkReason(error)}.`);
  }
  if (answer.status !== call.status) {
    return differs(
      `${call.what}: answered ${answer.status}; expected ${call.status}.`,
      call.advice[answer.status],
    );
  }
  const missing = missingHeaders(answer);
  return missing.length === 0
    ? ok(`${call.what}: ${call.status}, with its headers.`)
    : differs(`${call.what}: ${call.status}, without ${missing.join(' and ')}.`, 'Deploy again.');
};

export const apiCheck: Check = {
  name: 'api',
  title: 'API, from outside',
  run: async (patient) => {
    const findings: Finding[] = [];
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
            'Make a CNAME of it that points to the output CustomDomainTarget, and see that its certificate is issued for it; docs/settings.md has the steps.',
          ),
        ];
  },
};
