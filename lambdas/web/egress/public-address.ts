import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import registries from './special-addresses.json' with { type: 'json' };

/** One for each family: a list of both takes an IPv4 address for one of `::ffff:0:0/96`. */
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
 * Decides whether the public internet may be meant by this address.
 *
 * Public is what is ordinary global unicast in the IANA registries. Everything special-purpose or reserved is denied
 * (`special-addresses.json`), even where the registry calls it globally reachable, and so is every IPv6 address that
 * embeds an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo, ISATAP), because a translator on the way would
 * unwrap it.
 *
 * @param address - Dotted decimal or IPv6 text, as resolvers and sockets give it. Any other spelling (octal, hex,
 *   brackets, a zone) is denied: such text never comes from a resolver.
 */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  if (family === 4) return !special.ipv4.check(address, 'ipv4');
  return !special.ipv6.check(address, 'ipv6') && !isIsatap(address);
};
