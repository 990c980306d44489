import type { FrameworkCase } from './cases.ts';

/** A framework with a small shop that is built with it. */
export interface FrameworkShop {
  name: string;
  /** Packages from npm with their exact versions. */
  packages: Readonly<Record<string, string>>;
  /** Its sources by path. */
  files: Readonly<Record<string, string>>;
  /** Arguments of `node` that build it, from its folder. */
  build: readonly string[];
  /** Folder that the build leaves for a web server. */
  output: string;
  cases: readonly FrameworkCase[];
  /** Puts into a page what the shop's own server puts there; absent: nothing. */
  serve?: (html: string, page: FrameworkCase) => string;
}
