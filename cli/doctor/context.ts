import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import { readDeployment } from '../../lib/deployments.ts';
import { newLicenseKey } from '../operations/licenses.ts';
import type { OperatedService } from '../operations/operated-service.ts';
import type { Context } from './finding.ts';

/** The temporary license expires by itself if the doctor is killed before it deletes it. */
const licenseLifeMs = 15 * 60_000;

/** Tolerance: responses state whole seconds, and take time. */
const unnoticedSkewMs = 60_000;

/** How far this machine's clock is ahead of the API's; 0 within the tolerance or without a response. */
export const measureClockSkew = async (apiUrl: string): Promise<number> => {
  try {
    const response = await fetch(apiUrl, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    const skewMs = Date.now() - Date.parse(response.headers.get('date') ?? '');
    return Math.abs(skewMs) > unnoticedSkewMs ? skewMs : 0;
  } catch {
    // The API check reports why.
    return 0;
  }
};

/**
 * Opens a deployment for checks, with a temporary license.
 *
 * @param name - of the deployment's file; absent: there is none.
 */
export const withContext = async <T>(
  service: OperatedService,
  name: string | undefined,
  scrapeWithinMs: number,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const deployment = name === undefined ? undefined : readDeployment(name);
  const clockSkewMs = await measureClockSkew(service.apiUrl);
  const clock = (): number => Date.now() - clockSkewMs;
  const startedAtMs = clock();
  const licenses = createDynamoDbLicenseStore(service.documents, service.licensesTable);
  const uid = `doctor-${randomBytes(6).toString('hex')}`;
  const { licenseKey, ...stored } = newLicenseKey();
  const times = { createdAtMs: startedAtMs, expiresAtMs: startedAtMs + licenseLifeMs };
  await licenses.create({ uid, ...stored, enabled: true, ...times });
  try {
    const wait = (ms: number) => delay(ms);
    const license = { uid, licenseKey };
    const place = { service, deployment, license, scrapeWithinMs };
    return await work({ ...place, startedAtMs, clockSkewMs, clock, wait });
  } finally {
    await licenses.delete(uid);
  }
};
