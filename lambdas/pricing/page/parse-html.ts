import { type Document, DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';

/** How deep elements stand in each other; what is deeper stands beside the deepest, as in Chromium. */
const maxDepth = 512;

/** What the parser keeps to itself: its open elements, and the ways to open and close one. */
interface ParserInside {
  stack: readonly string[];
  end(html: string): void;
  emitOpenTag(name: string): void;
  popElement(isImplied: boolean): void;
  isVoidElement(name: string): boolean;
}
const OpenParser = Parser as unknown as new (handler: DomHandler) => ParserInside;

/**
 * The parser searches and moves its list of open elements with every tag: without a limit a page of a megabyte that
 * closes nothing takes half a minute.
 */
class ShallowParser extends OpenParser {
  override emitOpenTag(name: string): void {
    if (this.stack.length >= maxDepth && !this.isVoidElement(name)) this.popElement(true);
    super.emitOpenTag(name);
  }
}

/** Parses markup as browsers do, whatever it is, in time that grows linearly with it. Nodes know their offsets. */
export const parseHtml = (html: string): Document => {
  const handler = new DomHandler(undefined, { withStartIndices: true, withEndIndices: true });
  new ShallowParser(handler).end(html);
  return handler.root;
};
