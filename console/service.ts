import {
  ApiError,
  ConnectionError,
  RateLimitedError,
  ScrapPrices,
  type SellingSite,
} from '../client/index.ts';
import { type Credentials, loadAccessKey } from './storage.ts';
import { timeText } from './words.ts';

/** The local stack's demonstration; `null` for a deployment. */
export interface Demo {
  ApiUrl: string;
  License?: { UID: string; LicenseKey: string };
  Sku: string | null;
  SellingSites: SellingSite[];
}

/** @returns `undefined` without a demonstration. @throws if the network fails. */
export const loadDemo = async (): Promise<Demo | undefined> => {
  const answer = await fetch('demo.json', { cache: 'no-store' });
  if (answer.status >= 500) throw new Error(`demo.json: ${answer.status}`);
  try {
    const demo = answer.ok ? ((await answer.json()) as Demo | null) : null;
    if (demo === null) return undefined;
    const License = await loadLocalLicense();
    return License ? { ...demo, License } : demo;
  } catch {
    return undefined;
  }
};

/** The local stack's license, for pages opened with its owner's link. */
const loadLocalLicense = async (): Promise<Demo['License']> => {
  const accessKey = loadAccessKey();
  if (accessKey === undefined) return undefined;
  const headers = { Authorization: `Bearer ${accessKey}` };
  const answer = await fetch('license.json', { cache: 'no-store', headers });
  return answer.ok ? (((await answer.json()) as Demo['License'] | null) ?? undefined) : undefined;
};

/** A deployed console is in a folder of the API's stage: `/prod/console/`. */
export const apiUrlOf = (demo: Demo | undefined): string =>
  demo
    ? new URL(demo.ApiUrl, location.href).href
    : new URL('..', location.href.replace(/#.*$/s, '')).href.replace(/\/$/, '');

/** One attempt per call, since the console notices when the network is back. */
export const connect = (apiUrl: string, { uid, licenseKey }: Credentials): ScrapPrices =>
  new ScrapPrices({
    baseUrl: apiUrl,
    uid: uid.trim(),
    licenseKey: licenseKey.trim(),
    maxAttempts: 1,
    // Progress comes with each answer, so a long wait for the end would hide it.
    holdSeconds: 1,
  });

/** For longer waits, show the time. */
const longWaitSeconds = 60;

/** An error's message for the user, with the call's identifier if the logs can explain it. */
export const wordsOf = (error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof RateLimitedError && (error.retryAfterSeconds ?? 0) >= longWaitSeconds) {
    const freeAt = timeText(Date.now() + error.retryAfterSeconds! * 1_000);
    return `${words.replace(/;? ?repeat the call after .*Retry-After.*$/, '')}; free again at ${freeAt}.`;
  }
  return error instanceof ApiError && error.status >= 500 && error.requestId
    ? `${words} (call ${error.requestId})`
    : words;
};

/** True if a call may have succeeded without a response, or may succeed in a moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && error.status >= 500) ||
  (error instanceof RateLimitedError && (error.retryAfterSeconds ?? 0) <= 5);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a curl command, with the license key in a variable so that it is not shared by accident. */
export const curlOf = (apiUrl: string, uid: string, sku: string, sites: readonly SellingSite[]): string => {
  const Data = { Sku: sku, SellingSites: sites };
  const body = JSON.stringify({ Authorization: { LicenseKey: '$LICENSE_KEY', UID: uid }, Data });
  const withVariable = quoted(body).replace('$LICENSE_KEY', `'"$LICENSE_KEY"'`);
  return `curl -sS ${quoted(`${apiUrl}/api/scrap_prices/queue`)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${withVariable}`;
};
