import { type CheckedSelector, selectorFault } from '../lambdas/pricing/selectors/check-selector.ts';

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Closes the brackets and quotes that a beginning of a selector has opened. */
const closersOf = (beginning: string): string => {
  const open: string[] = [];
  let quote = '';
  for (const character of beginning) {
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (closing[character]) open.push(closing[character]);
    else if (character === open.at(-1)) open.pop();
  }
  return quote + open.reverse().join('');
};

/** True if something can follow that completes the selector: what is opened is closed, behind a name or a number. */
const isBeginning = (Type: CheckedSelector['Type'], beginning: string): boolean =>
  ['', 'a', '1', '*', ':a', '=a'].some(
    (next) => selectorFault({ Type, Value: `${beginning}${next}${closersOf(beginning)}` }) === undefined,
  );

/** Length of the longest beginning of a text that can still become a selector. */
const longestBeginning = ({ Type, Value }: CheckedSelector): number => {
  let length = Value.length;
  // Not by halves: the beginning of a name that there is may be one that there is not.
  while (length > 0 && !isBeginning(Type, Value.slice(0, length))) length -= 1;
  return length;
};

/** Where the parsers of JSONPath and of regular expressions say that it is. */
const placeInWords = ({ Type, Value }: CheckedSelector, fault: string): number | undefined => {
  if (Type === 'JsonPath') return Number(/:(\d+)\)$/.exec(fault)?.[1] ?? Number.NaN);
  const part = /`(.*)`$/.exec(fault)?.[1];
  const index = part === undefined ? -1 : Value.lastIndexOf(part);
  return index < 0 ? undefined : index;
};

/**
 * Where a selector that cannot be used goes wrong, for whoever wrote it, e.g. `at character 9, before "]"`.
 *
 * @param fault - why, as `selectorFault` says.
 */
export const faultPlace = (selector: CheckedSelector, fault: string): string => {
  const isOwnParser = selector.Type === 'JsonPath' || selector.Type === 'Regex';
  const said = isOwnParser ? placeInWords(selector, fault) : longestBeginning(selector);
  if (said === undefined || Number.isNaN(said)) return '';
  const rest = [...selector.Value.slice(said)].slice(0, 12).join('');
  return rest === '' ? 'at its end' : `at character ${said + 1}, before ${JSON.stringify(rest)}`;
};
