import { readLabelRole } from '../../../lambdas/pricing/text/amount-role.ts';
import { amountRoles } from '../../../lambdas/pricing/words/lexicon.ts';
import { createMatcher } from '../../../lambdas/pricing/words/matcher.ts';
import { asRead, choicesOf, Phrases, phraseTableOf } from '../../../lambdas/pricing/words/phrases.ts';
import type { Role, Term } from '../../../lambdas/pricing/words/term.ts';
import { lowerCase, tokensOf } from '../../../lambdas/pricing/words/tokens.ts';
import { fileOf } from './terms.ts';

/** The fault of a term, with the remedy; `undefined` if it has none. */
type Check = (term: Term) => string | undefined;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

export const tagFault = (tag: string): string | undefined =>
  tag === 'shared' || (/^[a-z]{2,3}$/.test(tag) && languageNames.of(tag) !== undefined)
    ? undefined
    : `${tag} is no language that Node.js knows by name: a file is named after its language (km, cs, da), not after a country (KH, CZ, DK).`;

/** Titles of pages in which the sign of a choice is one of the text. */
const literalBars: ReadonlySet<string> = new Set(['attention required! | cloudflare']);

const hasUnevenChoice = (phrase: string): boolean => {
  if (literalBars.has(phrase)) return false;
  let depth = 0;
  for (const sign of phrase) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0 || (sign === '|' && depth === 0)) return true;
  }
  return depth !== 0;
};

/** Signs that nobody sees; the zero-width non-joiner is spelling in Persian. */
const invisible = /[\p{Cc}\p{Cf}]|[^\S ]/gu;

const writing: Check = ({ phrase }) => {
  if (phrase !== lowerCase(phrase)) return 'has capitals, which make no difference: write it in lower case.';
  if (phrase !== phrase.normalize('NFC')) return 'is not in the Unicode normal form C: type it anew.';
  if ((phrase.match(invisible) ?? []).some((sign) => sign !== '\u200c'))
    return 'holds a sign that nobody sees: a tab, a hard blank, a sign of width nought.';
  return / {2}/.test(phrase) ? 'has two blanks in a row.' : undefined;
};

const notation: Check = ({ phrase }) => {
  if (hasUnevenChoice(phrase)) return 'has a bracket without its other, or a | outside of brackets.';
  if (/\([^()|]*\)/.test(phrase))
    return 'has brackets without a |: they are signs of a choice, never of the text.';
  if (/^…|…$/.test(phrase)) return 'begins or ends with a gap, which finds nothing.';
  if (/\.{3}/.test(phrase)) return 'has three full stops: a gap is written with the one sign "…".';
  if (/\*\*|##/.test(phrase)) return 'has a sign of the notation twice.';
  return undefined;
};

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Armenian', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

const spellings: Check = ({ phrase }) => {
  for (const word of new Set(choicesOf(phrase).flatMap((spelling) => spelling.split(/[\s-]+/)))) {
    if (tokensOf(word).some(({ text }) => scripts.filter((script) => script.test(text)).length > 1))
      return `has a word of letters of two scripts, "${word}".`;
    if (word.length > 1 && word.includes('*') && !/[\p{L}\p{M}]{2}/u.test(word))
      return `has "${word}": a star needs two letters beside it, or it stands for nearly any word.`;
  }
  return undefined;
};

/** A text that a shop may write, which the phrase stands for. */
export const samplesOf = (phrase: string): string[] =>
  choicesOf(phrase).map((spelling) =>
    spelling
      .replace(/(?<![^\s-])\*(?![^\s-])/g, 'x')
      .replaceAll('*', '')
      .replaceAll('#', '2')
      .replaceAll('…', ' x ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const isFound: Check = (term) => {
  const { hits } = createMatcher(
    () => new Phrases(phraseTableOf([fileOf([term])])),
    () => true,
  );
  const missed = samplesOf(asRead(term.phrase, term.role)).find(
    (text) =>
      lettersOf(
        hits(text)
          .map(({ start, end }) => text.slice(start, end))
          .join(),
      ) !== lettersOf(text),
  );
  return missed === undefined ? undefined : `is not found in "${missed}".`;
};

/** The qualifier that each role gives to an amount which its phrase labels; roles that only weigh against others are left out. */
export const roleOfAmount: Partial<Record<Role, string | undefined>> = {
  Price: undefined,
  Now: undefined,
  Total: undefined,
  Discounted: undefined,
  Gross: undefined,
  Was: 'Was',
  NetOfTax: 'NetOfTax',
  From: 'From',
  Members: 'Members',
  OtherCondition: 'OtherCondition',
  PaymentMethod: 'PaymentMethod',
  Bid: 'Bid',
  Worth: 'Worth',
  PerUnit: 'PerUnit',
  Instalment: 'Instalment',
  Rent: 'Instalment',
  Tier: 'Tier',
  Approximate: 'Approximate',
  Saving: 'Saving',
  Shipping: 'Shipping',
  FreeFrom: 'Threshold',
  Threshold: 'Threshold',
  Deposit: 'Deposit',
  Surcharge: 'Surcharge',
};

const ofAmounts: ReadonlySet<Role> = new Set(amountRoles);

/** Words of several meanings that the other words of their line settle: the role that they have alone. */
export interface Exception {
  role: Role;
  phrase: string;
  says: string | undefined;
}

const saysItsRole =
  (exceptions: readonly Exception[]): Check =>
  ({ phrase, role, position }) => {
    const hasSide = position === 'before' || position === 'last' || position === 'behind';
    if (hasSide && !ofAmounts.has(role))
      return `has the position ${position}, which only words of amounts have.`;
    if (!(role in roleOfAmount)) return undefined;
    const exception = exceptions.find((each) => each.role === role && each.phrase === phrase);
    const meant = exception ? exception.says : roleOfAmount[role];
    if (position === 'behind' && meant === undefined && !exception)
      return 'has the position behind, where words of this role are not asked for.';
    const other = samplesOf(phrase)
      .map((text) => (position === 'behind' ? readLabelRole('', text) : readLabelRole(`${text}:`, '')))
      .find((said) => said.role !== meant);
    return (
      other && `makes an amount ${other.role ?? 'a price'} and not ${meant ?? 'a price'}: rule ${other.rule}.`
    );
  };

const keysOf = ({ phrase, role, value, position }: Term): string[] =>
  choicesOf(asRead(phrase, role)).map(
    (spelling) =>
      `${role} ${value ?? ''} ${position ?? ''} ${tokensOf(spelling)
        .map(({ text }) => text)
        .join(' ')}`,
  );

/** Terms that say nothing which another term of the same file does not say. */
const repeated = (terms: readonly Term[]): string[] => {
  const owners = new Map<string, Set<number>>();
  const keys = terms.map(keysOf);
  for (const [index, ofTerm] of keys.entries())
    for (const key of ofTerm) owners.set(key, (owners.get(key) ?? new Set()).add(index));
  return terms.flatMap(({ phrase, role }, index) => {
    const [first, ...others] = keys[index]!.map((key) => owners.get(key)!);
    const holder = [...first!].find(
      (other) =>
        other !== index &&
        others.every((each) => each.has(other)) &&
        // Of two that say the same the later one goes.
        (other < index || !keys[other]!.every((key) => owners.get(key)!.has(index))),
    );
    return holder === undefined
      ? []
      : [`"${phrase}" (${role}) says what "${terms[holder]!.phrase}" says already.`];
  });
};

/** Everything that is wrong with a language's terms, a sentence each. */
export const faultsOf = (terms: readonly Term[], exceptions: readonly Exception[] = []): string[] => {
  const checks = [writing, notation, spellings, isFound, saysItsRole(exceptions)];
  const ofTerms = terms.flatMap((term) => {
    for (const check of checks) {
      const fault = check(term);
      if (fault) return [`"${term.phrase}" (${term.role}) ${fault}`];
    }
    return [];
  });
  return [...ofTerms, ...repeated(terms)];
};
