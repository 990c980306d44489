import fc from 'fast-check';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { isPublicAddress } from '../../lambdas/web/egress/public-address.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import {
  ipv4Blocks,
  ipv4Number,
  ipv6Blocks,
  isPublicIpv4Number,
  isPublicIpv6Number,
} from '../web/egress/iana-registries.ts';

/** Numbers anywhere, and on and beside the edges of every block, where mistakes live. */
const near = (blocks: readonly { base: bigint; prefix: number }[], bits: number): fc.Arbitrary<bigint> => {
  const max = (1n << BigInt(bits)) - 1n;
  const clamp = (value: bigint): bigint => (value < 0n ? 0n : value > max ? max : value);
  return fc.oneof(
    fc.bigInt({ min: 0n, max }),
    fc
      .tuple(fc.constantFrom(...blocks), fc.bigInt({ min: -2n, max: 2n }), fc.boolean())
      .map(([{ base, prefix }, step, isEnd]) =>
        clamp(base + (isEnd ? 1n << BigInt(bits - prefix) : 0n) + step),
      ),
    fc
      .tuple(fc.constantFrom(...blocks), fc.bigInt({ min: 0n, max }))
      .map(([{ base, prefix }, value]) => base | (value & ((1n << BigInt(bits - prefix)) - 1n))),
  );
};

const ipv4 = near(ipv4Blocks, 32);
const globalIpv6 = fc.bigInt({ min: 1n << 125n, max: (1n << 126n) - 1n });
const isatap = fc
  .tuple(globalIpv6, fc.constantFrom(0x5efen, 0x2005efen), ipv4)
  .map(([prefix, marker, address]) => ((prefix >> 64n) << 64n) | (marker << 32n) | address);
const ipv6 = fc.oneof(near(ipv6Blocks, 128), globalIpv6, isatap);

const bytesOf = (value: bigint): number[] =>
  [24n, 16n, 8n, 0n].map((shift) => Number((value >> shift) & 0xffn));
export const dotted = (value: bigint): string => bytesOf(value).join('.');
const groupsOf = (value: bigint): string[] =>
  Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));

export const grouped = (value: bigint): string => groupsOf(value).join(':');

/** An IPv6 address in one of its texts: long, padded, upper case, compressed, with a dotted end. */
const ipv6Text = (value: bigint, style: number): string => {
  const groups = groupsOf(value);
  if (style === 0) return groups.join(':');
  if (style === 1)
    return groups
      .map((group) => group.padStart(4, '0'))
      .join(':')
      .toUpperCase();
  if (style === 2) return `${groups.slice(0, 6).join(':')}:${dotted(value & 0xffffffffn)}`;
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
};

/** An IPv4 address as URL parsers accept it: hex, octal, decimal parts, fewer parts, other digits, escapes. */
const ipv4Spelling = fc
  .tuple(ipv4, fc.array(fc.constantFrom(10, 8, 16), { minLength: 4, maxLength: 4 }), fc.nat(3), fc.nat(4))
  .map(([value, radixes, merged, disguise]) => {
    const bytes = bytesOf(value).map(BigInt);
    const parts = bytes.slice(0, 4 - merged - 1);
    parts.push(bytes.slice(4 - merged - 1).reduce((sum, byte) => sum * 256n + byte, 0n));
    const texts = parts.map((part, i) => {
      const radix = radixes[i]!;
      return radix === 16 ? `0x${part.toString(16)}` : radix === 8 ? `0${part.toString(8)}` : `${part}`;
    });
    const plain = texts.join('.');
    const text =
      disguise === 1
        ? plain.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
        : disguise === 2
          ? plain.replace(/\d/g, (digit) => `%3${digit}`)
          : disguise === 3
            ? `${plain}.`
            : disguise === 4
              ? plain.replaceAll('.', '。')
              : plain;
    return { value, text };
  });

const policy = createEgressPolicy({ allowedTargets: [], isOwnNetwork: () => false });

const verdictOf = (url: string): boolean => {
  try {
    policy.checkUrl(url);
    return true;
  } catch (error) {
    if (error instanceof WebError) return false;
    throw error;
  }
};

const agree = (what: string, actual: boolean, expected: boolean): void => {
  if (actual !== expected)
    throw new Error(`${what}: the policy says ${actual}, the registries say ${expected}.`);
};

/**
 * Holds the address decision against the IANA registries, over addresses, over their texts, and over URLs.
 *
 * @param runs - Cases of each of the five properties.
 * @throws Error with the smallest case that breaks one.
 */
export const run = (runs: number, seed: number): void => {
  const settings = { numRuns: runs, seed };
  fc.assert(
    fc.property(ipv4, (value) =>
      agree(dotted(value), isPublicAddress(dotted(value)), isPublicIpv4Number(value)),
    ),
    settings,
  );
  fc.assert(
    fc.property(ipv6, fc.nat(3), (value, style) => {
      const text = ipv6Text(value, style);
      agree(text, isPublicAddress(text), isPublicIpv6Number(value));
    }),
    settings,
  );
  fc.assert(
    fc.property(ipv4Spelling, ({ value, text }) => {
      agree(text, verdictOf(`http://${text}/`), isPublicIpv4Number(value));
    }),
    settings,
  );
  fc.assert(
    fc.property(ipv6, fc.nat(3), (value, style) => {
      const text = `http://[${ipv6Text(value, style)}]/`;
      agree(text, verdictOf(text), isPublicIpv6Number(value));
    }),
    settings,
  );
  // Whatever a text is, it is either refused with an error of ours or a URL that the rules allow.
  const urlLike = fc
    .tuple(
      fc.constantFrom('http:', 'https:', 'file:', 'HTTP:', 'ws:', 'data:', ''),
      fc.constantFrom('//', '/', '\\\\', '///', ':'),
      fc.constantFrom('', 'user@', 'user:pass@', '@', '%40'),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.domain(),
        ipv4Spelling.map(({ text }) => text),
        fc.constantFrom('localhost', '[::1]', '[::ffff:7f00:1]', 'a.internal', 'example.com'),
      ),
      fc.constantFrom('', ':80', ':443', ':8080', ':0', ':65536', ':'),
      fc.constantFrom('/', '', '?', '#', '\\@example.com/'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(urlLike, (text) => {
      if (!verdictOf(text)) return;
      const url = new URL(text);
      const host = url.hostname.replace(/\.$/, '');
      const isFine =
        /^https?:$/.test(url.protocol) &&
        url.username === '' &&
        url.password === '' &&
        ['', '80', '443'].includes(url.port) &&
        (/^\d+(?:\.\d+){3}$/.test(host) ? isPublicIpv4Number(ipv4Number(host)) : host.includes('.'));
      if (!isFine) throw new Error(`${JSON.stringify(text)} was allowed as ${url.href}.`);
    }),
    settings,
  );
};
