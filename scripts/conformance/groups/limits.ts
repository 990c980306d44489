// Sizes at both edges, and the characters that a SKU may have.
import { type Check, contract, expectThat, type Group, table } from '../check.ts';
import { bodyOf, idOf, type Json, nobody, nowhere, plainData } from '../deployment.ts';
import { jsonOf } from '../http-client.ts';
import { expectProblem } from '../validators.ts';
import { accepts, answersInForm, refuses, site, withData, withSite } from './probes.ts';

const skuLimit = contract('Requests', '`Sku` 1 to 128 characters without control characters');
const sitesLimit = contract('Requests', '1 to 100 selling sites');
const urlLimit = contract('Requests', 'URL 2,048 characters');
const bodyLimit = contract('Requests', 'Limits: body 256 KiB');
const keyLimit = contract(
  'Requests',
  'An `Idempotency-Key` header (1 to 255 visible ASCII characters, scoped to the UID)',
);
const maxBodyBytes = 256 * 1_024;

const places: readonly [string, string, (sku: string) => Json][] = [
  ['Data.Sku', '/Data/Sku', (Sku) => withData({ Sku })],
  ["a site's Sku", `${site}/Sku`, (Sku) => withSite({ Sku })],
];
const hex = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
const controls = [
  '\u0000',
  '\u0001',
  '\t',
  '\n',
  '\r',
  '\u001b',
  '\u001f',
  '\u007f',
  '\u0080',
  '\u0085',
  '\u009f',
];
const others = [' ', '\u00a0', '/', '"', '\\', '<', '%', '{', 'é', '品', '👟', '../..', '{sku}'];

const skus = places.flatMap(([name, pointer, put]) => [
  refuses(`${name} of no character`, skuLimit, put(''), pointer),
  accepts(`${name} of 1 character`, skuLimit, put('1')),
  accepts(`${name} of 128 characters`, skuLimit, put('9'.repeat(128))),
  refuses(`${name} of 129 characters`, skuLimit, put('9'.repeat(129)), pointer),
  accepts(`${name} of 128 characters of two bytes each`, skuLimit, put('é'.repeat(128))),
  refuses(`${name} of 129 characters of two bytes each`, skuLimit, put('é'.repeat(129)), pointer),
  accepts(`${name} of 128 characters beyond the basic plane`, skuLimit, put('👟'.repeat(128))),
  refuses(`${name} of 129 characters beyond the basic plane`, skuLimit, put('👟'.repeat(129)), pointer),
  ...controls.map((character) =>
    refuses(`${name} with ${hex(character)}`, skuLimit, put(`a${character}b`), pointer),
  ),
  ...others.map((text) => accepts(`${name} with ${JSON.stringify(text)}`, skuLimit, put(`a${text}b`))),
]);

const sitesOf = (count: number): Json =>
  withData({ SellingSites: Array.from({ length: count }, () => ({ Url: nowhere })) });
const sites = [
  refuses('no selling site', sitesLimit, sitesOf(0), '/Data/SellingSites'),
  accepts('1 selling site', sitesLimit, sitesOf(1)),
  accepts('99 selling sites', sitesLimit, sitesOf(99)),
  accepts('100 selling sites', sitesLimit, sitesOf(100)),
  refuses('101 selling sites', sitesLimit, sitesOf(101), '/Data/SellingSites'),
  refuses('1,000 selling sites', sitesLimit, sitesOf(1_000), '/Data/SellingSites'),
];

const urlOf = (length: number, end = ''): string =>
  `${nowhere}?${'a'.repeat(length - nowhere.length - 1 - end.length)}${end}`;
const searchOnly = (SearchUrl: string): Json => bodyOf(nobody, { Sku: 'x', SellingSites: [{ SearchUrl }] });
const urls = [
  accepts('Url of 2,047 characters', urlLimit, withSite({ Url: urlOf(2_047) })),
  accepts('Url of 2,048 characters', urlLimit, withSite({ Url: urlOf(2_048) })),
  refuses('Url of 2,049 characters', urlLimit, withSite({ Url: urlOf(2_049) }), `${site}/Url`),
  refuses('Url of 100,000 characters', urlLimit, withSite({ Url: urlOf(100_000) }), `${site}/Url`),
  accepts('SearchUrl of 2,048 characters', urlLimit, searchOnly(urlOf(2_048, '{sku}'))),
  refuses('SearchUrl of 2,049 characters', urlLimit, searchOnly(urlOf(2_049, '{sku}')), `${site}/SearchUrl`),
];

const padded = (bytes: number, pad: 'spaces' | 'member' | 'twoBytes'): string => {
  const text = JSON.stringify(withData({ Pad: '' }));
  const room = bytes - Buffer.byteLength(text);
  if (pad === 'spaces') return text + ' '.repeat(room);
  const filler =
    pad === 'member' ? 'x'.repeat(room) : 'é'.repeat(Math.floor(room / 2)) + 'x'.repeat(room % 2);
  return text.replace('"Pad":""', `"Pad":"${filler}"`);
};
const tooLarge = (name: string, body: string): Check =>
  answersInForm(name, bodyLimit, (deployment) => deployment.queue(body), [400, 413]);
const bodies = [
  accepts('a body of 256 KiB less one byte', bodyLimit, padded(maxBodyBytes - 1, 'member')),
  accepts('a body of exactly 256 KiB', bodyLimit, padded(maxBodyBytes, 'member')),
  accepts('a body of exactly 256 KiB, filled with spaces', bodyLimit, padded(maxBodyBytes, 'spaces')),
  accepts(
    'a body of exactly 256 KiB, in characters of two bytes',
    bodyLimit,
    padded(maxBodyBytes, 'twoBytes'),
  ),
  tooLarge('a body of 256 KiB and one byte', padded(maxBodyBytes + 1, 'member')),
  tooLarge('a body of 256 KiB and one space', padded(maxBodyBytes + 1, 'spaces')),
  tooLarge(
    'a body of 256 KiB and one byte, in characters of two bytes',
    padded(maxBodyBytes + 1, 'twoBytes'),
  ),
  tooLarge('a body of 1 MiB', padded(1_024 * 1_024, 'member')),
];

const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('');
const key = (name: string, value: string, isFit: boolean): Check => ({
  name: `Idempotency-Key ${name}: ${isFit ? 'accepted' : 'refused'}`,
  cites: keyLimit,
  run: async (deployment) => {
    const body = bodyOf(deployment.license, plainData());
    const answer = await deployment.queue(body, [['Idempotency-Key', value]]);
    if (!isFit) {
      expectProblem(answer, 400);
      return;
    }
    expectThat(typeof idOf(answer) === 'string', 'a RequestId', jsonOf(answer));
  },
});
const keys = [
  key('of 1 character', String.fromCharCode(33 + (Date.now() % 90)), true),
  key('of 255 characters', `${Date.now()}`.padEnd(255, 'k'), true),
  key('of 256 characters', 'k'.repeat(256), false),
  key('of 4,000 characters', 'k'.repeat(4_000), false),
  key('of no character', '', false),
  key('of spaces alone', '   ', false),
  key('with a space inside', 'a b', false),
  key('with a tab inside', 'a\tb', false),
  key('with a byte above ASCII', 'a\u00e9b', false),
  key('with U+00A0', 'a\u00a0b', false),
  key('with every visible character of ASCII', `${visible}${Date.now()}`, true),
];

const names = contract('Requests', 'body 256 KiB');
export const limitGroups: Group[] = [
  { name: 'CONTRACT.md, Requests: Sku', checks: skus },
  { name: 'CONTRACT.md, Requests: number of sites', checks: sites },
  { name: 'CONTRACT.md, Requests: length of URLs', checks: urls },
  {
    name: 'CONTRACT.md, Requests: size of the body',
    checks: [
      ...bodies,
      ...table([10_000, 100_000], (length) =>
        accepts(`an unknown member of ${length} characters`, names, withSite({ Extra: 'x'.repeat(length) })),
      ),
    ],
  },
  { name: 'CONTRACT.md, Requests: form of the Idempotency-Key', checks: keys },
];
