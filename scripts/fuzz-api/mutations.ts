import fc from 'fast-check';

type Json = unknown;
export type Path = readonly (string | number)[];

/** Values that programs stumble over, whatever was asked for. */
export const oddValues: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  '',
  ' ',
  '0',
  'null',
  '\u0000',
  'a\u0000b',
  'a\r\nX-Injected: 1',
  '\u202e\u200b\ufeff',
  '\ud800',
  '𝒳'.repeat(200),
  'x'.repeat(3_000),
  '{sku}'.repeat(400),
  '%00%0d%0a',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  `\${jndi:ldap://127.0.0.1/a}`,
  '__proto__',
  [],
  [[]],
  {},
  { length: 1e9 },
  { toString: 1, valueOf: 1 },
  ['x', null, 1],
];

/** Names of members that mean something to JavaScript, or nearly something to the service. */
export const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'sku',
  'data',
  'Sku\u0000',
  '0',
  'a/b~c',
  'é',
  'é',
  'x'.repeat(500),
] as const;

/** Every place in a value, the value itself first. */
export const placesIn = (value: Json, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, member]) => placesIn(member, [...path, name]))]
    : [path];

/** A copy with another value at a place; `undefined` takes it away. */
export const withValueAt = (value: Json, path: Path, replacement: Json): Json => {
  const [name, ...rest] = path;
  if (name === undefined) return replacement;
  const copy: Record<string, Json> | Json[] = Array.isArray(value)
    ? [...(value as Json[])]
    : { ...(value as object) };
  const key = name as keyof typeof copy;
  const changed = withValueAt((copy as Record<string, Json>)[key as string], rest, replacement);
  if (changed === undefined) {
    if (Array.isArray(copy)) copy.splice(Number(name), 1);
    else delete copy[key];
  } else {
    Object.defineProperty(copy, key, {
      value: changed,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
};

const nested = (depth: number, isObject: boolean): string =>
  isObject ? `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` : '['.repeat(depth) + ']'.repeat(depth);

/** Changes of a body's text, after which it is often no JSON any more. */
export const textMutation: fc.Arbitrary<(json: string) => string> = fc.oneof(
  fc.nat().map((at) => (json: string) => json.slice(0, at % (json.length + 1))),
  fc
    .tuple(
      fc.nat(),
      fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', '\u0000', '\n', '-', 'e', '\u2028'),
    )
    .map(([at, insert]) => (json: string) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + insert + json.slice(place);
    }),
  fc.nat().map((at) => (json: string) => {
    const place = at % Math.max(1, json.length);
    return json.slice(0, place) + json.slice(place + 1);
  }),
  fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.boolean()).map(
    ([depth, isObject]) =>
      (json: string) =>
        json.replace('"Sku"', () => `"Deep":${nested(depth, isObject)},"Sku"`),
  ),
  fc
    .constantFrom('1e999', '-0', '123456789012345678901234567890', '0.1e-999', '01', '+1', 'NaN', 'Infinity')
    .map((number) => (json: string) => json.replace(/"Sku":"[^"]*"/, () => `"Sku":${number}`)),
  fc
    .constantFrom('"Sku":"twice",', '"__proto__":{"Sku":"x"},', '"Data":1,', "'Sku':'x',", '/* */', '//\n')
    .map((insert) => (json: string) => json.replace('"Sku"', () => `${insert}"Sku"`)),
  fc
    .constantFrom('\ufeff', ' ', '\n\n', 'null', '[]', ")]}',\n", '\u00a0')
    .map((before) => (json: string) => before + json),
  fc.constantFrom('', 'null', '0', '"x"', '[]', '{}', '[{}]', 'undefined', '<?xml?>').map((all) => () => all),
  fc
    .integer({ min: 200_000, max: 300_000 })
    .map((bytes) => (json: string) => json.replace('"Sku"', () => `"Filler":"${'x'.repeat(bytes)}","Sku"`)),
);

/** How a body's text becomes bytes. */
export const bodyEncoding: fc.Arbitrary<(json: string) => Buffer> = fc.constantFrom(
  (json) => Buffer.from(json, 'utf8'),
  (json) => Buffer.from(json, 'utf16le'),
  (json) => Buffer.from(json, 'latin1'),
  (json) => Buffer.from(Buffer.from(json, 'utf8').toString('base64'), 'latin1'),
  (json) => Buffer.concat([Buffer.from(json, 'utf8'), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
  (json) =>
    Buffer.from(Buffer.from(json, 'utf8').map((byte, index) => (index % 37 === 36 ? byte ^ 0x80 : byte))),
);
