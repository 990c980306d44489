import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../docs-site/markdown.ts';

const render = (markdown: string) =>
  renderMarkdown(markdown, {
    addressOf: (address) => address.replace('.md', '.html'),
    pictureOf: (address) => `pictures/${address}`,
    textOf: (text) => text,
  });

describe('a rendered document', () => {
  it('has a title, headings with the anchors that GitHub gives them, and the addresses that it leads to', () => {
    const page = render(
      '# The `title`\n\n## Same\n\n[a](b.md#c) ![x](y.png)\n\n## Same\n\n### What & why?\n',
    );
    expect(page.title).toBe('The title');
    expect(page.headings.map(({ id }) => id)).toEqual(['the-title', 'same', 'same-1', 'what--why']);
    expect(page.addresses).toEqual(['b.html#c']);
    expect(page.html).toContain('src="pictures/y.png"');
  });

  it('gives a search each heading with the text below it', () => {
    const { passages } = render('# A\n\nbefore\n\n## B\n\n- one `two`\n\n| c |\n| --- |\n| d |\n');
    expect(passages.map(({ heading, text }) => [heading, text.trim()])).toEqual([
      ['A', 'before'],
      ['B', 'one two c d'],
    ]);
  });

  it.each([
    ['a table with alignment', '# A\n\n| a | b |\n| ---: | --- |\n| 1 | 2 |\n'],
    ['a diagram', '# A\n\n```mermaid\nflowchart LR\n  a[One] -->|to| b[(Two)]\n```\n'],
    ['code in a language', '# A\n\n```ts\nconst a = "b";\n```\n'],
  ])('has no style that a strict policy refuses: %s', (_name, markdown) => {
    const { html } = render(markdown);
    expect(html).not.toMatch(/ style=|<style|@import/);
  });

  it('takes no option for a word of the shell', () => {
    const { html } = render('# A\n\n```sh\nmkdir a\nx scrape --local --bind b\n```\n');
    expect(html).toContain('scrape --local --bind b');
    expect(html).toMatch(/<span[^>]*>mkdir<\/span>/);
  });

  it('draws a diagram with its words', () => {
    const { html } = render('# A\n\n```mermaid\nflowchart LR\n  a[One] -->|to| b[(Two)]\n```\n');
    expect(html).toMatch(/<svg[\s\S]*One[\s\S]*Two/);
    expect(html).not.toContain('flowchart');
  });

  it.each([
    ['code', '# A\n\n```sh\necho <b> & "c"\n```\n'],
    ['code of no known language', '# A\n\n```nothing\necho <b> & "c"\n```\n'],
  ])('shows %s as it is', (_name, markdown) => {
    expect(render(markdown).html.replaceAll(/<\/?span[^>]*>/g, '')).toContain(
      'echo &lt;b&gt; &amp; &quot;c&quot;',
    );
  });

  it('is refused without a title', () => {
    expect(() => render('## Only this\n')).toThrow(/title/);
  });
});
