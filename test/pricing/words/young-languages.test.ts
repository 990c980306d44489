import { describe, expect, it } from 'vitest';
import { extract, page, summary } from '../page-fixture.ts';

/** Blocks of shops in languages that no set of labelled pages has, with what a reader of the language sees. */
const rows: readonly (readonly [language: string, block: string, result: string])[] = [
  [
    'ne',
    '<p>पुरानो मूल्य: रु १,५००</p><p>नयाँ मूल्य: रु १,२००</p><p>उपलब्धता: स्टकमा छ</p><p>ढुवानी शुल्क: रु १५०</p>' +
      '<p>सदस्य मूल्य: रु १,१००</p><p>रु ४०० / महिना</p><button>कार्टमा थप्नुहोस्</button>',
    'Priced, 1200 NPR, list 1500',
  ],
  [
    'ne',
    '<p>रु 650</p><p>रु 1,300 प्रति केजी</p><p>छुट: रु 50</p><p>स्टक सकियो</p><button>अहिले किन्नुहोस्</button>',
    'OutOfStock, 650 NPR',
  ],
  [
    'km',
    // A space of width nought parts the words of the first label, as Khmer is often written.
    '<p>តម្លៃ\u200bដើម៖ 100,000៛</p><p>តម្លៃពិសេស៖ 78,000៛</p><p>ថ្លៃដឹកជញ្ជូន៖ 8,000៛</p><p>តម្លៃសមាជិក 72,000៛</p>' +
      '<p>26,000៛/ខែ</p><p>មានក្នុងស្តុក</p><button>បន្ថែមទៅកន្ត្រក</button>',
    'Priced, 78000 KHR, list 100000',
  ],
  [
    'km',
    '<p>40,000៛</p><p>សន្សំ 5,000៛</p><p>60,000៛ ក្នុងមួយគីឡូក្រាម</p><p>អស់ពីស្តុក</p><button>ដាក់ចូលកន្ត្រក</button>',
    'OutOfStock, 40000 KHR',
  ],
];

describe('a page in a language that no labelled page has', () => {
  it.each(rows)('%s: %s', (language, block, result) => {
    const html = page(`<h1>Ilmatar</h1>${block}`, '<title>Ilmatar</title>', language);
    expect(summary(extract(html))).toBe(result);
  });
});
