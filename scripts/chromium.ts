import puppeteer, { type Browser } from 'puppeteer-core';
import { createChromiumBinary } from '../lambdas/web/browser/chromium-binary.ts';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';

/** Opens the project's Chromium for trusted pages: console tests and screenshots. It is not sandboxed. */
export const openChromium = async (): Promise<Browser> => {
  const { executablePath, libraryPath, fontConfigFile } = await createChromiumBinary(
    await chromiumAssetFolder(),
  )();
  return puppeteer.launch({
    executablePath,
    pipe: true,
    headless: 'shell',
    // Callers set their own timeouts.
    timeout: 0,
    protocolTimeout: 0,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--hide-scrollbars'],
    env: {
      ...process.env,
      // Number formats must not depend on the machine.
      LC_ALL: 'en_US.UTF-8',
      LANGUAGE: 'en_US',
      ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}),
      ...(fontConfigFile ? { FONTCONFIG_FILE: fontConfigFile } : {}),
    },
  });
};
