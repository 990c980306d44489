import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { WebError } from '../web-error.ts';
import { canonicalHost, parseAllowedTarget, targetKey, withoutBrackets } from './allowed-target.ts';
import { isOnOwnNetwork } from './own-networks.ts';
import { isMetadataAddress, isPublicAddress } from './public-address.ts';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** A permitted target; connect only to its checked addresses. */
export interface EgressTarget extends ResolvedAddress {
  /** Lower case, without brackets or trailing dot; an IP literal equals `address`. */
  hostname: string;
  port: number;
  /** All checked addresses, `address` first, for a retry if it does not respond. */
  addresses: readonly ResolvedAddress[];
}

export interface EgressPolicyOptions {
  /** Exact `host:port` allowed in addition to the public web. Set by the deployment, never by a caller. */
  allowedTargets: readonly string[];
  /** Command that allows a target when followed by it; absent on AWS. */
  advice?: string | undefined;
  /** Resolves all addresses of a name. Default: the system's resolver. */
  resolve?: (hostname: string) => Promise<readonly { address: string; family: number }[]>;
  /** Default: true for addresses of this machine and its networks. */
  isOwnNetwork?: (address: string) => boolean;
}

/** Decides what may be reached. One per process; both tiers check it on every hop. */
export interface EgressPolicy {
  /**
   * Checks the URL itself: scheme, credentials, port and host.
   *
   * @throws WebError `InvalidUrl` or `ForbiddenTarget`.
   */
  checkUrl(url: string | URL): URL;
  /**
   * Resolves a host once and checks every address. Connect to these addresses without resolving again, since
   * the name could then resolve differently.
   *
   * @param hostname - As in a URL or in a CONNECT line; brackets are accepted around IPv6.
   * @throws WebError `InvalidUrl`, `ForbiddenTarget` or `DnsFailure`.
   */
  resolveTarget(hostname: string, port: number): Promise<EgressTarget>;
  /** True if the deployment allows this host and port. */
  isAllowedTarget(hostname: string, port: number): boolean;
  /**
   * The policy for everything loaded for one site: of the allowed targets, only the one that the site names.
   *
   * @param address - of the site, as its caller named it.
   */
  forSite(address: string): EgressPolicy;
}

/** True if this allowed target is reachable; see `targetKey`. */
type IsOpen = (target: string) => boolean;

const publicPorts = new Set([80, 443]);

/** Names that only private resolvers know (RFC 6761, RFC 8375, RFC 6762, ICANN's .internal). */
const privateSuffixes = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa', 'lan', 'intranet'];

const forbidden = (message: string): WebError =>
  new WebError('ForbiddenTarget', message, { retryable: false });
const invalid = (message: string, cause?: unknown): WebError =>
  new WebError('InvalidUrl', message, { retryable: false, cause });

const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);

const resolveBySystem = (hostname: string): Promise<{ address: string; family: number }[]> =>
  lookup(hostname, { all: true, order: 'verbatim' });

/** Resolver errors that are temporary, unlike "no such name". */
const transientDnsCodes = new Set(['EAI_AGAIN', 'ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'ENOMEM', 'EMFILE']);

/**
 * Limits the service's network access to http and https, ports 80 and 443, no credentials, and only addresses
 * of the public internet. The deployment's allow-list is the only exception and is empty on AWS.
 *
 * @throws Error when an entry of `allowedTargets` is not an exact host and port.
 */
export const createEgressPolicy = ({
  allowedTargets,
  advice,
  resolve = resolveBySystem,
  isOwnNetwork = isOnOwnNetwork,
}: EgressPolicyOptions): EgressPolicy => {
  const allowed = new Set(allowedTargets.map(parseAllowedTarget));

  const forbiddenTarget = (message: string, hostname: string, port: number): WebError => {
    const target = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
    // Users may copy it into a shell.
    const isAdvised = advice !== undefined && /^[a-z0-9.:[\]-]+$/.test(target);
    return forbidden(isAdvised ? `${message} To allow it: ${advice} ${target}` : message);
  };

  const checkPort = (port: number, hostname: string): void => {
    if (publicPorts.has(port)) return;
    throw forbiddenTarget(`Port ${port} is not allowed; expected port 80 or 443.`, hostname, port);
  };

  /** @param isException - whether the target is allowed, by whatever address. */
  const checkAddress = (address: string, hostname: string, port: number, isException = false): void => {
    const isMetadata = isMetadataAddress(address);
    if (!isMetadata && (isException || (isPublicAddress(address) && !isOwnNetwork(address)))) return;
    const message =
      address === hostname
        ? `The address ${address} is not on the public internet.`
        : // Omits the address, which would reveal data of a private resolver.
          `The host "${hostname}" has an address that is not on the public internet.`;
    throw isMetadata ? forbidden(message) : forbiddenTarget(message, hostname, port);
  };

  const checkName = (hostname: string, port: number): void => {
    const isPrivate = privateSuffixes.some(
      (suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`),
    );
    if (isPrivate || !hostname.includes('.')) {
      const message = `The host "${hostname}" names a private network; expected a public host name.`;
      throw forbiddenTarget(message, hostname, port);
    }
  };

  const checkHost = (hostname: string, port: number): void => {
    checkPort(port, hostname);
    if (isIP(hostname) === 0) checkName(hostname, port);
    else checkAddress(hostname, hostname, port);
  };

  const isAllowed = (hostname: string, port: number): boolean => allowed.has(targetKey(hostname, port));

  /** @returns true if it is an allowed target. @throws WebError */
  const checkTarget = (hostname: string, port: number, isOpen: IsOpen): boolean => {
    const isException = isAllowed(hostname, port);
    if (!isException) checkHost(hostname, port);
    else if (!isOpen(targetKey(hostname, port)))
      throw forbidden(
        `"${hostname}:${port}" is only allowed for sites whose own URL has this host and port.`,
      );
    return isException;
  };

  const resolveName = async (hostname: string): Promise<ResolvedAddress[]> => {
    let answers: readonly { address: string; family: number }[];
    try {
      answers = await resolve(hostname);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      throw new WebError(
        'DnsFailure',
        `The host "${hostname}" could not be resolved (${code || 'no answer'}); check its spelling.`,
        {
          retryable: transientDnsCodes.has(code),
          cause: error,
        },
      );
    }
    if (answers.length === 0) {
      throw new WebError('DnsFailure', `The host "${hostname}" has no address.`, { retryable: false });
    }
    const addresses = answers.map(
      ({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }) as const,
    );
    // IPv4 first: a Lambda function outside a VPC has no IPv6 egress.
    return [...addresses].sort((a, b) => a.family - b.family);
  };

  const checkUrl = (given: string | URL, isOpen: IsOpen): URL => {
    const url = typeof given === 'string' ? URL.parse(given) : new URL(given);
    if (url === null) throw invalid('The URL cannot be parsed; expected an absolute http or https URL.');
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw forbidden(`The scheme "${url.protocol}" is not allowed; expected http or https.`);
    }
    if (url.username !== '' || url.password !== '') {
      throw invalid('The URL contains credentials; expected a URL without user name and password.');
    }
    const hostname = withoutBrackets(url.hostname);
    if (hostname === '') throw invalid('The URL has no host; expected an absolute http or https URL.');
    const port = portOf(url);
    checkTarget(hostname, port, isOpen);
    return url;
  };

  const resolveTarget = async (given: string, port: number, isOpen: IsOpen): Promise<EgressTarget> => {
    const hostname = canonicalHost(given);
    if (hostname === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) {
      throw invalid('The target is not a host and a port.');
    }
    const isException = checkTarget(hostname, port, isOpen);
    const family = isIP(hostname);
    const addresses: ResolvedAddress[] =
      family === 0 ? await resolveName(hostname) : [{ address: hostname, family: family === 6 ? 6 : 4 }];
    // A single private address rejects the name, since any of them could be used.
    for (const { address } of addresses) checkAddress(address, hostname, port, isException);
    return { ...addresses[0]!, hostname, port, addresses };
  };

  const createPolicy = (isOpen: IsOpen): EgressPolicy => ({
    checkUrl: (given) => checkUrl(given, isOpen),
    resolveTarget: (hostname, port) => resolveTarget(hostname, port, isOpen),

    isAllowedTarget(given, port) {
      const hostname = canonicalHost(given);
      return hostname !== undefined && isAllowed(hostname, port);
    },

    forSite(address) {
      const url = URL.parse(address);
      const named = url === null ? undefined : targetKey(withoutBrackets(url.hostname), portOf(url));
      return createPolicy((target) => target === named && isOpen(target));
    },
  });
  return createPolicy(() => true);
};
