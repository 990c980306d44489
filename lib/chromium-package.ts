import { join } from 'node:path';

const modules = join(import.meta.dirname, '../node_modules');

/** Folder of the npm package `@sparticuz/chromium`. The published command line downloads it when it is needed. */
export const chromiumPackage = (): string => join(modules, '@sparticuz/chromium');

/** Where what is made of it is kept. */
export const assetsFolder = (): string => join(modules, '.cache/scrap-prices');
