import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createEgressPolicy, type EgressPolicyOptions } from '../../../lambdas/web/egress/egress-policy.ts';
import { isOnOwnNetwork } from '../../../lambdas/web/egress/own-networks.ts';
import { isPublicAddress } from '../../../lambdas/web/egress/public-address.ts';
import { dotted, grouped, run } from '../../fuzz/addresses.fuzz.ts';
import { manyOf, seedOr } from '../../rounds.ts';
import { ipv4Blocks, ipv6Blocks, isPublicIpv4Number, isPublicIpv6Number } from './iana-registries.ts';
import { waysToPrivateTargets } from './private-targets.ts';

const policyWith = (options: Partial<EgressPolicyOptions> = {}) =>
  createEgressPolicy({ allowedTargets: [], isOwnNetwork: () => false, ...options });

const resolvesTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** The first and last address of a range, and their neighbours outside it. */
const edgesOf = ({ base, prefix }: { base: bigint; prefix: number }, bits: number): bigint[] => {
  const last = base + (1n << BigInt(bits - prefix)) - 1n;
  return [base - 1n, base, last, last + 1n].filter((value) => value >= 0n && value < 1n << BigInt(bits));
};

describe('public addresses', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.0',
    '2606:4700:4700::1111',
    '2a00:1450:4001:830::200e',
  ])('include %s', (address) => expect(isPublicAddress(address)).toBe(true));

  // Other notations, which lenient parsers accept.
  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '017700000001',
    '8.8.8.8.',
    ' 8.8.8.8',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '8.8.8.8/32',
    '08.8.8.8',
  ])('exclude "%s"', (address) => expect(isPublicAddress(address)).toBe(false));

  // Ranges of the registries that no library knows, and both sides of the bounds of global unicast.
  it.each([
    '0.255.255.255',
    '100.127.255.255',
    '168.63.129.16',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.2',
    '192.175.48.6',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '100:0:0:1::1',
    '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8000::1',
    '2d00::1',
    '2fff::1',
    '3000::1',
    '3ffe::1',
    '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff::1',
    '3fff:1000::1',
    '4000::',
    '5f00::1',
    'fec0::1',
  ])('exclude %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it('end at both edges of every range of the registries', () => {
    const wrong = [
      ...ipv4Blocks.flatMap((block) =>
        edgesOf(block, 32).map((value) => [dotted(value), isPublicIpv4Number(value)]),
      ),
      ...ipv6Blocks.flatMap((block) =>
        edgesOf(block, 128).map((value) => [grouped(value), isPublicIpv6Number(value)]),
      ),
    ].filter(([address, expected]) => isPublicAddress(String(address)) !== expected);
    expect(wrong).toEqual([]);
  });

  it('agree with the IANA registries over generated addresses, spellings and URLs', () => {
    run(manyOf(1_000), seedOr(20_261_121));
  });
});

describe('own networks', () => {
  const entry = (cidr: string): NetworkInterfaceInfo => ({ cidr }) as NetworkInterfaceInfo;
  const interfaces = {
    lo: [entry('127.0.0.1/8')],
    eth0: [entry('198.51.100.7/24'), entry('2a02:8109:1::7/64'), entry('fe80::1/64')],
    tun0: [entry('100.1.2.3/8')],
  };

  it.each([
    ['198.51.100.7', true],
    ['198.51.100.200', true],
    ['198.51.101.7', false],
    ['2a02:8109:1::beef', true],
    ['2a02:8109:1:1::7', false],
    ['100.1.2.3', true],
    ['100.1.2.4', false],
    ['1.1.1.1', false],
  ])('contain %s: %s', (address, isOwn) => expect(isOnOwnNetwork(address, interfaces)).toBe(isOwn));

  it('are unreachable although their addresses are public', async () => {
    const policy = policyWith({
      resolve: resolvesTo('1.1.1.7'),
      isOwnNetwork: (address) => address === '1.1.1.7',
    });
    await expect(policy.resolveTarget('me.example.com', 443)).rejects.toMatchObject({
      code: 'ForbiddenTarget',
    });
    expect(() => policy.checkUrl('http://1.1.1.7/')).toThrow(/not on the public internet/);
  });
});

describe('checkUrl', () => {
  it.each([
    'http://example.com/',
    'https://example.com:443/p?q=1#f',
    'https://EXAMPLE.com./',
    'http://1.1.1.1:443/',
    'https://bücher.example.com/',
    'http://[2606:4700::1111]/',
  ])('allows %s', (url) => expect(policyWith().checkUrl(url)).toBeInstanceOf(URL));

  it.each([
    ['ftp://example.com/', 'ForbiddenTarget'],
    ['file:///etc/hostname', 'ForbiddenTarget'],
    ['javascript:alert(1)', 'ForbiddenTarget'],
    ['blob:https://example.com/1', 'ForbiddenTarget'],
    ['http://example.com:8080/', 'ForbiddenTarget'],
    ['http://example.com:22/', 'ForbiddenTarget'],
    ['http://user@example.com/', 'InvalidUrl'],
    ['http://:secret@example.com/', 'InvalidUrl'],
    ['http://example.com@127.0.0.1/', 'InvalidUrl'],
    ['http://127.0.0.1\\@example.com/', 'ForbiddenTarget'],
    ['http://example.com:99999/', 'InvalidUrl'],
    ['/relative', 'InvalidUrl'],
    ['', 'InvalidUrl'],
  ])('refuses %s with %s', (url, code) => {
    expect(() => policyWith().checkUrl(url)).toThrow(expect.objectContaining({ code }));
  });

  it('does not change the given URL', () => {
    const url = new URL('https://example.com/a');
    expect(policyWith().checkUrl(url)).toEqual(url);
  });
});

describe('resolveTarget', () => {
  it('returns the checked address, IPv4 first', async () => {
    const policy = policyWith({ resolve: resolvesTo('2606:4700::1', '1.1.1.1', '1.0.0.1') });
    expect(await policy.resolveTarget('Example.com.', 443)).toEqual({
      hostname: 'example.com',
      port: 443,
      address: '1.1.1.1',
      family: 4,
      addresses: [
        { address: '1.1.1.1', family: 4 },
        { address: '1.0.0.1', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    });
  });

  it.each(waysToPrivateTargets)('refuses $title', async ({ host, answers }) => {
    const policy = policyWith({ resolve: async () => answers ?? [{ address: '1.1.1.1', family: 4 }] });
    await expect(policy.resolveTarget(host, 80)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:ForbiddenTarget|InvalidUrl)$/),
    });
  });

  it('does not reveal a private resolver’s data to callers', async () => {
    const policy = policyWith({ resolve: resolvesTo('10.1.2.3') });
    await expect(policy.resolveTarget('intern.example.com', 443)).rejects.toThrow(/^(?!.*10\.1\.2\.3)/);
  });

  it('does not look up addresses, and looks up a name once', async () => {
    const requested: string[] = [];
    const policy = policyWith({
      resolve: async (name) => {
        requested.push(name);
        return [{ address: '1.1.1.1', family: 4 }];
      },
    });
    await policy.resolveTarget('0x01010101', 443);
    await policy.resolveTarget('example.com', 443);
    expect(requested).toEqual(['example.com']);
  });

  it.each([
    ['ENOTFOUND', false],
    ['EAI_AGAIN', true],
  ])('gives DnsFailure for %s, retryable: %s', async (code, retryable) => {
    const policy = policyWith({
      resolve: async () => {
        throw Object.assign(new Error(code), { code });
      },
    });
    await expect(policy.resolveTarget('example.com', 80)).rejects.toMatchObject({
      code: 'DnsFailure',
      retryable,
    });
  });

  it('gives DnsFailure for a name without addresses', async () => {
    const policy = policyWith({ resolve: resolvesTo() });
    await expect(policy.resolveTarget('example.com', 80)).rejects.toMatchObject({ code: 'DnsFailure' });
  });

  it.each([
    ['example.com/x', 80],
    ['user@example.com', 80],
    ['example.com:80', 80],
    ['exa mple.com', 80],
    ['[::1', 80],
    ['', 80],
    ['example.com', 0],
    ['example.com', 65_536],
    ['example.com', 1.5],
  ])('refuses the target "%s" port %s', async (host, port) => {
    await expect(policyWith().resolveTarget(host, port)).rejects.toMatchObject({ code: 'InvalidUrl' });
  });
});

describe('the allow-list', () => {
  const policy = policyWith({ allowedTargets: ['127.0.0.1:4010', 'Shops.localhost:4011', '[::1]:4012'] });

  it.each([
    'http://127.0.0.1:4010/',
    'https://0x7f.1:4010/',
    'http://shops.localhost:4011/',
    'http://[::1]:4012/',
  ])('admits %s', (url) => expect(policy.checkUrl(url)).toBeInstanceOf(URL));

  it.each([
    'http://127.0.0.1:4011/',
    'http://127.0.0.1/',
    'http://127.0.0.2:4010/',
    'http://localhost:4010/',
    'http://x.shops.localhost:4011/',
    'http://[::ffff:127.0.0.1]:4010/',
    'http://[::1]:4010/',
    'http://127.0.0.1:4010@example.com:81/',
    'http://user@127.0.0.1:4010/',
    'ftp://127.0.0.1:4010/',
  ])('does not admit %s', (url) => expect(() => policy.checkUrl(url)).toThrow());

  it('does not admit a name that resolves to an admitted address', async () => {
    const rebound = policyWith({ allowedTargets: ['127.0.0.1:80'], resolve: resolvesTo('127.0.0.1') });
    await expect(rebound.resolveTarget('evil.example.com', 80)).rejects.toMatchObject({
      code: 'ForbiddenTarget',
    });
  });

  it.each([
    '127.0.0.1',
    '*:80',
    '*.example.com:443',
    '127.0.0.1:0',
    '127.0.0.1:99999',
    'http://127.0.0.1:80',
    '10.0.0.0/8:80',
    '::1:80',
    '',
  ])('refuses the entry "%s"', (entry) =>
    expect(() => createEgressPolicy({ allowedTargets: [entry] })).toThrow(/not an exact host and port/),
  );

  it.each(['0.0.0.0', '[::]', '0'])('refuses %s, which is no address of one machine', (address) =>
    expect(() => createEgressPolicy({ allowedTargets: [`${address}:80`] })).toThrow(
      /no address of one machine/,
    ),
  );

  const metadataAddresses = [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    ...['[fd00:ec2::254]', '[fd00:ec2::23]', '[fe80::1]', '[fd20:ce::254]'],
    ...[
      '[::ffff:169.254.169.254]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:a9fe:a9fe::1]',
      '0xa9fea9fe',
      '169.254.43518',
    ],
  ];
  it.each(metadataAddresses)('refuses %s, which may serve credentials', (address) =>
    expect(() => createEgressPolicy({ allowedTargets: [`${address}:80`] })).toThrow(/is never allowed/),
  );

  it.each(['169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254'])(
    'does not let an admitted name lead to %s',
    async (address) => {
      const resolve = resolvesTo('10.0.0.1', address);
      const named = policyWith({ allowedTargets: ['shop.lan:8080'], resolve, advice: 'x' });
      const refused = named.resolveTarget('shop.lan', 8_080);
      await expect(refused).rejects.toMatchObject({ code: 'ForbiddenTarget' });
      await expect(refused).rejects.not.toThrow(/To allow it/);
    },
  );
});

describe('advice on a refusal', () => {
  const messageOf = (url: string, advice?: string): string => {
    try {
      policyWith({ advice }).checkUrl(url);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  it.each([
    ['http://localhost:3000/', 'localhost:3000'],
    ['http://127.0.0.1/', '127.0.0.1:80'],
    ['https://[::1]:8443/', '[::1]:8443'],
  ])('names the target to allow for %s', (url, target) => {
    expect(messageOf(url, 'npm start -- --allow-target')).toMatch(
      new RegExp(` To allow it: npm start -- --allow-target ${RegExp.escape(target)}$`),
    );
    expect(messageOf(url)).not.toContain('reached:');
  });

  it.each(['http://$(id):3000/', 'http://a;id:3000/', "http://a'b:3000/"])(
    'is no command for a shell: %s',
    (url) => {
      expect(messageOf(url, 'x')).toMatch(/^Port 3000 is not allowed; expected port 80 or 443\.$/);
    },
  );

  it('is absent if no target could be allowed', () => {
    expect(messageOf('ftp://127.0.0.1/', 'x')).toMatch(/expected http or https\.$/);
  });
});

describe('for a site', () => {
  const policy = policyWith({
    allowedTargets: ['127.0.0.1:4010', 'shop.example.com:443'],
    resolve: resolvesTo('127.0.0.1'),
  });
  const targets = ['http://127.0.0.1:4010/', 'https://shop.example.com/'];
  const isRefused = async (site: string, target: string): Promise<boolean> => {
    const scoped = policy.forSite(site);
    const { hostname, port } = new URL(target);
    const answers = await Promise.allSettled([
      (async () => scoped.checkUrl(target))(),
      scoped.resolveTarget(hostname, Number(port || 443)),
    ]);
    return answers.every(({ status }) => status === 'rejected');
  };

  it.each(targets)('at an allowed target, %s is reachable', async (target) => {
    expect(await isRefused(target, target)).toBe(false);
    expect(policy.forSite(target).checkUrl(target).href).toBe(target);
  });

  it('at an allowed target, no other one is reachable', async () => {
    expect(await isRefused(targets[0]!, targets[1]!)).toBe(true);
    expect(await isRefused(targets[1]!, targets[0]!)).toBe(true);
  });

  it.each([
    'https://evil.example/',
    'http://127.0.0.1:4011/',
    'https://127.0.0.1:4010.evil.example/',
    'no address',
  ])('elsewhere, at %s, none is reachable', async (site) => {
    for (const target of targets) expect(await isRefused(site, target)).toBe(true);
  });

  it('without allowed targets, none is reachable for derived pages', () => {
    expect(() =>
      policy.forSite('https://evil.example/').forSite(targets[0]!).checkUrl(targets[0]!),
    ).toThrow();
  });
});
