import GithubSlugger from 'github-slugger';
import hljs from 'highlight.js/lib/common';
import http from 'highlight.js/lib/languages/http';
import MarkdownIt, { type Token } from 'markdown-it';
import { drawDiagram } from './diagrams.ts';

hljs.registerLanguage('http', http);

export interface Heading {
  level: number;
  id: string;
  text: string;
}

/** A heading with the text below it. */
export interface Section {
  id: string;
  heading: string;
  text: string;
}

export interface RenderedPage {
  html: string;
  title: string;
  /** Headings of levels two and three. */
  headings: Heading[];
  passages: Section[];
  /** Targets of links and pictures in the HTML. */
  addresses: string[];
}

export const { escapeHtml } = new MarkdownIt().utils;

/** Returns the plain text of inline content. */
const wordsOf = ({ children, content }: Token): string =>
  (children ?? [])
    .map((child) =>
      child.type === 'image' ? child.content : /break$/.test(child.type) ? ' ' : child.content,
    )
    .join('') || content;

interface Context {
  /** Rewrites a link for the site. */
  addressOf: (address: string) => string;
  /** Returns the `src` of a picture. */
  pictureOf: (address: string) => string;
  /** Returns the text of a link. */
  textOf: (text: string, address: string) => string;
  slugger: GithubSlugger;
  headings: Heading[];
  addresses: string[];
}

/** Shell builtins inside options, such as `--local`. */
const mistakenWords = /(?<=-)<span class="hljs-(?:built_in|keyword)">(\w+)<\/span>/g;

const code = (text: string, language: string): string =>
  hljs.getLanguage(language)
    ? hljs.highlight(text, { language }).value.replaceAll(mistakenWords, '$1')
    : escapeHtml(text);

/** Omits empty table heads. */
const cellTag = ({ tag }: Token, { content }: Token): string => (content === '' ? 'td' : tag);

const createParser = (context: Context) => {
  const parser = new MarkdownIt({ html: true, linkify: false });
  const { rules } = parser.renderer;
  rules.fence = (tokens, index) => {
    const { info, content } = tokens[index]!;
    const language = info.trim().split(/\s+/)[0] ?? '';
    if (language === 'mermaid') return drawDiagram(content, `Diagram: ${context.headings.at(-1)?.text}`);
    return `<div class="code"><pre tabindex="0"><code>${code(content, language)}</code></pre></div>\n`;
  };
  rules.code_block = (tokens, index) =>
    `<div class="code"><pre tabindex="0"><code>${escapeHtml(tokens[index]!.content)}</code></pre></div>\n`;
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.th_open = rules.td_open = (tokens, index) => {
    const token = tokens[index]!;
    // A class, because the content security policy forbids style attributes.
    const alignment = /text-align:(\w+)/.exec(String(token.attrGet('style')))?.[1];
    const tag = cellTag(token, tokens[index + 1]!);
    return alignment ? `<${tag} class="${alignment}">` : `<${tag}>`;
  };
  rules.th_close = (tokens, index) => `</${cellTag(tokens[index]!, tokens[index - 1]!)}>\n`;
  rules.table_close = () => '</table></div>\n';
  rules.heading_open = (tokens, index) => {
    const { tag } = tokens[index]!;
    const text = wordsOf(tokens[index + 1]!);
    const id = context.slugger.slug(text);
    context.headings.push({ level: Number(tag.slice(1)), id, text });
    return `<${tag} id="${id}">`;
  };
  rules.heading_close = (tokens, index) => {
    const { id, text } = context.headings.at(-1)!;
    const label = escapeHtml(`Link to “${text}”`);
    return `<a class="anchor" href="#${id}" aria-label="${label}">#</a></${tokens[index]!.tag}>\n`;
  };
  rules.link_open = (tokens, index, options, _environment, self) => {
    const token = tokens[index]!;
    const address = context.addressOf(String(token.attrGet('href')));
    context.addresses.push(address);
    token.attrSet('href', address);
    const text = tokens[index + 1]!;
    text.content = context.textOf(text.content, address);
    return self.renderToken(tokens, index, options);
  };
  rules.image = (tokens, index, options, _environment, self) => {
    const token = tokens[index]!;
    const address = String(token.attrGet('src'));
    token.attrSet('src', context.pictureOf(address));
    token.attrSet('alt', wordsOf(token));
    token.attrSet('loading', 'lazy');
    return self.renderToken(tokens, index, options);
  };
  return parser;
};

/** Splits the text by headings. */
const passagesOf = (tokens: readonly Token[], headings: readonly Heading[]): Section[] => {
  const passages: Section[] = [];
  let next = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { id, text } = headings[next++]!;
      passages.push({ id, heading: text, text: '' });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const passage = passages.at(-1);
      if (passage) passage.text += `${wordsOf(token)} `;
    }
  }
  return passages;
};

/**
 * Renders a document.
 *
 * @param markdown - GitHub flavored, with one heading of level one as title.
 * @throws Error without a title.
 */
export const renderMarkdown = (
  markdown: string,
  site: Pick<Context, 'addressOf' | 'pictureOf' | 'textOf'>,
): RenderedPage => {
  const headings: Heading[] = [];
  const addresses: string[] = [];
  const parser = createParser({ ...site, slugger: new GithubSlugger(), headings, addresses });
  const tokens = parser.parse(markdown, {});
  const html = parser.renderer.render(tokens, parser.options, {});
  const title = headings.find(({ level }) => level === 1)?.text;
  if (title === undefined) throw new Error('has no title: begin it with a heading of level one ("# …").');
  return { html, title, headings, passages: passagesOf(tokens, headings), addresses };
};
