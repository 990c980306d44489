import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test, vi } from 'vitest';
import { exitCodes } from '../../cli/exit-codes.ts';
import { readSkusFile } from '../../cli/sku-file.ts';
import { resultCsv } from '../../client/result-rows.ts';
import { withoutFormulaGuards } from '../../lib/csv.ts';
import { siteResult } from '../fakes/site-results.ts';
import { temporaryFolder } from './run-cli.ts';

const shopA = { Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' };
const shopB = { Name: 'Shop B', Url: 'https://shop-b.example/{sku}' };

const read = (content: string | Uint8Array, given = [shopA]) => {
  using it = temporaryFolder();
  const file = join(it.folder, 'skus.csv');
  writeFileSync(file, content);
  return readSkusFile(file, given);
};
const skusIn = (content: string | Uint8Array) => read(content).map(({ sku }) => sku);

const utf16 = (text: string, isBigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

describe('an unknown heading', () => {
  const warningFor = (headings: string): string => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      read(`${headings}\nA-1,https://shop-c.example/a,1,2\n`);
      return written.mock.calls.map(([text]) => String(text)).join('');
    } finally {
      written.mockRestore();
    }
  };

  test.each([
    ['Sku,Url,ExpectGtn', '"ExpectGtn" (did you mean ExpectGtin?)'],
    ['Sku,Url,expect_quantity', '"expect_quantity" (did you mean ExpectQuantity?)'],
    ['Sku,Url,Notes,Price', '"Notes", "Price"'],
  ])('is reported as ignored, with a suggestion: %s', (headings, sentence) => {
    expect(warningFor(headings)).toContain(sentence);
  });

  const warningForOf = (text: string): string => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      read(text);
      return written.mock.calls.map(([each]) => String(each)).join('');
    } finally {
      written.mockRestore();
    }
  };

  test.each(['Article,Notes\nA-1,x\n', 'Skus\nA-1\n', 'Artikelnummer\n4711\n'])(
    'warns of a heading in place of Sku: %j',
    (text) => {
      expect(warningForOf(text)).toContain('has no column "Sku"');
    },
  );

  test('is case-insensitive', () => {
    const [order] = read('sku,url,ExpectGTIN\nA-1,https://shop-c.example/a,4006381333931\n');
    expect(order?.sites[0]?.Expect).toEqual({ Gtin: '4006381333931' });
  });
});

describe('a file of links', () => {
  const kettle = 'https://shop.example/p/kettle';
  const pan = 'https://shop.example/p/pan,28;b';
  const linked = [
    { Name: 'shop.example', Url: kettle },
    { Sku: 'shop.example/p/pan,28;b', Name: 'shop.example', Url: pan },
  ];

  test.each([
    ['one a line', `${kettle}\n${pan}\n`],
    ['in a column Url', `Url\n${kettle}\n${pan}\n`],
    ['in a column Url beside others', `Title,url\nKettle,${kettle}\nPan,"${pan}"\n`],
    ['in place of SKUs', `Sku,Title\n${kettle},Kettle\n"${pan}",Pan\n`],
  ])('makes a product of each link: %s', (_name, content) => {
    expect(read(content, [])).toEqual([{ sku: 'shop.example/p/kettle', sites: linked }]);
  });

  test('may have comments, blanks, brackets, separators at the end and names', () => {
    const content = `# kitchen\n<${kettle}>\n\n- ${pan},\n${kettle}?b the other kettle\n`;
    const named = { Name: 'the other kettle', Url: `${kettle}?b`, Sku: 'shop.example/p/kettle?b' };
    expect(read(content, [])).toEqual([{ sku: 'shop.example/p/kettle', sites: [...linked, named] }]);
  });

  test.each([
    'a kettle, cheap',
    'nolink',
    'javascript:alert(1)',
    'www.shop.example/p/pan',
    'https://',
    'https://shop.example/{sku}',
    `https://shop.example/${'x'.repeat(2_048)}`,
  ])('reports the number of a line that is no usable link, and goes on: %s', (line) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const before = process.exitCode;
    try {
      expect(read(`${kettle}\n\n${line}\n${pan}\n`, [])).toMatchObject([{ sites: linked }]);
      expect(written.mock.calls.join('')).toMatch(/skus\.csv, line 3: ".* is left out/);
      expect(process.exitCode).toBe(exitCodes.incomplete);
    } finally {
      written.mockRestore();
      process.exitCode = before;
    }
  });

  test('may be shorter than its other lines', () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const before = process.exitCode;
    try {
      expect(read(`nolink\n${kettle}\nftp://x/y\n`, [])).toMatchObject([{ sites: [linked[0]] }]);
      expect(written.mock.calls.join('')).toMatch(/line 1: [\s\S]*line 3: /);
    } finally {
      written.mockRestore();
      process.exitCode = before;
    }
  });

  test('may have SKUs among its links if there are sites for them', () => {
    const orders = read(`${kettle}\nA-1\n${pan}\n`);
    expect(orders.flatMap(({ sites }) => sites)).toEqual([linked[0], { ...shopA, Sku: 'A-1' }, linked[1]]);
  });

  test('may name SKUs and shops as well', () => {
    expect(read(`Sku,Site,Url\nA-1,My shop,${kettle}\n,My shop,${kettle}\n`, [])).toEqual([
      {
        sku: 'A-1',
        sites: [
          { Name: 'My shop', Url: kettle },
          { Sku: 'shop.example/p/kettle', Name: 'My shop', Url: kettle },
        ],
      },
    ]);
  });

  test('needs a SKU for a template', () => {
    expect(() => read('Url\nhttps://shop.example/{sku}\n', [])).toThrow(/row 2 has neither a SKU nor/);
  });
});

describe('a SKU that a spreadsheet has shortened', () => {
  const warningsFor = (sku: string): string => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      read(`Sku\nA-1\n${sku}\n`);
      return written.mock.calls.map(([text]) => String(text)).join('');
    } finally {
      written.mockRestore();
    }
  };

  test.each(['4.00638E+12', '4,00638E+12', '4E+12', '4.00638e+12'])('is reported: %s', (sku) => {
    expect(warningsFor(sku)).toMatch(/row 3: a spreadsheet has shortened/);
  });

  test.each(['4006381333931', 'E+12', '4.00638', 'AE+12', '4.5E+1X'])('is not %s', (sku) => {
    expect(warningsFor(sku)).toBe('');
  });
});

describe('a file of SKUs', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ['a heading', 'Title,SKU\nx,A-1\ny,"B,2"\n', ['A-1', 'B,2']],
    ['one a line', 'A-1\nB-2\n\n', ['A-1', 'B-2']],
    ['a byte order mark and Windows line ends', '\uFEFFSku\r\nA-1\r\n', ['A-1']],
    ['semicolons, as Excel writes in Germany', 'Sku;Preis\nA-1;1,50\nB-2;2,50\n', ['A-1', 'B-2']],
    ["Excel's sep=", 'sep=;\r\nSku;Title\r\nA-1;"a, b"\r\n', ['A-1']],
    ["Excel's sep= with an unusual separator", 'sep=~\nTitle~Sku\na~A-1\n', ['A-1']],
    ['UTF-16, as Excel saves "Unicode text"', utf16('Sku\tTitle\r\nÄ-1\tx\r\n', false), ['Ä-1']],
    ['quotes in quotes', 'Title,Sku\n"24"" screen","A""1"\n', ['A"1']],
    ['separators in SKUs of a file of one column', 'Sku\nA;1\nB;2,3\nC|4\n', ['A;1', 'B;2,3', 'C|4']],
    ['zeros that a formula keeps', 'Sku\n"=""00123"""\n="00456"\n', ['00123', '00456']],
    ['an apostrophe that keeps a SKU from being a formula', "Sku\n'-5\n'=A1\n'5\n", ['-5', '=A1', "'5"]],
  ])('may have %s', (_name, content, skus) => {
    expect(skusIn(content)).toEqual(skus);
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /has no SKUs or links; expected a column "Sku"/],
    ['a row without its SKU', 'Title,Sku\nx,A-1\ny\n', /row 3 has neither a SKU nor/],
    ['quotes that do not match', 'Sku,Title\nA-1,"x\n', /the quotes in row \d+ do not match/],
    ['Windows-1252', Buffer.from('Sku\nÄ-1\n', 'latin1'), /neither UTF-8 nor UTF-16.*CSV UTF-8/],
    ['an address that is none', 'Sku,Url\nA-1,shop.example\n', /row 2, column Url: must be an absolute http/],
    ['a currency that is none', 'Sku,Url,Currency\nA-1,https://a.example,Euro\n', /row 2, column Currency/],
    [
      'both addresses',
      'Sku,Url,SearchUrl\nA,https://a.example,https://a.example/?q={sku}\n',
      /row 2, column SearchUrl: must not be combined/,
    ],
  ])('is rejected with the place of %s', (_name, content, message) => {
    expect(() => read(content)).toThrow(message);
  });

  test('round-trips any SKU', () => {
    const sku = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => text === text.trim() && /^\P{Cc}+$/u.test(text) && !/^='?"/.test(text))
      .filter((text) => withoutFormulaGuards(text) === text)
      .filter((text) => text.isWellFormed() && !text.startsWith('\uFEFF'));
    fc.assert(
      fc.property(
        fc.uniqueArray(sku, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.boolean(),
        (skus, delimiter, escapeFormulae) => {
          const rows = { fields: ['Title', 'Sku'], data: skus.map((one) => ['x', one]) };
          expect(skusIn(Papa.unparse(rows, { delimiter, escapeFormulae }))).toEqual(skus);
        },
      ),
    );
  });
});

describe('sites of rows', () => {
  test('take precedence over sites given for all rows', () => {
    const content = [
      'Sku;Site;Url;Currency',
      'A-1;;;',
      'B-2;Shop B;;',
      'C-3;Registered;;',
      'D-4;Own;https://own.example/d4;EUR',
      'D-4;;https://other.example/{sku};',
      'E-5;Own;https://own.example/e5;',
      'E-5;;;',
    ].join('\n');
    expect(read(content, [shopA, shopB])).toEqual([
      {
        sku: 'A-1',
        sites: [
          shopA,
          shopB,
          { Sku: 'B-2', ...shopB },
          { Sku: 'C-3', Name: 'Registered' },
          { Sku: 'D-4', Name: 'Own', Url: 'https://own.example/d4', Currency: 'EUR' },
          { Sku: 'D-4', Url: 'https://other.example/{sku}' },
          { Sku: 'E-5', Name: 'Own', Url: 'https://own.example/e5' },
          { Sku: 'E-5', ...shopA },
          { Sku: 'E-5', ...shopB },
        ],
      },
    ]);
  });

  test('of a catalogue are requested a hundred at a time, each with its row’s expectations', () => {
    const rows = Array.from(
      { length: 250 },
      (_, index) => `A-${index};https://shop.example/${index};${index} ml`,
    );
    const orders = read(['Sku;Url;ExpectQuantity', ...rows].join('\n'), []);
    expect(orders.map(({ sites }) => sites.length)).toEqual([100, 100, 50]);
    expect(
      orders.flatMap(({ sku, sites }) => sites.map(({ Sku = sku, ...site }) => ({ Sku, ...site }))),
    ).toEqual(
      rows.map((_, index) => ({
        Sku: `A-${index}`,
        Url: `https://shop.example/${index}`,
        Expect: { Quantity: `${index} ml` },
      })),
    );
  });

  test('are read from the command line’s own CSV', () => {
    const site = siteResult({ Name: '=Shop', FinalUrl: 'https://shop.example/p', RequestedSku: '-5' });
    const data = { Sku: '-5', Sites: [site] } as never;
    expect(read(resultCsv([data]), [])).toEqual([
      { sku: '-5', sites: [{ Name: '=Shop', Url: 'https://shop.example/p', Currency: 'EUR' }] },
    ]);
  });
});
