import { ApiError, ScrapPrices, type SellingSite } from '../client/index.ts';
import type { Credentials } from './storage.ts';

/** What a local stack offers for a first try; a deployment's says `null`. */
export interface Demo {
  ApiUrl: string;
  License?: { UID: string; LicenseKey: string };
  Sku: string | null;
  SellingSites: SellingSite[];
}

/** @returns `undefined` where there is no demonstration. */
export const loadDemo = async (): Promise<Demo | undefined> => {
  try {
    const answer = await fetch('demo.json', { cache: 'no-store' });
    return answer.ok ? (((await answer.json()) as Demo | null) ?? undefined) : undefined;
  } catch {
    return undefined;
  }
};

/** Deployed, the console stands in a folder of the API's stage: `/prod/console/`. */
export const apiUrlOf = (demo: Demo | undefined): string =>
  demo?.ApiUrl ?? new URL('..', location.href).href.replace(/\/$/, '');

export const connect = (apiUrl: string, { uid, licenseKey }: Credentials): ScrapPrices =>
  new ScrapPrices({ baseUrl: apiUrl, uid: uid.trim(), licenseKey: licenseKey.trim() });

/** An error in words for a person, with the call's name where the owner can look it up. */
export const wordsOf = (error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error);
  return error instanceof ApiError && error.status >= 500 && error.requestId
    ? `${words} (call ${error.requestId})`
    : words;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command; the license key is left to a variable, so that it does not travel with the text. */
export const curlOf = (apiUrl: string, uid: string, sku: string, sites: readonly SellingSite[]): string => {
  const Data = { Sku: sku, SellingSites: sites };
  const body = JSON.stringify({ Authorization: { LicenseKey: '$LICENSE_KEY', UID: uid }, Data });
  const withVariable = quoted(body).replace('$LICENSE_KEY', `'"$LICENSE_KEY"'`);
  return `curl -sS ${quoted(`${apiUrl}/api/scrap_prices/queue`)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${withVariable}`;
};
