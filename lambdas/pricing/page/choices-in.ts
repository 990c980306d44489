import type { Element } from 'domhandler';
import { isElement, nearest } from './ancestors.ts';

const choiceTypes: ReadonlySet<string | undefined> = new Set(['radio', 'checkbox']);

const isChoice = ({ name, attribs }: Element): boolean => name === 'input' && choiceTypes.has(attribs.type);

/** The radio buttons and checkboxes at the beginning of an element, which is their label or their row. */
export const choicesIn = ({ children }: Element): Element[] =>
  children.slice(0, 5).filter(isElement).filter(isChoice);

const choiceBefore = ({ previousSibling }: Element): Element | undefined => {
  const before = previousSibling?.type === 'text' ? previousSibling.previousSibling : previousSibling;
  return isElement(before) && isChoice(before) ? before : undefined;
};

/** True if an element stands in the label of a choice that is not taken: `<input type="radio" id="m"><label for="m">`. */
export const isOfOtherChoice = (element: Element): boolean => {
  const label = nearest(element, 4, ({ name }) => name === 'label');
  if (!label) return false;
  const before = choiceBefore(label);
  return [...choicesIn(label), ...(before ? [before] : [])].some(
    ({ attribs }) => attribs.checked === undefined,
  );
};
