import type { SellingSite } from '../client/index.ts';
import { defaultLocalAddress } from '../local/addresses.ts';
import { accessFile, accessKeyVariable, readAccessKey } from '../local/state-files.ts';
import { UnavailableError, UsageError } from './exit-codes.ts';
import { requireReachable } from './reachable.ts';

/** Value of `--local`: an address, or `true` for the default. */
export type LocalOption = string | true;

export const localAddress = (local: LocalOption): string => (local === true ? defaultLocalAddress : local);

/** The stack's description of itself: `GET /demo.json`. */
export interface LocalDocument {
  /** Relative to the stack's address. */
  ApiUrl: string;
  Sku: string | null;
  SellingSites: SellingSite[];
}

/** `GET /license.json`, for the stack's owner only. */
type LocalLicense = { UID: string; LicenseKey: string } | null;

/**
 * The service that `start` runs on this machine.
 *
 * @param address - e.g. `http://127.0.0.1:8787`; anything after the port is ignored.
 * @throws UsageError for an invalid address. Its methods throw UsageError if something else answers there, and
 *   UnavailableError if nothing does.
 */
export const localStackAt = (address: string) => {
  const base = URL.parse(address);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new UsageError(
      `"${address}" is not the address of a local stack; expected e.g. ${defaultLocalAddress}. Put the SKU before --local.`,
    );
  }
  const { origin } = base;
  const foreign = (cause?: unknown): UsageError =>
    new UsageError(`${origin} responds, but is not a local stack of this version.`, { cause });
  const file = accessFile(process.env, base.port || '80');
  const accessKey = process.env[accessKeyVariable] || readAccessKey(file);
  const fetchPage = async (path: string, method = 'GET'): Promise<Response> => {
    const headers: Record<string, string> = accessKey ? { Authorization: `Bearer ${accessKey}` } : {};
    const response = await requireReachable(origin)
      .then(() => fetch(new URL(path, origin), { method, headers }))
      .catch((cause: unknown) => {
        throw new UnavailableError(
          `Nothing answers at ${origin}. Start the service with "scrap-prices start", or give its address to --local.`,
          { cause },
        );
      });
    if (response.ok) return response;
    if (response.status !== 401) throw foreign();
    throw new UsageError(
      `The local stack at ${origin} needs the access key of the user who started it, which is in neither ${accessKeyVariable} nor ${file}.\nRun this as the same user, and with the same XDG_STATE_HOME, as "scrap-prices start".`,
    );
  };
  return {
    accessKey,
    origin,
    fetchPage,
    fetchJson: async <T>(path: string): Promise<T> =>
      (await fetchPage(path)).json().catch((cause: unknown) => {
        throw foreign(cause);
      }) as Promise<T>,
  };
};

/** Reads a local stack's description. @throws UsageError if it has no license. */
export const readLocalDocument = async (
  local: LocalOption,
): Promise<LocalDocument & { License: NonNullable<LocalLicense> }> => {
  const { origin, fetchJson } = localStackAt(localAddress(local));
  const document = await fetchJson<LocalDocument>('/demo.json');
  const License = await fetchJson<LocalLicense>('/license.json');
  if (!License) throw new UsageError(`The local stack at ${origin} has no license of its own.`);
  return { ...document, ApiUrl: new URL(document.ApiUrl, origin).href, License };
};
