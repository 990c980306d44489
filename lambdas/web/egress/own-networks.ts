import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Wider than these, an interface's network says nothing about neighbours (tunnels, cloud overlays). */
const widestIpv4Prefix = 16;
const widestIpv6Prefix = 48;

/**
 * True if an address belongs to this machine or to a network that it is directly attached to.
 *
 * A laptop's global IPv6 prefix and a server's public IPv4 address are ordinary public addresses, and yet what
 * answers there is the machine itself, its printer or its neighbour. Read anew each time, because a laptop moves.
 *
 * @param interfaces - For tests; default: those of this machine.
 */
export const isOnOwnNetwork = (address: string, interfaces = networkInterfaces()): boolean => {
  const parsed = ipaddr.process(address);
  return Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .some((entry) => {
      if (!entry.cidr) return false;
      const [base, prefix] = ipaddr.parseCIDR(entry.cidr.replace(/%[^/]*/, ''));
      if (base.kind() !== parsed.kind()) return false;
      const isIpv4 = base.kind() === 'ipv4';
      const isWide = prefix < (isIpv4 ? widestIpv4Prefix : widestIpv6Prefix);
      return parsed.match(base, isWide ? (isIpv4 ? 32 : 128) : prefix);
    });
};
