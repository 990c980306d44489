import type { ChildNode, Document, Element } from 'domhandler';

/** What tells a wall from a product page, gathered in one walk. */
export interface PageShape {
  title: string;
  /** Text of h1 and h2, one per line. */
  headings: string;
  /** Visible text, up to {@link textLimit} characters. */
  text: string;
  links: number;
  hasPassword: boolean;
  hasEmail: boolean;
  /** Whether anything that looks like a price is to be read. */
  isPriced: boolean;
}

const textLimit = 20_000;
const silent = new Set(['script', 'style', 'template', 'svg', 'iframe', 'object']);
const priceLike =
  /[€$£¥₹₽₺₴₪₫₩฿]\s?\d|\d\s?(?:[€$£¥₹₽₺₴₪₫₩฿円元원]|kr|zł|Kč|руб|лв|lei|Ft|TL|EUR|USD|CHF|AED|SAR)/;
const isHidden = ({ attribs }: Element): boolean =>
  attribs.hidden !== undefined ||
  attribs['aria-hidden'] === 'true' ||
  /display\s*:\s*none/i.test(attribs.style ?? '');

/** Walks the document once, without recursion. */
export const readPageShape = (document: Document): PageShape => {
  let title = '';
  let headings = '';
  let text = '';
  let links = 0;
  let hasPassword = false;
  let hasEmail = false;
  let node: ChildNode | null = document.children[0] ?? null;
  // The title and heading that the walk is inside of.
  let inside: { element: Element; into: 'title' | 'heading' } | undefined;
  while (node) {
    let descends = false;
    if (node.type === 'text') {
      if (inside?.into === 'title') title += node.data;
      else {
        if (text.length < textLimit)
          text += node.data.length > 2_000 ? `${node.data.slice(0, 2_000)} ` : `${node.data} `;
        if (inside && headings.length < 4_000) headings += node.data.slice(0, 1_000).replace(/\s+/g, ' ');
      }
    } else if ('children' in node) {
      const element = node as Element;
      if (node.type === 'tag' && !silent.has(element.name)) {
        if (element.name === 'a') links += 1;
        else if (element.name === 'input' && element.attribs.type === 'password' && !isHidden(element))
          hasPassword = true;
        else if (element.name === 'input' && element.attribs.type === 'email') hasEmail = true;
        if (!isHidden(element)) {
          if (element.name === 'title' && title === '') inside = { element, into: 'title' };
          else if (element.name === 'h1' || element.name === 'h2') inside = { element, into: 'heading' };
          descends = element.children.length > 0;
        }
      } else if (node.type === 'root' || node.type === 'cdata') descends = node.children.length > 0;
    }
    if (descends) {
      node = (node as Element).children[0]!;
      continue;
    }
    let current: ChildNode | null = node;
    while (current) {
      if (inside && current === inside.element) {
        if (inside.into === 'heading' && headings.length < 4_000 && !/\n ?$/.test(headings)) headings += '\n';
        inside = undefined;
      }
      if (current.nextSibling) break;
      const parent: Element | null = current.parent as Element | null;
      current = parent && parent.type !== ('root' as never) ? (parent as ChildNode) : null;
    }
    node = current?.nextSibling ?? null;
  }
  text = text.replace(/\s+/g, ' ').trim();
  return {
    title: title.slice(0, 1_000).replace(/\s+/g, ' ').trim(),
    headings,
    text,
    links,
    hasPassword,
    hasEmail,
    isPriced: priceLike.test(text),
  };
};
