import { type ChildNode, type Document, Element, type ParentNode, type Text } from 'domhandler';
import { instalmentWords, netWords, shippingWords } from '../money/price-words.ts';
import { isElement } from './ancestors.ts';
import { collapse, holdsCents, inlineTags, shortTextOf, textOf } from './element-text.ts';
import { areApart } from './neighbouring-texts.ts';
import type { BuyButton, Meta, Page, PageHeading, Script, TextPiece, TextRun } from './page.ts';
import { buyNames, buyWords, relatedWords, stripTitle } from './page-words.ts';
import { zone, zonesOfNames, zonesOfTag } from './page-zones.ts';
import { parseHtml } from './parse-html.ts';

const silentTags = new Set([
  'script',
  'style',
  'svg',
  'iframe',
  'object',
  'canvas',
  'math',
  'audio',
  'video',
  'textarea',
]);
/** `data-price-amount="12.90"` */
const pricedAttribute = /^data-(?:[a-z-]*-)?(?:price|amount|cost)(?:-[a-z-]+)?$/;
/** Whether the value is JSON that names a price: components are given their state in attributes of any name. */
const isPricedJson = (value: string): boolean => {
  const first = value.charCodeAt(0);
  return (first === 0x7b || first === 0x5b) && /price|amount/i.test(value);
};
const endsInDigit = (text: string): boolean => {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0x30 && last <= 0x39;
};
const strikeAttribute = /^data-(?:[a-z]+-)?(?:strike|strikethrough)$/;
/** What the name that a test knows an element by says of it; where it stands is said by the classes around. */
const testIdZones =
  zone.struck |
  zone.regular |
  zone.price |
  zone.current |
  zone.shipping |
  zone.instalment |
  zone.unit |
  zone.saving;
/** Nodes of a page that are looked at for a button to buy in its side columns. */
const maxAsideNodes = 3_000;
/** Where no choice of the page's own product stands. */
const awayZones = zone.hidden | zone.chrome | zone.related | zone.cart | zone.review;
const headingTag = /^h[1-6]$/;
/** Not `backface-visibility`, which turned pages have on all that is seen. */
const hiddenStyle = /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const struckStyle = /line-through/i;

/** Longest text of a run; longer prose holds no price that is looked for. */
const maxRunLength = 4_000;
/** Longest title of a document. */
const maxTitle = 1_000;
/** Zones that speak of one element's own name and must not be taken from the page as a whole. */
const pageTags = new Set(['html', 'body']);

const isRaisedCents = (parent: ParentNode | null, text: string): boolean =>
  isElement(parent) && parent.name === 'sup' && /^\d{2}$/.test(text);

/** A box in front of the page: what it shows is not the page's own product, unless that one's title is in it. */
const dialogRole = /^\s*(?:alert)?dialog\s*$/i;
/** A column beside the page's own, which at times holds the button to buy. */
const sideName = /side-?bar/i;
/** Longest line above other products. */
const maxStripTitle = 60;

/** What holds a strip of other products, by its title: the nearest element in which anything follows that. */
const stripOf = (title: Element): Element | undefined => {
  let node: Element = title;
  for (let step = 0; step < 3; step += 1) {
    const { parent } = node;
    if (!isElement(parent)) return undefined;
    const tags = parent.children.filter((each) => each.type === 'tag');
    if (tags.at(-1) !== node) return parent;
    if (tags.length > 1) return undefined;
    node = parent;
  }
  return undefined;
};

/** What the caption of a table, or the summary of what can be opened, says of all amounts in it. */
const captionZones = ({ name, children }: Element): number => {
  const caption = children
    .slice(0, 5)
    .find((child) => child.type === 'tag' && child.name === (name === 'table' ? 'caption' : 'summary'));
  const text = caption?.type === 'tag' ? shortTextOf(caption, 60) : '';
  if (text === '' || text.length >= 60) return 0;
  if (shippingWords.test(text)) return zone.shipping;
  return instalmentWords.test(text) ? zone.instalment : 0;
};

/** Whether nothing but the separator of an amount stands in an element. */
const isMark = (element: Element): boolean => /^[.,]$/.test(shortTextOf(element, 3).trim());

/** Whether nothing but the sign of a currency stands in an element. */
const isSign = (node: ChildNode | null | undefined): boolean =>
  node?.type === 'tag' && /^\p{Sc}$/u.test(shortTextOf(node, 3).trim());

/** `<span>$</span><span>24</span><span>95</span>`, `<span>24</span><span>95</span><span>€</span>` */
const hasSignBeside = ({ previousSibling, nextSibling }: Element): boolean =>
  isSign(nextSibling) ||
  isSign(previousSibling?.previousSibling) ||
  (nextSibling?.type === 'text' && /^\s*\p{Sc}/u.test((nextSibling as Text).data));

/**
 * Whether an element that is not read aloud goes on with the amount that the text before it began: sign, whole units,
 * separator and cents stand in elements of their own, and the whole in a label for those who listen.
 */
const goesOnAmount = (text: string, node: ChildNode | null): boolean => {
  if (node?.type !== 'tag' || (node as Element).attribs['aria-hidden'] !== 'true') return false;
  const own = shortTextOf(node as Element, 12).trim();
  if (/^[.,]$/.test(own)) return endsInDigit(text);
  if (/\p{Sc}$/u.test(text)) return /^\d{1,3}(?:[.,\s]?\d{3})*$/.test(own);
  return /\d[.,]$/.test(text) && /^\d{2}$/.test(own);
};

const currencySelector = /curren|valut|devise|moneda|moeda|waehrung|währung|para_?birimi/i;

/** ISO code of the option that a selector of currencies has chosen. */
const chosenCurrency = ({ parent, attribs }: Element): string | undefined => {
  if (parent?.type !== 'tag' || (parent as Element).name !== 'select') return undefined;
  const { name = '', id = '', class: names = '' } = (parent as Element).attribs;
  const code = /(?:^|[^A-Za-z])([A-Z]{3})(?![A-Za-z])/.exec(attribs.value ?? '')?.[1];
  return code !== undefined && currencySelector.test(`${name} ${id} ${names}`) ? code : undefined;
};

/** `22<sup>€</sup>90` */
const isBehindRaisedSign = ({ name, parent }: Element, text: Text): boolean =>
  name === 'sup' && parent === text.parent && /^\d{2}$/.test(text.data.trim());

const areSiblings = (left: Element, right: ParentNode | null): boolean =>
  isElement(right) && left.name === right.name && left.parent === right.parent;

/** The label of a choice that is there and not taken: another edition's radio button, an extra's checkbox. */
const isUnselectedLabel = ({ children }: Element): boolean =>
  children
    .slice(0, 5)
    .some(
      (child) =>
        child.type === 'tag' &&
        child.name === 'input' &&
        (child.attribs.type === 'radio' || child.attribs.type === 'checkbox') &&
        child.attribs.checked === undefined,
    );

/** Stands for the document itself where text stands outside of every element. */
const noElement = new Element('html', {});
noElement.startIndex = -1;
noElement.endIndex = Number.MAX_SAFE_INTEGER;

class PageReader implements Omit<Page, 'html' | 'url' | 'document'> {
  readonly metas: Meta[] = [];
  readonly scripts: Script[] = [];
  readonly headings: PageHeading[] = [];
  readonly runs: TextRun[] = [];
  readonly buyButtons: BuyButton[] = [];
  readonly scopes: Element[] = [];
  readonly typed: Element[] = [];
  readonly choices: Element[] = [];
  readonly attributed: Element[] = [];
  readonly byId = new Map<string, Element>();
  language: string | undefined;
  currency: string | undefined;
  title = '';
  canonical: string | undefined;

  /** Elements whose later children are other products, because a heading says so. */
  private readonly relatedFrom = new Set<Element>();
  private readonly zonesByNames = new Map<string, number>();
  private asideBudget = maxAsideNodes;
  private text = '';
  private pieces: TextPiece[] = [];
  private pendingSpace = false;
  private openHeading: { element: Element; level: number; run: number; zones: number } | undefined;

  /** One walk in document order, with a stack of its own: depth is the page's to choose. */
  walk(document: Document): void {
    let node: ChildNode | null = document.firstChild;
    const zonesStack: number[] = [0];
    while (node) {
      let inner: ChildNode | null = null;
      if (node.type === 'text') this.takeText(node as Text, zonesStack.at(-1)!);
      else if (isElement(node)) {
        const element: Element = node;
        const inherited = zonesStack.at(-1)!;
        const zones = this.enter(element, inherited);
        if (zones >= 0 && element.firstChild) {
          inner = element.firstChild;
          zonesStack.push(zones);
        } else this.leave(element, zones < 0 ? 0 : zones & ~inherited);
      }
      if (inner) {
        node = inner;
        continue;
      }
      let next: ChildNode | ParentNode | null = node;
      while (next && !next.nextSibling) {
        next = next.parent as ParentNode | null;
        if (isElement(next)) {
          const zones = zonesStack.pop()!;
          this.leave(next, zones & ~zonesStack.at(-1)!);
        }
      }
      node = next?.nextSibling ?? null;
    }
    this.flush();
  }

  /** @returns zones for the children, or -1 when they are not to be read. */
  private enter(element: Element, inherited: number): number {
    const { name, attribs } = element;
    switch (name) {
      case 'script':
        this.takeScript(element);
        return -1;
      case 'meta': {
        const key = attribs.property ?? attribs.name ?? attribs.itemprop;
        if (key && attribs.content !== undefined)
          this.metas.push({ name: key.trim().toLowerCase(), content: attribs.content });
        break;
      }
      case 'link':
        if (attribs.rel === 'canonical') this.canonical ??= attribs.href;
        break;
      case 'title':
        if (!this.title && (element.parent as Element | null)?.name !== 'svg')
          this.title = textOf(element, maxTitle).trim().slice(0, maxTitle);
        return -1;
      case 'html':
        this.language = attribs.lang || attribs['xml:lang'] || undefined;
        break;
      case 'option':
        if (attribs.selected !== undefined) this.currency ??= chosenCurrency(element);
        break;
      case 'br':
      case 'hr':
        this.flush();
        return -1;
    }
    let zones = inherited | zonesOfTag(name);
    // Elements of the page's own are named for what they hold: `<app-price>`, `<cart-drawer>`.
    if (name.includes('-')) zones |= this.namesOf(name);
    let isSilent = false;
    for (const attribute in attribs) {
      // Read once: at each further place that reads it by its name in the loop, V8 gives up what it has compiled.
      const value = attribs[attribute]!;
      switch (attribute) {
        case 'class':
          if (!pageTags.has(name)) zones |= this.namesOf(value);
          break;
        case 'id':
          if (!this.byId.has(value)) this.byId.set(value, element);
          if (!pageTags.has(name)) zones |= this.namesOf(value);
          break;
        case 'data-testid':
        case 'data-test-id':
        case 'data-test':
        case 'data-qa':
        case 'data-qaid':
        case 'data-hook':
          zones |= this.namesOf(value) & testIdZones;
          break;
        case 'data-label':
          if (netWords.test(value.slice(0, 60))) zones |= zone.netOfTax;
          break;
        case 'itemscope':
          this.scopes.push(element);
          break;
        case 'typeof':
          this.typed.push(element);
          break;
        case 'itemprop':
        case 'property':
          if (/(?:^|[\s:/])(?:price|lowPrice)$/.test(value)) zones |= zone.marked;
          break;
        case 'role':
          if (dialogRole.test(value)) zones |= zone.related;
          break;
        case 'aria-modal':
          if (value === 'true') zones |= zone.related;
          break;
        case 'aria-hidden':
          isSilent = value === 'true';
          break;
        case 'aria-pressed':
        case 'aria-checked':
        case 'aria-selected':
          // A choice that is there and not taken, such as another size's button.
          if (value === 'false') zones |= zone.unselected;
          break;
        case 'hidden':
          if (value !== 'until-found') zones |= zone.hidden;
          break;
        case 'style':
          if (hiddenStyle.test(value)) zones |= zone.hidden;
          if (struckStyle.test(value)) zones |= zone.struck;
          break;
        default: {
          const isData = attribute.startsWith('data-');
          const isPriced = isData && pricedAttribute.test(attribute);
          if (isPriced || isPricedJson(value)) this.attributed.push(element);
          if (isPriced && shortTextOf(element, 30).length < 30) zones |= zone.price;
          if (isData && strikeAttribute.test(attribute) && value !== 'false') zones |= zone.struck;
        }
      }
    }
    if (
      (zones & ~inherited & zone.related) !== 0 &&
      (name === 'aside' || sideName.test(attribs.class ?? '')) &&
      ((zones & ~inherited & (zone.price | zone.main)) !== 0 || this.holdsBuyButton(element))
    )
      zones &= ~zone.related;
    if (name === 'details' || name === 'table') zones |= captionZones(element);
    if (name === 'header' && (inherited & zone.main) === 0) zones |= zone.chrome;
    if (name === 'a' && attribs.href && !attribs.href.startsWith('#')) zones |= zone.link;
    if (name === 'label' && isUnselectedLabel(element)) zones |= zone.unselected;
    if (this.relatedFrom.size > 0 && element.parent && this.relatedFrom.has(element.parent as Element))
      zones |= zone.related;
    if (silentTags.has(name)) return -1;
    const isBehindDigit = endsInDigit(this.text);
    if (name === 'sup' && isBehindDigit && /^\s*[\d*†]\s*$/.test(shortTextOf(element, 5))) return -1;
    const isCents =
      isBehindDigit &&
      (holdsCents(element) ||
        (this.isCentsOfSibling(element) && ((zones & zone.price) !== 0 || hasSignBeside(element))));
    if (
      !isCents &&
      (!inlineTags.has(name) ||
        ((zones & ~inherited & zone.offscreen) !== 0 && !this.isDecimalMark(element)) ||
        (isSilent && !goesOnAmount(this.text, element)))
    )
      this.flush();
    if (name.length === 2 && headingTag.test(name))
      this.openHeading = { element, level: Number(name[1]), run: this.runs.length, zones };
    if (name === 'button' || name === 'input' || name === 'a' || name === 'form')
      this.takeButton(element, zones);
    if ((name === 'select' || (name === 'input' && attribs.type === 'radio')) && (zones & awayZones) === 0)
      this.choices.push(element);
    if (isCents) {
      this.text += '.';
      this.pendingSpace = false;
    }
    if (name === 'input' || name === 'img') return -1;
    return zones;
  }

  /** A column with the button to buy is the product's own, not one of other products. */
  private holdsBuyButton(aside: Element): boolean {
    const stack: Element[] = [aside];
    while (stack.length > 0 && this.asideBudget > 0) {
      const { children } = stack.pop()!;
      for (const child of children.slice(0, this.asideBudget)) {
        this.asideBudget -= 1;
        if (child.type !== 'tag') continue;
        if (child.name === 'button' && buyWords.test(shortTextOf(child, 80))) return true;
        stack.push(child);
      }
    }
    return false;
  }

  /** @param ownZones - those that the element has and its parent has not. */
  private leave(element: Element, ownZones: number): void {
    const { name, attribs } = element;
    if (this.openHeading?.element === element) {
      const { level, run, zones } = this.openHeading;
      this.openHeading = undefined;
      this.flush();
      const text = this.runs
        .slice(run)
        .map((each) => each.text)
        .join(' ');
      this.headings.push({ element, level, text, run, zones });
      if (level > 1 && text.length < 120 && relatedWords.test(text)) this.startRelated(element);
    } else if (!inlineTags.has(name) && this.isStripTitle()) {
      this.flush();
      const strip = stripOf(element);
      if (strip) this.relatedFrom.add(strip);
    } else if (
      (!inlineTags.has(name) ||
        (attribs['aria-hidden'] === 'true' && !goesOnAmount(this.text, element.nextSibling))) &&
      !this.goesOnWithCents(element)
    )
      this.flush();
    else if ((ownZones & zone.offscreen) !== 0 && !isMark(element)) this.flush();
  }

  /** Whether the line that ends says that what follows are other products, and nothing else. */
  private isStripTitle(): boolean {
    return this.text !== '' && this.text.length <= maxStripTitle && stripTitle.test(this.text);
  }

  /** `<span>24</span><span>95</span>`, and little else around. */
  private isCentsOfSibling(element: Element): boolean {
    const { previousSibling, parent } = element;
    if (this.pendingSpace || !parent || parent.children.length > 4) return false;
    const whole =
      previousSibling?.type === 'text'
        ? (previousSibling as Text).data
        : previousSibling?.type === 'tag' && previousSibling.name === element.name
          ? shortTextOf(previousSibling, 12)
          : '';
    return /^\d{1,3}(?:[.,\s]\d{3})*$/.test(whole.trim()) && /^\d{2}$/.test(shortTextOf(element, 5).trim());
  }

  /** A separator that is only read aloud, between whole units and cents that are seen. */
  private isDecimalMark(element: Element): boolean {
    return endsInDigit(this.text) && isMark(element);
  }

  /** Whole units and cents in blocks of their own, beside each other, are one price. */
  private goesOnWithCents({ nextSibling }: Element): boolean {
    return (
      nextSibling?.type === 'tag' &&
      endsInDigit(this.text) &&
      holdsCents(nextSibling) &&
      /^\D*\d{2}\D*$/.test(shortTextOf(nextSibling, 8))
    );
  }

  /** What follows a heading such as "You may also like" is other products, to the end of its section. */
  private startRelated(heading: Element): void {
    let section = heading.parent as Element | null;
    for (let step = 0; section && step < 3; step += 1) {
      const { parent } = section;
      let later: ChildNode | null = (step === 0 ? heading : section).nextSibling;
      while (later && later.type !== 'tag') later = later.nextSibling;
      if (step === 0 && later) {
        this.relatedFrom.add(section);
        return;
      }
      if (step > 0 && later && isElement(parent)) {
        this.relatedFrom.add(parent);
        return;
      }
      section = isElement(parent) ? parent : null;
    }
  }

  /** @param names - those of a `class` or an `id`; a text of over 1,000 characters is neither. */
  private namesOf(names: string): number {
    let zones = this.zonesByNames.get(names);
    if (zones === undefined) {
      zones = names.length > 1_000 ? 0 : zonesOfNames(names);
      this.zonesByNames.set(names, zones);
    }
    return zones;
  }

  private takeScript(element: Element): void {
    const text = textOf(element);
    if (!text) return;
    const type = (element.attribs.type ?? '').split(';')[0]!.trim().toLowerCase();
    const isJavaScript = type === '' || type.includes('javascript') || type === 'module';
    this.scripts.push({ type: isJavaScript ? '' : type, id: element.attribs.id ?? '', text, element });
  }

  private takeButton(element: Element, zones: number): void {
    const { name, attribs } = element;
    if (name === 'form') return;
    if (name === 'input' && !/^(?:submit|button|image)$/i.test(attribs.type ?? '')) return;
    const names = `${attribs.class ?? ''} ${attribs.id ?? ''} ${attribs.name ?? ''} ${attribs['data-action'] ?? ''}`;
    const label = `${attribs.value ?? ''} ${attribs.alt ?? ''} ${attribs['aria-label'] ?? ''} ${attribs.title ?? ''} ${name === 'input' ? '' : shortTextOf(element, 80)}`;
    if (!buyNames.test(names) && !buyWords.test(label)) return;
    const disabled = attribs.disabled !== undefined || /\bdisabled\b|sold-?out/.test(attribs.class ?? '');
    this.buyButtons.push({ element, run: this.runs.length, zones, disabled, label: collapse(label).trim() });
  }

  private takeText(node: Text, zones: number): void {
    if (this.text.length > maxRunLength) return;
    const { data } = node;
    // Most text nodes only indent the next tag.
    if (data.trim() === '') {
      if (data !== '') this.pendingSpace = true;
      return;
    }
    const text = collapse(data);
    if (text === ' ') {
      this.pendingSpace = true;
      return;
    }
    const endsJoined = this.text.endsWith('.') && /^\s*\d/.test(text);
    const startsSpaced = text.startsWith(' ');
    const trimmed = text.trim();
    const last = this.pieces.at(-1);
    const abuts =
      last !== undefined &&
      last.element !== node.parent &&
      areApart(this.text, this.text.slice(last.start), trimmed, areSiblings(last.element, node.parent));
    // "299€" and its cents raised behind the sign are one, as cents behind a raised sign are.
    const isRaised =
      last !== undefined &&
      (isRaisedCents(node.parent, trimmed) || isBehindRaisedSign(last.element, node)) &&
      /\d\p{Sc}$/u.test(this.text);
    if (this.text && (this.pendingSpace || startsSpaced || (abuts && !isRaised)) && !endsJoined)
      this.text += ' ';
    const element = isElement(node.parent) ? node.parent : noElement;
    this.pieces.push({ start: this.text.length, element, zones });
    this.text += trimmed;
    this.pendingSpace = text.endsWith(' ');
  }

  private flush(): void {
    this.pendingSpace = false;
    if (this.text === '') return;
    this.runs.push({ text: this.text.slice(0, maxRunLength), pieces: this.pieces, index: this.runs.length });
    this.text = '';
    this.pieces = [];
  }
}

/** Parses a page once and gathers in one walk what every reader needs. Never throws. */
export const readPage = (html: string, address: string): Page => {
  const document = parseHtml(html);
  const gathered = new PageReader();
  gathered.walk(document);
  return Object.assign(gathered, { html, url: URL.parse(address) ?? undefined, document });
};
