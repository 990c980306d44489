import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { generate, HttpClient } from 'openapi-typescript-codegen';
import { describe, expect, test } from 'vitest';
import { parseQueueRequest } from '../../lambdas/domain/queue-request.ts';
import { queuedViewSchema, requestViewSchema } from '../../lambdas/domain/request-view.ts';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import { registryFileSchema } from '../../scripts/openapi/schemas.ts';
import { completed, pending, queued, requestId, startScriptedService } from '../client/scripted-service.ts';

const root = join(import.meta.dirname, '../..');
const written = (file: string): unknown => JSON.parse(readFileSync(join(root, 'docs', file), 'utf8'));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const document = openApiDocument();

describe('docs/openapi.json', () => {
  test('is what the schemas say (else run: npm run docs)', () => {
    expect(written('openapi.json')).toEqual(plain(document));
  });

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const verdict = await validator.validate(join(root, 'docs/openapi.json'));
    expect(verdict.errors).toBeUndefined();
    expect(verdict.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('has an example that fits its schema for every body', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(plain(document) as object, 'api');
    type Content = Record<
      string,
      { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
    >;
    let checked = 0;
    const check = (content: Content) => {
      for (const { schema, example, examples } of Object.values(content)) {
        const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
        const validate = ajv.compile(JSON.parse(text) as object);
        const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
        for (const value of values) {
          expect({ value, valid: validate(value), errors: validate.errors }).toMatchObject({ valid: true });
          checked += 1;
        }
      }
    };
    for (const operations of Object.values(document.paths)) {
      for (const operation of Object.values(operations) as {
        requestBody?: { content: Content };
        responses: object;
      }[]) {
        if (operation.requestBody) check(operation.requestBody.content);
        for (const response of Object.values(operation.responses) as { content: Content }[])
          check(response.content);
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  test('has examples that the service itself would take and give', () => {
    const [queuePath, statusPath] = Object.values(document.paths) as unknown as [
      {
        post: {
          requestBody: { content: Record<string, { example: unknown }> };
          responses: Record<string, { content: Record<string, { example: unknown }> }>;
        };
      },
      {
        get: {
          responses: Record<
            string,
            { content: Record<string, { examples: Record<string, { value: unknown }> }> }
          >;
        };
      },
    ];
    const body = queuePath.post.requestBody.content['application/json']!.example;
    expect(parseQueueRequest(JSON.stringify(body), new Map())).toHaveProperty('request');
    const answer = queuePath.post.responses[202]!.content['application/json']!.example;
    expect(queuedViewSchema.safeParse(answer).success).toBe(true);
    const views = Object.values(statusPath.get.responses[200]!.content['application/json']!.examples);
    expect(views).toHaveLength(3);
    for (const { value } of views) expect(requestViewSchema.safeParse(value).error).toBeUndefined();
  });

  test('describes every member of every schema', () => {
    const bare = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {})
        .filter(([, property]) => !('description' in property))
        .map(([member]) => `${name}.${member}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('docs/selling-sites.schema.json', () => {
  test('is what the schemas say (else run: npm run docs)', () => {
    expect(written('selling-sites.schema.json')).toEqual(plain(registryFileSchema()));
  });

  test.each<[string, object, boolean]>([
    ['a site by URL', { Name: 'A', Url: 'https://a.example/{sku}' }, true],
    ['a site by search', { Name: 'A', SearchUrl: 'https://a.example/?q={sku}', Currency: 'EUR' }, true],
    [
      'a site with selectors',
      { Name: 'A', Url: 'https://a.example/', Selectors: { Price: [{ Type: 'Css', Value: '.p' }] } },
      true,
    ],
    ['a site without a name', { Url: 'https://a.example/' }, false],
    ['a site without an address', { Name: 'A' }, false],
    [
      'a site with both addresses',
      { Name: 'A', Url: 'https://a.example/', SearchUrl: 'https://a.example/{sku}' },
      false,
    ],
    ['a misspelt member', { Name: 'A', Url: 'https://a.example/', url: 'x' }, false],
    ['a misspelt selector', { Name: 'A', Url: 'https://a.example/', Selectors: { price: [] } }, false],
    ['a currency in words', { Name: 'A', Url: 'https://a.example/', Currency: 'Euro' }, false],
  ])('judges %s', (_name, site, isRight) => {
    const validate = new Ajv2020({ strict: false }).compile(registryFileSchema());
    expect(validate({ SellingSites: [site] })).toBe(isRight);
  });
});

test('a client generated from docs/openapi.json compiles and completes a scrape', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-generated-'));
  try {
    await generate({
      input: join(root, 'docs/openapi.json'),
      output: join(folder, 'generated'),
      clientName: 'Generated',
      httpClient: HttpClient.FETCH,
    });
    writeFileSync(
      join(folder, 'scrape.ts'),
      `import { Generated, type CompletedView, type RequestData } from './generated';
      export const scrape = async (BASE: string, LicenseKey: string, UID: string): Promise<RequestData> => {
        const api = new Generated({ BASE, HEADERS: { LicenseKey, UID } });
        const { RequestId } = await api.requests.queueRequest({
          Authorization: { LicenseKey, UID },
          Data: { Sku: '555088-105', SellingSites: [{ Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' }] },
        });
        for (;;) {
          const view = await api.requests.getRequest(RequestId);
          if (view.RequestStatus === 1) throw new Error('failed');
          if (view.RequestStatus === 2) return (view as CompletedView).Data;
        }
      };`,
    );
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2022',
          lib: ['es2022', 'dom', 'dom.iterable'],
          module: 'esnext',
          moduleResolution: 'bundler',
          types: [],
        },
        files: ['scrape.ts'],
      }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'pipe', encoding: 'utf8' });
    const outfile = join(folder, 'scrape.mjs');
    await build({
      entryPoints: [join(folder, 'scrape.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      // The generated transport imports it and, on Node.js, uses the global instead.
      external: ['form-data'],
    });
    const { scrape } = (await import(outfile)) as {
      scrape: (base: string, key: string, uid: string) => Promise<object>;
    };
    const data = { Sku: '555088-105', Sites: [] };
    await using service = await startScriptedService(queued, pending, completed(data));
    expect(await scrape(service.baseUrl, 'sp_live_secret', 'acme')).toEqual(data);
    expect(service.calls.map(({ path }) => path)).toEqual([
      '/prod/api/scrap_prices/queue',
      ...Array(2).fill(`/prod/api/scrap_prices/${requestId}`),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
