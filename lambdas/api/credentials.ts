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

const fromBasic = (authorization: string | undefined): Credentials | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { uid: decoded.slice(0, colon), licenseKey: decoded.slice(colon + 1) };
};

/**
 * Credentials of a call without a body: the headers `LicenseKey` and `UID`, else HTTP Basic with the UID as user
 * and the license key as password.
 */
export const credentialsFromHeaders = (
  headers: APIGatewayProxyEventHeaders | null,
): Credentials | undefined => {
  const licenseKey = header(headers, 'LicenseKey');
  const uid = header(headers, 'UID');
  if (licenseKey !== undefined && uid !== undefined) return { licenseKey, uid };
  return fromBasic(header(headers, 'Authorization'));
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
