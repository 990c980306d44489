import { foldedWord } from '../../domain/links/folded-word.ts';
import { matcherOf, wordsOf } from '../lexicon/lexicon.ts';
import { plainTitle } from '../lexicon/plain-title.ts';

const noProductPath = wordsOf('NoProductPath');
const goesWith = matcherOf(['GoesWith', 'For', 'Substitute']);
const relation = wordsOf('Relation', 'Substitute');
const searchEcho = wordsOf('SearchEcho');

/** File extensions of documents. */
export const pageEnding = /\.(?:html?|php|aspx?|jsp)$/i;

/** True if a path segment occurs only on pages other than products. */
export const isNoProductPath = (part: string): boolean =>
  part.length <= 60 && noProductPath.is(foldedWord(part.replace(pageEnding, '')));

/** True if a text contains a phrase that accompanies repeated search terms. */
export const echoesSearch = searchEcho.test;

/** True if what follows the text is another product's name: "case for". */
export const precedesOtherName = (text: string): boolean => {
  const plain = `${plainTitle(text)} `;
  return goesWith.hits(plain).some(({ end }) => /^\s[^.!?]{0,60}$/.test(plain.slice(end)));
};

/** True if the text makes a following number another product's: "replaces part no". */
export const relatesToOther = (text: string): boolean => relation.test(plainTitle(text));

/** True for "read more" labels. Actions have to be excluded beforehand. */
export const isReadMoreLabel = wordsOf('ReadsOn').test;
