import { isIP } from 'node:net';
import { isMetadataAddress } from './public-address.ts';

/**
 * Normalizes a host like the URL standard: `0x7f.1`, `2130706433`, full-width digits all become `127.0.0.1`.
 */
export const canonicalHost = (hostname: string): string | undefined => {
  if (/[\s/\\@?#]/.test(hostname) || hostname === '') return undefined;
  const isBareIpv6 = isIP(hostname) === 6;
  if (hostname.includes(':') && !isBareIpv6 && !/^\[[^[\]]*\]$/.test(hostname)) return undefined;
  const url = URL.parse(isBareIpv6 ? `http://[${hostname}]/` : `http://${hostname}/`);
  return url === null || url.hostname === '' ? undefined : withoutBrackets(url.hostname);
};

export const withoutBrackets = (hostname: string): string =>
  hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

export const targetKey = (hostname: string, port: number): string => `${hostname}|${port}`;

/**
 * Reads an entry of the allow-list, e.g. `127.0.0.1:4010`.
 *
 * @returns its key, see `targetKey`.
 * @throws Error if it is not an exact host and port, or serves credentials.
 */
export const parseAllowedTarget = (entry: string): string => {
  const parts = /^(\[[0-9a-f:.]+\]|[^:[\]]+):(\d{1,5})$/i.exec(entry.trim());
  const hostname = parts ? canonicalHost(parts[1]!) : undefined;
  const port = Number(parts?.[2]);
  if (hostname === undefined || hostname.includes('*') || !(port >= 1 && port <= 65_535)) {
    throw new Error(
      `The allowed target "${entry}" is not an exact host and port. Expected for example "127.0.0.1:4010" or "[::1]:4010".`,
    );
  }
  if (hostname === '0.0.0.0' || hostname === '::')
    throw new Error(
      `The target "${entry}" is no address of one machine. Name the one it listens on, such as 127.0.0.1.`,
    );
  if (isMetadataAddress(hostname)) {
    throw new Error(
      `The target "${entry}" is never allowed: at such addresses, machines in a cloud serve their credentials, which a page could read.`,
    );
  }
  return targetKey(hostname, port);
};
