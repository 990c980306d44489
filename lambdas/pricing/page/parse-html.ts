import { type ChildNode, type Document, DomHandler } from 'domhandler';
import { Parser, Tokenizer } from 'htmlparser2';

/** Deepest nesting; deeper elements become siblings of the deepest, as in Chromium. */
const maxDepth = 512;

/** Private state of the tokenizer: its position, and its states for text and attribute values. */
interface TokenizerInside {
  buffer: string;
  /** Position of the buffer in the whole text. */
  offset: number;
  index: number;
  sectionStart: number;
  state: number;
  readonly cbs: unknown;
  stateBeforeTagName(code: number): void;
  stateText(code: number): void;
  stateInTagName(code: number): void;
  stateInClosingTagName(code: number): void;
  stateInAttributeName(code: number): void;
  handleInAttributeValue(code: number, quote: number): void;
  fastForwardTo(code: number): boolean;
}
const OpenTokenizer = Tokenizer as unknown as new (
  ...given: ConstructorParameters<typeof Tokenizer>
) => TokenizerInside;

const lessThan = 0x3c;
const ampersand = 0x26;
const slash = 0x2f;
const greaterThan = 0x3e;
/** Highest character code searched for. */
const highestSought = greaterThan;
/** White space and all characters that end a name (`/`, `=`, `>`) are at most this. */
const highestNameEnd = 0x3e;

const isSmallLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isOfName = (code: number): boolean =>
  code > highestNameEnd || code === 0x2d || (code >= 0x30 && code <= 0x39);

/**
 * Skips over text, names, values, scripts and comments, where the original tokenizer steps character by
 * character. Expects the whole text in one piece.
 */
class JumpingTokenizer extends OpenTokenizer {
  /** A tokenizer starts in the text state. */
  private readonly textState = this.state;
  /** Next position of each character searched for; the end of the text if there is none. */
  private readonly nextPlaces = new Int32Array(highestSought + 1).fill(-1);

  /**
   * Each position is searched for once and cached until the tokenizer passes it. Otherwise a text with many
   * ampersands would be searched to its end at each of them.
   */
  private nextPlaceOf(code: number, from: number): number {
    const known = this.nextPlaces[code]!;
    if (known >= from) return known;
    const found = this.buffer.indexOf(String.fromCharCode(code), from);
    const place = found < 0 ? this.buffer.length : found;
    this.nextPlaces[code] = place;
    return place;
  }

  /** Skips to the next such character or ampersand, or to the end; always forwards. */
  private jumpTo(code: number): void {
    const { offset } = this;
    const from = this.index - offset + 1;
    const end = Math.min(this.nextPlaceOf(code, from), this.nextPlaceOf(ampersand, from));
    // The tokenizer itself takes the last step.
    this.index = end + offset - 1;
  }

  /** Handles closing tags, and opening tags seen before, in one step. */
  override stateBeforeTagName(code: number): void {
    const end = code === slash ? this.takeClosingTag() : isSmallLetter(code) ? this.takeKnownTag() : -1;
    if (end < 0) {
      super.stateBeforeTagName(code);
      return;
    }
    this.index = end;
    this.sectionStart = end + 1;
    this.state = this.textState;
  }

  /** @returns where the tag ends; -1 if it has more than a name, and was not handled. */
  private takeClosingTag(): number {
    const { buffer, offset } = this;
    const start = this.index - offset + 1;
    let at = start;
    if (!isSmallLetter(buffer.charCodeAt(at))) return -1;
    while (isOfName(buffer.charCodeAt(at))) at += 1;
    if (buffer.charCodeAt(at) !== greaterThan) return -1;
    (this.cbs as ShallowParser).onclosetag(start + offset, at + offset);
    return at + offset;
  }

  /** @returns where the tag ends; -1 if it is unknown, and was not handled. */
  private takeKnownTag(): number {
    const { buffer, offset, index } = this;
    const end = this.nextPlaceOf(greaterThan, index - offset);
    return end < buffer.length && (this.cbs as ShallowParser).openKnownTag(buffer, index - offset, end)
      ? end + offset
      : -1;
  }

  override stateText(code: number): void {
    if (code === lessThan || code === ampersand) super.stateText(code);
    else this.jumpTo(lessThan);
  }

  /** Skips to the next character that may end a name. */
  private jumpName(): void {
    const { buffer } = this;
    let at = this.index - this.offset + 1;
    while (buffer.charCodeAt(at) > highestNameEnd) at += 1;
    this.index = at + this.offset - 1;
  }

  override stateInTagName(code: number): void {
    if (code > highestNameEnd) this.jumpName();
    else super.stateInTagName(code);
  }

  override stateInClosingTagName(code: number): void {
    if (code > highestNameEnd) this.jumpName();
    else super.stateInClosingTagName(code);
  }

  override stateInAttributeName(code: number): void {
    if (code > highestNameEnd) this.jumpName();
    else super.stateInAttributeName(code);
  }

  override handleInAttributeValue(code: number, quote: number): void {
    if (code === quote || code === ampersand) super.handleInAttributeValue(code, quote);
    else this.jumpTo(quote);
  }

  override fastForwardTo(code: number): boolean {
    const { buffer, offset } = this;
    const found = buffer.indexOf(String.fromCharCode(code), this.index - offset + 1);
    this.index = (found < 0 ? buffer.length - 1 : found) + offset;
    return found >= 0;
  }
}

/** Private state of the parser: open elements, the current attribute, and open and close operations. */
interface ParserInside {
  stack: readonly string[];
  foreignContext: readonly unknown[];
  tagname: string;
  openTagStart: number;
  endIndex: number;
  attribs: Record<string, string> | null;
  attribname: string;
  attribvalue: string;
  end(html: string): void;
  emitOpenTag(name: string): void;
  popElement(isImplied: boolean): void;
  isVoidElement(name: string): boolean;
  onattribend(quote: number, endIndex: number): void;
  onopentagend(endIndex: number): void;
  onclosetag(start: number, endIndex: number): void;
}
const OpenParser = Parser as unknown as new (
  handler: DomHandler,
  options: { Tokenizer: typeof Tokenizer },
) => ParserInside;

/** A parsed tag; elements with equal tags share their attributes, which are never modified. */
interface KnownTag {
  name: string;
  attribs: Record<string, string>;
}
const maxKnownTags = 4_000;
const maxKnownTagLength = 200;
/** Elements whose content is always text. */
const rawTextTags = new Set([
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

/** Limits nesting: without, the parser takes half a minute for a megabyte that closes nothing. */
class ShallowParser extends OpenParser {
  /** Like the parser's own, without its unused callback and with one lookup per name instead of two. */
  override onattribend(_quote: number, endIndex: number): void {
    const { attribs, attribname, attribvalue } = this;
    this.endIndex = endIndex;
    this.attribvalue = '';
    // The first of duplicate attributes wins. Objects have inherited properties that are no attributes.
    if (attribs && (attribs[attribname] === undefined || !Object.hasOwn(attribs, attribname)))
      attribs[attribname] = attribvalue;
  }

  /** Source of the last opening tag, without angle brackets. */
  private startedTag = '';
  /** Known tags by source, since pages repeat most of them. */
  private readonly knownTags = new Map<string, KnownTag>();

  /** Opens an element whose tag was parsed before. @returns false if there was none. */
  openKnownTag(html: string, start: number, end: number): boolean {
    if (end - start > maxKnownTagLength || this.foreignContext.length > 1) return false;
    const written = html.slice(start, end);
    const known = this.knownTags.get(written);
    if (!known) {
      this.startedTag = written;
      return false;
    }
    this.endIndex = start + known.name.length;
    this.emitOpenTag(known.name);
    if (this.attribs) this.attribs = known.attribs;
    super.onopentagend(end);
    return true;
  }

  override onopentagend(endIndex: number): void {
    const { tagname, attribs, startedTag, openTagStart } = this;
    super.onopentagend(endIndex);
    this.startedTag = '';
    if (
      attribs &&
      startedTag !== '' &&
      endIndex === openTagStart + 1 + startedTag.length &&
      startedTag.startsWith(tagname) &&
      this.foreignContext.length === 1 &&
      !rawTextTags.has(tagname) &&
      this.knownTags.size < maxKnownTags
    )
      this.knownTags.set(startedTag, { name: tagname, attribs });
  }

  override emitOpenTag(name: string): void {
    if (this.stack.length >= maxDepth && !this.isVoidElement(name)) this.popElement(true);
    super.emitOpenTag(name);
  }
}

/** Shows a declarative shadow root in its host's place, unlike any other template. */
class ShadowHandler extends DomHandler {
  private place: Parser | undefined;

  override onparserinit(parser: Parser): void {
    super.onparserinit(parser);
    this.place = parser;
  }

  override onopentag(name: string, attribs: Record<string, string>): void {
    const isShadowRoot = name === 'template' && /^(?:open|closed)$/i.test(attribs.shadowrootmode ?? '');
    super.onopentag(isShadowRoot ? 'span' : name, attribs);
  }

  /** Most elements have one child, but an array grown by `push` allocates room for 17. */
  override addNode(node: ChildNode): void {
    const parent = this.tagStack[this.tagStack.length - 1]!;
    if (parent.children.length > 0) {
      super.addNode(node);
      return;
    }
    node.startIndex = this.place!.startIndex;
    node.endIndex = this.place!.endIndex;
    node.parent = parent;
    parent.children = [node];
    this.lastNode = null;
  }
}

/** Parses any markup like browsers do, in linear time. Nodes know their offsets. */
export const parseHtml = (html: string): Document => {
  const handler = new ShadowHandler(undefined, { withStartIndices: true, withEndIndices: true });
  const options = { Tokenizer: JumpingTokenizer as unknown as typeof Tokenizer };
  new ShallowParser(handler, options).end(html);
  return handler.root;
};
