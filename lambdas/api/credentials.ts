import { isAuthentic, type License, uidPattern } from '../domain/license/license.ts';
import type { LicenseReader } from '../domain/ports.ts';
import { unauthorized } from '../domain/problem.ts';
import type { Credentials } from '../domain/request/queue-request.ts';
import type { EpochMs } from '../domain/timing.ts';
import type { CallMeter } from './call-meter.ts';
import { type HeaderFields, header } from './header.ts';

const fromBasic = (authorization: string): Credentials | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { uid: decoded.slice(0, colon), licenseKey: decoded.slice(colon + 1) };
};

/**
 * Credentials of a call without a body: the headers `LicenseKey` and `UID`, or HTTP Basic with the UID as user and the
 * license key as password. Ignores other `Authorization` schemes.
 *
 * @returns `undefined` if there are none, or the two ways contradict each other.
 */
export const credentialsFromHeaders = (fields: HeaderFields): Credentials | undefined => {
  const licenseKey = header(fields, 'LicenseKey');
  const uid = header(fields, 'UID');
  const authorization = header(fields, 'Authorization') ?? '';
  if (!/^basic\b/i.test(authorization)) {
    return licenseKey === undefined || uid === undefined ? undefined : { licenseKey, uid };
  }
  const basic = fromBasic(authorization);
  const contradicts =
    basic?.licenseKey !== (licenseKey ?? basic?.licenseKey) || basic?.uid !== (uid ?? basic?.uid);
  return contradicts ? undefined : basic;
};

/**
 * @returns the license that the credentials open.
 * @throws ProblemError 401, the same for every cause.
 */
export const authenticate = async (
  licenses: LicenseReader,
  credentials: Credentials | undefined,
  nowMs: EpochMs,
): Promise<License> => {
  const uid = credentials?.uid ?? '';
  // Do not look up an invalid UID: DynamoDB rejects empty and oversized keys.
  const license = uidPattern.test(uid) ? await licenses.get(uid) : undefined;
  if (!isAuthentic(license, credentials?.licenseKey ?? '', nowMs) || !license) throw unauthorized();
  return license;
};

export interface ReaderPorts {
  licenses: LicenseReader;
  countCall: CallMeter;
}

/**
 * Admits a call without a body: checks its credentials and counts it.
 *
 * @throws ProblemError 401, 429.
 */
export const authenticateReader = async (
  { licenses, countCall }: ReaderPorts,
  fields: HeaderFields,
  nowMs: EpochMs,
): Promise<License> => {
  const license = await authenticate(licenses, credentialsFromHeaders(fields), nowMs);
  await countCall(license.uid, nowMs);
  return license;
};
