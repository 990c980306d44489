import { createRequire } from 'node:module';
import type * as classicLevel from 'classic-level';
import { downloadedPackage } from './download.ts';

// Replaces the package classic-level, which is compiled for each platform, in the published package.
const load = createRequire(import.meta.url);

export const { ClassicLevel } = load(downloadedPackage('classic-level')) as typeof classicLevel;
