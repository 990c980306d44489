import type { Element } from 'domhandler';
import { anyOf } from '../lexicon/word-lists.ts';
import { lineageOf } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';

/** Most radio buttons that are looked at, and how far around each. */
const maxRadios = 300;
export const maxChoiceDepth = 9;

/** Beside a subscription, which shops like to choose for their buyers, this is the price of the product. */
export const buysOnce = new RegExp(
  String.raw`(?<!\p{L})(?:${anyOf('buysOnce')})(?!\p{L})|${anyOf('buysOnceRunOn')}`,
  'iu',
);

/** Elements around a radio button, without the button. */
const aroundOf = (radio: Element): Element[] => lineageOf(radio, maxChoiceDepth).slice(1);

/**
 * The rows of choices that are there and not taken: around each radio button that is not checked, as far as no
 * other one of its group stands in the row. Groups in which none is checked have no such rows.
 */
export const findUnchosenRows = (page: Page): ReadonlySet<Element> => {
  const radios = page.choices
    .slice(0, maxRadios)
    .filter(({ name, attribs }) => name === 'input' && attribs.type === 'radio' && attribs.name);
  const groups = [...Map.groupBy(radios, ({ attribs }) => attribs.name).values()];
  return new Set(groups.filter((group) => group.some(isTaken)).flatMap(rowsNotTaken));
};

const isTaken = ({ attribs }: Element): boolean => attribs.checked !== undefined;

/** The rows of one group's buttons that are not checked: as far around each as no other one stands. */
const rowsNotTaken = (group: readonly Element[]): Element[] => {
  const within = new Map<Element, number>();
  for (const around of group.flatMap(aroundOf)) within.set(around, (within.get(around) ?? 0) + 1);
  return group
    .filter((radio) => !isTaken(radio))
    .flatMap((radio) => aroundOf(radio).findLast((around) => within.get(around) === 1) ?? []);
};
