import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Puts Chromium and the libraries that it needs into a function's folder. */
export const buildChromiumAsset = (outDir: string): void => {
  cpSync(join(import.meta.dirname, '../node_modules/@sparticuz/chromium/bin'), join(outDir, 'bin'), {
    recursive: true,
  });
};
