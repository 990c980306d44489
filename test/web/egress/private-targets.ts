import type { ResolvedAddress } from '../../../lambdas/web/egress/egress-policy.ts';

/** One way to name a target that is not on the public internet. */
export interface WayToPrivate {
  title: string;
  /** As in a URL. */
  host: string;
  /** Resolver results, if the target is a name. */
  answers?: ResolvedAddress[];
}

/** Notations of 127.0.0.1 that URL parsers or C libraries accept. */
const loopbackSpellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7F.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00000177.0.0.1',
  '127.0.0.1.',
  '127.000.000.001',
  '127.0x0.0.1',
  '127.255.255.254',
  '%31%32%37.0.0.1',
  '127%2E0%2E0%2E1',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '127.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001:0:0:0:0:1]',
  '[2001:0:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[::ffff:0:127.0.0.1]',
  '[2606:4700::5efe:7f00:1]',
];

const privateSpellings = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
  '[100::1]',
];

const privateNames = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'foo.localhost',
  'localhost.localdomain',
  'router',
  'router.local',
  'router.lan',
  'intranet',
  'wiki.intranet',
  'metadata.google.internal',
  'ip-10-0-0-1.ec2.internal',
  'nas.home.arpa',
];

const ipv4 = (address: string): ResolvedAddress => ({ address, family: 4 });
const ipv6 = (address: string): ResolvedAddress => ({ address, family: 6 });

/** Public names with results of hostile or private resolvers. */
const deceitfulNames: WayToPrivate[] = [
  { title: 'a name that is loopback', host: 'localtest.example.com', answers: [ipv4('127.0.0.1')] },
  { title: 'a name that is IPv6 loopback', host: 'six.example.com', answers: [ipv6('::1')] },
  {
    title: 'a name that is mapped loopback',
    host: 'mapped.example.com',
    answers: [ipv6('::ffff:127.0.0.1')],
  },
  { title: 'a name that is 0.0.0.0', host: 'zero.example.com', answers: [ipv4('0.0.0.0')] },
  { title: 'a name that is ::', host: 'zero6.example.com', answers: [ipv6('::')] },
  {
    title: 'a name that is the metadata service',
    host: 'meta.example.com',
    answers: [ipv4('169.254.169.254')],
  },
  { title: 'a name that is IPv6 metadata', host: 'meta6.example.com', answers: [ipv6('fd00:ec2::254')] },
  {
    title: 'a public and a private address',
    host: 'two.example.com',
    answers: [ipv4('93.184.215.14'), ipv4('127.0.0.1')],
  },
  {
    title: 'a private and a public address',
    host: 'owt.example.com',
    answers: [ipv4('127.0.0.1'), ipv4('93.184.215.14')],
  },
  {
    title: 'a public IPv4 and a private IPv6 address',
    host: 'mixed.example.com',
    answers: [ipv4('93.184.215.14'), ipv6('::1')],
  },
  { title: 'an answer with a zone', host: 'zone.example.com', answers: [ipv6('fe80::1%lo')] },
  { title: 'an answer that is no address', host: 'odd.example.com', answers: [ipv4('0x7f.1')] },
];

/**
 * Ways to name loopback, private, link-local, metadata and embedded addresses, none of which may be reached.
 */
export const waysToPrivateTargets: readonly WayToPrivate[] = [
  ...[...loopbackSpellings, ...privateSpellings, ...privateNames].map((host) => ({ title: host, host })),
  ...deceitfulNames,
];
