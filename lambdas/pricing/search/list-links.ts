import type { Element } from 'domhandler';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { isNamedByMarkup } from './card-links.ts';
import { showsPicture } from './card-pictures.ts';
import { labelsOf } from './link-labels.ts';
import { countProducts, type ProductLink } from './product-links.ts';

/** What the links of a whole list tell about one of them. */
export interface ListReader {
  /** Whether links to several products say the same, as buttons do and names do not. */
  isRepeated: (label: string) => boolean;
  /** Whether the links within an element show just one product, by a picture or a heading. */
  showsOne: (around: Element) => boolean;
}

const keysByLabel = (links: readonly ProductLink[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const keys = new Map<string, Set<string>>();
  for (const { element, key } of links)
    for (const label of labelsOf(element)) {
      const word = foldedWord(label);
      keys.set(word, (keys.get(word) ?? new Set()).add(key));
    }
  return keys;
};

/** What the links of a list say, read when it is first asked for. */
export const createListReader = (links: readonly ProductLink[]): ListReader => {
  let labels: ReturnType<typeof keysByLabel> | undefined;
  let shown: ReturnType<typeof countProducts> | undefined;
  return {
    isRepeated: (label) => {
      labels ??= keysByLabel(links);
      return (labels.get(foldedWord(label))?.size ?? 0) > 1;
    },
    showsOne: (around) => {
      shown ??= countProducts(
        links.filter(({ element }) => isNamedByMarkup(element) || showsPicture(element, element)),
      );
      return shown.get(around) === 1;
    },
  };
};
