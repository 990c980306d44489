import { controls } from './visible-controls.ts';

/**
 * Makes text from pages fit for one line: runs of control characters and direction marks become a space.
 *
 * @param maxLength - in characters; longer text ends with an ellipsis.
 */
export const printable = (text: string, maxLength = 200): string => {
  const clean = text.replaceAll(controls, ' ').trim();
  const characters = [...clean];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : clean;
};
