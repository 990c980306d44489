import type { SelectorEngine, SelectorEngines, SelectorType } from './engine.ts';

const loaders: Readonly<Record<SelectorType, () => Promise<{ engine: SelectorEngine }>>> = {
  Css: () => import('./select-css.ts'),
  XPath: () => import('./select-xpath.ts'),
  JsonPath: () => import('./select-json-path.ts'),
  Regex: () => import('./select-regex.ts'),
};

/** Loads engines on demand: few callers use selectors, and cold starts should not wait. */
export const loadEngines = async (types: Iterable<SelectorType>): Promise<SelectorEngines> => {
  const loaded = [...new Set(types)].map(async (type) => [type, (await loaders[type]()).engine] as const);
  return Object.fromEntries(await Promise.all(loaded));
};
