import { join } from 'node:path';

const modules = join(import.meta.dirname, '../node_modules');

/** Returns the folder of `@sparticuz/chromium`. The published command line downloads it on demand. */
export const chromiumPackage = async (): Promise<string> => join(modules, '@sparticuz/chromium');

/** Returns the folder for files derived from it. */
export const assetsFolder = (): string => join(modules, '.cache/scrap-prices');
