import type { SellingSite } from '../client/index.ts';
import { defaultLocalAddress } from '../local/addresses.ts';
import { accessFile, accessKeyVariable, readAccessKey } from '../local/state-files.ts';
import { UnavailableError, UsageError } from './exit-codes.ts';
import { requireReachable } from './reachable.ts';

/** Given to `--local`: an address, or `true` for the usual one. */
export type LocalOption = string | true;

const localAddress = (local: LocalOption): string => (local === true ? defaultLocalAddress : local);

/** The stack's description of itself: `GET /demo.json`. */
export interface LocalDocument {
  /** From the root of its own address. */
  ApiUrl: string;
  Sku: string | null;
  SellingSites: SellingSite[];
}

/** `GET /license.json`, for its owner. */
type LocalLicense = { UID: string; LicenseKey: string } | null;

/**
 * The service that `start` runs on this machine.
 *
 * @param address - e.g. `http://127.0.0.1:8787`; what follows the port is left out.
 * @throws UsageError when that is no address; later when something else answers there, UnavailableError when nothing does.
 */
export const localStackAt = (address: string) => {
  const base = URL.parse(address);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new UsageError(
      `"${address}" is not the address of a local stack; expected one such as ${defaultLocalAddress}. Put the SKU before --local.`,
    );
  }
  const foreign = (cause?: unknown): UsageError =>
    new UsageError(`${base.origin} answers, but is not a local stack of this version.`, { cause });
  const file = accessFile(process.env, base.port || '80');
  const accessKey = process.env[accessKeyVariable] || readAccessKey(file);
  const fetchPage = async (path: string, method = 'GET'): Promise<Response> => {
    let answer: Response;
    try {
      await requireReachable(base.origin);
      answer = await fetch(new URL(path, base.origin), {
        method,
        headers: accessKey === undefined ? {} : { Authorization: `Bearer ${accessKey}` },
      });
    } catch (cause) {
      throw new UnavailableError(
        `Nothing answers at ${base.origin}. Start the service with "scrap-prices start", or give its address to --local.`,
        { cause },
      );
    }
    if (answer.ok) return answer;
    if (answer.status === 401) {
      throw new UsageError(
        `The local stack at ${base.origin} answers only whoever started it, whose access key is in neither ${accessKeyVariable} nor ${file}. Run this in the account, and with the XDG_STATE_HOME, in which "scrap-prices start" runs.`,
      );
    }
    throw foreign();
  };
  return {
    accessKey,
    origin: base.origin,
    fetchPage,
    fetchJson: async <T>(path: string): Promise<T> => {
      try {
        return (await (await fetchPage(path)).json()) as T;
      } catch (cause) {
        if (!(cause instanceof SyntaxError)) throw cause;
        throw foreign(cause);
      }
    },
  };
};

/** Reads a local stack's description. @throws UsageError when it has no license to give. */
export const readLocalDocument = async (
  local: LocalOption,
): Promise<LocalDocument & { License: NonNullable<LocalLicense> }> => {
  const { origin, fetchJson } = localStackAt(localAddress(local));
  const document = await fetchJson<LocalDocument>('/demo.json');
  const License = await fetchJson<LocalLicense>('/license.json');
  if (!License) throw new UsageError(`The local stack at ${origin} has no license of its own.`);
  return { ...document, ApiUrl: new URL(document.ApiUrl, origin).href, License };
};
