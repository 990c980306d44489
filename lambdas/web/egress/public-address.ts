import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const networks = (...cidrs: string[]): Network[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

/**
 * Denied beyond what ipaddr.js calls special.
 *
 * 168.63.129.16 is a public address on which every Azure host answers its guests; 192.0.0.0/24 and 192.88.99.0/24
 * are listed so that the decision does not hang on a library's table.
 */
const deniedIpv4 = networks('168.63.129.16/32', '192.0.0.0/24', '192.88.99.0/24', '0.0.0.0/8', '240.0.0.0/4');

/** The only block from which IANA hands out global unicast addresses; all other IPv6 space is denied with it. */
const globalUnicastIpv6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Inside 2000::/3: protocol assignments (Teredo, ORCHID, benchmarking), documentation, 6to4, AS112. */
const deniedIpv6 = networks('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20');

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, list: readonly Network[]): boolean =>
  list.some(([base, prefix]) => address.kind() === base.kind() && address.match(base, prefix));

/** ISATAP (RFC 5214): the last 64 bits are 0000:5efe or 0200:5efe and an IPv4 address, under any prefix. */
const isIsatap = (address: ipaddr.IPv6): boolean =>
  (address.parts[4]! & ~0x0200) === 0 && address.parts[5] === 0x5efe;

/**
 * Decides whether the public internet may be meant by this address.
 *
 * Public is what is ordinary global unicast in the IANA registries. Everything special-purpose is denied, even
 * where the registry calls it globally reachable, and so is every IPv6 address that embeds an IPv4 address
 * (mapped, compatible, NAT64, 6to4, Teredo, ISATAP), because a translator on the way would unwrap it.
 *
 * @param address - Dotted decimal or IPv6 text, as resolvers and sockets give it. Any other spelling (octal, hex,
 *   brackets, a zone) is denied: such text never comes from a resolver.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return !isIn(parsed, deniedIpv4);
  const ipv6 = parsed as ipaddr.IPv6;
  return isIn(ipv6, [globalUnicastIpv6]) && !isIn(ipv6, deniedIpv6) && !isIsatap(ipv6);
};
