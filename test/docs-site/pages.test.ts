// The built documentation: its links and references.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadLinks, documentsOf, renderAll } from '../../docs-site/build.ts';
import { completeNavigation } from '../../docs-site/navigation.ts';
import { siteErrorCodes } from '../../lambdas/domain/site-errors.ts';
import { openApiDocument } from '../../scripts/openapi/document.ts';

const root = join(import.meta.dirname, '../..');
const pages = renderAll(documentsOf(), new Set());
const sections = completeNavigation(pages);
const pageOf = (name: string) => pages.find((page) => page.name === name)!;

describe('the documentation', () => {
  it('has every document in its navigation', () => {
    const documents = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
    const names = pages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(documents.map((file) => file.slice(0, -3))));
    const led = new Set(sections.flatMap(({ links }) => links.map(({ href }) => href.split('#')[0]!)));
    expect([...led].toSorted()).toEqual(names.map((name) => `${name}.html`).toSorted());
  });

  it('has no dead link', () => {
    const files = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.json'));
    expect(deadLinks(pages, sections, files)).toEqual([]);
  });
});

describe('the reference', () => {
  const { markdown } = pageOf('api');
  it('has every operation and every object of the API', () => {
    const { paths, components } = openApiDocument();
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods))
        expect(markdown).toContain(`\`${method.toUpperCase()} ${path}\``);
    }
    for (const name of Object.keys(components.schemas)) expect(markdown).toContain(`\n### ${name}\n`);
  });

  it('has every member of an object, with its type and meaning', () => {
    expect(markdown).toMatch(/\| `Url` \(optional\) \| string \(at most 2048 characters\) \| Absolute http/);
    expect(markdown).toMatch(/\| `Data.Sku` \| string/);
    expect(markdown).toMatch(/\| `Price` \| \[Money\]\(#money\) or null/);
  });

  it('explains every error', () => {
    const { markdown: errors } = pageOf('errors');
    for (const code of siteErrorCodes) expect(errors, code).toContain(`\`${code}\``);
    const statuses = Object.values(openApiDocument().paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
    );
    for (const status of new Set(statuses.filter((each) => each >= '400')))
      expect(errors, status).toMatch(new RegExp(`\\| ${status} `));
  });
});

describe('a copy for models', () => {
  it('consists of the site’s Markdown', () => {
    for (const { name, file, markdown: text } of pages)
      if (!['api', 'errors'].includes(name)) expect(text).toBe(readFileSync(join(root, file), 'utf8'));
  });
});
