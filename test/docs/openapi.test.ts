import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parseQueueRequest } from '../../lambdas/domain/request/queue-request.ts';
import { queuedViewSchema, requestViewSchema } from '../../lambdas/domain/request/request-view-schema.ts';
import { commandsPage } from '../../scripts/commands-page.ts';
import { clientTypes } from '../../scripts/openapi/client-types.ts';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import { errorsPage } from '../../scripts/openapi/errors-page.ts';
import { registryFileSchema } from '../../scripts/openapi/schemas.ts';

const root = join(import.meta.dirname, '../..');
const written = (file: string): unknown => JSON.parse(readFileSync(join(root, 'docs', file), 'utf8'));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const document = openApiDocument();

describe('docs/commands.md', () => {
  test('has every option of the command line (else run: npm run docs)', () => {
    expect(readFileSync(join(root, 'docs/commands.md'), 'utf8')).toBe(commandsPage());
  });
});

describe('docs/errors.md', () => {
  test('lists the codes of the domain (else run: npm run docs)', () => {
    expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toBe(errorsPage());
  });
});

test('the client’s types match the schemas (else run: npm run docs)', () => {
  expect(readFileSync(join(root, 'client/api-types.ts'), 'utf8')).toBe(clientTypes());
});

describe('docs/openapi.json', () => {
  test('matches the schemas (else run: npm run docs)', () => {
    expect(written('openapi.json')).toEqual(plain(document));
  });

  test('has no findings of Redocly’s recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const lint = async (source: string) =>
      (await lintFromString({ source, absoluteRef: join(root, 'docs/openapi.json'), config })).map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
      );
    expect(await lint(JSON.stringify(document))).toEqual([]);
    // The rules are enabled.
    expect(await lint(JSON.stringify({ ...document, paths: 1 }))).not.toEqual([]);
  });

  test('has a valid example for every body', () => {
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
        for (const response of Object.values(operation.responses) as { content?: Content }[])
          check(response.content ?? {});
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  test('has examples that the service itself accepts and returns', () => {
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
  test('matches the schemas (else run: npm run docs)', () => {
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
