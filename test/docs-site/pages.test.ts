// The built documentation: its links and references.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadLinks, documentsOf, passagesOf, renderAll, sectionsOf } from '../../docs-site/build.ts';
import { createSearch } from '../../docs-site/search.ts';
import { siteErrorCodes } from '../../lambdas/domain/result/site-errors.ts';
import { openApiDocument } from '../../scripts/openapi/document.ts';

const root = join(import.meta.dirname, '../..');
const documents = documentsOf();
const pages = renderAll(documents);
const sections = sectionsOf(documents);
const pageOf = (name: string) => pages.find((page) => page.name === name)!;

describe('the documentation', () => {
  it('has every document in its navigation', () => {
    const files = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
    const examples = readdirSync(join(root, 'examples')).filter((file) => !file.endsWith('.md'));
    const names = pages.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...files.map((file) => file.slice(0, -3)),
        ...examples.map((name) => `example-${name}`),
      ]),
    );
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
      if (!['api', 'errors'].includes(name)) expect(text).toContain(readFileSync(join(root, file), 'utf8'));
  });

  it('of an example has its files', () => {
    const receiver = readFileSync(join(root, 'examples/slack/receiver.mjs'), 'utf8');
    expect(pageOf('example-slack').markdown).toContain(receiver);
  });
});

describe('the search', () => {
  const search = createSearch(passagesOf(pages));
  const firstPage = (question: string): string | undefined =>
    (search(question)[0]?.id as string | undefined)?.replace(/\.html.*$/, '');

  it.each([
    ['how do I get notified when a price drops', 'watching'],
    ['track a price', 'watching'],
    ['email', 'watching'],
    ['e-mail me', 'watching'],
    ['delete watch', 'watching'],
    ['how much does it cost', 'cost'],
    ['What does it cost per month?', 'cost'],
    ['slack', 'example-slack'],
    ['Google Sheets', 'example-google-sheets'],
    ['proxy', 'selling-sites'],
    ['does it need proxies?', 'selling-sites'],
    ['captcha', 'selling-sites'],
    ['cloudflare', 'selling-sites'],
    ['out of stock', 'prices'],
    ['variant size', 'variants'],
    ['price not found', 'selling-sites'],
    ['docker', 'container'],
    ['excel', 'cli'],
    ['mcp', 'mcp'],
    ['how do I install it', 'tutorial'],
    ['webhook signature', 'webhooks'],
  ])('answers “%s”', (question, page) => expect(firstPage(question)).toBe(page));

  it.each(['the', '', '?', 'xyzzyqwert'])('finds nothing for “%s”', (question) =>
    expect(search(question)).toEqual([]),
  );
});
