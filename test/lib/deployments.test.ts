import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chooseDeployment,
  deploymentJsonSchema,
  listDeployments,
  parseDeployment,
  readDeployment,
  refuseContextSettings,
} from '../../lib/deployments.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-deployments-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: unknown): string => {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const parse = (given: unknown, name = 'test') => parseDeployment(given, name, join(folder, `${name}.json`));

describe('the file of a deployment', () => {
  it('may be empty: everything has a default, including the name of the stack', () => {
    write('empty', {});
    expect(readDeployment('empty', folder)).toMatchObject({
      name: 'empty',
      stackName: 'ScrapPrices-empty',
      settings: { stage: 'prod', maxScrapers: 2 },
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['a slip of the pen', { maxScraper: 3 }, /maxScraper: is not a setting; did you mean "maxScrapers"\?/],
    ['a user agent that is invalid in a header', { userAgent: 'Shop é' }, /userAgent: must be visible ASCII/],
    ['a number as text', { maxScrapers: '5' }, /maxScrapers: .*expected number.*\(given: "5"\)/],
    ['an account without a region', { account: '123456789012' }, /region: is needed with account/],
    ['conflicting settings', { domainName: 'a.example.com' }, /certificateArn: is needed with domainName/],
    ['a host for an origin', { allowedOrigins: ['example.com'] }, /allowedOrigins\.0: must be an origin as/],
    ['all origins', { allowedOrigins: ['*'] }, /allowedOrigins\.0: must be an origin/],
    ['a target without port', { allowedTargets: ['foo'] }, /allowedTargets\.0: must be an exact host and/],
    ...(
      [
        ['certificateArn', 'arn:aws:acm:us-east-1:123456789012:certificate/x'],
        ['webAclArn', 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/x/y'],
        ['alarmTopicArn', 'arn:aws:sns:us-east-1:123456789012:mine'],
      ] as const
    ).map(([name, arn]): [string, unknown, RegExp] => [
      `a ${name} of another region`,
      {
        region: 'eu-west-1',
        [name]: arn,
        ...(name === 'certificateArn' && { domainName: 'a.example.com' }),
      },
      new RegExp(`${name}: the .* is in the region us-east-1, the deployment in eu-west-1`),
    ]),
    ['a list', [], /expected a JSON object/],
  ])('is refused with %s', (_what, given, says) => {
    expect(() => parse(given)).toThrow(says);
  });

  it.each(['Prod', '../prod', '-x', '', 'a'.repeat(31)])('cannot be called "%s"', (name) => {
    expect(() => readDeployment(name, folder)).toThrow(/is not a valid name of a deployment/);
  });

  it('is rejected if a member occurs twice', () => {
    write('doubled', '{ "maxScrapers": 2, "allowedOrigins": [], "maxScrapers": 20 }');
    expect(() => readDeployment('doubled', folder)).toThrow(
      /doubled\.json cannot be used:\n {2}- \/maxScrapers: must not occur twice in one object/,
    );
  });

  it('is reported as empty, a folder or a loop', () => {
    write('empty', ' \n');
    expect(() => readDeployment('empty', folder)).toThrow(
      /empty\.json is empty; expected JSON, \{\} at least/,
    );
    mkdirSync(join(folder, 'folder.json'));
    expect(() => readDeployment('folder', folder)).toThrow(/folder\.json is a folder; expected a file/);
    symlinkSync(join(folder, 'loop.json'), join(folder, 'loop.json'));
    expect(() => readDeployment('loop', folder)).toThrow(/loop\.json is a link that leads to itself/);
    // Must not affect the others.
    for (const name of ['folder', 'loop']) rmSync(join(folder, `${name}.json`), { recursive: true });
  });
});

describe('files of several deployments', () => {
  const certificate = (region: string) => ({
    region,
    domainName: 'prices.example.com',
    certificateArn: `arn:aws:acm:${region}:123456789012:certificate/x`,
  });
  const elsewhere = { account: '123456789012', region: 'eu-west-1', stackName: 'Shared' };

  it.each<[string, Record<string, object | string>, RegExp | undefined]>([
    [
      'the default stack of the other',
      { first: {}, second: { stackName: 'ScrapPrices-first' } },
      /stackName: "ScrapPrices-first" is also the stack of .*first\.json/,
    ],
    [
      'the stack of an unreadable file',
      { first: '{', second: { stackName: 'ScrapPrices-first' } },
      /is also the stack of .*first/,
    ],
    ['one stack by name', { first: { stackName: 'A' }, second: { stackName: 'A' } }, /stackName: "A"/],
    [
      'one stack, one of them in any region',
      { first: { stackName: 'Shared' }, second: elsewhere },
      /stackName/,
    ],
    [
      'one domain name',
      { first: certificate('eu-west-1'), second: certificate('eu-west-1') },
      /domainName: "prices\.example\.com" is also that of .*first\.json/,
    ],
    [
      'stacks of one name in two regions',
      { first: { ...elsewhere, region: 'us-east-1' }, second: elsewhere },
      undefined,
    ],
    [
      'a domain name in two regions',
      { first: certificate('us-east-1'), second: certificate('eu-west-1') },
      undefined,
    ],
    ['with nothing in common', { first: {}, second: {} }, undefined],
  ])('are checked for conflicts: %s', (_what, files, says) => {
    const own = mkdtempSync(join(folder, 'several-'));
    for (const [name, content] of Object.entries(files))
      writeFileSync(
        join(own, `${name}.json`),
        typeof content === 'string' ? content : JSON.stringify(content),
      );
    const read = () => readDeployment('second', own);
    if (says === undefined) expect(read).not.toThrow();
    else expect(read).toThrow(says);
  });
});

describe('the chosen deployment', () => {
  const withFiles = (...names: string[]): string => {
    const own = mkdtempSync(join(folder, 'chosen-'));
    for (const name of names) writeFileSync(join(own, `${name}.json`), '{}');
    return own;
  };

  it('must be named if there are several, which are listed', () => {
    expect(() => chooseDeployment(undefined, withFiles('prod', 'dev'))).toThrow(
      /several .*-c deployment=dev\n.*-c deployment=prod$/s,
    );
  });

  it('must be created if there is none', () => {
    expect(() => chooseDeployment(undefined, withFiles())).toThrow(/write \{\} to .*prod\.json/);
  });
});

describe('settings in the context', () => {
  it('are rejected with a replacement', () => {
    const context: Record<string, unknown> = { stage: 'dev', deployment: 'prod' };
    expect(() => refuseContextSettings((name) => context[name])).toThrow(/Write "stage": "dev" into/);
    expect(() => refuseContextSettings(() => undefined)).not.toThrow();
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ deployment: 'prod', stage: 'dev' }, /^Settings cannot be passed .*Write "stage": "dev" into the file/],
    [{ deployment: 'nowhere' }, /^There is no deployments\/nowhere\.json\. There (is|are): /],
    [
      { deployment: 'prod', drop: 'everything' },
      /^"-c drop=everything" names "everything"; expected some of/,
    ],
  ])('are rejected with one sentence: %o', (context, says) => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/deploy/cdk-app.ts')], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        CDK_CONTEXT_JSON: JSON.stringify(context),
        CDK_OUTDIR: join(folder, 'cdk.out'),
      },
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});

describe('the schema for editors', () => {
  it('is up to date in docs', () => {
    const file = join(root, 'docs/deployment.schema.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(deploymentJsonSchema())),
    );
  });

  it('accepts and rejects the same files as the reader', () => {
    const isRight = new Ajv2020({ strict: false, validateFormats: false }).compile(deploymentJsonSchema());
    for (const right of [{}, { stage: 'dev', maxScrapers: 7 }, { allowedOrigins: ['https://a.example'] }]) {
      expect([right, isRight(right)]).toEqual([right, true]);
      expect(() => parse(right)).not.toThrow();
    }
    for (const wrong of [{ maxScraper: 1 }, { maxScrapers: '5' }, { stage: 'A' }, { logRetentionDays: 2 }]) {
      expect([wrong, isRight(wrong)]).toEqual([wrong, false]);
      expect(() => parse(wrong)).toThrow();
    }
  });

  it('is referenced by every deployment file here, and all are valid', () => {
    expect(listDeployments()).toContain('prod');
    for (const name of listDeployments()) {
      expect(() => readDeployment(name)).not.toThrow();
      const { $schema } = JSON.parse(readFileSync(join(root, 'deployments', `${name}.json`), 'utf8'));
      expect($schema).toBe('../docs/deployment.schema.json');
    }
  });
});
