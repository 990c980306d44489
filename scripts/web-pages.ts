// Builds the pages of console and documentation, which the bundle of the console function contains.
import { buildConsole } from '../console/build.ts';
import { keepDocsCurrentSync } from '../docs-site/current.ts';

export const buildWebPages = (): void => {
  buildConsole();
  keepDocsCurrentSync();
};

if (import.meta.main) buildWebPages();
