import type { SelectorEngines } from './engine.ts';
import { engine as Css } from './select-css.ts';
import { engine as JsonPath } from './select-json-path.ts';
import { engine as Regex } from './select-regex.ts';
import { engine as XPath } from './select-xpath.ts';

/** For programs that need not start quickly. */
export const allEngines: SelectorEngines = { Css, XPath, JsonPath, Regex };
