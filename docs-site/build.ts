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
import { dirname, join, posix } from 'node:path';
import { buildSync } from 'esbuild';
import { describeApi } from './api-reference.ts';
import { docsFolder, stampName, stampOfInputs } from './current.ts';
import { describeErrors } from './errors-reference.ts';
import { layOut } from './layout.ts';
import { type RenderedPage, renderMarkdown } from './markdown.ts';
import { completeNavigation, generatedPages, type NavigationSection, rootPages } from './navigation.ts';
import type { OpenApi } from './open-api.ts';

const source = import.meta.dirname;
const project = join(source, '..');
const textOf = (file: string): string => readFileSync(join(project, file), 'utf8');

interface Document {
  /** File name in the site, without extension. */
  name: string;
  /** Path from the root of the project, also for generated documents. */
  file: string;
  markdown: string;
}

interface Page extends Document, RenderedPage {}

const isGenerated = (name: string): boolean => Object.values<string>(generatedPages).includes(name);

/** Lists the documents of the site, including generated ones. */
export const documentsOf = (): Document[] => {
  const written = [
    ...readdirSync(join(project, 'docs'))
      .filter((file) => file.endsWith('.md') && !isGenerated(file.slice(0, -3)))
      .map((file) => ({ name: file.slice(0, -3), file: `docs/${file}` })),
    ...Object.entries(rootPages).map(([file, name]) => ({ name, file })),
  ].map((document) => ({ ...document, markdown: textOf(document.file) }));
  const openApi = JSON.parse(textOf('docs/openapi.json')) as OpenApi;
  return [
    ...written,
    { name: generatedPages.api, file: 'docs/api.md', markdown: describeApi(openApi) },
    {
      name: generatedPages.errors,
      file: 'docs/errors.md',
      markdown: describeErrors(openApi, textOf('docs/errors.md')),
    },
  ];
};

const isElsewhere = (address: string): boolean => /^[a-z][a-z+.-]*:/i.test(address);

/**
 * Rewrites a link of a document for the site.
 *
 * @param pages - page names by document file.
 */
const siteAddress = (address: string, file: string, pages: ReadonlyMap<string, string>): string => {
  if (isElsewhere(address) || address.startsWith('#')) return address;
  const [path = '', anchor] = address.split('#');
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  // The site's first page replaces the README.
  const name = target === 'README.md' ? 'index' : pages.get(target);
  const place = name === undefined ? target.replace(/^docs\//, '') : `${name}.html`;
  return anchor === undefined ? place : `${place}#${anchor}`;
};

/** Linked files of `docs/` other than pictures. */
const linkedFiles = (): string[] =>
  readdirSync(join(project, 'docs')).filter((file) => file.endsWith('.json'));

/** Inlines a picture, because a deployment serves only text. */
const inlinePicture = (address: string): string =>
  `data:image/png;base64,${readFileSync(join(project, 'docs', address)).toString('base64')}`;

/** Lists dead links, a sentence each. */
export const deadLinks = (
  pages: readonly Pick<Page, 'name' | 'file' | 'html' | 'addresses'>[],
  sections: readonly NavigationSection[],
  files: readonly string[],
): string[] => {
  const anchors = new Map(
    pages.map(({ name, html }) => [
      `${name}.html`,
      new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  );
  const isDead = (address: string, from: string): boolean => {
    if (isElsewhere(address)) return false;
    const [path = '', anchor] = address.split('#');
    if (files.includes(path)) return anchor !== undefined;
    const ids = anchors.get(path === '' ? from : path);
    return ids === undefined || (anchor !== undefined && !ids.has(anchor));
  };
  return [
    ...pages.flatMap(({ name, file, addresses }) =>
      addresses
        .filter((address) => isDead(address, `${name}.html`))
        .map((address) => `${file} links to ${address}, which the site does not have.`),
    ),
    ...sections.flatMap(({ links }) =>
      links
        .filter(({ href }) => isDead(href, ''))
        .map(
          ({ text, href }) => `The navigation leads with "${text}" to ${href}, which the site does not have.`,
        ),
    ),
  ];
};

/**
 * Renders documents for the site.
 *
 * @param pictures - collects their pictures, relative to `docs/`.
 * @throws Error for a document without a title.
 */
export const renderAll = (documents: readonly Document[], pictures: Set<string>): Page[] => {
  const pages = new Map(documents.map(({ file, name }) => [file, name]));
  const titles = new Map(
    documents.map(({ name, markdown }) => [`${name}.html`, /^# (.+)$/m.exec(markdown)?.[1]]),
  );
  // On the site, titles say more than file names.
  const textOf = (text: string, address: string): string =>
    /^[\w./-]+\.md$/.test(text) ? (titles.get(address.split('#')[0]!) ?? text) : text;
  return documents.map((document) => {
    try {
      const rendered = renderMarkdown(document.markdown, {
        textOf,
        addressOf: (address) => siteAddress(address, document.file, pages),
        pictureOf: (address) => {
          pictures.add(address);
          return inlinePicture(address);
        },
      });
      return { ...document, ...rendered };
    } catch (error) {
      throw new Error(`${document.file} ${(error as Error).message}`, { cause: error });
    }
  });
};

/** Builds the search index of `site.ts`. */
const searchIndex = (pages: readonly Page[]): object[] =>
  pages.flatMap(({ name, title, passages }) =>
    passages.map(({ id, heading, text }) => ({
      id: heading === title ? `${name}.html` : `${name}.html#${id}`,
      page: title,
      heading,
      text: text.trim(),
    })),
  );

const summary =
  'An asynchronous price-scraping API that you run yourself, in your own AWS account or on your laptop: queue a SKU with selling sites, poll or receive a signed webhook, and read exact prices with evidence of where on the page each was found.';

/** @see https://llmstxt.org */
const indexForModels = (sections: readonly NavigationSection[]): string =>
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

/** @returns the pictures of the Markdown, relative to `docs/`, and the {@link deadLinks}. */
const writePages = (outDir: string) => {
  const pictures = new Set<string>();
  const pages = renderAll(documentsOf(), pictures);
  const sections = completeNavigation(pages);
  const files = linkedFiles();
  const dead = deadLinks(pages, sections, [...files, 'llms.txt', 'llms-full.txt']);
  const write = (file: string, text: string): void => writeFileSync(join(outDir, file), text);
  for (const page of pages) {
    write(`${page.name}.html`, layOut(page, sections));
    write(`${page.name}.md`, page.markdown);
  }
  const order = sections.flatMap(({ links }) => links.map(({ href }) => href));
  const inOrder = pages.toSorted((a, b) => order.indexOf(`${a.name}.html`) - order.indexOf(`${b.name}.html`));
  write('search.json', JSON.stringify(searchIndex(pages)));
  write('llms.txt', indexForModels(sections));
  write('llms-full.txt', inOrder.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n'));
  for (const file of files) cpSync(join(project, 'docs', file), join(outDir, file));
  return { pictures, dead };
};

const writeSite = (outDir: string): string[] => {
  const { pictures, dead } = writePages(outDir);
  buildSync({
    entryPoints: [join(source, 'site.ts'), join(source, 'theme.ts')],
    outdir: outDir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    logLevel: 'warning',
  });
  cpSync(join(source, 'site.css'), join(outDir, 'site.css'));
  cpSync(join(project, 'console/icon.svg'), join(outDir, 'icon.svg'));
  for (const picture of pictures) cpSync(join(project, 'docs', picture), join(outDir, picture));
  return dead;
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
