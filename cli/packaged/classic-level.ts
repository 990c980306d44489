import { createRequire } from 'node:module';
import type * as classicLevel from 'classic-level';
import { presentPackage } from './downloads.ts';

// Replaces the package classic-level, which is compiled for each platform, in the published package. `start` downloads it
// before it opens a database.
const load = createRequire(import.meta.url);

export const ClassicLevel = function openLevel(
  ...given: ConstructorParameters<typeof classicLevel.ClassicLevel>
) {
  const { ClassicLevel: Level } = load(presentPackage('classic-level')) as typeof classicLevel;
  return new Level(...given);
};
