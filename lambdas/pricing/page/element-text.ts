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
