import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import { checkPages, checkSku } from '../../lambdas/domain/check-pages.ts';
import { environment } from '../../lambdas/environment.ts';
import { type Deployment, readDeployment } from '../../lib/deployments.ts';
import { clientRenderedShop } from '../../local/shops/client-rendered-shop.ts';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { type LocalDocument, localStackAt } from '../local-stack.ts';
import { newLicenseKey } from '../operations/licenses.ts';
import type { OperatedService } from '../operations/operated-service.ts';
import type { Context, ProbePage } from './finding.ts';

/** The temporary license expires by itself if the doctor is killed before it deletes it. */
const licenseLifeMs = 15 * 60_000;

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** Address of the API, mapped to an emulator's endpoint if there is one. */
const reachableAddress = (baseUrl: string, endpoint: string | undefined): string => {
  if (!endpoint) return withoutSlash(baseUrl);
  const { hostname, pathname } = new URL(baseUrl);
  const [apiId] = hostname.split('.');
  const [, stage = ''] = pathname.split('/');
  return `${withoutSlash(endpoint)}/restapis/${apiId}/${stage}/_user_request_`;
};

/** Demonstration shops, used on the local stack instead of the deployment's own pages, which it cannot reach. */
const fromLocalStack = async (address: string) => {
  const demo = await localStackAt(address).fetchJson<LocalDocument>('/demo.json');
  const shops = [
    { tier: 'Http', shop: jsonLdShop },
    { tier: 'Browser', shop: clientRenderedShop },
  ] as const;
  return {
    aws: undefined,
    domainName: '',
    metricsFrom: 'localStack' as const,
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
    const response = await fetch(apiUrl, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    const skewMs = Date.now() - Date.parse(response.headers.get('date') ?? '');
    return Math.abs(skewMs) > unnoticedSkewMs ? skewMs : 0;
  } catch {
    // The API check reports why.
    return 0;
  }
};

const withLicense = async <T>(
  { documents, licensesTable }: OperatedService,
  nowMs: number,
  work: (license: Context['license']) => Promise<T>,
): Promise<T> => {
  const licenses = createDynamoDbLicenseStore(documents, licensesTable);
  const uid = `doctor-${randomBytes(6).toString('hex')}`;
  const { licenseKey, ...stored } = newLicenseKey();
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + licenseLifeMs };
  await licenses.create({ uid, ...stored, enabled: true, ...times });
  try {
    return await work({ uid, licenseKey });
  } finally {
    await licenses.delete(uid);
  }
};

interface ContextOptions {
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
  const { createAwsAlarmNotices, readAwsState } = await import('./aws-state.ts');
  const known = {
    [environment.licensesTable]: service.licensesTable,
    [environment.scrapeQueueUrl]: service.scrapeQueueUrl,
  };
  const { CloudWatchClient } = await import('@aws-sdk/client-cloudwatch');
  const { SNSClient } = await import('@aws-sdk/client-sns');
  let state: ReturnType<typeof readAwsState> | undefined;
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
    aws: () => {
      state ??= readAwsState(stack, service, service.output('AlarmsTell'), known);
      return state;
    },
  };
};

/** Opens a deployment for checks, with its check pages and a temporary license. */
export const withContext = async <T>(
  service: OperatedService,
  { deployment: name, local, scrapeWithinMs }: ContextOptions,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const deployment = name === undefined ? undefined : readDeployment(name);
  const place = local === undefined ? await fromAws(service, deployment) : await fromLocalStack(local);
  const clockSkewMs = await measureClockSkew(place.apiUrl);
  const clock = (): number => Date.now() - clockSkewMs;
  const startedAtMs = clock();
  const times = { startedAtMs, clockSkewMs, scrapeWithinMs, clock, wait: (ms: number) => delay(ms) };
  return withLicense(service, startedAtMs, (license) =>
    work({ ...place, service, deployment, license, ...times }),
  );
};
