import puppeteer, { type Browser } from 'puppeteer-core';
import { createChromiumBinary } from '../lambdas/web/browser/chromium-binary.ts';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';

/**
 * Opens the project's own Chromium for pages of ours: to test the console and to take pictures of it.
 * Hostile pages are for `lambdas/web/browser`, which fences them in.
 */
export const openChromium = async (): Promise<Browser> => {
  const { executablePath, libraryPath, fontConfigFile } = await createChromiumBinary(chromiumAssetFolder())();
  return puppeteer.launch({
    executablePath,
    pipe: true,
    headless: 'shell',
    // A machine that does many other things takes its time; whoever waits for a page says for how long.
    timeout: 0,
    protocolTimeout: 0,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--hide-scrollbars'],
    env: {
      ...process.env,
      // Else pages print numbers as this machine's own language does.
      LC_ALL: 'en_US.UTF-8',
      LANGUAGE: 'en_US',
      ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}),
      ...(fontConfigFile ? { FONTCONFIG_FILE: fontConfigFile } : {}),
    },
  });
};
