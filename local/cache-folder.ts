import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/**
 * Folder for downloads of the published command line.
 *
 * @param variables - environment: `SCRAP_PRICES_CACHE`, `XDG_CACHE_HOME`, on Windows `LOCALAPPDATA`.
 */
export const cacheFolder = (
  variables: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string => {
  if (variables.SCRAP_PRICES_CACHE) return variables.SCRAP_PRICES_CACHE;
  if (platform === 'win32')
    return win32.join(
      variables.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'),
      'scrap-prices',
      'Cache',
    );
  return posix.join(variables.XDG_CACHE_HOME || posix.join(home, '.cache'), 'scrap-prices');
};
