import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parseQueueRequest } from '../../lambdas/domain/queue-request.ts';
import { queuedViewSchema, requestViewSchema } from '../../lambdas/domain/request-view.ts';
import { nextRunMs } from '../../lambdas/domain/watches/schedule.ts';
import type { WatchDefinition } from '../../lambdas/domain/watches/watch.ts';
import { parseWatch } from '../../lambdas/domain/watches/watch-body.ts';
import { fromCursor } from '../../lambdas/domain/watches/watch-history.ts';
import {
  watchHistorySchema,
  watchListSchema,
  watchViewSchema,
} from '../../lambdas/domain/watches/watch-view.ts';
import { clientTypes } from '../../scripts/openapi/client-types.ts';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import { errorsPage } from '../../scripts/openapi/errors-page.ts';
import { registryFileSchema } from '../../scripts/openapi/schemas.ts';
import {
  exampleCursor,
  newWatchExample,
  watchBodyExample,
  watchHistoryExample,
  watchListExample,
  watchViewExample,
} from '../../scripts/openapi/watch-examples.ts';

const root = join(import.meta.dirname, '../..');
const written = (file: string): unknown => JSON.parse(readFileSync(join(root, 'docs', file), 'utf8'));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const document = openApiDocument();

describe('docs/errors.md', () => {
  test('lists the codes of the domain (else run: npm run docs)', () => {
    expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toBe(errorsPage());
  });
});

test('the client’s types are what the schemas say (else run: npm run docs)', () => {
  expect(readFileSync(join(root, 'client/api-types.ts'), 'utf8')).toBe(clientTypes());
});

describe('docs/openapi.json', () => {
  test('is what the schemas say (else run: npm run docs)', () => {
    expect(written('openapi.json')).toEqual(plain(document));
  });

  test('describes every member of every schema', () => {
    const undescribed = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, { description }]) => typeof description !== 'string' || description === '')
        .map(([member]) => `${name}.${member}`),
    );
    expect(undescribed).toEqual([]);
  });

  test('has no findings of Redocly’s recommended rules, its structure among them', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const lint = async (source: string) =>
      (await lintFromString({ source, absoluteRef: join(root, 'docs/openapi.json'), config })).map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
      );
    expect(await lint(JSON.stringify(document))).toEqual([]);
    // The rules are at work.
    expect(await lint(JSON.stringify({ ...document, paths: 1 }))).not.toEqual([]);
  });

  test('has no findings of Spectral’s recommended rules', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: oas as spectral.RulesetDefinition });
    const lint = async (given: object) =>
      (await linter.run(plain(given) as Record<string, unknown>)).map(
        ({ code, message, path }) => `${code}: ${message} ${path.join('/')}`,
      );
    expect(await lint(document)).toEqual([]);
    expect(await lint({ ...document, info: {} })).not.toEqual([]);
  });

  test('has patterns that every language’s regular expressions read alike', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text!) as string,
    );
    expect(patterns.length).toBeGreaterThan(10);
    // Properties of Unicode, groups with a question mark, and escapes that only some know.
    expect(
      patterns.filter((pattern) => /\\[^\d\W]|\(\?/.test(pattern.replace(/\\(?:d|x[0-9a-f]{2})/g, ''))),
    ).toEqual([]);
  });

  test('links each answer that names what was made to the call that reads it', () => {
    type Answer = { headers?: object; links?: Record<string, { operationId: string; parameters: object }> };
    type Operation = {
      operationId: string;
      parameters: { name: string; in: string }[];
      responses: Record<string, Answer>;
    };
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.entries(item as unknown as Record<string, Operation>),
    );
    const parametersOf = (id: string) => {
      const [, operation] = operations.find(([, { operationId }]) => operationId === id)!;
      return operation.parameters;
    };
    const answers = operations.flatMap(([, { responses }]) => Object.values(responses));
    const links = answers.flatMap((answer) => Object.values(answer.links ?? {}));
    for (const { operationId, parameters } of links) {
      const known = parametersOf(operationId);
      expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(parameters)));
      const inPath = known.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(Object.keys(parameters)).toEqual(expect.arrayContaining(inPath));
    }
    const located = answers.filter(({ headers }) => headers && 'Location' in headers);
    expect(located).toHaveLength(2);
    for (const answer of located) {
      const methods = Object.values(answer.links ?? {}).map(
        ({ operationId }) => operations.find(([, operation]) => operation.operationId === operationId)?.[0],
      );
      expect(methods).toContain('get');
    }
  });

  test('calls the identifier of a request a UUID wherever it stands', () => {
    interface Schema {
      format?: string;
      anyOf?: Schema[];
    }
    const items = plain(Object.values(document.paths)) as Record<
      string,
      { parameters?: { name: string; schema: Schema }[] }
    >[];
    const inPaths = items
      .flatMap((item) => Object.values(item))
      .flatMap(({ parameters = [] }) => parameters)
      .filter(({ name }) => name === 'requestId')
      .map(({ schema }) => schema);
    const inBodies = Object.values(document.components.schemas).flatMap(
      ({ properties = {} }) => (properties.RequestId as Schema | undefined) ?? [],
    );
    expect([inPaths.length, inBodies.length]).toEqual([3, 7]);
    const formats = [...inPaths, ...inBodies].map(({ format, anyOf = [] }) => format ?? anyOf[0]?.format);
    expect(new Set(formats)).toEqual(new Set(['uuid']));
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
        for (const response of Object.values(operation.responses) as { content?: Content }[])
          check(response.content ?? {});
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

  test('has examples of watches that the service itself would take and give', () => {
    const nowMs = Date.parse(newWatchExample.CreatedAt);
    const parsed = parseWatch(JSON.stringify(watchBodyExample), new Map(), () => [], nowMs);
    expect(parsed).toHaveProperty('definition');
    for (const example of [newWatchExample, watchViewExample])
      expect(watchViewSchema.strict().parse(example)).toEqual(example);
    expect(watchListSchema.parse(watchListExample)).toEqual(watchListExample);
    expect(watchHistorySchema.parse(watchHistoryExample)).toEqual(watchHistoryExample);
    expect(fromCursor(exampleCursor)).toBeDefined();
    const { definition } = parsed as { definition: WatchDefinition };
    const next = (afterMs: number) => nextRunMs(definition.schedule, nowMs, afterMs);
    expect(next(nowMs)).toBe(Date.parse(newWatchExample.NextRunAt!));
    expect(next(Date.parse(watchViewExample.LastRun!.StartedAt))).toBe(
      Date.parse(watchViewExample.NextRunAt!),
    );
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
