import { bundleFunction, functionNames } from '../lib/bundle.ts';

/** Bundles the functions once, before several test files at the same time would. */
export default (): void => {
  for (const name of functionNames) bundleFunction(name, { SellingSites: [] });
};
