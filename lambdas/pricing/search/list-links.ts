import type { Element } from 'domhandler';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { isNamedByMarkup } from './card-links.ts';
import { showsPicture } from './card-pictures.ts';
import { labelsOf } from './link-labels.ts';
import { isNamedByOwnWords } from './link-saying.ts';
import { countProducts, type ProductLink } from './product-links.ts';

/** What the links of a whole list tell about one of them. */
export interface ListReader {
  /** Whether links to several products say the same, as buttons do and names do not. */
  isRepeated: (label: string) => boolean;
  /** Whether a link shows its product, whatever stands around it. */
  isEvident: (link: Element) => boolean;
  /** Whether the links within an element show just one product, by a picture, a heading or an address of its own words. */
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

/** Whether a link shows its product, whatever stands around it: a heading, a picture, an address of its own words. */
const isEvident = ({ element, url }: ProductLink): boolean =>
  isNamedByMarkup(element) || showsPicture(element, element) || isNamedByOwnWords(url, labelsOf(element));

/** What the links of a list say, read when it is first asked for. */
export const createListReader = (links: readonly ProductLink[]): ListReader => {
  let labels: ReturnType<typeof keysByLabel> | undefined;
  let shown: { evident: ReadonlySet<Element>; counts: ReturnType<typeof countProducts> } | undefined;
  const readShown = (): NonNullable<typeof shown> => {
    if (shown) return shown;
    const evident = links.filter(isEvident);
    shown = { evident: new Set(evident.map(({ element }) => element)), counts: countProducts(evident) };
    return shown;
  };
  return {
    isEvident: (link) => readShown().evident.has(link),
    isRepeated: (label) => {
      labels ??= keysByLabel(links);
      return (labels.get(foldedWord(label))?.size ?? 0) > 1;
    },
    showsOne: (around) => readShown().counts.get(around) === 1,
  };
};
