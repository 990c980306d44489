import { resolve } from 'node:path';
import { defaultLocalAddress } from './addresses.ts';
import { type LocalStack, type LocalStackOptions, startLocalStack } from './stack.ts';
import { accessFile, keepAccessKey, keptLocalKey, localKeyFile } from './state-files.ts';

const defaultPort = Number(new URL(defaultLocalAddress).port);

export interface OwnStackOptions extends Pick<LocalStackOptions, 'listen' | 'log' | 'warm'> {
  /** Absent: the default one, or any if that is taken. */
  port?: number;
  /** Names it may be called by, besides `listen` and those of loopback. */
  allowHost?: readonly string[];
  /** Folder for tables and queues. */
  data?: string;
  allowTarget?: readonly string[];
}

export const isPortTaken = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

/**
 * Starts the service as `npm start` does, with the license key and the ports of the user's last start, so that
 * profiles, site files and links stay valid.
 *
 * @param warn - receives a sentence about anything that could not be kept.
 * @throws Error with the code `EADDRINUSE` if the requested port is taken.
 */
export const startOwnStack = async (
  options: OwnStackOptions,
  variables: Readonly<Record<string, string | undefined>>,
  warn: (sentence: string) => void,
): Promise<LocalStack> => {
  const { port, data, listen, allowHost = [], allowTarget = [], warm = false, log } = options;

  const orWarn = <T>(work: () => T, sentence: (reason: string) => string): T | undefined => {
    try {
      return work();
    } catch (error) {
      warn(sentence((error as Error).message));
      return undefined;
    }
  };

  const keyFile = localKeyFile(variables);
  const licenseKey = (): string | undefined =>
    orWarn(
      () => keptLocalKey(keyFile),
      (reason) => `The license key cannot be saved in ${keyFile} (${reason}), so it changes at each start.`,
    );

  const start = async (at: number): Promise<LocalStack> => {
    const stack = await startLocalStack({
      port: at,
      shops: true,
      settings: { watches: true },
      // The shops follow the API, so they keep their ports as long as it does.
      ...(at !== 0 && { firstShopPort: at + 1 }),
      licenseKey,
      allowedTargets: allowTarget,
      egressAdvice: (webUrl) =>
        `npx scrap-prices allow-target${webUrl === defaultLocalAddress ? '' : ` --local ${webUrl}`}`,
      hostNames: allowHost,
      ...(listen !== undefined && { listen }),
      warm,
      ...(log && { log }),
      ...(data !== undefined && { dataDir: resolve(data) }),
    });
    const moved = stack.shops!.moved.map(
      ({ name, wantedPort, port: actual }) => `${name} is at ${actual} instead of ${wantedPort}`,
    );
    if (moved.length > 0)
      warn(
        `Ports of demonstration shops are taken by other programs: ${moved.join(', ')}. Site files and links of earlier starts do not lead there.`,
      );
    const file = accessFile(variables, new URL(stack.webUrl).port);
    const removeAccess = orWarn(
      () => keepAccessKey(file, stack.credentials.accessKeyId),
      (reason) =>
        `The access key cannot be saved in ${file} (${reason}), so the option --local does not work.`,
    );
    return {
      ...stack,
      close: async () => {
        removeAccess?.();
        await stack.close();
      },
    };
  };

  try {
    return await start(port ?? defaultPort);
  } catch (error) {
    if (!isPortTaken(error) || port !== undefined) throw error;
    warn(
      `Port ${defaultPort} is taken, perhaps by another local stack, so API and shops use free ports. Profiles and site files of earlier starts do not lead here; choose a fixed port with --port.`,
    );
    return start(0);
  }
};
