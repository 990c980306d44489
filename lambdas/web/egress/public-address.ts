import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import registries from './special-addresses.json' with { type: 'json' };

/** One per family: a combined list would treat IPv4 addresses as part of `::ffff:0:0/96`. */
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const { ranges } of registries) {
  for (const { range } of ranges) {
    const [base, prefix] = range.split('/') as [string, string];
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    special[family].addSubnet(base, Number(prefix), family);
  }
}

/** ISATAP (RFC 5214): the last 64 bits are 0000:5efe or 0200:5efe and an IPv4 address, under any prefix. */
const isIsatap = (address: string): boolean => {
  const { parts } = ipaddr.IPv6.parse(address);
  return (parts[4]! & ~0x0200) === 0 && parts[5] === 0x5efe;
};

/**
 * Returns true if an address is on the public internet.
 *
 * Public addresses are ordinary global unicast addresses in the IANA registries. Special-purpose and reserved
 * ranges are denied (`special-addresses.json`), even if the registry calls them globally reachable. So are
 * IPv6 addresses that embed an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo, ISATAP), since a
 * translator could unwrap them.
 *
 * @param address - Dotted decimal or IPv6, as returned by resolvers and sockets. Denies other notations
 *   (octal, hex, brackets, zones), which resolvers never return.
 */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  if (family === 4) return !special.ipv4.check(address, 'ipv4');
  return !special.ipv6.check(address, 'ipv6') && !isIsatap(address);
};

/** Link-local addresses, and others at which clouds serve credentials and instance data. */
const metadata = new BlockList();
metadata.addSubnet('169.254.0.0', 16, 'ipv4');
metadata.addAddress('168.63.129.16', 'ipv4');
metadata.addAddress('100.100.100.200', 'ipv4');
metadata.addSubnet('fe80::', 10, 'ipv6');
metadata.addSubnet('fd00:ec2::', 32, 'ipv6');
metadata.addAddress('fd20:ce::254', 'ipv6');

/** True if whoever reaches an address, also one embedded in IPv6, may read the credentials of its machine. */
export const isMetadataAddress = (address: string): boolean => {
  if (isIP(address) === 4) return metadata.check(address, 'ipv4');
  if (isIP(address) === 0) return false;
  const { parts } = ipaddr.IPv6.parse(address);
  const embeds = (high: number, low: number): boolean =>
    metadata.check(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`, 'ipv4');
  return metadata.check(address, 'ipv6') || embeds(parts[6]!, parts[7]!) || embeds(parts[1]!, parts[2]!);
};
