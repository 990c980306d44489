import type { Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { collapse, shortTextOf } from '../page/element-text.ts';
import { isNoProductPath } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { metaOf } from '../page/page.ts';
import { zone, zonesOfElement, zonesOfTag } from '../page/page-zones.ts';
import { elementsWithin, isElement, lineageOf, parentOf } from '../page/walk.ts';
import { wordsOf } from '../words/tokens.ts';
import { isKnownLabel } from './visible-prices.ts';

/** How a name is marked up, the likeliest product name first. */
const nameKinds = ['heading', 'named', 'link', 'cell', 'picture', 'label'] as const;

/** A text that may name a product: a heading, a link to a product, a picture's text. */
interface Name {
  element: Element;
  text: string;
  kind: (typeof nameKinds)[number];
  /** Where it leads. */
  target: Target | undefined;
}

/** A link's page of the shop. */
interface Target {
  path: string;
  /** It is the page itself. */
  isHere: boolean;
}

/** The smallest box around an amount that names something, and what it names. */
export interface AmountOwner {
  /**
   * Compared with the page's product: `title` is the area that the title heads; a box is `named` after the product,
   * `extended` by further words ("Base for Vela Kettle"), or after a `part` of its name, or `unlike` it; `none` has no name.
   */
  kind: 'title' | 'named' | 'extended' | 'part' | 'unlike' | 'none';
  /** The box's name; the title's for `title`. */
  name: string | undefined;
  /** The name leads to another page of the shop. */
  leadsAway: boolean;
  /** Another name of the box does. */
  linksAway: boolean;
  /** Similar boxes beside it have other names and amounts. */
  repeats: boolean;
  /** Shared words among all words of the name and the product's, 0 to 1. */
  likeness: number;
  /** The box's name is the likest on the page that leads nowhere else, and no other box shares it. */
  isBest: boolean;
  /** Another box has a much liker name. */
  isWorse: boolean;
}

/** Elements around an amount that are examined. */
const maxLevels = 40;
/** Longer texts name nothing. */
const maxName = 200;
/** Elements examined for the names of one branch, and of all. */
const maxBranch = 300;
const maxElements = 20_000;
/** Elements of a link or heading examined. */
const maxInside = 40;
/** Characters of an element from which it may be the page's frame. */
const minFrame = 2_000;
/** Similar boxes compared. */
const maxSiblings = 80;
/** Boxes with the same text that make it a badge, a seller or a notice instead of a name. */
const minBadges = 3;

const isHeading = /^h[1-6]$/;
const nameClass = /(?:^|[\s_-])(?:title|name|naam|nazev|nombre|titre|titel)(?=$|[\s_-])/i;
/** Class names of texts that name something other than a product. */
const otherName =
  /(?:^|[\s_-])(?:user|shop|site|brand|file|seller|vendor|store|author|category|section|block|widget|tab|attribute|option|label|page)[_-]?(?:title|name)/i;
const ofSeller = /(?:^|[\s_-])(?:seller|vendor|merchant|soldby|sold-by)(?=$|[\s_-])/i;
const withoutText = /^(?:script|style|svg|noscript|template|select)$/;

/** True if an element's content may name a product: not what is no text, a menu's or a seller's. */
const mayName = (element: Element): boolean =>
  !withoutText.test(element.name) &&
  !ofSeller.test(`${element.attribs.itemprop ?? ''} ${element.attribs.class ?? ''}`) &&
  ((zonesOfTag(element.name) | zonesOfElement(element)) & zone.chrome) === 0;

const sharedOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared;
};

const isHost = (one: URL, other: URL): boolean =>
  one.hostname.replace(/^www\./, '') === other.hostname.replace(/^www\./, '');

/** True if a query selects another product than the page's own: a common parameter differs. */
const selectsOther = (target: URL, own: URL): boolean =>
  target.search !== own.search &&
  (own.search === '' ||
    target.searchParams
      .entries()
      .some(([key, value]) => own.searchParams.has(key) && own.searchParams.get(key) !== value));

/** The page of the shop to which a link leads; `undefined` for pictures, and for pages that are never a product's. */
const targetOf = (href: string | undefined, { url }: Page): Target | undefined => {
  if (href === undefined || href === '' || !url || /^(?:#|[a-z]+:(?!\/\/))/i.test(href)) return undefined;
  const target = URL.parse(href, url.href);
  if (!target || !isHost(target, url) || target.pathname.length < 2) return undefined;
  if (/\.(?:jpe?g|png|webp|gif|avif)$/i.test(target.pathname)) return undefined;
  if (target.pathname.split('/').filter(Boolean).slice(0, 8).some(isNoProductPath)) return undefined;
  const isSamePath = target.pathname.replace(/\/$/, '') === url.pathname.replace(/\/$/, '');
  const isHere = isSamePath && (target.hash !== '' || !selectsOther(target, url));
  return { path: `${target.pathname}${target.search}`, isHere };
};

/** The words of a path's last step. */
const lastWordsOf = ({ path }: Target): ReadonlySet<string> => {
  const step = path.replace(/\?.*/s, '').split('/').filter(Boolean).at(-1) ?? '';
  return wordsOf(decodedPart(step));
};

const amounts = /\p{Sc}?\s?\d[\d.,]*\s?\p{Sc}?/gu;

const textOf = (element: Element): string => shortTextOf(element, maxName + 1).trim();

/** The first element of a tag inside, not too deep. */
const firstInside = (element: Element, tag: string): Element | undefined =>
  elementsWithin(element.children, maxInside).find(({ name }) => name === tag);

const linkOf = (element: Element): Element | undefined => {
  const around = parentOf(element);
  return firstInside(element, 'a') ?? (around?.name === 'a' ? around : undefined);
};

/** A link names a product by its picture, its class, or words that its address repeats. */
const namesOfLink = function* (link: Element, page: Page): Generator<Name> {
  const { attribs } = link;
  const target = targetOf(attribs.href, page);
  if (!target) return;
  const text = textOf(link);
  const picture = firstInside(link, 'img');
  const words = wordsOf(text.replace(amounts, ' '));
  const isNamed =
    picture !== undefined ||
    nameClass.test(`${attribs.class ?? ''} ${parentOf(link)?.attribs.class ?? ''}`) ||
    (words.size > 1 && sharedOf(words, lastWordsOf(target)) / words.size >= 0.5);
  if (!isNamed) return;
  yield { element: link, text, kind: 'link', target };
  const alt = picture?.attribs.alt ?? attribs['aria-label'] ?? attribs.title ?? '';
  if (wordsOf(alt).size > 1) yield { element: link, text: alt, kind: 'picture', target };
};

/** Reads the names that an element itself gives. */
const namesOf = function* (element: Element, page: Page, buttons: ReadonlySet<Element>): Generator<Name> {
  const { name: tag, attribs } = element;
  const label = attribs['aria-label'];
  if (isHeading.test(tag)) {
    const target = targetOf(linkOf(element)?.attribs.href, page);
    yield { element, text: textOf(element), kind: 'heading', target };
  } else if (tag === 'a') {
    if (!buttons.has(element)) yield* namesOfLink(element, page);
  } else if (attribs.class !== undefined && nameClass.test(attribs.class) && !otherName.test(attribs.class)) {
    const target = targetOf(firstInside(element, 'a')?.attribs.href, page);
    yield { element, text: textOf(element), kind: 'named', target };
  } else if (label !== undefined && /^(?:article|li|section|div)$/.test(tag) && wordsOf(label).size > 1) {
    yield { element, text: label, kind: 'label', target: undefined };
  }
};

/** The first cell with words names its row. */
const nameOfRow = (row: Element): Name | undefined => {
  const cells = row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th');
  const element = cells.find((cell) => /\p{L}{3}/u.test(textOf(cell)));
  const text = element ? textOf(element) : '';
  return element && cells.length > 1 && !/[:：]/.test(text)
    ? { element, text, kind: 'cell', target: undefined }
    : undefined;
};

/** A name compared with the product's. */
interface Comparison {
  kind: AmountOwner['kind'];
  likeness: number;
  covers: number;
}

/** Finds whose each amount of a page is. Every name belongs to one box: the smallest around it with an amount. */
class OwnerSearch {
  /** All elements around amounts. */
  private readonly holders = new Set<Element>();
  /** Those around the title. */
  private readonly titled: ReadonlySet<Element>;
  /** The names of each box. */
  private readonly boxes = new Map<Element, Name[]>();
  private readonly buttons: ReadonlySet<Element>;
  private readonly product: ReadonlySet<string>;
  private readonly titles: ReadonlySet<string>;
  private readonly repeated = new Map<Element, boolean>();
  private readonly page: Page;
  private left = maxElements;

  constructor(page: Page, places: readonly Element[]) {
    this.page = page;
    const { title } = page.area;
    this.titled = new Set(title ? lineageOf(title.element, Number.POSITIVE_INFINITY) : []);
    this.buttons = new Set(page.buyButtons.map(({ element }) => element));
    this.product = wordsOf(title?.text ?? page.title);
    this.titles = new Set(
      [page.title, metaOf(page, 'og:title'), title?.text ?? ''].flatMap((text) => [...wordsOf(text)]),
    );
    for (const place of places)
      for (let around: Element | null = place; around && !this.holders.has(around); around = parentOf(around))
        this.holders.add(around);
    for (const holder of this.holders)
      if (!this.titled.has(holder) && this.isBox(holder)) this.collect(holder);
    this.dropBadges();
  }

  /** Returns an amount's owner, without its rank among all. */
  ownerOf(place: Element): Named & { box?: Element } {
    for (const box of lineageOf(place, maxLevels)) {
      if (box.name === 'body' || box.name === 'html') break;
      if (this.titled.has(box))
        return { ...unnamed, kind: 'title', name: this.page.area.title?.text, likeness: 1 };
      const found = this.nameOf(place, this.boxes.get(box) ?? []);
      if (!found) continue;
      const { name, pool } = found;
      const owner = this.describe(name, pool, box);
      // A name unlike the product's, without link or repetition, is a section's or a field's; a row's is a choice's.
      if (owner.kind !== 'unlike' || owner.leadsAway || (owner.repeats && name.kind !== 'cell'))
        return { ...owner, box };
    }
    return unnamed;
  }

  /** True unless an element is the page's frame rather than a box on it. */
  private isBox({ name, startIndex, endIndex }: Element): boolean {
    const length = endIndex! - startIndex!;
    return name !== 'body' && name !== 'html' && (length <= minFrame || length * 3 <= this.page.html.length);
  }

  private enter(box: Element, name: Name): void {
    const text = collapse(name.element === box ? name.text.replace(amounts, ' ') : name.text).trim();
    if (text.length < 2 || text.length > maxName || isKnownLabel(text)) return;
    if (wordsOf(text).size === 0) return;
    const known = this.boxes.get(box);
    if (known) known.push({ ...name, text });
    else this.boxes.set(box, [{ ...name, text }]);
  }

  /** Enters the names of a box outside of the title's area. */
  private collect(box: Element): void {
    for (const name of namesOf(box, this.page, this.buttons)) this.enter(box, name);
    const row = box.name === 'tr' ? nameOfRow(box) : undefined;
    if (row && !this.holders.has(row.element)) this.enter(box, row);
    for (const child of box.children) {
      if (!isElement(child) || this.holders.has(child) || !mayName(child)) continue;
      for (const element of elementsWithin([child], Math.min(maxBranch, this.left), mayName)) {
        this.left -= 1;
        for (const name of namesOf(element, this.page, this.buttons)) this.enter(box, name);
      }
    }
  }

  /** Texts of several boxes that have other names as well are badges, sellers or notices. */
  private dropBadges(): void {
    const counts = new Map<string, number>();
    for (const names of this.boxes.values())
      for (const text of new Set(names.map((name) => name.text)))
        counts.set(text, (counts.get(text) ?? 0) + 1);
    const isBadge = ({ text }: Name): boolean =>
      counts.get(text)! >= minBadges && this.compare(text).covers < 0.5;
    for (const [box, names] of this.boxes) {
      const others = names.filter((name) => !isBadge(name));
      if (others.length > 0) this.boxes.set(box, others);
    }
  }

  private compare(text: string): Comparison {
    const words = wordsOf(text);
    const shared = sharedOf(words, this.product);
    const covers = this.product.size === 0 ? 0 : shared / this.product.size;
    const within = words.size === 0 ? 0 : sharedOf(words, this.titles) / words.size;
    const likeness = shared / (words.size + this.product.size - shared || 1);
    const kind =
      covers >= 0.75 && within >= 0.75
        ? 'named'
        : covers >= 0.75
          ? 'extended'
          : within >= 0.6 && likeness >= 0.25
            ? 'part'
            : 'unlike';
    return { kind, likeness, covers };
  }

  /** The name that a box gives to an amount: of the best kind, the last before it, else the first after it. */
  private nameOf(place: Element, all: readonly Name[]): { name: Name; pool: readonly Name[] } | undefined {
    // Links to several pages beside one amount are choices or a menu.
    const targets = new Set(all.flatMap(({ target }) => (target && !target.isHere ? [target.path] : [])));
    const names =
      targets.size > 2
        ? all.filter(({ target, kind }) => !target || target.isHere || kind === 'heading')
        : all;
    const before = names.filter(({ element }) => element.startIndex! <= place.startIndex!);
    const pool = before.length > 0 ? before : names;
    const kind = nameKinds.find((each) => pool.some((name) => name.kind === each));
    const ofKind = pool.filter((name) => name.kind === kind);
    const name = before.length > 0 ? ofKind.at(-1) : ofKind[0];
    return name && { name, pool };
  }

  private describe(name: Name, pool: readonly Name[], box: Element): Named {
    const compared = this.compare(name.text);
    const isOwn = name.target?.isHere === true;
    const leads = ({ target }: Name): boolean => target?.isHere === false;
    return {
      ...unnamed,
      kind: isOwn ? 'named' : compared.kind,
      likeness: isOwn ? Math.max(compared.likeness, 0.8) : compared.likeness,
      name: name.text,
      leadsAway: leads(name) || pool.some((each) => leads(each) && each.text === name.text),
      linksAway: pool.some(leads),
      repeats: lineageOf(box, 4).some((each) => this.isRepeated(each)),
    };
  }

  /** True if similar elements beside it have amounts, too. */
  private isRepeated(element: Element): boolean {
    const known = this.repeated.get(element);
    if (known !== undefined) return known;
    const isSimilar = (other: Element): boolean =>
      other.name === element.name &&
      this.holders.has(other) &&
      (other.attribs.class ?? '').split(/\s+/, 1)[0] === (element.attribs.class ?? '').split(/\s+/, 1)[0];
    const siblings = (parentOf(element)?.children.slice(0, maxSiblings) ?? []).filter(isElement);
    const similar = siblings.filter(isSimilar);
    const repeats =
      similar.length > 1 && element.name !== 'body' && !similar.some((each) => this.titled.has(each));
    for (const each of similar) this.repeated.set(each, repeats);
    this.repeated.set(element, repeats);
    return repeats;
  }
}

type Named = Omit<AmountOwner, 'isBest' | 'isWorse'>;

const unnamed: Named = {
  kind: 'none',
  name: undefined,
  leadsAway: false,
  linksAway: false,
  repeats: false,
  likeness: 0,
};

const isBoxed = ({ kind }: Named): boolean => kind !== 'title' && kind !== 'none';

/** Likeness from which a name is the product's rather than another's. */
const minLikeness = 0.5;

/**
 * Finds whose each amount is: the owner that the smallest box around it names, a card, a row, a bar or the title's area.
 */
export const findOwners = (
  page: Page,
  amounts: readonly { element: Element }[],
): ReadonlyMap<Element, AmountOwner> => {
  const places = amounts.map(({ element }) => element);
  const search = new OwnerSearch(page, places);
  const found = new Map([...new Set(places)].map((place) => [place, search.ownerOf(place)]));
  const boxed = [...found.values()].filter((owner) => isBoxed(owner) && !owner.leadsAway);
  const isTitled = found.values().some(({ kind }) => kind === 'title');
  const best = Math.max(0, ...boxed.map(({ likeness }) => likeness));
  const alike = new Set(boxed.filter(({ likeness }) => likeness > best - 0.001).map(({ box }) => box));
  return new Map(
    found.entries().map(([place, { box: _, ...owner }]) => [
      place,
      {
        ...owner,
        isBest:
          isBoxed(owner) &&
          (owner.kind !== 'extended' || !isTitled) &&
          !owner.leadsAway &&
          best >= minLikeness &&
          alike.size === 1 &&
          owner.likeness > best - 0.001,
        isWorse: isBoxed(owner) && best >= minLikeness && owner.likeness < best - 0.1,
      },
    ]),
  );
};
