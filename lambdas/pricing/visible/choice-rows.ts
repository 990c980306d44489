import type { Element } from 'domhandler';
import { lineageOf } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';

/** Most radio buttons that are looked at, and how far around each. */
const maxRadios = 300;
export const maxChoiceDepth = 9;

/** Beside a subscription, which shops like to choose for their buyers, this is the price of the product. */
export const buysOnce =
  /(?<!\p{L})(?:one[- ]time|buy once|single purchase|einmalig\p{L}*|einmalkauf|achat unique|compra [uú]nica|acquisto (?:singolo|unico)|eenmalig\p{L}*|jednoraz\p{L}*|jednorázov\p{L}*|eng[aå]ngsk\p{L}*|engangsk\p{L}*|kertaosto\p{L}*|разов\p{L}* покупк\p{L}*|tek seferlik)(?!\p{L})|通常購入|今回のみ|单次购买|單次購買|1회 구매|일회성/iu;

/** What stands around a radio button, without the button. */
const aroundOf = (radio: Element): Element[] => lineageOf(radio, maxChoiceDepth).slice(1);

/**
 * The rows of choices that are there and not taken: around each radio button that is not checked, as far as no
 * other one of its group stands in the row. Groups in which none is checked have no such rows.
 */
export const findUnchosenRows = (page: Page): ReadonlySet<Element> => {
  const rows = new Set<Element>();
  const groups = new Map<string, Element[]>();
  for (const choice of page.choices.slice(0, maxRadios)) {
    const { type, name } = choice.attribs;
    if (choice.name !== 'input' || type !== 'radio' || !name) continue;
    const group = groups.get(name);
    if (group) group.push(choice);
    else groups.set(name, [choice]);
  }
  for (const group of groups.values()) {
    if (!group.some(({ attribs }) => attribs.checked !== undefined)) continue;
    const within = new Map<Element, number>();
    for (const radio of group)
      for (const around of aroundOf(radio)) within.set(around, (within.get(around) ?? 0) + 1);
    for (const radio of group) {
      if (radio.attribs.checked !== undefined) continue;
      const row = aroundOf(radio).findLast((around) => within.get(around) === 1);
      if (row) rows.add(row);
    }
  }
  return rows;
};
