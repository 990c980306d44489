import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import { checkPages, checkSku } from '../../lambdas/domain/check-pages.ts';
import {
  formatLicenseKey,
  hashLicenseKey,
  keyPrefixLength,
  keyRandomBytes,
} from '../../lambdas/domain/license.ts';
import { environment } from '../../lambdas/environment.ts';
import { type Deployment, readDeployment } from '../../lib/deployments.ts';
import { clientRenderedShop } from '../../local/shops/client-rendered-shop.ts';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { type LocalDocument, localStackAt } from '../local-stack.ts';
import type { OperatedService } from '../operations/operated-service.ts';
import type { Patient, ProbePage } from './finding.ts';

/** The temporary license expires by itself if the doctor is killed before it deletes it. */
const licenseLifeMs = 15 * 60_000;

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** Address of the API, mapped to an emulator's endpoint if there is one. */
const reachableAddress = (baseUrl: string, endpoint: string | undefined): string => {
  if (endpoint === undefined || endpoint === '') return withoutSlash(baseUrl);
  const { hostname, pathname } = new URL(baseUrl);
  const [apiId] = hostname.split('.');
  const [, stage = ''] = pathname.split('/');
  return `${withoutSlash(endpoint)}/restapis/${apiId}/${stage}/_user_request_`;
};

/** Demonstration shops, used on the local stack instead of the deployment's own pages, which it cannot reach. */
const localProbe = async (address: string): Promise<{ apiUrl: string; sku: string; pages: ProbePage[] }> => {
  const demo = await localStackAt(address).fetchJson<LocalDocument>('/demo.json');
  const shops = [
    { tier: 'Http', shop: jsonLdShop },
    { tier: 'Browser', shop: clientRenderedShop },
  ] as const;
  return {
    apiUrl: withoutSlash(new URL(demo.ApiUrl, address).href),
    sku: demo.Sku ?? checkSku,
    pages: shops.flatMap(({ tier, shop }): ProbePage[] => {
      const url = demo.SellingSites.find(({ Name }) => Name === shop.name)?.Url;
      if (url === undefined) return [];
      return [{ tier, url, amount: shop.expected.amount!, currency: shop.expected.currency! }];
    }),
  };
};

/** Tolerance: responses state whole seconds, and take time. */
const unnoticedSkewMs = 60_000;

/** How far this machine's clock is ahead of the API's; 0 within the tolerance or without a response. */
export const measureClockSkew = async (apiUrl: string): Promise<number> => {
  try {
    const answer = await fetch(apiUrl, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await answer.arrayBuffer();
    const skewMs = Date.now() - Date.parse(answer.headers.get('date') ?? '');
    return Math.abs(skewMs) > unnoticedSkewMs ? skewMs : 0;
  } catch {
    // The API check reports why.
    return 0;
  }
};

const withLicense = async <T>(
  { documents, licensesTable }: OperatedService,
  nowMs: number,
  work: (license: Patient['license']) => Promise<T>,
): Promise<T> => {
  const licenses = createDynamoDbLicenseStore(documents, licensesTable);
  const uid = `doctor-${randomBytes(6).toString('hex')}`;
  const licenseKey = formatLicenseKey(randomBytes(keyRandomBytes));
  await licenses.create({
    uid,
    keyHash: hashLicenseKey(licenseKey),
    keyPrefix: licenseKey.slice(0, keyPrefixLength),
    enabled: true,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + licenseLifeMs,
  });
  try {
    return await work({ uid, licenseKey });
  } finally {
    await licenses.delete(uid);
  }
};

interface PatientOptions {
  /** Name of the deployment's file; absent with `--stack`. */
  deployment: string | undefined;
  /** Address of the local stack; absent: AWS. */
  local: string | undefined;
  scrapeWithinMs: number;
}

const fromAws = async (service: OperatedService, deployment: Deployment | undefined) => {
  const endpoint = process.env.AWS_ENDPOINT_URL;
  const apiUrl = reachableAddress(service.output('BaseUrl'), endpoint);
  const stack = service.output('StackName');
  const { createAwsAlarmNotices, readAwsInside } = await import('./aws-inside.ts');
  const known = {
    [environment.licensesTable]: service.licensesTable,
    [environment.scrapeQueueUrl]: service.scrapeQueueUrl,
  };
  const { CloudWatchClient } = await import('@aws-sdk/client-cloudwatch');
  const { SNSClient } = await import('@aws-sdk/client-sns');
  let inside: ReturnType<typeof readAwsInside> | undefined;
  return {
    apiUrl,
    domainName: deployment?.settings.domainName ?? '',
    sku: checkSku,
    pages: checkPages.map(({ path, tier, expected }) => ({
      tier,
      url: `${apiUrl}/check/${path}`,
      ...expected,
    })),
    // Emulators do not notify anybody of alarms.
    notices: endpoint ? undefined : createAwsAlarmNotices(new CloudWatchClient({}), new SNSClient({})),
    metricsFrom: endpoint ? ('nowhere' as const) : ('cloudWatch' as const),
    // Read once, by the first check that needs it.
    inside: () => {
      inside ??= readAwsInside(stack, service, service.output('AlarmsTell'), known);
      return inside;
    },
  };
};

/** Opens a deployment for checks, with its check pages and a temporary license. */
export const withPatient = async <T>(
  service: OperatedService,
  { deployment: name, local, scrapeWithinMs }: PatientOptions,
  work: (patient: Patient) => Promise<T>,
): Promise<T> => {
  const deployment = name === undefined ? undefined : readDeployment(name);
  const place =
    local === undefined
      ? await fromAws(service, deployment)
      : {
          ...(await localProbe(local)),
          domainName: '',
          inside: undefined,
          metricsFrom: 'localStack' as const,
        };
  const clockSkewMs = await measureClockSkew(place.apiUrl);
  const clock = (): number => Date.now() - clockSkewMs;
  return withLicense(service, clock(), (license) =>
    work({
      ...place,
      service,
      deployment,
      license,
      startedAtMs: clock(),
      clockSkewMs,
      scrapeWithinMs,
      clock,
      wait: (ms) => delay(ms),
    }),
  );
};
