import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { downloadedPackage } from './download.ts';

// In the published package these stand in for those of `lib/chromium-package.ts`.

export const chromiumPackage = (): string => downloadedPackage('@sparticuz/chromium');

export const assetsFolder = (): string => join(cacheFolder(process.env), 'assets');
