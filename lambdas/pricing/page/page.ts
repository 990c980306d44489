import type { Document, Element } from 'domhandler';
import { zone } from './page-zones.ts';

/** Text displayed as one piece, between two block boundaries. */
export interface TextRun {
  /** White space is collapsed; cents in their own element are joined by a dot. */
  text: string;
  /** Start of each text node in `text`, with its element and zones. */
  pieces: readonly TextPiece[];
  /** Position among the page's runs. */
  index: number;
}

export interface TextPiece {
  start: number;
  element: Element;
  /** Bits of `zone` for this text. */
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
  /** Index of the run that follows the button. */
  run: number;
  zones: number;
  disabled: boolean;
  /** Text, value and title, up to about a hundred characters. */
  label: string;
}

/** Where the page's product is. */
export interface PageArea {
  /** The heading that names the product. */
  title: PageHeading | undefined;
  /** Index of the run with the product's buy button. */
  buyRun: number | undefined;
  /** Index of the run where other products begin. */
  border: number | undefined;
}

/** Everything the readers need. */
export interface Page extends PageContent {
  area: PageArea;
}

/** The content of a page, collected in one traversal of the document. */
export interface PageContent {
  html: string;
  url: URL | undefined;
  document: Document;
  /** BCP 47 tag of the document element, if any. */
  language: string | undefined;
  /** ISO 4217 code selected in the page's currency selector. */
  currency: string | undefined;
  title: string;
  canonical: string | undefined;
  metas: readonly Meta[];
  scripts: readonly Script[];
  headings: readonly PageHeading[];
  runs: readonly TextRun[];
  buyButtons: readonly BuyButton[];
  /** True if one of its own buttons places a bid. */
  takesBids: boolean;
  /** Elements with `itemscope`, in document order. */
  scopes: readonly Element[];
  /** Elements with `typeof`, in document order. */
  typed: readonly Element[];
  /** `select` elements and radio buttons in the page's own area. */
  choices: readonly Element[];
  /** Elements with an attribute named after a price, such as `data-price`. */
  attributed: readonly Element[];
  byId: ReadonlyMap<string, Element>;
}

/** A short path that helps a person find the element: up to four steps, with id or class. */
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

/** True if `inner` is `outer` or a descendant. */
export const contains = (outer: Element, inner: Element): boolean =>
  outer.startIndex! <= inner.startIndex! && inner.endIndex! <= outer.endIndex!;

/** The content of the first meta tag of that name; empty if there is none. */
export const metaOf = ({ metas }: Pick<PageContent, 'metas'>, tag: string): string =>
  metas.find(({ name }) => name === tag)?.content ?? '';

/** True if the JSON-LD source matches the pattern. */
export const declares = ({ scripts }: PageContent, pattern: RegExp): boolean =>
  scripts.some(({ type, text }) => type.includes('ld+json') && pattern.test(text));

/** Matches any of some schema.org types in JSON-LD source. */
export const typeIn = (...types: readonly string[]): RegExp =>
  new RegExp(`"@type"\\s{0,9}:\\s{0,9}\\[?\\s{0,9}"(?:${types.join('|')})"`);

/** Zones where a buy button is hidden or sells another product. */
export const otherProductZones = zone.hidden | zone.related | zone.chrome;

/** The enabled buy buttons outside of some zones. */
export const workingButtons = ({ buyButtons }: Page, away: number): BuyButton[] =>
  buyButtons.filter(({ zones, disabled }) => !disabled && (zones & away) === 0);

/** True if a button sells the page's product rather than a related or listed one. */
export const sellsByButton = (page: Page): boolean =>
  workingButtons(page, otherProductZones | zone.card).length > 0;
