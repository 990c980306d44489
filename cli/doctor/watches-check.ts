import type { WatchView } from '../../client/index.ts';
import { differs, type Finding, ok, type Patient } from './finding.ts';

const callLimitMs = 35_000;
const name = 'doctor';
/** Far in the future; the watch is deleted at once. */
const schedule = 'cron(0 0 29 2 ? *)';

// The check of logs covers only the functions that every deployment has.
const logsSay = 'The log of the watches function (the stack’s output WatchesLogGroup) says what was refused.';

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

/** Why a watch could not be put; it may still be stored. */
const putFinding = async (patient: Patient, { status }: Answer): Promise<Finding> => {
  const stored = await call(patient, 'GET', `/${name}`);
  if (stored.status !== 200 || stored.view.NextRunAt !== null)
    return differs(
      `A watch could not be created: got status ${status}; expected 201.`,
      `Its table cannot be written, or the watches function does not run. ${logsSay}`,
    );
  return differs(
    `A watch was stored, but its schedule could not be created: got status ${status}; expected 201. New watches do not run.`,
    `EventBridge refuses it: its schedule group or role is missing, or the watches function may not create schedules (scheduler:CreateSchedule) or pass the role (iam:PassRole). ${logsSay} Deploy again, then put the watches created meanwhile again.`,
  );
};

const deleteFinding = async (patient: Patient): Promise<Finding[]> => {
  const { status } = await call(patient, 'DELETE', `/${name}`);
  // If it was never stored, there is nothing to delete.
  if (status === 204 || status === 404) return [];
  return [
    differs(
      `The test watch could not be deleted: got status ${status}; expected 204.`,
      `The watches function may not delete schedules (scheduler:DeleteSchedule), or cannot reach its table or queue. ${logsSay}`,
    ),
  ];
};

const tryWatch = async (patient: Patient): Promise<Finding[]> => {
  const made = await put(patient);
  const isMade = made.status === 201 && typeof made.view.NextRunAt === 'string';
  const problems = [...(isMade ? [] : [await putFinding(patient, made)]), ...(await deleteFinding(patient))];
  return problems.length > 0 ? problems : [ok('A watch and its schedule were created and deleted.')];
};

export const checkWatches = async (patient: Patient): Promise<Finding[]> => {
  const { status } = await call(patient, 'GET', '');
  if (status === 200) return tryWatch(patient);
  if (status !== 404)
    return [
      differs(
        `A license’s watches cannot be read: got status ${status}; expected 200.`,
        `The watches table does not exist, or the watches function may not read it. ${logsSay}`,
      ),
    ];
  return patient.deployment?.settings.watches
    ? [
        differs(
          'The deployment’s file enables watches, but the API has none.',
          'Deploy again: npm run deploy -- NAME.',
        ),
      ]
    : [ok('This deployment has no watches.')];
};
