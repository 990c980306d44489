import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { downloadedPackage } from './download.ts';

// Replaces `lib/chromium-package.ts` in the published package.

export const chromiumPackage = (): string => downloadedPackage('@sparticuz/chromium');

export const assetsFolder = (): string => join(cacheFolder(process.env), 'assets');
