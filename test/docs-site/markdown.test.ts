import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../docs-site/markdown.ts';

const render = (markdown: string) =>
  renderMarkdown(markdown, {
    addressOf: (address) => address.replace('.md', '.html'),
    pictureOf: (address) => `pictures/${address}`,
    textOf: (text) => text,
  });

describe('a rendered document', () => {
  it('has a title, headings with GitHub’s anchors, and its links', () => {
    const page = render(
      '# The `title`\n\n## Same\n\n[a](b.md#c) ![x](y.png)\n\n## Same\n\n### What & why?\n',
    );
    expect(page.title).toBe('The title');
    expect(page.headings.map(({ id }) => id)).toEqual(['the-title', 'same', 'same-1', 'what--why']);
    expect(page.addresses).toEqual(['b.html#c']);
    expect(page.html).toContain('src="pictures/y.png"');
  });

  it.each([
    ['a table with alignment', '# A\n\n| a | b |\n| ---: | --- |\n| 1 | 2 |\n'],
    ['a diagram', '# A\n\n```mermaid\nflowchart LR\n  a[One] -->|to| b[(Two)]\n```\n'],
    ['code in a language', '# A\n\n```ts\nconst a = "b";\n```\n'],
  ])('has no inline style: %s', (_name, markdown) => {
    const { html } = render(markdown);
    expect(html).not.toMatch(/ style=|<style|@import/);
  });
});
