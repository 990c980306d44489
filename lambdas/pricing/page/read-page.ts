import { type ChildNode, type Document, Element, type ParentNode, Text } from 'domhandler';
import { isUnavailableLabel } from '../text/availability-text.ts';
import { instalmentWords, netWords, shippingWords } from '../text/price-words.ts';
import { memoize } from '../words/memoize.ts';
import { isOtherChoice, isOwnForm } from './choices.ts';
import {
  areApart,
  collapse,
  endsInDigit,
  holdsCents,
  inlineTags,
  shortTextOf,
  takesCents,
  textOf,
  withDecimalMark,
} from './element-text.ts';
import { bidWords, buyNames, buyWords, findArea, relatedWords, stripTitle } from './landmarks.ts';
import type { BuyButton, Meta, Page, PageContent, PageHeading, Script, TextPiece, TextRun } from './page.ts';
import { zone, zonesOfNames, zonesOfTag } from './page-zones.ts';
import { parseHtml } from './parse-html.ts';
import { isElement, lineageOf, walkNodes } from './walk.ts';

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
/** True for JSON that names a price: components receive their state in attributes of any name. */
export const isPricedJson = (value: string): boolean => {
  const first = value.charCodeAt(0);
  return (first === 0x7b || first === 0x5b) && /price|amount/i.test(value);
};
const strikeAttribute = /^data-(?:[a-z]+-)?(?:strike|strikethrough)$/;
/** Attributes that identify elements for tests. */
const testIds = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-qaid', 'data-hook'];
/** Zones taken from test ids; the position comes from the surrounding classes. */
const testIdZones =
  zone.struck |
  zone.regular |
  zone.price |
  zone.current |
  zone.shipping |
  zone.instalment |
  zone.unit |
  zone.saving;
/** Nodes in side columns searched for a buy button. */
const maxAsideNodes = 3_000;
/** Zones whose choices belong to other products. */
const awayZones = zone.hidden | zone.chrome | zone.related | zone.cart | zone.review;
/** Elements whose label may stand for their text. */
const spokenTags = new Set(['span', 'div', 'p', 'b', 'strong', 'ins', 'bdi', 'data']);
const headingTag = /^h[1-6]$/;
/** Not `backface-visibility`, which flipped pages set on visible content. */
const hiddenStyle = /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Zones from an attribute's value, for the element and its descendants. */
type ReadAttribute = (value: string, element: Element) => number;

const saying =
  (pattern: RegExp, zones: number): ReadAttribute =>
  (value) =>
    pattern.test(value) ? zones : 0;
const marksPrice = saying(/(?:^|[\s:/])(?:price|lowPrice)$/, zone.marked);
/** An unselected choice, such as the button of another size. */
const isNotTaken = saying(/^false$/, zone.unselected);

const attributeZones: readonly (readonly [string, ReadAttribute])[] = [
  ['itemprop', marksPrice],
  ['property', marksPrice],
  ['data-label', (value) => (netWords.test(value.slice(0, 60)) ? zone.netOfTax : 0)],
  // A dialog shows other products, unless it contains the page's title.
  ['role', saying(/^\s*(?:alert)?dialog\s*$/i, zone.related)],
  ['aria-modal', saying(/^true$/, zone.related)],
  ['aria-pressed', isNotTaken],
  ['aria-checked', isNotTaken],
  ['aria-selected', isNotTaken],
  ['hidden', (value) => (value === 'until-found' ? 0 : zone.hidden)],
  [
    'style',
    (value) => (hiddenStyle.test(value) ? zone.hidden : 0) | (/line-through/i.test(value) ? zone.struck : 0),
  ],
];

/** Longest text of a run; longer prose contains no relevant price. */
const maxRunLength = 4_000;
/** Longest title of a document. */
const maxTitle = 1_000;
/** Elements whose names would apply to the whole page. */
const pageTags = new Set(['html', 'body']);

const isRaisedCents = (parent: ParentNode | null, text: string): boolean =>
  isElement(parent) && parent.name === 'sup' && /^\d{2}$/.test(text);

/** A side column, which sometimes contains the buy button. */
const sideName = /side-?bar/i;
/** Longest heading of a strip of other products. */
const maxStripTitle = 60;

/** The strip under a heading: the nearest ancestor with an element after it. */
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

const hasTagBehind = ({ nextSibling }: Element): boolean => {
  let later = nextSibling;
  while (later && later.type !== 'tag') later = later.nextSibling;
  return later !== null;
};

/** Zones from the caption of a table, or the summary of a disclosure, for all amounts in it. */
const captionZones = ({ name, children }: Element): number => {
  const caption = children
    .slice(0, 5)
    .find((child) => child.type === 'tag' && child.name === (name === 'table' ? 'caption' : 'summary'));
  const text = caption?.type === 'tag' ? shortTextOf(caption, 60) : '';
  if (text === '' || text.length >= 60) return 0;
  if (shippingWords.test(text)) return zone.shipping;
  return instalmentWords.test(text) ? zone.instalment : 0;
};

/** True if an element contains only a decimal separator. */
const isMark = (element: Element): boolean => /^[.,]$/.test(shortTextOf(element, 3).trim());

const digitsIn = (text: string): string => text.replace(/\D+/g, '');

/** The amount that an element's label spells out, if its own text is empty or runs whole units and cents together. */
const spokenAmount = (element: Element): string | undefined => {
  const label = element.attribs['aria-label'];
  if (label === undefined || label.length > 60 || !/\d/.test(label) || !spokenTags.has(element.name))
    return undefined;
  const text = shortTextOf(element, 40).trim();
  const isDrawn = text === '' && element.attribs.role === 'img' && /\p{Sc}/u.test(label);
  const isRunTogether =
    /\d[.,]\d{2}(?!\d)/.test(label) && !/\d[.,]\d/.test(text) && digitsIn(text) === digitsIn(label);
  return isDrawn || isRunTogether ? label : undefined;
};

/** True if an element contains only a currency sign. */
const isSign = (node: ChildNode | null | undefined): boolean =>
  node?.type === 'tag' && /^\p{Sc}$/u.test(shortTextOf(node, 3).trim());

/** `<span>$</span><span>24</span><span>95</span>`, `<span>24</span><span>95</span><span>€</span>` */
const hasSignBeside = ({ previousSibling, nextSibling }: Element): boolean =>
  isSign(nextSibling) ||
  isSign(previousSibling?.previousSibling) ||
  (nextSibling?.type === 'text' && /^\s*\p{Sc}/u.test((nextSibling as Text).data));

/**
 * True if an element hidden from screen readers continues an amount: sign, whole units, separator and cents
 * have elements of their own, and a label holds the full amount for screen readers.
 */
const goesOnAmount = (text: string, node: ChildNode | null): boolean => {
  if (node?.type !== 'tag' || (node as Element).attribs['aria-hidden'] !== 'true') return false;
  const own = shortTextOf(node as Element, 12).trim();
  if (/^[.,]$/.test(own)) return endsInDigit(text);
  if (/\p{Sc}$/u.test(text)) return /^\d{1,3}(?:[.,\s]?\d{3})*$/.test(own);
  return /\d[.,]$/.test(text) && /^\d{2}$/.test(own);
};

const currencySelector = /curren|valut|devise|moneda|moeda|waehrung|währung|para_?birimi/i;

/** ISO code of the selected option in a currency selector. */
const chosenCurrency = ({ parent, attribs }: Element): string | undefined => {
  if (attribs.selected === undefined || !isElement(parent) || parent.name !== 'select') return undefined;
  const { name = '', id = '', class: names = '' } = parent.attribs;
  const code = /(?:^|[^A-Za-z])([A-Z]{3})(?![A-Za-z])/.exec(attribs.value ?? '')?.[1];
  return code !== undefined && currencySelector.test(`${name} ${id} ${names}`) ? code : undefined;
};

/** `22<sup>€</sup>90` */
const isBehindRaisedSign = ({ name, parent }: Element, text: Text): boolean =>
  name === 'sup' && parent === text.parent && /^\d{2}$/.test(text.data.trim());

const areSiblings = (left: Element, right: ParentNode | null): boolean =>
  isElement(right) && left.name === right.name && left.parent === right.parent;

/** Zones from the content or position of elements, by tag name. */
const elementZones: ReadonlyMap<string, (element: Element, inherited: number) => number> = new Map([
  ['details', captionZones],
  ['table', captionZones],
  ['header', (_element: Element, inherited: number) => ((inherited & zone.main) === 0 ? zone.chrome : 0)],
  ['a', ({ attribs }: Element) => (attribs.href && !attribs.href.startsWith('#') ? zone.link : 0)],
  ['label', (element: Element) => (isOtherChoice(element) ? zone.unselected : 0)],
]);

/** Placeholder for text outside of every element. */
const noElement = new Element('html', {});
noElement.startIndex = -1;
noElement.endIndex = Number.MAX_SAFE_INTEGER;

/** Joins the non-empty texts with spaces. */
const joined = (...texts: readonly (string | undefined)[]): string => {
  let all = '';
  for (const text of texts) if (text) all = all === '' ? text : `${all} ${text}`;
  return all;
};

/** Most buttons and links of a page have the same names. */
const isKnownBuyName = memoize((names: string): boolean => buyNames.test(names), 5_000);
const isBuyName = (names: string): boolean =>
  names !== '' && (names.length > 300 ? buyNames.test(names) : isKnownBuyName(names));

type OpenHeading = Omit<PageHeading, 'text'>;

class PageReader implements Omit<PageContent, 'html' | 'url' | 'document'> {
  private readonly own: URL | undefined;
  readonly metas: Meta[] = [];
  readonly scripts: Script[] = [];
  readonly headings: PageHeading[] = [];
  readonly runs: TextRun[] = [];
  readonly buyButtons: BuyButton[] = [];
  takesBids = false;
  readonly scopes: Element[] = [];
  readonly typed: Element[] = [];
  readonly choices: Element[] = [];
  readonly attributed: Element[] = [];
  readonly byId = new Map<string, Element>();
  language: string | undefined;
  currency: string | undefined;
  title = '';
  canonical: string | undefined;

  /** Elements whose later children are other products, according to a heading. */
  private readonly relatedFrom = new Set<Element>();
  private readonly zonesByNames = new Map<string, number>();
  private asideBudget = maxAsideNodes;
  private text = '';
  private pieces: TextPiece[] = [];
  private pendingSpace = false;
  private openHeading: OpenHeading | undefined;

  constructor(own: URL | undefined) {
    this.own = own;
  }

  walk(document: Document): void {
    const zonesStack = [0];
    const enter = (node: ChildNode): boolean => {
      const around = zonesStack.at(-1)!;
      if (node.type === 'text') this.takeText(node as Text, around);
      if (!isElement(node)) return false;
      const zones = this.enter(node, around);
      zonesStack.push(zones < 0 ? around : zones);
      return zones >= 0;
    };
    walkNodes(document, enter, (element) => {
      const zones = zonesStack.pop()!;
      this.leave(element, zones & ~zonesStack.at(-1)!);
    });
    this.flush();
  }

  /** Handles elements without text of their own. @returns true if their content is skipped. */
  private takeApart(element: Element): boolean {
    const { name, attribs, parent } = element;
    switch (name) {
      case 'script':
        this.takeScript(element);
        return true;
      case 'meta':
        this.takeMeta(attribs);
        return false;
      case 'link':
        if (attribs.rel === 'canonical') this.canonical ??= attribs.href;
        return false;
      case 'title':
        if (!this.title && (parent as Element | null)?.name !== 'svg')
          this.title = textOf(element, maxTitle).trim().slice(0, maxTitle);
        return true;
      case 'html':
        this.language = attribs.lang || attribs['xml:lang'] || undefined;
        return false;
      case 'option':
        this.currency ??= chosenCurrency(element);
        return false;
      case 'br':
      case 'hr':
        this.flush();
        return true;
    }
    return false;
  }

  /** @returns zones for the children, or -1 to skip them. */
  private enter(element: Element, inherited: number): number {
    if (this.takeApart(element)) return -1;
    const { name } = element;
    const zones = this.zonesOf(element, inherited);
    if (silentTags.has(name)) return -1;
    if (name === 'sup' && endsInDigit(this.text) && /^\s*[\d*†]\s*$/.test(shortTextOf(element, 5))) return -1;
    const isCents = takesCents(this.text) && this.isCents(element, zones);
    if (!isCents && this.beginsLine(element, zones & ~inherited)) this.flush();
    this.takeLandmark(element, zones);
    const spoken = spokenAmount(element);
    if (spoken !== undefined) {
      this.take(spoken, element, zones);
      return -1;
    }
    if (isCents) {
      this.text = withDecimalMark(this.text);
      this.pendingSpace = false;
    }
    if (name === 'input') this.takeCaption(element, zones);
    return name === 'input' || name === 'img' ? -1 : zones;
  }

  /** Records headings, buttons and choices. */
  private takeLandmark(element: Element, zones: number): void {
    const { name, attribs } = element;
    if (name.length === 2 && headingTag.test(name))
      this.openHeading = { element, level: Number(name[1]), run: this.runs.length, zones };
    if (name === 'button' || name === 'input' || name === 'a') this.takeButton(element, zones);
    const isChoice = name === 'select' || (name === 'input' && attribs.type === 'radio');
    if (isChoice && (zones & awayZones) === 0) this.choices.push(element);
  }

  /** True for cents in their own element after the whole units. */
  private isCents(element: Element, zones: number): boolean {
    if (holdsCents(element)) return true;
    return this.isCentsOfSibling(element) && ((zones & zone.price) !== 0 || hasSignBeside(element));
  }

  /** @param ownZones - zones that the parent does not have. */
  private beginsLine(element: Element, ownZones: number): boolean {
    if (!inlineTags.has(element.name)) return true;
    if ((ownZones & zone.offscreen) !== 0 && !this.isDecimalMark(element)) return true;
    return element.attribs['aria-hidden'] === 'true' && !goesOnAmount(this.text, element);
  }

  /** The zones of an element: inherited ones, and those of its tag, attributes and content. */
  private zonesOf(element: Element, inherited: number): number {
    const { name, attribs } = element;
    let zones = inherited | zonesOfTag(name);
    // Custom elements are named after their content: `<app-price>`, `<cart-drawer>`.
    if (name.includes('-')) zones |= this.namesOf(name);
    // Read once: further property accesses by name in this loop make V8 deoptimize it.
    for (const attribute in attribs) {
      const value = attribs[attribute]!;
      const read = this.attributes.get(attribute);
      zones |= read ? read(value, element) : this.zonesOfState(element, attribute, value);
    }
    if (this.isOwnColumn(element, zones & ~inherited)) zones &= ~zone.related;
    if ((zones & ~inherited & zone.card) !== 0 && isOwnForm(element, this.own)) zones &= ~zone.card;
    zones |= elementZones.get(name)?.(element, inherited) ?? 0;
    return this.relatedFrom.has(element.parent as Element) ? zones | zone.related : zones;
  }

  /** Attributes with known meanings; others may hold state. */
  private readonly attributes: ReadonlyMap<string, ReadAttribute> = new Map([
    ...attributeZones,
    ...testIds.map((name): [string, ReadAttribute] => [name, (value) => this.namesOf(value) & testIdZones]),
    ['class', (value, { name }) => (pageTags.has(name) ? 0 : this.namesOf(value))],
    [
      'id',
      (value, element) => {
        if (!this.byId.has(value)) this.byId.set(value, element);
        return pageTags.has(element.name) ? 0 : this.namesOf(value);
      },
    ],
    ['itemscope', (_value, element) => this.gather(this.scopes, element)],
    ['typeof', (_value, element) => this.gather(this.typed, element)],
  ]);

  private gather(elements: Element[], element: Element): number {
    elements.push(element);
    return 0;
  }

  private zonesOfState(element: Element, attribute: string, value: string): number {
    const isData = attribute.startsWith('data-');
    const isPriced = isData && pricedAttribute.test(attribute);
    if (isPriced || isPricedJson(value)) this.attributed.push(element);
    if (isPriced && shortTextOf(element, 30).length < 30) return zone.price;
    return isData && strikeAttribute.test(attribute) && value !== 'false' ? zone.struck : 0;
  }

  /** True for a side column named after other products that contains the price or the buy button. */
  private isOwnColumn(element: Element, ownZones: number): boolean {
    if ((ownZones & zone.related) === 0) return false;
    if (element.name !== 'aside' && !sideName.test(element.attribs.class ?? '')) return false;
    return (ownZones & (zone.price | zone.main)) !== 0 || this.holdsBuyButton(element);
  }

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

  /** @param ownZones - zones that the parent does not have. */
  private leave(element: Element, ownZones: number): void {
    if (this.openHeading?.element === element) this.closeHeading(this.openHeading);
    else if (!inlineTags.has(element.name) && this.isStripTitle()) {
      this.flush();
      const strip = stripOf(element);
      if (strip) this.relatedFrom.add(strip);
    } else if (this.endsLine(element, ownZones)) this.flush();
  }

  private endsLine(element: Element, ownZones: number): boolean {
    const isSilent = element.attribs['aria-hidden'] === 'true';
    const isBlock =
      !inlineTags.has(element.name) || (isSilent && !goesOnAmount(this.text, element.nextSibling));
    if (isBlock && !this.goesOnWithCents(element)) return true;
    return !isBlock && (ownZones & zone.offscreen) !== 0 && !isMark(element);
  }

  private closeHeading({ element, level, run, zones }: OpenHeading): void {
    this.openHeading = undefined;
    this.flush();
    const text = this.runs
      .slice(run)
      .map((each) => each.text)
      .join(' ');
    this.headings.push({ element, level, text, run, zones });
    if (level > 1 && text.length < 120 && relatedWords.test(text)) this.startRelated(element);
  }

  /** True if the current line is only a heading of other products. */
  private isStripTitle(): boolean {
    return this.text !== '' && this.text.length <= maxStripTitle && stripTitle.test(this.text);
  }

  /** True for `<span>24</span><span>95</span>` and `$24<i>95</i>` with little else around. */
  private isCentsOfSibling(element: Element): boolean {
    const { previousSibling, parent } = element;
    if (this.pendingSpace || !parent || parent.children.length > 4) return false;
    const whole =
      previousSibling?.type === 'text'
        ? (previousSibling as Text).data
        : previousSibling?.type === 'tag'
          ? shortTextOf(previousSibling, 12)
          : '';
    return (
      /^(?:\p{Sc}\s?)?\d{1,3}(?:[.,\s]\d{3})*$/u.test(whole.trim()) &&
      /^\d{2}$/.test(shortTextOf(element, 5).trim())
    );
  }

  /** True for a separator for screen readers between displayed whole units and cents. */
  private isDecimalMark(element: Element): boolean {
    return endsInDigit(this.text) && isMark(element);
  }

  /** True if cents in a block of their own follow whole units. */
  private goesOnWithCents({ nextSibling }: Element): boolean {
    return (
      nextSibling?.type === 'tag' &&
      takesCents(this.text) &&
      holdsCents(nextSibling) &&
      /^\D*\d{2}\D*$/.test(shortTextOf(nextSibling, 8))
    );
  }

  /** Everything after a heading such as "You may also like" is other products, to the end of its section. */
  private startRelated(heading: Element): void {
    const [, section, ...around] = lineageOf(heading, 5);
    const own = hasTagBehind(heading) ? section : around[around.findIndex(hasTagBehind) + 1 || around.length];
    if (own) this.relatedFrom.add(own);
  }

  /** @param names - of a `class` or `id`; texts over 1,000 characters are ignored. */
  private namesOf(names: string): number {
    let zones = this.zonesByNames.get(names);
    if (zones === undefined) {
      zones = names.length > 1_000 ? 0 : zonesOfNames(names);
      this.zonesByNames.set(names, zones);
    }
    return zones;
  }

  private takeMeta({ property, name, itemprop, content }: Element['attribs']): void {
    const named = property ?? name ?? itemprop;
    if (named && content !== undefined) this.metas.push({ name: named.trim().toLowerCase(), content });
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
    if (name === 'input' && !/^(?:submit|button|image)$/i.test(attribs.type ?? '')) return;
    const shown = name === 'input' ? '' : shortTextOf(element, 80);
    const label = joined(attribs.value, attribs.alt, attribs['aria-label'], attribs.title, shown);
    const names = joined(attribs.class, attribs.id, attribs.name, attribs['data-action']);
    if (!isBuyName(names) && !buyWords.test(label)) {
      if ((zones & awayZones) === 0) this.takesBids ||= bidWords.test(shown || (attribs.value ?? ''));
      return;
    }
    const disabled =
      attribs.disabled !== undefined ||
      /\bdisabled\b|sold-?out/.test(attribs.class ?? '') ||
      isUnavailableLabel(shown || (attribs.value ?? ''));
    this.buyButtons.push({ element, run: this.runs.length, zones, disabled, label: collapse(label).trim() });
  }

  /** The caption of a button made by `input`: its value. */
  private takeCaption(element: Element, zones: number): void {
    const { type = '', value = '' } = element.attribs;
    if (!/^(?:submit|button|reset)$/i.test(type) || value.trim() === '') return;
    const caption = new Text(value);
    caption.parent = element;
    this.flush();
    this.takeText(caption, zones);
    this.flush();
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
    // "299€" with cents raised after the sign is one number, as are cents after a raised sign.
    const isRaised =
      last !== undefined &&
      (isRaisedCents(node.parent, trimmed) || isBehindRaisedSign(last.element, node)) &&
      /\d\p{Sc}$/u.test(this.text);
    if (this.text && (this.pendingSpace || startsSpaced || (abuts && !isRaised)) && !endsJoined)
      this.text += ' ';
    this.take(trimmed, isElement(node.parent) ? node.parent : noElement, zones);
    this.pendingSpace = text.endsWith(' ');
  }

  private take(text: string, element: Element, zones: number): void {
    this.pieces.push({ start: this.text.length, element, zones });
    this.text += text;
  }

  private flush(): void {
    this.pendingSpace = false;
    if (this.text === '') return;
    this.runs.push({ text: this.text.slice(0, maxRunLength), pieces: this.pieces, index: this.runs.length });
    this.text = '';
    this.pieces = [];
  }
}

/** Parses a page once and collects what every reader needs in one traversal. Never throws. */
export const readPage = (source: string, address: string): Page => {
  // As browsers do.
  const html = source.replaceAll('\0', '');
  const document = parseHtml(html);
  const url = URL.parse(address) ?? undefined;
  const gathered = new PageReader(url);
  gathered.walk(document);
  const content = Object.assign(gathered, { html, url, document });
  return Object.assign(content, { area: findArea(content) });
};
