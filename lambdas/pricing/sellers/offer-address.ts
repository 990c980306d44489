import { wordsWithRole } from '../../domain/links/acting-words.ts';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { ordersSomething, toPageAddress } from '../../domain/links/page-address.ts';
import words from './offer-address-words.json' with { type: 'json' };
import { isPageParameter, isSellersHeading } from './seller-words.ts';

const folded = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(foldedWord));

/** Words in URLs of offer lists. Path words ignore case, accents and dashes; parameter names ignore case. */
const offerAddressWords = {
  /** Name offers or sellers: sufficient on their own. */
  pathWords: folded(words.pathWords),
  /** Name a condition. */
  conditions: folded(words.conditions),
  /** Meaningless alone, but allowed beside one of the above in the same path segment: "all-offers". */
  besideWords: folded(words.besideWords),
  /**
   * Allowed only beside a condition: "used-and-new" is a list, but "new" or "offer-new" creates something.
   */
  besideConditions: folded(words.besideConditions),
  /** Occur in paths of any product or list, including languages and countries. */
  neutralWords: folded(words.neutralWords),
  /** Verbs that products and pages may also be named after: they never explain a URL. */
  acts: folded(words.acts),
  /** Parameters that make a page list its offers if switched on: "?offers", "?aod=1". */
  listParameters: new Set(words.listParameters),
  /** Parameters with a seller's number. */
  sellerParameters: new Set(words.sellerParameters),
  /** Parameters that select a part of the page, which has to be its offers. */
  viewParameters: new Set(words.viewParameters),
  /** Parameters that identify the product, its variant or a part of its page. */
  variantParameters: new Set(words.variantParameters),
  /** Parameters with a condition: "new" creates nothing there. */
  conditionParameters: new Set(words.conditionParameters),
  /** Parameters for tracking or sort order. */
  droppedParameters: new Set(words.droppedParameters),
  /** Prefixes of more such parameters. */
  droppedStarts: words.droppedStarts,
};

const { pathWords, conditions, besideWords, besideConditions, neutralWords } = offerAddressWords;
const { listParameters, sellerParameters, viewParameters } = offerAddressWords;
const { variantParameters, conditionParameters, droppedParameters, droppedStarts } = offerAddressWords;
/** A page titled "Buy now" does not make a link with these words safe. */
const acts: ReadonlySet<string> = new Set([
  ...offerAddressWords.acts,
  ...wordsWithRole('Verb', 'Act', 'End', 'Order', 'PageOrder', 'OrderParameter'),
]);

/** The product whose offers are searched for. */
export interface OfferOrigin {
  /** URL of the linking page. */
  here: URL;
  /** Titles of the page: product names, possibly with additions. */
  title: string;
}

const maxTitle = 300;
const maxSegment = 200;
const programEnding = /\.(?:html?|shtml|php\d?|aspx?|jspx?|jsf|do|cfm)$/i;

const splitWords = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word !== '');

/** Words of a path segment, separated by punctuation or by capitals: "OffersOfProduct". */
const wordsOf = (text: string): string[] =>
  splitWords(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu}{2,})(\p{Lu}\p{Ll})/gu, '$1 $2'));

/** UUIDs, hexadecimal numbers, and identifiers like Amazon's: "B0CHXYKWMD". */
const identifiers = [
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /^(?=.*\d)[\da-f]{8,64}$/i,
  /^(?=.{8,20}$)[A-Z]{1,2}\d+[A-Z][A-Z\d]*$/,
];
const isIdentifier = (text: string): boolean => identifiers.some((each) => each.test(text));

/** Most consecutive letters in an identifier: "pay5" and "5take" name no product. */
const maxLettersTogether = 2;

/** Allowed parts of a safe URL for this product. */
interface Explained {
  /** Words of the page's own URL, without verbs. */
  ownWords: ReadonlySet<string>;
  /** Words of the title, surrounded by spaces. */
  title: string;
}

const segmentsOf = (path: string): string[] => path.split('/').map(decodedPart);

const explainedBy = ({ here, title }: OfferOrigin): Explained => {
  const own = [...segmentsOf(here.pathname), ...here.searchParams.values()].map((part) =>
    part.slice(0, maxSegment),
  );
  const ownWords = own.flatMap((part) => [...wordsOf(part), ...splitWords(part)]);
  return {
    ownWords: new Set(ownWords.filter((word) => !acts.has(word))),
    title: ` ${splitWords(title.slice(0, maxTitle)).join(' ')} `,
  };
};

/** A number, or one with few letters; "page2" counts as "page". */
const isNumbered = (word: string): boolean =>
  /\d/.test(word) &&
  word
    .split(/\P{L}+/u)
    .every((run) => run.length <= maxLettersTogether || neutralWords.has(run) || pathWords.has(run));

/** True if a word is harmless: it names offers, the product, a number, or nothing of importance. */
const isExplained = (word: string, { ownWords }: Explained): boolean =>
  word.length === 1 ||
  [pathWords, conditions, neutralWords, ownWords].some((words) => words.has(word)) ||
  isNumbered(word);

/** True if two words are adjacent in the title and neither is a verb: a single word could be anything. */
const isPairOfTitle = (
  first: string | undefined,
  second: string | undefined,
  { title }: Explained,
): boolean =>
  first !== undefined &&
  second !== undefined &&
  !acts.has(first) &&
  !acts.has(second) &&
  title.includes(` ${first} ${second} `);

const isExplainedSegment = (segment: string, explained: Explained): boolean => {
  if (segment.length > maxSegment) return false;
  // Amazon puts the referrer into the path.
  if (isIdentifier(segment) || /^ref=\w{0,100}$/.test(segment)) return true;
  const words = wordsOf(segment.replace(programEnding, ''));
  const hasCondition = words.some((word) => conditions.has(word));
  const hasOffers =
    hasCondition || words.some((word) => pathWords.has(word)) || isSellersHeading(words.join(' '));
  return words.every(
    (word, at) =>
      isExplained(word, explained) ||
      (hasOffers && besideWords.has(word)) ||
      (hasCondition && besideConditions.has(word)) ||
      isPairOfTitle(words[at - 1], word, explained) ||
      isPairOfTitle(word, words[at + 1], explained),
  );
};

/** True if every word of a path is explained, apart from the page's own path as its prefix. */
const isExplainedPath = (link: URL, origin: OfferOrigin): boolean => {
  const own = `${origin.here.pathname.replace(/\/$/, '')}/`;
  const path = `${link.pathname}/`.startsWith(own) ? link.pathname.slice(own.length) : link.pathname;
  const explained = explainedBy(origin);
  return segmentsOf(path).every((segment) => isExplainedSegment(segment, explained));
};

const plainValue = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]{0,78}[\p{L}\p{M}\p{N}])?$/u;
const pageNumber = /^\d{1,6}$/;

const isPlain = (value: string, allowed: ReadonlySet<string> = new Set()): boolean =>
  plainValue.test(value) &&
  !ordersSomething(value) &&
  splitWords(value).every((word) => allowed.has(word) || !acts.has(word));

/** Values that switch on a list of offers; others may trigger something. */
const switchedOn = /^(?:|1|true|yes|on|all)$/i;
/** "12", "A1B2C3D4E5F6G7": a number, or an identifier like Amazon's. */
const sellerNumber = /^(?:\d{1,12}|A(?=[A-Z\d]*\d)[A-Z\d]{9,15})$/;

const namesOffers = (value: string): boolean => {
  const words = wordsOf(value);
  return (
    words.some((word) => pathWords.has(word)) &&
    words.every((word) => (pathWords.has(word) || besideWords.has(word)) && !acts.has(word))
  );
};

/** Parameters that select what is shown, with a check of their values. */
const showing: readonly (readonly [names: ReadonlySet<string>, says: (value: string) => boolean])[] = [
  [listParameters, (value) => switchedOn.test(value)],
  [sellerParameters, (value) => sellerNumber.test(value)],
  [viewParameters, (value) => value.length <= maxView && namesOffers(value)],
];

const maxView = 40;

type Fate = 'kept' | 'dropped' | 'unknown';

const keptIf = (isKept: boolean): Fate => (isKept ? 'kept' : 'unknown');

const fateOf = (name: string, value: string, here: URL): Fate => {
  if (here.searchParams.getAll(name).includes(value)) return 'kept';
  if (isPageParameter(name)) return keptIf(pageNumber.test(value));
  const plain = name.toLowerCase();
  // Here "new" is a condition; elsewhere it creates something.
  if (conditionParameters.has(plain)) return keptIf(isPlain(value, besideConditions));
  const shown = showing.find(([names]) => names.has(plain));
  if (shown) return keptIf(shown[1](value));
  if (variantParameters.has(plain)) return keptIf(isPlain(value));
  const isDropped = droppedParameters.has(plain) || droppedStarts.some((start) => plain.startsWith(start));
  return isDropped ? 'dropped' : 'unknown';
};

const session = /;jsessionid=[\w.!-]{0,200}(?=\/|$)/gi;

/**
 * The URL of a page with more offers. Stricter than {@link toPageAddress}: every part has to be explained,
 * since a link about offers may also accept, follow or cancel one.
 *
 * @returns the URL without tracking; `undefined` if it may trigger something, or if removing unknown parts
 *   would change the page.
 */
export const toOfferAddress = (link: URL, origin: OfferOrigin): URL | undefined => {
  const page = new URL(link);
  page.hash = '';
  // A session is not part of the page.
  page.pathname = page.pathname.replace(session, '');
  if (toPageAddress(page) === undefined || !isExplainedPath(page, origin)) return undefined;
  for (const [name, value] of [...page.searchParams]) {
    const fate = fateOf(name, value, origin.here);
    if (fate === 'unknown') return undefined;
    if (fate === 'dropped') page.searchParams.delete(name);
  }
  return page;
};
