import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
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
  it('may hold nothing: everything has a default, and the stack is named after it', () => {
    write('empty', {});
    expect(readDeployment('empty', folder)).toMatchObject({
      name: 'empty',
      stackName: 'ScrapPrices-empty',
      settings: { stage: 'prod', maxScrapers: 3 },
    });
  });

  it('is read by its path as well', () => {
    const file = write('by-path', { stage: 'test' });
    expect(readDeployment(file)).toMatchObject({ name: 'by-path', settings: { stage: 'test' } });
  });

  it('may name the stack that it takes over, and where it belongs', () => {
    const file = { stackName: 'ScrapPrices', account: '123456789012', region: 'eu-central-1' };
    expect(parse(file)).toMatchObject(file);
  });

  it('names its registry of selling sites beside itself', () => {
    expect(parse({ sellingSitesFile: 'sites.json' }).settings.sellingSitesFile).toBe(
      join(folder, 'sites.json'),
    );
    expect(parse({}).settings.sellingSitesFile).toBe('');
  });

  it.each<[string, unknown, RegExp]>([
    ['a slip of the pen', { maxScraper: 3 }, /maxScraper: is no setting; did you mean "maxScrapers"\?/],
    ['a user agent that no header holds', { userAgent: 'Shop é' }, /userAgent: must be visible ASCII/],
    ['a user agent of two lines', { userAgent: 'Shop\r\nX: y' }, /userAgent: must be visible ASCII/],
    ['another case', { domainname: 'a.example' }, /did you mean "domainName"\?/],
    ['a slip in what is no setting', { stackname: 'A' }, /did you mean "stackName"\?/],
    ['nothing like it', { colour: 'red' }, /colour: is no setting$/],
    ['one that was', { provisionedConcurrency: 2 }, /is no setting any more; leave it out/],
    ['a number as text', { maxScrapers: '5' }, /maxScrapers: .*expected number.*\(given: "5"\)/],
    ['a list as text', { allowedOrigins: 'https://a.example' }, /allowedOrigins: .*expected array/],
    ['an account as a number', { account: 123456789012 }, /account: .*expected string/],
    ['an account without a region', { account: '123456789012' }, /region: is needed with account/],
    [
      'what does not fit together',
      { domainName: 'a.example.com' },
      /certificateArn: is needed with domainName/,
    ],
    ['a list', [], /expected a JSON object/],
    ['nothing', null, /expected a JSON object/],
  ])('is refused with %s', (_what, given, says) => {
    expect(() => parse(given)).toThrow(says);
  });

  it('is refused with every violation at once, and by name', () => {
    expect(() => parse({ stage: 'PROD!', maxScraper: 3, colour: 'red' })).toThrow(
      /test\.json cannot be used:\n[\s\S]*stage: [\s\S]*maxScraper[\s\S]*colour/,
    );
  });

  it.each(['Prod', '../prod', '-x', '', 'a'.repeat(31)])('has no name such as "%s"', (name) => {
    expect(() => readDeployment(name, folder)).toThrow(/is no name of a deployment/);
  });

  it('that is not there is answered with those that are', () => {
    write('there', {});
    expect(() => readDeployment('prd', folder)).toThrow(/There is no .*prd\.json\. There are: .*there/);
  });

  it('that is not JSON is answered with what stands there', () => {
    write('broken', '{ "stage": }');
    expect(() => readDeployment('broken', folder)).toThrow(/broken\.json is not JSON: .*"stage"/);
  });
});

describe('settings in the context', () => {
  it('are refused, since the next deployment would forget them, with what to write instead', () => {
    const context: Record<string, unknown> = { stage: 'dev', deployment: 'prod' };
    expect(() => refuseContextSettings((name) => context[name])).toThrow(/Write "stage": "dev" into/);
    expect(() => refuseContextSettings(() => undefined)).not.toThrow();
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ deployment: 'prod', stage: 'dev' }, /^Settings are not taken .*Write "stage": "dev" into the file/],
    [{}, /^Name the deployment: "npm run deploy -- prod"/],
  ])('end the app with one sentence: %o', (context, says) => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/app.ts')], {
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
  it('stands in docs as the settings are', () => {
    const file = join(root, 'docs/deployment.schema.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(deploymentJsonSchema())),
    );
  });

  it('takes and refuses as the reader does', () => {
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

  it('is named by every file of a deployment here, which are all right', () => {
    expect(listDeployments()).toContain('prod');
    for (const name of listDeployments()) {
      expect(() => readDeployment(name)).not.toThrow();
      const { $schema } = JSON.parse(readFileSync(join(root, 'deployments', `${name}.json`), 'utf8'));
      expect($schema).toBe('../docs/deployment.schema.json');
    }
  });
});

describe('npm run deploy, before it asks AWS', () => {
  const said = (...further: string[]): [status: number | null, words: string] => {
    const command = [join(root, 'scripts/deployment.ts'), 'deploy', write('deployed', {}), ...further];
    const { status, stderr } = spawnSync(process.execPath, command, {
      encoding: 'utf8',
      // Nothing answers there, were it asked.
      env: { ...process.env, AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_REGION: 'eu-central-1' },
    });
    return [status, stderr];
  };

  it.each([['-c', 'stage=dev'], ['--context', 'stage=dev'], ['--context=stage=dev'], ['-cstage=dev']])(
    'refuses settings by %s',
    (...further) =>
      expect(said(...further)).toEqual([1, expect.stringContaining('Settings are not given by -c')]),
  );

  it('refuses a second name', () =>
    expect(said('other')).toEqual([1, expect.stringContaining('One deployment at a time: "other"')]));
});
