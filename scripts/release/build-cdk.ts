import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import cdkManifest from 'aws-cdk-lib/package.json' with { type: 'json' };
import { build } from 'esbuild';
import * as z from 'zod';
import { bundleFunction, bundleFunctions, functionNames } from '../../lib/bundle.ts';
import { settingsSchema } from '../../lib/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { buildWebPages } from '../web-pages.ts';
import { packageFolder, root } from './folders.ts';

const bundleConstruct = async (folder: string): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: { index: 'lib/scrap-prices.ts' },
    outdir: folder,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    inject: ['scripts/release/node-20.ts'],
    mainFields: ['module', 'main'],
    external: ['aws-cdk-lib', 'constructs'],
    define: { 'import.meta.dirname': '__dirname', 'URL.parse': 'parseUrl', 'Object.groupBy': 'groupBy' },
    keepNames: true,
    legalComments: 'linked',
    logLevel: 'warning',
    plugins: [
      {
        name: 'packaged-bundler',
        setup: ({ onResolve }) => {
          onResolve({ filter: /\/bundler\.ts$/ }, () => ({ path: join(root, 'lib/packaged-bundler.ts') }));
        },
      },
    ],
  });
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

const typeText = ({ const: only, enum: members, anyOf, type, items }: JsonSchema): string => {
  if (only !== undefined) return JSON.stringify(only);
  if (members) return members.map((member) => JSON.stringify(member)).join(' | ');
  if (anyOf) return anyOf.map((one) => typeText(one as JsonSchema)).join(' | ');
  if (type === 'array') return `readonly (${typeText(items as JsonSchema)})[]`;
  if (type === 'object') return 'Readonly<Record<string, string>>';
  return type === 'integer' ? 'number' : String(type);
};

/** Renders the settings as an interface with descriptions, which the inferred type lacks. */
const settingsInterface = (): string => {
  const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input' });
  const members = Object.entries(properties).map(([name, property]) => {
    const { description, default: byDefault, ...schema } = property as JsonSchema;
    return `    /**\n     * ${description}\n     * @default ${JSON.stringify(byDefault)}\n     */\n    readonly ${name}?: ${typeText(schema)} | undefined;\n`;
  });
  return `export interface SettingsInput {\n${members.join('')}}\n`;
};

/** Writes the construct's types, which import only the peer dependencies. */
const writeTypes = (folder: string): void => {
  const outDir = join(folder, 'types');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--noCheck'];
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, '-p', root, ...options, '--rootDir', root, '--outDir', outDir],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The construct's types could not be generated:\n${stdout}`);
  const declared = readFileSync(join(outDir, 'lib/scrap-prices.d.ts'), 'utf8');
  const ownImport = /^import .*\bSettingsInput\b.*\n/m;
  writeFileSync(join(folder, 'index.d.ts'), declared.replace(ownImport, '') + settingsInterface());
  rmSync(outDir, { recursive: true });
};

/** Builds the package `@scrap-prices/cdk`: construct, types and function bundles. @returns the folder to pack. */
export const buildCdk = async (): Promise<string> => {
  const folder = packageFolder('cdk');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundleConstruct(folder);
  writeTypes(folder);
  const noSites = { SellingSites: [] };
  buildWebPages();
  await bundleFunctions(noSites);
  for (const name of functionNames)
    cpSync(bundleFunction(name, noSites), join(folder, 'lambdas', name), { recursive: true });
  const { version, license, devDependencies } = packageJson;
  const manifest = {
    name: '@scrap-prices/cdk',
    version,
    description: 'A CDK construct that deploys scrap-prices, an asynchronous price-scraping API.',
    license,
    keywords: ['aws-cdk', 'cdk', 'price', 'scraping'],
    engines: { node: '>=20' },
    main: './index.js',
    types: './index.d.ts',
    files: ['index.*', 'lambdas'],
    peerDependencies: {
      'aws-cdk-lib': `^${devDependencies['aws-cdk-lib']}`,
      constructs: cdkManifest.peerDependencies.constructs,
    },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'examples/cdk-app/README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  return folder;
};
