import { join } from 'node:path';
import { cacheFolder } from '../../local/cache-folder.ts';
import { downloadedPackage } from './downloads.ts';

// Replaces `lib/chromium-package.ts` in the published package.

export const chromiumPackage = (): Promise<string> => downloadedPackage('@sparticuz/chromium');

export const assetsFolder = (): string => join(cacheFolder(process.env), 'assets');
