/**
 * The IANA special-purpose address registries, and an own reading of addresses as numbers: a second opinion that
 * shares no code with the policy.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const ipv4Registry: [string, number, string][] = [
  ['0.0.0.0', 8, '"This network", RFC 791'],
  ['10.0.0.0', 8, 'Private-Use, RFC 1918'],
  ['100.64.0.0', 10, 'Shared Address Space, RFC 6598'],
  ['127.0.0.0', 8, 'Loopback, RFC 1122'],
  ['169.254.0.0', 16, 'Link Local, RFC 3927'],
  ['172.16.0.0', 12, 'Private-Use, RFC 1918'],
  ['192.0.0.0', 24, 'IETF Protocol Assignments, RFC 6890'],
  ['192.0.2.0', 24, 'Documentation (TEST-NET-1), RFC 5737'],
  ['192.31.196.0', 24, 'AS112-v4, RFC 7535'],
  ['192.52.193.0', 24, 'AMT, RFC 7450'],
  ['192.88.99.0', 24, 'Deprecated (6to4 Relay Anycast), RFC 7526'],
  ['192.168.0.0', 16, 'Private-Use, RFC 1918'],
  ['192.175.48.0', 24, 'Direct Delegation AS112 Service, RFC 7534'],
  ['198.18.0.0', 15, 'Benchmarking, RFC 2544'],
  ['198.51.100.0', 24, 'Documentation (TEST-NET-2), RFC 5737'],
  ['203.0.113.0', 24, 'Documentation (TEST-NET-3), RFC 5737'],
  ['224.0.0.0', 4, 'Multicast, RFC 5771 (a registry of its own)'],
  ['240.0.0.0', 4, 'Reserved, RFC 1112, and Limited Broadcast, RFC 8190'],
  ['168.63.129.16', 32, 'not IANA: the Azure host, seen from its guests'],
];

const ipv6Registry: [string, number, string][] = [
  ['::', 96, 'Unspecified, Loopback and IPv4-compatible, RFC 4291'],
  ['::ffff:0:0', 96, 'IPv4-mapped, RFC 4291'],
  ['64:ff9b::', 96, 'IPv4-IPv6 Translation, RFC 6052'],
  ['64:ff9b:1::', 48, 'IPv4-IPv6 Translation, RFC 8215'],
  ['100::', 64, 'Discard-Only, RFC 6666'],
  ['100:0:0:1::', 64, 'Dummy prefix, RFC 9780'],
  ['2001::', 23, 'IETF Protocol Assignments (Teredo, ORCHIDv2, AMT, ...), RFC 2928'],
  ['2001:db8::', 32, 'Documentation, RFC 3849'],
  ['2002::', 16, '6to4, RFC 3056'],
  ['2620:4f:8000::', 48, 'Direct Delegation AS112 Service, RFC 7534'],
  ['3fff::', 20, 'Documentation, RFC 9637'],
  ['5f00::', 16, 'Segment Routing SIDs, RFC 9602'],
  ['fc00::', 7, 'Unique-Local, RFC 4193'],
  ['fe80::', 10, 'Link-Local, RFC 4291'],
  ['fec0::', 10, 'Site-Local, RFC 3879'],
  ['ff00::', 8, 'Multicast, RFC 4291'],
];

export const ipv4Number = (text: string): bigint =>
  text.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);

export const ipv6Number = (text: string): bigint => {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const plain = dotted
    ? `${dotted[1]}${(ipv4Number(dotted[2]!) >> 16n).toString(16)}:${(ipv4Number(dotted[2]!) & 0xffffn).toString(16)}`
    : text;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const front = groups(head);
  const back = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].reduce(
    (value, group) => value * 65_536n + BigInt(`0x${group}`),
    0n,
  );
};

const isWithin = (value: bigint, base: bigint, prefix: number, bits: number): boolean => {
  const shift = BigInt(bits - prefix);
  return value >> shift === base >> shift;
};

export const ipv4Blocks = ipv4Registry.map(([base, prefix]) => ({ base: ipv4Number(base), prefix }));
export const ipv6Blocks = ipv6Registry.map(([base, prefix]) => ({ base: ipv6Number(base), prefix }));

export const isPublicIpv4Number = (value: bigint): boolean =>
  !ipv4Blocks.some(({ base, prefix }) => isWithin(value, base, prefix, 32));

/** Global unicast is allocated from 2000::/3 alone; an ISATAP interface identifier embeds an IPv4 address. */
export const isPublicIpv6Number = (value: bigint): boolean => {
  const interfaceHigh = (value >> 32n) & 0xffffffffn;
  return (
    value >> 125n === 1n &&
    interfaceHigh !== 0x00005efen &&
    interfaceHigh !== 0x02005efen &&
    !ipv6Blocks.some(({ base, prefix }) => isWithin(value, base, prefix, 128))
  );
};
