import type { APIGatewayProxyEventHeaders } from 'aws-lambda';
import { isAuthentic, type License, uidPattern } from '../domain/license.ts';
import type { LicenseReader } from '../domain/ports.ts';
import { unauthorized } from '../domain/problem.ts';
import type { Credentials } from '../domain/queue-request.ts';
import type { EpochMs } from '../domain/timing.ts';

/** @returns the value of a header, whatever the case of its name. */
export const header = (headers: APIGatewayProxyEventHeaders | null, name: string): string | undefined => {
  const wanted = name.toLowerCase();
  const entry = Object.entries(headers ?? {}).find(([candidate]) => candidate.toLowerCase() === wanted);
  return entry?.[1];
};

const fromBasic = (authorization: string): Credentials | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { uid: decoded.slice(0, colon), licenseKey: decoded.slice(colon + 1) };
};

/**
 * Credentials of a call without a body: the headers `LicenseKey` and `UID`, or HTTP Basic with the UID as user and
 * the license key as password. Another scheme of `Authorization` is somebody else's.
 *
 * @returns `undefined` when there are none, or the two ways say different things: which one was meant cannot be known.
 */
export const credentialsFromHeaders = (
  headers: APIGatewayProxyEventHeaders | null,
): Credentials | undefined => {
  const licenseKey = header(headers, 'LicenseKey');
  const uid = header(headers, 'UID');
  const authorization = header(headers, 'Authorization') ?? '';
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
 * @throws ProblemError 401, the same one for every cause.
 */
export const authenticate = async (
  licenses: LicenseReader,
  credentials: Credentials | undefined,
  nowMs: EpochMs,
): Promise<License> => {
  const uid = credentials?.uid ?? '';
  // A UID that cannot exist is not looked up: DynamoDB refuses empty and oversized keys.
  const license = uidPattern.test(uid) ? await licenses.get(uid) : undefined;
  if (!isAuthentic(license, credentials?.licenseKey ?? '', nowMs) || !license) throw unauthorized();
  return license;
};
