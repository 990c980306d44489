import type { ChildNode, Element, Text } from 'domhandler';
import { anyOf } from '../words/word-lists.ts';

/** Elements that do not break a line of text. */
export const inlineTags = new Set(
  [
    'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label link mark meta nobr output q',
    's samp small span strike strong sub sup time tt u var wbr',
  ]
    .join(' ')
    .split(' '),
);
const centNames = new RegExp(String.raw`(?:^|[\s_-])${anyOf('centNames')}(?=$|[\s_-])`, 'iu');

/** Collapses white space to single spaces and removes zero-width characters. */
export const collapse = (text: string): string =>
  /[^\S ]|[ ]{2}|[\u200b\u200e\u200f\u00ad]/.test(text)
    ? text.replace(/[\u200b\u200e\u200f\u00ad\ufeff]+/g, '').replace(/\s+/g, ' ')
    : text;

/** Nodes visited for one element's text, which bounds repeated walks of nested elements. */
const maxTextNodes = 500;

/**
 * The text of an element, without recursion. With a limit it may end after that many characters or 500 nodes.
 */
export const textOf = (root: Element, limit = Number.POSITIVE_INFINITY): string => {
  const only = root.firstChild;
  if (only && !only.nextSibling && only.type === 'text') return (only as Text).data;
  let text = '';
  let node: ChildNode | null = only;
  // No generator, since this runs for most elements.
  for (
    let left = limit === Number.POSITIVE_INFINITY ? limit : maxTextNodes;
    node && left > 0 && text.length < limit;
    left -= 1
  ) {
    if (node.type === 'text') text += (node as Text).data;
    node = node.type === 'tag' && node.firstChild ? node.firstChild : nextBehind(node, root);
  }
  return text;
};

/** The next node after another's whole subtree, within an element. */
const nextBehind = (node: ChildNode, root: Element): ChildNode | null => {
  let last = node;
  while (!last.nextSibling) {
    if (last.parent === root) return null;
    last = last.parent as Element;
  }
  return last.nextSibling;
};

/** Text of an element in one line, cut at the limit. */
export const shortTextOf = (element: Element, limit: number): string =>
  collapse(textOf(element, limit)).slice(0, limit);

export const endsInDigit = (text: string): boolean => {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0x30 && last <= 0x39;
};

/** True if cents may follow. A number with cents takes no others: "£8.99" and a small "22p per wash". */
export const takesCents = (text: string): boolean =>
  /\d[.,]$/.test(text.slice(-2)) || (endsInDigit(text) && !/\d[.,]\d{2}$/.test(text.slice(-4)));

/** Appends the decimal point that cents follow, if missing: "9", "9,". */
export const withDecimalMark = (text: string): string => (endsInDigit(text) ? `${text}.` : text);

/** True for cents: `12<sup>99</sup>` is 12.99, as is `<span class="cents">` after the whole units. */
export const holdsCents = (element: Element): boolean =>
  (element.name === 'sup' ||
    element.name === 'small' ||
    (element.attribs.class !== undefined && centNames.test(element.attribs.class))) &&
  /^\d{2}(?:\D|$)/.test(shortTextOf(element, 8).trim());

/**
 * The text of one element as displayed: blocks separate words, cents in their own element are joined by a
 * dot, and digits of adjacent elements are two numbers.
 *
 * @param limit - characters after which it may end.
 */
export const shownTextOf = (root: Element, limit: number): string => {
  let text = '';
  let parts = false;
  let nodes = maxTextNodes;
  const stack: ChildNode[] = root.children.slice(0, nodes).reverse();
  const leaves = new Set<ChildNode>();
  while (stack.length > 0 && text.length < limit && nodes > 0) {
    const node = stack.pop()!;
    if (leaves.delete(node)) {
      text += ' ';
      continue;
    }
    nodes -= 1;
    if (node.type === 'text') {
      text = joined(text, node.data, parts);
      parts = false;
      continue;
    }
    parts = true;
    if (node.type !== 'tag') continue;
    parts = !(takesCents(text) && holdsCents(node));
    if (!parts) text = withDecimalMark(text);
    const inner = node.children.slice(0, nodes).reverse();
    if (inlineTags.has(node.name)) stack.push(...inner);
    else {
      text += ' ';
      leaves.add(node);
      stack.push(node, ...inner);
    }
  }
  return collapse(text).trim();
};

const joined = (left: string, right: string, areNeighbours: boolean): string =>
  areNeighbours && /\d$/.test(left) && /^\d/.test(right) ? `${left} ${right}` : left + right;
const lastOf = (text: string): string => text.slice(-40);

/**
 * True if texts of adjacent elements, without white space in between, are separate.
 *
 * | Texts | Read as |
 * | --- | --- |
 * | one element per digit: "1", "3", ",", "49" | one |
 * | "$200" and "2 bids", "12 kr" and "9 kr", "CHF 12.-" and "CHF 9.-" | two amounts |
 * | "12" and "€", "US" and "$24", "62" and "€45" (whole units and cents) | one price |
 * | "Size S" and "$24", "Norm." and "24,99" | words and a price |
 * | "Availability" and "Out of stock" | two labels |
 * | "499 kr" and "Spar 30%" | a price and its description |
 * | "12 € HT" and "Save 15%" | descriptions of two prices |
 *
 * @param line - the line so far, ending with the left text.
 * @param areSiblings - same parent and tag.
 */
export const areApart = (line: string, left: string, right: string, areSiblings: boolean): boolean => {
  if (left.length === 1 && right.length === 1 && areSiblings) return false;
  const sides = {
    before: lastOf(line),
    left,
    end: lastOf(left),
    right,
    isLong: left.length > 3,
    areSiblings,
  };
  if (/^\d/.test(right)) return isApartFromDigit(sides);
  if (/^\p{Sc}/u.test(right)) return isApartFromSign(sides);
  return /^\p{L}/u.test(right) && isApartFromWord(sides);
};

interface Sides {
  before: string;
  left: string;
  end: string;
  right: string;
  /** True if the left text is more than a sign or code. */
  isLong: boolean;
  areSiblings: boolean;
}

const isApartFromDigit = ({ before, end, isLong }: Sides): boolean =>
  (isLong && /\p{L}[.:]?$/u.test(end)) ||
  (/\d[^\d]{0,6}$/u.test(before.slice(-8)) && !/\d[.,’'٫]$/u.test(before));

const isApartFromSign = ({ end, right, isLong }: Sides): boolean =>
  /\d$/.test(end) ? /^\p{Sc}\s?\d/u.test(right) && !isCentsBehind(end, right) : isLong && /\p{L}$/u.test(end);

const isApartFromWord = ({ before, left, end, right, isLong, areSiblings }: Sides): boolean => {
  if (/\d$/.test(end)) return true;
  if (!/\p{L}$/u.test(end)) return false;
  if (amountInLetters.test(left) || (isLong && /^\p{L}[^\d]{0,6}\d/u.test(right))) return true;
  const isNewSentence = /\p{Ll}$/u.test(end) && /^\p{Lu}\p{Ll}/u.test(right);
  if (isNewSentence && areSiblings && isLong && right.length > 3) return true;
  return /\d/.test(before) && (isNewSentence || /(?:^|\s)\p{Lu}{2,4}$/u.test(end));
};

/** "499,00 kr", "٤٩٩٫٠٠ د.إ" */
const amountInLetters = /^\s*\p{Nd}[\p{Nd}.,'’٫٬\s]{0,12}[\p{L}.]{1,4}$/u;

const isCentsBehind = (left: string, right: string): boolean =>
  /^\d[\d.,\s\u00a0\u202f]*$/.test(left) && /^\p{Sc}\d{2}$/u.test(right);
