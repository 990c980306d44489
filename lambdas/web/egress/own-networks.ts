import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Networks wider than these are not local (tunnels, cloud overlays). */
const widestIpv4Prefix = 16;
const widestIpv6Prefix = 48;

/**
 * True if an address belongs to this machine or to a network that it is directly attached to.
 *
 * A laptop's global IPv6 prefix and a server's public IPv4 address are ordinary public addresses, but lead to
 * the machine itself or its local network. Read each time, because laptops change networks.
 *
 * @param interfaces - Default: those of this machine.
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
