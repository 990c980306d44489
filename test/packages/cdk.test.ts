// The packed construct in the example's app, installed with only its peers.
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { bundleFunction, type FunctionName } from '../../lib/bundle.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { buildCdk } from '../../scripts/release/build-cdk.ts';
import { packFolder } from '../../scripts/release/pack.ts';
import { emptyProject, environmentOf, nodeOf, run } from './empty-project.ts';

const root = join(import.meta.dirname, '../..');
const oldestNode = 20;

let project: Awaited<ReturnType<typeof emptyProject>>;
beforeAll(async () => {
  const { file } = await packFolder(await buildCdk());
  const { 'aws-cdk-lib': cdk, constructs } = packageJson.devDependencies;
  project = await emptyProject(file, `aws-cdk-lib@${cdk}`, `constructs@${constructs}`);
  copyFileSync(join(root, 'examples/cdk-app/app.mjs'), join(project.folder, 'app.mjs'));
  return () => project[Symbol.dispose]();
});

/** Runs an app like the CDK's command line. */
const synthesize = async (app: string, stack: string) => {
  const outdir = join(project.folder, `${stack}.out`);
  const env = { ...environmentOf(oldestNode), CDK_OUTDIR: outdir };
  await run(nodeOf(oldestNode), [app], { cwd: project.folder, env });
  const template = Template.fromJSON(
    JSON.parse(readFileSync(join(outdir, `${stack}.template.json`), 'utf8')),
  );
  /** Returns the code folder of a function by the prefix of its logical id. */
  const codeOf = (name: string): string => {
    const functions = Object.entries(template.findResources('AWS::Lambda::Function'));
    const [, { Properties }] = functions.find(([id]) => id.includes(`${name}Function`))!;
    return join(outdir, `asset.${String(Properties.Code.S3Key).replace('.zip', '')}`);
  };
  return { template, codeOf };
};

const filesIn = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).toSorted();

test('adds the service to a stack, with permissions and metrics', async () => {
  const { template, codeOf } = await synthesize('app.mjs', 'Prices');
  template.resourceCountIs('AWS::DynamoDB::Table', 5);
  template.resourceCountIs('AWS::SQS::Queue', 7);
  template.resourceCountIs('AWS::Lambda::Function', 8);
  const names = [
    'queue',
    'status',
    'scraper',
    'renderer',
    'closing',
    'delivery',
    'watches',
    'watcher',
  ] as const;
  for (const name of names satisfies readonly FunctionName[]) {
    const code = filesIn(codeOf(name[0]!.toUpperCase() + name.slice(1)));
    expect(code).toEqual(filesIn(bundleFunction(name, { SellingSites: [] })));
  }
  const [licenses] = Object.entries(template.findResources('AWS::DynamoDB::Table'))
    .filter(([, { Properties }]) => Properties.KeySchema[0].AttributeName === 'UID')
    .map(([id]) => id);
  template.hasOutput('LicensesTable', { Value: { Ref: licenses } });
  const [granted] = Object.entries(template.findResources('AWS::IAM::Policy')).flatMap(
    ([id, { Properties }]) =>
      id.startsWith('Operator') ? [Properties.PolicyDocument.Statement as object[]] : [],
  );
  const onLicenses = granted!.filter((statement) => JSON.stringify(statement).includes(`"${licenses}"`));
  expect(onLicenses).toMatchObject([
    { Effect: 'Allow', Action: expect.arrayContaining(['dynamodb:PutItem']) },
  ]);
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Namespace: 'ScrapPrices',
    MetricName: 'CompletionTime',
    ExtendedStatistic: 'p95',
    Dimensions: Match.arrayWith([{ Name: 'Deployment', Value: 'Prices' }]),
    Threshold: 60_000,
  });
});

test('passes the app’s selling sites to the functions, from CommonJS as well', async () => {
  const registry = { SellingSites: [{ Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' }] };
  project.write('sites.json', JSON.stringify(registry));
  project.write(
    'sites.cjs',
    `const { App, Stack } = require('aws-cdk-lib');
    const { ScrapPrices } = require('@scrap-prices/cdk');
    new ScrapPrices(new Stack(new App(), 'Sites'), 'Service', { sellingSitesFile: 'sites.json' });`,
  );
  const { codeOf } = await synthesize('sites.cjs', 'Sites');
  const kept: unknown = JSON.parse(readFileSync(join(codeOf('Queue'), 'selling-sites.json'), 'utf8'));
  expect(kept).toEqual(registry);
});

test('refuses a second service in a stack, and protects a stack with `retain`, nested ones by their parent', async () => {
  project.write(
    'two.cjs',
    `const { App, NestedStack, Stack } = require('aws-cdk-lib');
    const { ScrapPrices } = require('@scrap-prices/cdk');
    const app = new App();
    const two = new Stack(app, 'Two');
    new ScrapPrices(two, 'First');
    let refused = '';
    try { new ScrapPrices(two, 'Second'); } catch (error) { refused = error.message; }
    const kept = new Stack(app, 'Kept');
    new ScrapPrices(kept, 'Service', { removalPolicy: 'retain' });
    const outer = new Stack(app, 'Outer');
    new ScrapPrices(new NestedStack(outer, 'Inner'), 'Service', { removalPolicy: 'retain' });
    const isProtected = [two, kept, outer].map((stack) => stack.terminationProtection === true);
    process.stdout.write(JSON.stringify({ refused, isProtected }));`,
  );
  const env = { ...environmentOf(oldestNode), CDK_OUTDIR: join(project.folder, 'two.out') };
  const { stdout } = await run(nodeOf(oldestNode), ['two.cjs'], { cwd: project.folder, env });
  expect(JSON.parse(stdout)).toEqual({
    refused: expect.stringMatching(/only one ScrapPrices.*Two\/First.*Two\/Second/),
    isProtected: [false, true, true],
  });
});

test('has types that pass strict checks, for ES modules and CommonJS', async () => {
  const typed = `
    import { ScrapPrices } from '@scrap-prices/cdk';
    import { App, Stack } from 'aws-cdk-lib';
    import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
    const stack = new Stack(new App(), 'Typed');
    export const wrong = (fn: LambdaFunction) => {
      const prices = new ScrapPrices(stack, 'Prices', { maxHeldCalls: 'auto', allowedOrigins: ['https://a.example'] });
      prices.grantManageLicenses(fn);
      prices.queues.scrapeDeadLetters.grantPurge(fn);
      // @ts-expect-error a level of logs
      return new ScrapPrices(stack, 'Wrong', { logLevel: 'LOUD' });
    };`;
  const files = ['mts', 'cts'].map((kind) => project.write(`typed.${kind}`, typed));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options =
    '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext';
  await run(process.execPath, [tsc, ...options.split(' '), '--target', 'es2023', '--types', '', ...files], {
    cwd: project.folder,
  });
});
