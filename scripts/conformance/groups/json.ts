// Bodies that are no JSON, no UTF-8, or that JSON readers disagree about.
import { type Check, contract, type Group, spec, table } from '../check.ts';
import { jsonHeader, queuePath } from '../deployment.ts';
import type { Header } from '../http-client.ts';
import { accepts, answersInForm, refuses, withData, withSite } from './probes.ts';

const isJson = contract(
  'Requests',
  'body is JSON and fits its schema, else 400 with every violation at once',
);
const isUtf8 = contract('Requests', 'a body that is not UTF-8, are 400');
const payloads = spec('What the service does', 'Payloads are JSON.');
const invalid = spec('Errors', '| 400 Bad Request | The request payload is invalid. |');

const fit = JSON.stringify(withData({ Sku: 'SKU' }));
const notJson: readonly [name: string, body: string][] = [
  ['nothing', ''],
  ['a space', ' '],
  ['an opening brace', '{'],
  ['a body cut off', fit.slice(0, -1)],
  ['a body and one more brace', `${fit}}`],
  ['two bodies', `${fit}${fit}`],
  ['two bodies in two lines', `${fit}\n${fit}`],
  ['single quotes', fit.replaceAll('"', "'")],
  ['names without quotes', fit.replaceAll(/"(\w+)":/g, '$1:')],
  ['a comma after the last member', fit.replace(/}$/, ',}')],
  ['a comment', `/* a */${fit}`],
  ['NaN', fit.replace('"SKU"', 'NaN')],
  ['Infinity', fit.replace('"SKU"', 'Infinity')],
  ['-Infinity', fit.replace('"SKU"', '-Infinity')],
  ['undefined', fit.replace('"SKU"', 'undefined')],
  ['a number with a leading zero', fit.replace('"SKU"', '01')],
  ['a hexadecimal number', fit.replace('"SKU"', '0x10')],
  ['a number with a plus', fit.replace('"SKU"', '+1')],
  ['a number that ends with its point', fit.replace('"SKU"', '1.')],
  ['True', fit.replace('"SKU"', 'True')],
  ['a tab inside a string', fit.replace('SKU', 'S\tU')],
  ['a line feed inside a string', fit.replace('SKU', 'S\nU')],
  ['an unknown escape', fit.replace('SKU', 'S\\xU')],
  ['an escape cut off', fit.replace('SKU', 'S\\u00')],
  ['a no-break space between members', fit.replace('{', '{\u00a0')],
  ['a form feed between members', fit.replace('{', '{\f')],
  ['a form', 'Sku=1&Url=https%3A%2F%2Fshop.invalid'],
  ['XML', '<queue/>'],
  ['100,000 opening brackets', '['.repeat(100_000)],
  ['100,000 opening objects', '{"a":'.repeat(40_000)],
];
const notAnObject: readonly [string, string][] = [
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '1'],
  ['a string', '"x"'],
  ['an empty array', '[]'],
  ['the body inside an array', `[${fit}]`],
  ['the body as a string', JSON.stringify(fit)],
  ['an empty object', '{}'],
];

const bytesIn = (sequence: readonly number[]): Buffer => {
  const [before, after] = fit.split('SKU') as [string, string];
  return Buffer.concat([Buffer.from(`${before}a`), Buffer.from(sequence), Buffer.from(`b${after}`)]);
};
/** @see https://www.cl.cam.ac.uk/~mgk25/ucs/examples/UTF-8-test.txt for the kinds of malformed sequences. */
const notUtf8: readonly [name: string, body: Buffer][] = [
  ['ISO 8859-1', bytesIn([0xe9])],
  ['a continuation alone', bytesIn([0x80])],
  ['a sequence of two cut off', bytesIn([0xc3])],
  ['a sequence of three cut off', bytesIn([0xe2, 0x82])],
  ['a sequence of four cut off', bytesIn([0xf0, 0x9f, 0x91])],
  ['an overlong slash of two', bytesIn([0xc0, 0xaf])],
  ['an overlong slash of three', bytesIn([0xe0, 0x80, 0xaf])],
  ['an overlong NUL', bytesIn([0xc0, 0x80])],
  ['half a surrogate pair', bytesIn([0xed, 0xa0, 0x80])],
  ['a surrogate pair in six bytes', bytesIn([0xed, 0xa0, 0xbd, 0xed, 0xb1, 0x9f])],
  ['a code point above U+10FFFF', bytesIn([0xf4, 0x90, 0x80, 0x80])],
  ['a sequence of five', bytesIn([0xf8, 0x88, 0x80, 0x80, 0x80])],
  ['0xFE', bytesIn([0xfe])],
  ['0xFF', bytesIn([0xff])],
  ['UTF-16, little end first', Buffer.from(fit, 'utf16le')],
  ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(fit, 'utf16le')])],
  ['UTF-16, big end first', Buffer.from(fit, 'utf16le').swap16()],
  [
    'a malformed name of an unknown member',
    Buffer.concat([Buffer.from('{"'), Buffer.from([0xff]), Buffer.from(`":1,${fit.slice(1)}`)]),
  ],
];

const hazard = (name: string, body: string | Buffer): Check =>
  answersInForm(name, invalid, (deployment) => deployment.queue(body), [400, 401]);
const deep = (depth: number): string =>
  fit.replace('"SKU"', `"SKU","Deep":${'['.repeat(depth)}${']'.repeat(depth)}`);
const hazards = [
  hazard('a byte order mark before the body', `\ufeff${fit}`),
  hazard('Sku twice', fit.replace('"Sku":', '"Sku":"first","Sku":')),
  hazard('Authorization twice', fit.replace('{', '{"Authorization":{"LicenseKey":"a","UID":"b"},')),
  hazard('half a surrogate pair as an escape in Sku', fit.replace('SKU', '\\ud800')),
  hazard('the other half as an escape in Sku', fit.replace('SKU', '\\udc00x')),
  hazard('NUL as an escape in an unknown name', fit.replace('{', '{"\\u0000":1,')),
  hazard('an unknown member of 1,000 levels', deep(1_000)),
  hazard('an unknown member of 100,000 levels', deep(100_000)),
  hazard('an unknown number of 100,000 digits', fit.replace('"SKU"', `"SKU","N":${'9'.repeat(100_000)}`)),
  hazard('an unknown number 1e999999999', fit.replace('"SKU"', '"SKU","N":1e999999999')),
  hazard(
    '20,000 unknown members',
    fit.replace('"SKU"', `"SKU",${Array.from({ length: 20_000 }, (_, i) => `"u${i}":1`).join(',')}`),
  ),
  hazard('Sku in escapes alone', fit.replace('SKU', '\\u0053\\u004b\\u0055')),
];

const typed = (name: string, headers: readonly Header[], isCertain: boolean): Check =>
  answersInForm(
    `Content-Type ${name}`,
    isCertain ? payloads : invalid,
    (deployment) => deployment.send({ method: 'POST', path: queuePath, headers, body: fit }),
    isCertain ? [401] : [400, 401, 415],
  );
const types = [
  typed('application/json', [jsonHeader], true),
  typed('application/json; charset=utf-8', [['Content-Type', 'application/json; charset=utf-8']], true),
  typed('APPLICATION/JSON', [['Content-Type', 'APPLICATION/JSON']], true),
  typed('in a header of lower case', [['content-type', 'application/json']], true),
  typed('absent', [], false),
  typed('text/plain', [['Content-Type', 'text/plain']], false),
  typed('application/x-www-form-urlencoded', [['Content-Type', 'application/x-www-form-urlencoded']], false),
  typed('application/xml', [['Content-Type', 'application/xml']], false),
  typed('multipart/form-data without a boundary', [['Content-Type', 'multipart/form-data']], false),
  typed('that is garbage', [['Content-Type', ';;;']], false),
];

const white = spec('What the service does', 'Payloads are JSON.');
const spelled = [
  accepts(
    'white space of every kind that JSON has',
    white,
    ` \t\r\n${JSON.stringify(withData({}), null, '\t')}\r\n `,
  ),
  accepts(
    'members in another order',
    white,
    JSON.stringify({ Data: withData({}).Data, Authorization: withData({}).Authorization }),
  ),
  accepts('names in escapes', white, fit.replace('"Sku"', '"\\u0053ku"')),
  accepts('a slash as an escape', white, JSON.stringify(withSite({})).replaceAll('/', '\\/')),
];

export const jsonGroups: Group[] = [
  {
    name: 'CONTRACT.md, Requests: bodies that are no JSON',
    checks: table(notJson, ([name, body]) => refuses(name, isJson, body)),
  },
  {
    name: 'CONTRACT.md, Requests: JSON that is no payload',
    checks: table(notAnObject, ([name, body]) => refuses(name, isJson, body)),
  },
  {
    name: 'CONTRACT.md, Requests: bodies that are not UTF-8',
    checks: table(notUtf8, ([name, body]) => refuses(name, isUtf8, body)),
  },
  { name: 'SPEC.md, Errors: bodies that JSON readers disagree about', checks: hazards },
  { name: 'SPEC.md, What the service does: JSON in other spellings', checks: [...spelled, ...types] },
];
