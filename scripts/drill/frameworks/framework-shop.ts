import type { FrameworkCase } from './cases.ts';

/** A small shop for one framework. */
export interface FrameworkShop {
  name: string;
  /** Packages from npm with exact versions. */
  packages: Readonly<Record<string, string>>;
  /** Sources by path. */
  files: Readonly<Record<string, string>>;
  /** Arguments of `node` for the build. */
  build: readonly string[];
  /** Output folder of the build. */
  output: string;
  cases: readonly FrameworkCase[];
  /** Adds to a page what the shop's server would add. */
  serve?: (html: string, page: FrameworkCase) => string;
}
