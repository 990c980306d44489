import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { buildSync } from 'esbuild';
import GithubSlugger from 'github-slugger';
import { describeApi } from './api-reference.ts';
import { docsFolder, stampName, stampOfInputs } from './current.ts';
import { describeErrors } from './errors-reference.ts';
import { layOut } from './layout.ts';
import { type RenderedPage, renderMarkdown } from './markdown.ts';
import { generatedPages, type NavigationSection, navigationOf, rootPages } from './navigation.ts';
import type { OpenApi } from './open-api.ts';
import type { Passage } from './search.ts';

const source = import.meta.dirname;
const project = join(source, '..');
const textOf = (file: string): string => readFileSync(join(project, file), 'utf8');
const filesIn = (folder: string, extension = ''): string[] =>
  readdirSync(join(project, folder)).filter((file) => file.endsWith(extension));

interface Document {
  /** File name in the site, without extension. */
  name: string;
  /** Path from the root of the project, also for generated documents. */
  file: string;
  markdown: string;
}

export interface Page extends Document, RenderedPage {}

const languages: Readonly<Record<string, string>> = { '.mjs': 'js', '.py': 'python', '.yml': 'yaml' };

/** An example's explanation, followed by its files. */
const exampleOf = (folder: string): Document => {
  const file = `examples/${folder}/README.md`;
  const sources = filesIn(`examples/${folder}`)
    .filter((name) => name !== 'README.md')
    .map((name) => {
      const language = languages[extname(name)] ?? extname(name).slice(1);
      return `## ${name}\n\n\`\`\`${language}\n${textOf(`examples/${folder}/${name}`).trimEnd()}\n\`\`\`\n`;
    });
  return { name: `example-${folder}`, file, markdown: [textOf(file), ...sources].join('\n') };
};

/** Lists the documents of the site, including generated ones. */
export const documentsOf = (): Document[] => {
  const openApi = JSON.parse(textOf('docs/openapi.json')) as OpenApi;
  const generated: Document[] = [
    { name: generatedPages.api, file: 'docs/api.md', markdown: describeApi(openApi) },
    {
      name: generatedPages.errors,
      file: 'docs/errors.md',
      markdown: describeErrors(openApi, textOf('docs/errors.md')),
    },
  ];
  const written = [
    ...filesIn('docs', '.md').map((file) => ({ name: file.slice(0, -3), file: `docs/${file}` })),
    ...Object.entries(rootPages).map(([file, name]) => ({ name, file })),
  ].filter(({ file }) => generated.every((document) => document.file !== file));
  return [
    ...written.map((document) => ({ ...document, markdown: textOf(document.file) })),
    ...filesIn('examples')
      .filter((folder) => extname(folder) === '')
      .map(exampleOf),
    ...generated,
  ];
};

const isElsewhere = (address: string): boolean => /^[a-z][a-z+.-]*:/i.test(address);

/** Rewrites a link of a document for the site. */
const siteAddress = (address: string, from: string, documents: readonly Document[]): string => {
  if (isElsewhere(address) || address.startsWith('#')) return address;
  const [path = '', anchor] = address.split('#');
  const target = posix.join(posix.dirname(from), path);
  // A file of an example is a section of its page.
  if (from.startsWith('examples/') && posix.dirname(target) === posix.dirname(from))
    return `#${new GithubSlugger().slug(posix.basename(target))}`;
  // The site's first page replaces the README.
  const name = documents.find(
    ({ file }) => file === (target === 'README.md' ? 'docs/index.md' : target),
  )?.name;
  const place = name === undefined ? target.replace(/^docs\//, '') : `${name}.html`;
  return anchor === undefined ? place : `${place}#${anchor}`;
};

/** Inlines a picture, because a deployment serves only text. */
const inlinePicture = (address: string): string =>
  `data:image/png;base64,${readFileSync(join(project, 'docs', address)).toString('base64')}`;

/** Lists dead links of pages and navigation, a sentence each. @param files - other files of the site. */
export const deadLinks = (
  pages: readonly Pick<Page, 'name' | 'file' | 'html' | 'addresses'>[],
  sections: readonly NavigationSection[],
  files: readonly string[],
): string[] => {
  const places = new Set(files);
  for (const { name, html } of pages) {
    places.add(`${name}.html`);
    for (const [, id] of html.matchAll(/ id="([^"]*)"/g)) places.add(`${name}.html#${id}`);
  }
  const links = [
    ...pages.flatMap(({ name, file, addresses }) =>
      addresses.map(
        (address) => [file, address.startsWith('#') ? `${name}.html${address}` : address] as const,
      ),
    ),
    ...sections.flatMap((section) => section.links.map(({ href }) => ['The navigation', href] as const)),
  ];
  return links
    .filter(([, address]) => !isElsewhere(address) && !places.has(address))
    .map(([from, address]) => `${from} links to ${address}, which the site does not have.`);
};

/**
 * Renders documents for the site.
 *
 * @throws Error for a document without a title.
 */
export const renderAll = (documents: readonly Document[]): Page[] => {
  const titles = new Map(
    documents.map(({ name, markdown }) => [`${name}.html`, /^# (.+)$/m.exec(markdown)?.[1]]),
  );
  return documents.map((document) => {
    try {
      const rendered = renderMarkdown(document.markdown, {
        // On the site, titles say more than file names.
        textOf: (text, address) =>
          /^[\w./-]+\.md$/.test(text) ? (titles.get(address.split('#')[0]!) ?? text) : text,
        addressOf: (address) => siteAddress(address, document.file, documents),
        pictureOf: inlinePicture,
      });
      return { ...document, ...rendered };
    } catch (error) {
      throw new Error(`${document.file} ${(error as Error).message}`, { cause: error });
    }
  });
};

/** The navigation of the site. */
export const sectionsOf = (documents: readonly Document[]): NavigationSection[] =>
  navigationOf(textOf('docs/index.md'), (address) =>
    // A repository has no rendered API.
    siteAddress(address === 'openapi.json' ? 'api.md' : address, 'docs/index.md', documents),
  );

export const passagesOf = (pages: readonly Page[]): Passage[] =>
  pages.flatMap(({ name, title, passages }) =>
    passages.map(({ id, heading, text }) => ({
      id: heading === title ? `${name}.html` : `${name}.html#${id}`,
      page: title,
      heading,
      text: text.trim(),
    })),
  );

/** @see https://llmstxt.org */
const indexForModels = (summary: string, sections: readonly NavigationSection[]): string =>
  [
    '# scrap-prices',
    `> ${summary}`,
    'All pages in one file: [llms-full.txt](llms-full.txt).',
    ...sections.map(({ title, links }) => {
      const items = links
        .filter(({ href }) => !href.includes('#'))
        .map(({ text, href }) => `- [${text}](${href.replace(/\.html$/, '.md')})`);
      return `## ${title}\n\n${items.join('\n')}`;
    }),
    '',
  ].join('\n\n');

/** @returns the {@link deadLinks}. */
const writeSite = (outDir: string): string[] => {
  const documents = documentsOf();
  const pages = renderAll(documents);
  const sections = sectionsOf(documents);
  const write = (file: string, text: string): void => writeFileSync(join(outDir, file), text);
  for (const page of pages) {
    write(`${page.name}.html`, layOut(page, sections));
    write(`${page.name}.md`, page.markdown);
  }
  const order = sections.flatMap(({ links }) => links.map(({ href }) => href));
  const inOrder = pages.toSorted((a, b) => order.indexOf(`${a.name}.html`) - order.indexOf(`${b.name}.html`));
  const [, summary = ''] = /^# .+\n\n([\s\S]+?)\n\n/.exec(textOf('docs/index.md')) ?? [];
  write('search.json', JSON.stringify(passagesOf(pages)));
  write('llms.txt', indexForModels(summary.replaceAll('\n', ' '), sections));
  write('llms-full.txt', inOrder.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n'));
  const files = filesIn('docs', '.json');
  for (const file of files) cpSync(join(project, 'docs', file), join(outDir, file));
  cpSync(join(source, 'site.css'), join(outDir, 'site.css'));
  cpSync(join(project, 'console/icon.svg'), join(outDir, 'icon.svg'));
  buildSync({
    entryPoints: [join(source, 'site.ts'), join(source, 'theme.ts')],
    outdir: outDir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    logLevel: 'warning',
  });
  return deadLinks(pages, sections, [...files, 'llms.txt', 'llms-full.txt']);
};

/** Puts a folder into the place of another, also while other processes do the same. */
const replaceFolder = (fresh: string, folder: string): void => {
  const old = `${fresh}-old`;
  for (;;) {
    try {
      if (existsSync(folder)) renameSync(folder, old);
      renameSync(fresh, folder);
      return;
    } catch (error) {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
};

/**
 * Builds the documentation as static files for any path, and replaces the folder atomically.
 *
 * @throws Error for a page without a title and, after the replacement, for dead links.
 */
export const buildDocs = (outDir = docsFolder): void => {
  const stamp = stampOfInputs();
  mkdirSync(dirname(outDir), { recursive: true });
  const fresh = mkdtempSync(`${outDir}-`);
  // Temporary folders are private; a web server must be able to read the site.
  chmodSync(fresh, 0o755);
  try {
    const dead = writeSite(fresh);
    writeFileSync(join(fresh, stampName), stamp);
    replaceFolder(fresh, outDir);
    if (dead.length > 0) throw new Error(['The documentation has dead links:', ...dead].join('\n  '));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};
