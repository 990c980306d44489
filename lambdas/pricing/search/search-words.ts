import { foldedWord } from '../../domain/links/folded-word.ts';
import { matcherOf, wordsOf } from '../lexicon/lexicon.ts';
import { plainTitle } from '../lexicon/plain-title.ts';

const noProductPath = wordsOf('NoProductPath');
const goesWith = matcherOf(['GoesWith', 'For', 'Substitute']);
const relation = wordsOf('Relation', 'Substitute');
const searchEcho = wordsOf('SearchEcho');

/** Endings of addresses of documents. */
export const pageEnding = /\.(?:html?|php|aspx?|jsp)$/i;

/** True if a part of an address belongs to pages that are no product's. */
export const isNoProductPath = (part: string): boolean =>
  part.length <= 60 && noProductPath.is(foldedWord(part.replace(pageEnding, '')));

/** True if a text has a word beside which a page repeats what was searched for. */
export const echoesSearch = searchEcho.test;

/** True if the end of a text makes what follows the name of another product: "case for". */
export const precedesOtherName = (text: string): boolean => {
  const plain = `${plainTitle(text)} `;
  return goesWith.hits(plain).some(({ end }) => /^\s[^.!?]{0,60}$/.test(plain.slice(end)));
};

/** True if what stands before a number makes its label another product's: "replaces part no". */
export const relatesToOther = (text: string): boolean => relation.test(plainTitle(text));

/** True if a link says that one reads on behind it; that it orders nothing is to be asked before. */
export const isReadMoreLabel = wordsOf('ReadsOn').test;
