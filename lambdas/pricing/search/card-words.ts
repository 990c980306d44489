import type { Element } from 'domhandler';
import { z } from 'zod';
import entries from './card-words.json' with { type: 'json' };

/** Words of which classes, icons and files of cards are named. A line of `card-words.json` is one word. */
const cardWordSchema = z.strictObject({
  word: z.string().regex(/^[a-z]+$/),
  /**
   * - `Name`: an element that holds the name of a product; not where one of `OtherName` stands beside it: "brand-name".
   * - `Button`: a link that looks like a button.
   * - `Cover`: a link that lies over its whole card.
   * - `Card`: the whole class of a card.
   * - `ActingIcon`: an icon for orders, beside those that are called as orders are.
   * - `IconFile`: the file of a picture that is a control.
   */
  role: z.enum(['Name', 'OtherName', 'Button', 'Cover', 'Card', 'ActingIcon', 'IconFile']),
});

type Role = z.infer<typeof cardWordSchema>['role'];

const roles = Map.groupBy(z.array(cardWordSchema).parse(entries), ({ word }) => word);

/** Characters of one attribute that are looked at. */
export const maxName = 200;

/** The words of which a name in markup is made: "productCard--title" are three. */
export const markupWords = (name: string): string[] =>
  name
    .slice(0, maxName)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

/** Whether one of the words has a role. */
export const hasRole = (words: readonly string[], role: Role): boolean =>
  words.some((word) => roles.get(word)?.some((entry) => entry.role === role) === true);

/** Whether an element is named as what holds a product's name: `class="product-title"`, `itemprop="name"`. */
export const isNamedName = ({ attribs: { class: classes = '', itemprop } }: Element): boolean => {
  if (itemprop === 'name') return true;
  const words = markupWords(classes);
  return hasRole(words, 'Name') && !hasRole(words, 'OtherName') && !hasRole(words, 'Button');
};

/** Whether a link is made to look like a button, or is read aloud as one. */
export const looksLikeButton = ({ attribs: { class: classes = '', role } }: Element): boolean =>
  role?.trim().toLowerCase() === 'button' || hasRole(markupWords(classes), 'Button');

/** Whether an element's whole class is that of a card. */
export const isNamedCard = ({ attribs: { class: classes = '' } }: Element): boolean =>
  hasRole(classes.slice(0, maxName).toLowerCase().split(/\s+/), 'Card');
