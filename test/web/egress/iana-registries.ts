import registries from '../../../lambdas/web/egress/special-addresses.json' with { type: 'json' };

/** An independent implementation on numeric addresses, which shares only the registries with the policy. */
export const ipv4Number = (text: string): bigint =>
  text.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);

const ipv6Number = (text: string): bigint => {
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

const ranges = registries.flatMap((registry) => registry.ranges.map(({ range }) => range.split('/')));
const blocksOf = (isIpv6: boolean) =>
  ranges
    .filter(([base]) => base!.includes(':') === isIpv6)
    .map(([base, prefix]) => ({ base: (isIpv6 ? ipv6Number : ipv4Number)(base!), prefix: Number(prefix) }));
export const ipv4Blocks = blocksOf(false);
export const ipv6Blocks = blocksOf(true);

export const isPublicIpv4Number = (value: bigint): boolean =>
  !ipv4Blocks.some(({ base, prefix }) => isWithin(value, base, prefix, 32));

/** An ISATAP interface identifier embeds an IPv4 address. */
export const isPublicIpv6Number = (value: bigint): boolean => {
  const interfaceHigh = (value >> 32n) & 0xffffffffn;
  return (
    interfaceHigh !== 0x00005efen &&
    interfaceHigh !== 0x02005efen &&
    !ipv6Blocks.some(({ base, prefix }) => isWithin(value, base, prefix, 128))
  );
};
