import type { ChildNode, Element, ParentNode, Text } from 'domhandler';

/** White space of any kind, and invisible marks, as one blank. */
export const collapse = (text: string): string => text.replace(/[\s\u200b\u200e\u200f\u00ad]+/g, ' ');

/** Nodes that are visited for the text of one element: elements in elements must not be walked again and again. */
const maxTextNodes = 500;

/** Text of an element without recursion. With a limit it may end early, after that many characters or some hundred nodes. */
export const textOf = (root: Element, limit = Number.POSITIVE_INFINITY): string => {
  const only = root.firstChild;
  if (only && !only.nextSibling && only.type === 'text') return (only as Text).data;
  let text = '';
  const stack: ChildNode[] = root.children
    .slice(0, limit === Number.POSITIVE_INFINITY ? undefined : maxTextNodes)
    .reverse();
  let nodes = limit === Number.POSITIVE_INFINITY ? limit : maxTextNodes;
  while (stack.length > 0 && text.length < limit && nodes > 0) {
    nodes -= 1;
    const node = stack.pop()!;
    if (node.type === 'text') text += (node as Text).data;
    else if ('children' in node && node.type !== 'script' && node.type !== 'style') {
      const { children } = node as ParentNode;
      for (let index = Math.min(children.length, nodes) - 1; index >= 0; index -= 1)
        stack.push(children[index]!);
    }
  }
  return text;
};

/** Text of an element in one line, cut at the limit. */
export const shortTextOf = (element: Element, limit: number): string =>
  collapse(textOf(element, limit)).slice(0, limit);
