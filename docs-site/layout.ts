import { escapeHtml, type Heading } from './markdown.ts';
import type { NavigationSection } from './navigation.ts';

interface LaidOutPage {
  /** File name in the site, without extension. */
  name: string;
  title: string;
  html: string;
  headings: readonly Heading[];
}

const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const navigationOf = (sections: readonly NavigationSection[], name: string): string =>
  sections
    .map(({ title, links }) => {
      const items = links.map(({ text, href }) => {
        const current = href === `${name}.html` ? ' aria-current="page"' : '';
        return `<a href="${href}"${current}>${escapeHtml(text)}</a>`;
      });
      return `<h2>${escapeHtml(title)}</h2>${list(items)}`;
    })
    .join('');

const contentsOf = (headings: readonly Heading[]): string => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, id, text }) => `<a class="level-${level}" href="#${id}">${escapeHtml(text)}</a>`,
  );
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2>${list(items)}</nav>`;
};

/** Renders a page. All links are relative, so that the site works below any path. */
export const layOut = (
  { name, title, html, headings }: LaidOutPage,
  sections: readonly NavigationSection[],
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name === 'index' ? 'scrap-prices documentation' : `${title} · scrap-prices`)}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="site.css">
<link rel="alternate" type="text/markdown" href="${name}.md">
<script src="theme.js"></script>
<script type="module" src="site.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="index.html"><img src="icon.svg" alt="" width="24" height="24">scrap-prices</a>
<button type="button" id="open-search" hidden>Search <kbd>/</kbd></button>
<button type="button" id="theme" hidden aria-label="Use the dark theme"><svg class="theme-icon" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><circle cx="9" cy="9" r="7"/><path d="M9 2a7 7 0 0 1 0 14z"/></svg></button>
<button type="button" id="menu" hidden aria-expanded="false" aria-controls="navigation">Menu</button>
</header>
<div class="columns">
<nav id="navigation" aria-label="Documentation">${navigationOf(sections, name)}</nav>
<main id="main">${html}</main>
${contentsOf(headings)}
</div>
<dialog id="search" aria-label="Search the documentation">
<input type="search" aria-label="Search words" placeholder="Search the documentation" autocomplete="off">
<p role="status"></p>
<ul></ul>
</dialog>
</body>
</html>
`;
