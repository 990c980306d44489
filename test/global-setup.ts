import { bundleFunction, functionNames } from '../lib/bundle.ts';
import { buildWebPages } from '../scripts/web-pages.ts';

/** Builds the pages and bundles the functions once, before several test files at the same time would. */
export default (): void => {
  buildWebPages();
  for (const name of functionNames) bundleFunction(name, { SellingSites: [] });
};
