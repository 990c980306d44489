import type { WatchView } from '../../client/index.ts';
import { differs, type Finding, ok, type Patient } from './finding.ts';

const callLimitMs = 35_000;
const name = 'doctor';
/** The next time is far off, and the watch is deleted at once. */
const schedule = 'cron(0 0 29 2 ? *)';

// The check of logs reads those of the functions that every deployment has.
const logsSay =
  'The log of the function of watches (the output WatchesLogGroup of the stack) says what was refused.';

interface Answer {
  status: number;
  view: Partial<WatchView>;
}

const call = async (
  { apiUrl, license: { uid, licenseKey } }: Patient,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => {
  const answer = await fetch(`${apiUrl}/api/watches${path}`, {
    method,
    headers: { UID: uid, LicenseKey: licenseKey, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(callLimitMs),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, view: isJson && text !== '' ? (JSON.parse(text) as object) : {} };
};

const put = (patient: Patient): Promise<Answer> => {
  const { license, pages, sku } = patient;
  return call(patient, 'PUT', `/${name}`, {
    Authorization: { UID: license.uid, LicenseKey: license.licenseKey },
    Data: { Sku: sku, SellingSites: pages.slice(0, 1).map(({ url }) => ({ Url: url })) },
    Schedule: schedule,
  });
};

/** Why a watch could not be put; it may be stored all the same. */
const putFinding = async (patient: Patient, { status }: Answer): Promise<Finding> => {
  const stored = await call(patient, 'GET', `/${name}`);
  if (stored.status !== 200 || stored.view.NextRunAt !== null)
    return differs(
      `A watch could not be put: answered ${status}; expected 201.`,
      `Its table cannot be written, or the function of watches does not run. ${logsSay}`,
    );
  return differs(
    `A watch was stored, and its schedule could not be made: answered ${status}; expected 201. No watch that is put now runs.`,
    `EventBridge refuses it: the group of schedules is missing, or the role by which it sends, or the function of watches may not make schedules (scheduler:CreateSchedule) or hand that role on (iam:PassRole). ${logsSay} A deployment makes what is missing; whoever put a watch meanwhile puts it again.`,
  );
};

const deleteFinding = async (patient: Patient): Promise<Finding[]> => {
  const { status } = await call(patient, 'DELETE', `/${name}`);
  // Of one that was never stored there is nothing to delete.
  if (status === 204 || status === 404) return [];
  return [
    differs(
      `The watch of this look could not be deleted: answered ${status}; expected 204.`,
      `The function of watches may not end schedules (scheduler:DeleteSchedule), or cannot reach its table or its queue. ${logsSay}`,
    ),
  ];
};

const tryWatch = async (patient: Patient): Promise<Finding[]> => {
  const made = await put(patient);
  const isMade = made.status === 201 && typeof made.view.NextRunAt === 'string';
  const problems = [...(isMade ? [] : [await putFinding(patient, made)]), ...(await deleteFinding(patient))];
  return problems.length > 0
    ? problems
    : [ok('A watch was put, its schedule made, and both were deleted again.')];
};

export const checkWatches = async (patient: Patient): Promise<Finding[]> => {
  const { status } = await call(patient, 'GET', '');
  if (status === 200) return tryWatch(patient);
  if (status !== 404)
    return [
      differs(
        `The watches of a license cannot be read: answered ${status}; expected 200.`,
        `The table of watches is missing, or the function of watches has no right for it. ${logsSay}`,
      ),
    ];
  return patient.deployment?.settings.watches
    ? [
        differs(
          'The API has no watches; the file of the deployment has them.',
          'Deploy again: npm run deploy -- NAME.',
        ),
      ]
    : [ok('This deployment has no watches.')];
};
