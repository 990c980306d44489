import { inDocumentOrder, type XPathNode, type XPathTree } from './xpath-tree.ts';
import { isNodeSet, toBoolean, toNumber, toText, type XPathValue } from './xpath-values.ts';

/** What an expression is evaluated for (1): a node, and its place among those that were selected with it. */
export interface Focus {
  tree: XPathTree;
  node: XPathNode;
  position: number;
  size: number;
}

export interface XPathFunction {
  /** How many arguments it takes. */
  arity: readonly [least: number, most: number];
  call: (focus: Focus, given: readonly XPathValue[]) => XPathValue;
}

const spaces = /[ \t\r\n]+/;

/** A text that was made is paid for like one that is read. */
const made = ({ tree }: Focus, text: string): string => {
  tree.budget.spendText(text.length);
  return text;
};

/** A long pattern may be compared at each place of a text, most of it. */
const sought = ({ tree }: Focus, text: string, pattern: string): void =>
  tree.budget.spendText(text.length * (1 + pattern.length / 16));

/** Characters are those of Unicode (3.6), not halves of them. */
const charactersOf = (text: string): readonly string[] | string =>
  /[\ud800-\udfff]/.test(text) ? [...text] : text;

const texts =
  (read: (focus: Focus, texts: string[]) => XPathValue): XPathFunction['call'] =>
  (focus, given) => {
    // The function that takes one text at most takes the node's own where none is given.
    const own = given.length === 0 ? [focus.tree.textOf(focus.node)] : [];
    return read(focus, own.concat(given.map((value) => toText(value, focus.tree))));
  };

const number =
  (change: (value: number) => number): XPathFunction['call'] =>
  ({ tree }, [value]) =>
    change(toNumber(value!, tree));

const nodesOf = (name: string, value: XPathValue): readonly XPathNode[] => {
  if (isNodeSet(value)) return value;
  throw new Error(`The function "${name}" takes a path, and was given a ${typeof value}.`);
};

const nameOf =
  (name: string): XPathFunction['call'] =>
  ({ node }, [given]) =>
    (given === undefined ? node : nodesOf(name, given)[0])?.name ?? '';

/** Rounds halves up, as XPath 1.0 does (4.4). */
const round = (value: number): number => Math.round(value);

const substring = (focus: Focus, [value, from, length]: readonly XPathValue[]): string => {
  const { tree } = focus;
  const characters = charactersOf(made(focus, toText(value!, tree)));
  const start = round(toNumber(from!, tree));
  const end = length === undefined ? Number.POSITIVE_INFINITY : start + round(toNumber(length, tree));
  if (Number.isNaN(start) || Number.isNaN(end)) return '';
  const part = characters.slice(Math.max(0, start - 1), Math.max(0, end - 1));
  return typeof part === 'string' ? part : part.join('');
};

const translate = (focus: Focus, [text, from, to]: string[]): string => {
  const replacements = [...to!];
  const table = new Map<string, string>();
  for (const [index, character] of [...from!].entries())
    if (!table.has(character)) table.set(character, replacements[index] ?? '');
  made(focus, to!);
  made(focus, from!);
  return [...made(focus, text!)].map((character) => table.get(character) ?? character).join('');
};

/** In HTML the language stands in `lang`, and in `xml:lang` where the page is XHTML. */
const isInLanguage = ({ tree, node }: Focus, wanted: string): boolean => {
  for (let each: XPathNode | undefined = node; each; each = each.parent) {
    tree.budget.spend();
    const { source } = each;
    const attributes = source && 'attribs' in source ? source.attribs : {};
    const language = attributes.lang ?? attributes['xml:lang'];
    if (language === undefined) continue;
    const [own, asked] = [language.toLowerCase(), wanted.toLowerCase()];
    return own === asked || own.startsWith(`${asked}-`);
  }
  return false;
};

const withIds = (focus: Focus, value: XPathValue): XPathValue => {
  const { tree } = focus;
  const given = isNodeSet(value) ? value.map((node) => tree.textOf(node)) : [toText(value, tree)];
  const found = given.flatMap((text) => text.split(spaces)).map((id) => tree.withId(id));
  return inDocumentOrder(
    found.filter((node) => node !== undefined),
    tree,
  );
};

const sum = ({ tree }: Focus, value: XPathValue): number =>
  nodesOf('sum', value).reduce((total, node) => total + toNumber(tree.textOf(node), tree), 0);

/** All functions of XPath 1.0. @see https://www.w3.org/TR/1999/REC-xpath-19991116/#corelib */
export const xpathFunctions: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  ['last', { arity: [0, 0], call: ({ size }) => size }],
  ['position', { arity: [0, 0], call: ({ position }) => position }],
  ['count', { arity: [1, 1], call: (_focus, [value]) => nodesOf('count', value!).length }],
  ['id', { arity: [1, 1], call: (focus, [value]) => withIds(focus, value!) }],
  ['local-name', { arity: [0, 1], call: nameOf('local-name') }],
  ['namespace-uri', { arity: [0, 1], call: () => '' }],
  ['name', { arity: [0, 1], call: nameOf('name') }],
  ['string', { arity: [0, 1], call: texts((_focus, [text]) => text!) }],
  [
    'concat',
    { arity: [2, Number.POSITIVE_INFINITY], call: texts((focus, all) => made(focus, all.join(''))) },
  ],
  ['starts-with', { arity: [2, 2], call: texts((_focus, [text, start]) => text!.startsWith(start!)) }],
  [
    'contains',
    {
      arity: [2, 2],
      call: texts((focus, [text, part]) => {
        sought(focus, text!, part!);
        return text!.includes(part!);
      }),
    },
  ],
  [
    'substring-before',
    {
      arity: [2, 2],
      call: texts((focus, [text, part]) => {
        sought(focus, text!, part!);
        return text!.slice(0, Math.max(0, text!.indexOf(part!)));
      }),
    },
  ],
  [
    'substring-after',
    {
      arity: [2, 2],
      call: texts((focus, [text, part]) => {
        sought(focus, text!, part!);
        const at = text!.indexOf(part!);
        return at < 0 ? '' : text!.slice(at + part!.length);
      }),
    },
  ],
  ['substring', { arity: [2, 3], call: substring }],
  [
    'string-length',
    { arity: [0, 1], call: texts((focus, [text]) => charactersOf(made(focus, text!)).length) },
  ],
  [
    'normalize-space',
    {
      arity: [0, 1],
      call: texts((focus, [text]) => made(focus, text!).split(spaces).filter(Boolean).join(' ')),
    },
  ],
  ['translate', { arity: [3, 3], call: texts(translate) }],
  ['boolean', { arity: [1, 1], call: (_focus, [value]) => toBoolean(value!) }],
  ['not', { arity: [1, 1], call: (_focus, [value]) => !toBoolean(value!) }],
  ['true', { arity: [0, 0], call: () => true }],
  ['false', { arity: [0, 0], call: () => false }],
  ['lang', { arity: [1, 1], call: texts((focus, [language]) => isInLanguage(focus, language!)) }],
  [
    'number',
    {
      arity: [0, 1],
      call: ({ tree, node }, [value]) => toNumber(value === undefined ? tree.textOf(node) : value, tree),
    },
  ],
  ['sum', { arity: [1, 1], call: (focus, [value]) => sum(focus, value!) }],
  ['floor', { arity: [1, 1], call: number(Math.floor) }],
  ['ceiling', { arity: [1, 1], call: number(Math.ceil) }],
  ['round', { arity: [1, 1], call: number(round) }],
]);
