import type { Document, Element } from 'domhandler';

/** A piece of text that a reader sees as one: what stands between two block boundaries. */
export interface TextRun {
  /** White space is collapsed; cents in an element of their own are joined by a dot. */
  text: string;
  /** Where each text node of the run starts in `text`, with its element and zones. */
  pieces: readonly TextPiece[];
  /** Position among the page's runs. */
  index: number;
}

export interface TextPiece {
  start: number;
  element: Element;
  /** Bits of `zone` that hold for this text. */
  zones: number;
}

export interface Script {
  /** Lower-case MIME type without parameters; "" for JavaScript. */
  type: string;
  id: string;
  text: string;
  element: Element;
}

export interface Meta {
  /** Lower-case `property`, `name` or `itemprop`. */
  name: string;
  content: string;
}

export interface PageHeading {
  element: Element;
  level: number;
  text: string;
  /** Index of the heading's first text run. */
  run: number;
  zones: number;
}

export interface BuyButton {
  element: Element;
  /** Index of the next run when the button was met. */
  run: number;
  zones: number;
  disabled: boolean;
  /** Its text, value and title, up to about a hundred characters. */
  label: string;
}

/** Everything the readers need, gathered in one walk over the parsed document. */
export interface Page {
  html: string;
  url: URL | undefined;
  document: Document;
  /** BCP 47 tag of the document element, when it has one. */
  language: string | undefined;
  /** ISO 4217: the option that the page has chosen in its selector of currencies. */
  currency: string | undefined;
  title: string;
  canonical: string | undefined;
  metas: readonly Meta[];
  scripts: readonly Script[];
  headings: readonly PageHeading[];
  runs: readonly TextRun[];
  buyButtons: readonly BuyButton[];
  /** One of its own buttons places a bid. */
  takesBids: boolean;
  /** Elements with `itemscope`, in document order. */
  scopes: readonly Element[];
  /** Elements with `typeof`, in document order. */
  typed: readonly Element[];
  /** `select` elements and radio buttons outside of hidden and remote parts of the page. */
  choices: readonly Element[];
  /** Elements that have an attribute named after a price, such as `data-price`. */
  attributed: readonly Element[];
  byId: ReadonlyMap<string, Element>;
}

/** A short path by which a person finds the element: up to four steps, with id or class. */
export const cssPath = (element: Element): string => {
  const steps: string[] = [];
  let node: Element | null = element;
  while (node && steps.length < 4) {
    const id: string | undefined = node.attribs.id;
    if (id && /^[\w-]+$/.test(id)) {
      steps.unshift(`${node.name}#${id}`);
      break;
    }
    const names = (node.attribs.class ?? '').split(/\s+/).filter((name) => /^[\w-]+$/.test(name));
    steps.unshift([node.name, ...names.slice(0, 2)].join('.'));
    node = node.parent?.type === 'tag' ? (node.parent as Element) : null;
  }
  return steps.join(' > ');
};

/** True when `inner` is `outer` or stands within it. */
export const contains = (outer: Element, inner: Element): boolean =>
  outer.startIndex! <= inner.startIndex! && inner.endIndex! <= outer.endIndex!;
