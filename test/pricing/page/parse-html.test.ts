import { type Document, DomHandler } from 'domhandler';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test, vi } from 'vitest';
import { parseHtml } from '../../../lambdas/pricing/page/parse-html.ts';

/** As the parser does it without our jumps. */
const parsePlainly = (html: string): Document => {
  const handler = new DomHandler(undefined, { withStartIndices: true, withEndIndices: true });
  new Parser(handler).end(html);
  return handler.root;
};

/** All that a tree holds, offsets included. */
const described = (root: Document): unknown =>
  JSON.parse(
    JSON.stringify(root, (key, value) =>
      key === 'parent' || key === 'prev' || key === 'next' ? undefined : value,
    ),
  );

// biome-ignore format: a list
const pieces = [
  '<p>', '</p>', '<div class="a b">', "<div class='a'>", '<div class=a>', '</div>', '<br/>', '<img src="a&amp;b">',
  '<a href="?a=1&b=2&copy=3" title=\'5 < 6 > 4\'>', '</a>', '<input disabled value="">', '<x a="1" a="2" __proto__="3" constructor="4">',
  '<script>if (a < b && c > d) "<p>";</script>', '<script>', '</script>', '<style>a>b{}</style>', '<title>a &amp; b</title>',
  '<textarea>a &lt; <b></textarea>', '<!-- a & <b> -->', '<!--', '-->', '<!doctype html>', '<![CDATA[ a & b ]]>', '<svg><title>a</title></svg>',
  'text', ' ', '\n', '12,99 €', '&euro;', '&euro', '&#8364;', '&#x20AC;', '&', '&&', '&amp', '<', '>', '"', "'", '=', '/', '<<', '</', '< p',
  'a & b', 'tom&jerry;', '\0', '&notit;', '<a href="x>y">', '</a >', '</A>', '<svg>', '</svg>', '<lineargradient id="a">',
  '<foreignobject>', '</foreignobject>', '<math>', '<mi>', '<image src="a">', '<form>', '</form>', '<x-y>', '</x-y>', '<plaintext>',
] as const;

describe('the tree of a page', () => {
  test('is that of the parser alone', () => {
    const piece = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        // Everything stands there twice: tags that are written alike are read once.
        const html = parts.join('').repeat(2);
        expect(described(parseHtml(html))).toEqual(described(parsePlainly(html)));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['an entity at the end of a text', 'a &amp;'],
    ['an entity without its semicolon', '<p>5 &lt 6 &copy 2026</p>'],
    ['an ampersand in a value that is none', '<a href="?a=1&b=2&lang=en">x</a>'],
    ['a value that never ends', '<a href="abc &amp; def'],
    ['a comment that never ends', '<!-- a & b'],
    ['an attribute that is given twice', '<a id="1" id="2" id="3">x</a>'],
  ])('with %s', (_name, html) => {
    expect(described(parseHtml(html))).toEqual(described(parsePlainly(html)));
  });
});

/** Characters that all searches for a character went over while a text was parsed. */
const searchedCharacters = (html: string): number => {
  const plain = String.prototype.indexOf;
  let characters = 0;
  const counted = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
    this: string,
    sought: string,
    from = 0,
  ) {
    const found = plain.call(this, sought, from);
    characters += (found < 0 ? this.length : found + 1) - from;
    return found;
  });
  try {
    parseHtml(html);
  } finally {
    counted.mockRestore();
  }
  return characters;
};

describe('a text is searched once for each character that ends something', () => {
  test.each([
    ['references that are none', '&#x', ''],
    ['references', '&amp;', ''],
    ['references in a value that never ends', '&#x', '<a href="'],
    ['values without an ampersand', '<a b="c" d=\'e\'>', ''],
    ['marks without a name', '<', ''],
    ['a script that never ends', '<a', '<script>'],
  ])('%s', (_name, piece, before) => {
    const html = before + piece.repeat(20_000);
    // Three characters are sought: "<" or a quote, "&", and what ends a comment or a script.
    expect(searchedCharacters(html)).toBeLessThanOrEqual(4 * html.length);
  });
});
