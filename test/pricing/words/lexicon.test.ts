import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import * as files from '../../../lambdas/pricing/words/languages.ts';
import { createMatcher } from '../../../lambdas/pricing/words/matcher.ts';
import type { LanguageFile } from '../../../lambdas/pricing/words/phrases.ts';
import { choicesOf, Phrases, phraseTableOf } from '../../../lambdas/pricing/words/phrases.ts';
import schema from '../../../lambdas/pricing/words/term.schema.json' with { type: 'json' };
import { type Role, roles, type Term } from '../../../lambdas/pricing/words/term.ts';
import wordLists from '../../../lambdas/pricing/words/word-lists.json' with { type: 'json' };
import { anyOf, type WordList } from '../../../lambdas/pricing/words/word-lists.ts';
import { type Exception, faultsOf, tagFault } from './term-faults.ts';
import { fileOf, termsOf } from './terms.ts';

const languages: Readonly<Record<string, LanguageFile>> = files;
const termsByLanguage = Object.fromEntries(
  Object.entries(languages).map(([language, file]) => [language, [...termsOf(file)]]),
);
const folder = join(import.meta.dirname, '../../../lambdas/pricing/words/languages');
const isValid = new Ajv({ allErrors: true }).compile(schema);

/** Words of two meanings, and the one that they have where nothing else in their line settles it. */
const exceptions: readonly Exception[] = [
  ...['a partir de', 'à partir de', 'dès', 'nuo', 'vanaf', 'od', 'от', 'від'].map(
    (phrase): Exception => ({ role: 'Threshold', phrase, says: 'From' }),
  ),
  { role: 'PerUnit', phrase: 'soit', says: 'Saving' },
];

const stockRoles = ['Discontinued', 'PreOrder', 'BackOrder', 'OutOfStock', 'LimitedAvailability', 'InStock'];
const numberRoles = [
  'SkuLabel',
  'MpnLabel',
  'GtinLabel',
  'ModelLabel',
  'CodeLabel',
  'NumberLabel',
  'OtherNumber',
];

describe('the files of the lexicon', () => {
  it('are all loaded, each under the tag that names it', () => {
    expect(Object.keys(languages).sort()).toEqual(
      readdirSync(folder)
        .map((name) => name.replace(/\.json$/, ''))
        .sort(),
    );
  });

  it.each(Object.entries(languages))('fit the schema, and name known roles: %s', (language, file) => {
    expect(isValid(file), JSON.stringify(isValid.errors)).toBe(true);
    expect(termsByLanguage[language]!.filter(({ role }) => !Object.hasOwn(roles, role))).toEqual([]);
  });

  it.each(Object.entries(termsByLanguage))('say what they mean, and nothing twice: %s', (language, terms) => {
    expect([tagFault(language), ...faultsOf(terms, exceptions)].filter(Boolean)).toEqual([]);
  });

  it.each([
    ['stock', stockRoles],
    ['a number', numberRoles],
  ])('say one thing of %s, whatever the language', (_what, ofRoles) => {
    const said = new Map<string, Set<string>>();
    for (const { phrase, role } of Object.values(termsByLanguage).flat())
      for (const spelling of ofRoles.includes(role) ? choicesOf(phrase) : [])
        said.set(spelling, (said.get(spelling) ?? new Set()).add(role));
    expect([...said].filter(([, ofPhrase]) => ofPhrase.size > 1)).toEqual([]);
  });

  it('hold no phrase of so many spellings that a page would wait for them', () => {
    const terms = Object.values(termsByLanguage).flat();
    expect(terms.filter(({ phrase }) => choicesOf(phrase).length > 1_000)).toEqual([]);
  });

  it('have a phrase a line, so that a change shows the words that came', () => {
    for (const [language, file] of Object.entries(languages)) {
      const lines = readFileSync(join(folder, `${language}.json`), 'utf8')
        .trim()
        .split('\n');
      expect(lines).toHaveLength(termsByLanguage[language]!.length + 2 * Object.keys(file).length + 2);
    }
  });
});

describe('a slip in a file of the lexicon is told', () => {
  const term = (phrase: string, role: Role, position?: Term['position']): Term => ({
    phrase,
    role,
    ...(position && { position }),
  });

  it.each<[slip: string, terms: Term[], fault: RegExp]>([
    ['capitals', [term('Frais de port', 'Shipping')], /lower case/],
    ['a space of width nought', [term('តម្លៃ\u200bដើម', 'Was')], /nobody sees/],
    ['a choice without brackets', [term('vendu|vendue', 'OutOfStock')], /outside of brackets/],
    ['a gap at the end', [term('save with …', 'Saving')], /finds nothing/],
    ['a role that means something else', [term('frais de port', 'PerUnit')], /makes an amount Shipping/],
    ['a side of what is no amount', [term('in den korb', 'Buy', 'before')], /only words of amounts/],
  ])('%s', (_slip, terms, fault) => {
    expect(faultsOf(terms).join('\n')).toMatch(fault);
  });

  it.each(['kh', 'cz', 'dk', 'KM', 'khmer', 'en-us'])('a file that is no language: %s', (tag) => {
    expect(tagFault(tag)).toMatch(/no language that Node.js knows/);
  });
});

describe('the lists of words for patterns', () => {
  it.each(Object.entries(wordLists))('are written as they say, and say nothing twice: %s', (_name, words) => {
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    expect(words.filter((word) => /[\\[\]{}?+^$]|^\s*$/.test(word))).toEqual([]);
  });

  it.each<[list: WordList, text: string, isIn: boolean]>([
    ['measures', 'kg', true],
    ['measures', 'sq. ft', true],
    ['measures', 'sq ft', true],
    ['measures', 'kgs', false],
    ['months', 'Monaten', true],
    ['days', 'día', true],
  ])('%s: "%s" is one: %s', (list, text, isIn) => {
    expect(new RegExp(`^${anyOf(list)}$`, 'iu').test(text)).toBe(isIn);
  });
});

describe('the choices of a phrase', () => {
  it.each([
    ['no more (sold(s|)|made|listed)', ['no more solds', 'no more sold', 'no more made', 'no more listed']],
    ['(a (b|c)|d) (e|)', ['a b e', 'a b', 'a c e', 'a c', 'd e', 'd']],
    ['a (b', ['a (b']],
  ])('are those of the choice that was taken, each once: %s', (phrase, spellings) => {
    expect(choicesOf(phrase)).toEqual(spellings);
  });
});

describe('a matcher', () => {
  const found = (terms: Term[], text: string): [string, string[]][] =>
    createMatcher(
      () => new Phrases(phraseTableOf([fileOf(terms)])),
      () => true,
    )
      .hits(text)
      .map(({ start, end, meanings }) => [text.slice(start, end), meanings.map(({ role }) => role)]);
  const was = (phrase: string): Term => ({ phrase, role: 'Was' });

  it.each<[phrase: string, text: string, hit: string | undefined]>([
    ['list price', 'Our LIST\u00a0Price: $20', 'LIST\u00a0Price'],
    ['was', 'was5', undefined],
    ['excl. vat', 'Excl VAT', 'Excl VAT'],
    ['trade-in', 'with trade-in', 'trade-in'],
    ['*pfand', 'Flaschenpfand 0,25', 'Flaschenpfand'],
    ['#-tage', '30 Tage', '30 Tage'],
    ['(ab|von) (nur |)jetzt', 'von jetzt', 'von jetzt'],
    ['通常価格', '新品通常価格1,200円', '通常価格'],
  ])('reads %s in "%s"', (phrase, text, hit) => {
    expect(found([was(phrase)], text).map(([words]) => words)).toEqual(hit === undefined ? [] : [hit]);
  });

  it.each([
    ['sold', 'Sold!', true],
    ['sold', 'Vase\nSold.\nBuy another', true],
    ['sold', 'Sold by Thirdson', false],
    ['sold', 'Vase sold', false],
  ])(
    'finds what counts alone, "%s", where the line of "%s" says nothing else: %s',
    (phrase, text, isFound) => {
      expect(found([{ phrase, role: 'OutOfStock', position: 'alone' }], text)).toHaveLength(isFound ? 1 : 0);
    },
  );

  it.each([
    ['(die |diese |)seite fehlt', 'Seite fehlt'],
    ['(a|b)-(c|d)', 'b d'],
    ['в (наличии|продаже)', 'Есть в наличии'],
  ])('finds a phrase that begins with a choice or a sign: %s in "%s"', (phrase, text) => {
    expect(found([was(phrase)], text)).toHaveLength(1);
  });

  it('takes the longest of phrases that stand within each other, whatever their roles', () => {
    const terms: Term[] = [
      { phrase: 'discount', role: 'Saving' },
      { phrase: 'price after discount', role: 'Discounted' },
    ];
    expect(found(terms, 'Price after discount')).toEqual([['Price after discount', ['Discounted']]]);
    expect(found(terms, 'Price, discount')).toEqual([['discount', ['Saving']]]);
  });

  it('knows all that a phrase may say', () => {
    const terms: Term[] = [was('regular'), { phrase: 'regular', role: 'Regular' }];
    expect(found(terms, 'regular')).toEqual([['regular', ['Was', 'Regular']]]);
  });

  it.each([
    ['used, very good', 'used'],
    ['used as new', 'used as new'],
    ['user', undefined],
    ['(used)', undefined],
  ])('tells the phrase that a text begins with: %s', (text, phrase) => {
    const { atStart } = createMatcher(
      () => new Phrases(phraseTableOf([{ Condition: ['used', 'used as new'] }])),
      () => true,
    );
    expect(text.slice(0, atStart(text)?.end ?? 0) || undefined).toBe(phrase);
  });

  it('tells the values of a role, and finds words of titles without their accents', () => {
    const file = { 'Colour/green': ['grün'], 'Colour/black': ['noir'], 'Flavour/orange': ['orange'] };
    const { hits } = createMatcher(
      () => new Phrases(phraseTableOf([file])),
      ({ role }) => role === 'Colour',
    );
    const meanings = hits('grun/noir orange').flatMap((hit) => hit.meanings);
    expect(meanings.map(({ role, value }) => [role, value])).toEqual([
      ['Colour', 'green'],
      ['Colour', 'black'],
    ]);
  });
});
