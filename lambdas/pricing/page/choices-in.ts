import type { Element } from 'domhandler';
import { isElement } from './ancestors.ts';

const choiceTypes: ReadonlySet<string | undefined> = new Set(['radio', 'checkbox']);

/** The radio buttons and checkboxes at the beginning of an element, which is their label or their row. */
export const choicesIn = ({ children }: Element): Element[] =>
  children
    .slice(0, 5)
    .filter(isElement)
    .filter(({ name, attribs }) => name === 'input' && choiceTypes.has(attribs.type));
