import type { Element } from 'domhandler';
import { isElement } from './ancestors.ts';

const choiceTypes: ReadonlySet<string | undefined> = new Set(['radio', 'checkbox']);

const isChoice = ({ name, attribs }: Element): boolean => name === 'input' && choiceTypes.has(attribs.type);

/** Radio buttons and checkboxes at the start of an element, which is their label or row. */
const choicesIn = ({ children }: Element): Element[] =>
  children.slice(0, 5).filter(isElement).filter(isChoice);

const choiceBefore = ({ previousSibling }: Element): Element | undefined => {
  const before = previousSibling?.type === 'text' ? previousSibling.previousSibling : previousSibling;
  return isElement(before) && isChoice(before) ? before : undefined;
};

/**
 * True for an unselected choice's label: `<input type="radio" id="m"><label for="m">`, or around its input.
 */
export const isOtherChoice = (label: Element): boolean => {
  const before = choiceBefore(label);
  return [...choicesIn(label), ...(before ? [before] : [])].some(
    ({ attribs }) => attribs.checked === undefined,
  );
};
