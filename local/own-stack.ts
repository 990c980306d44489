import { resolve } from 'node:path';
import { defaultLocalAddress } from './addresses.ts';
import { type LocalStack, type LocalStackOptions, startLocalStack } from './stack.ts';
import { accessFile, keepAccessKey, keptLocalKey, localKeyFile } from './state-files.ts';

const defaultPort = Number(new URL(defaultLocalAddress).port);

interface OwnStackOptions {
  /** Absent: the default one, or any when that is taken. */
  port?: number;
  listen?: string;
  /** Names by which it may be called, beside `listen` and those of loopback. */
  allowHost?: readonly string[];
  /** Folder that keeps tables and queues. */
  data?: string;
  allowTarget?: readonly string[];
  log?: LocalStackOptions['log'];
  warm?: LocalStackOptions['warm'];
}

export const isPortTaken = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

type Variables = Readonly<Record<string, string | undefined>>;
type Complain = (sentence: string) => void;

/** Result of the work; a failure is reported and gives `undefined`. */
const orComplain = <T>(
  work: () => T,
  complain: Complain,
  sentence: (reason: string) => string,
): T | undefined => {
  try {
    return work();
  } catch (error) {
    complain(sentence((error as Error).message));
    return undefined;
  }
};

const keyFor = (variables: Variables, complain: Complain): string | undefined => {
  const file = localKeyFile(variables);
  return orComplain(
    () => keptLocalKey(file),
    complain,
    (reason) => `The license key cannot be kept in ${file} (${reason}), so it is another one at each start.`,
  );
};

/** Lets this person's command line find the stack. @returns what undoes it. */
const keepAccess = (
  { webUrl, credentials }: LocalStack,
  variables: Variables,
  complain: Complain,
): (() => void) | undefined => {
  const file = accessFile(variables, new URL(webUrl).port);
  return orComplain(
    () => keepAccessKey(file, credentials.accessKeyId),
    complain,
    (reason) =>
      `The access key cannot be kept in ${file} (${reason}), so --local of the command line does not work.`,
  );
};

const tellMoved = ({ shops }: LocalStack, complain: Complain): void => {
  if (!shops || shops.moved.length === 0) return;
  const ports = shops.moved.map(
    ({ name, wantedPort, port }) => `${name} is at ${port} in place of ${wantedPort}`,
  );
  complain(
    `Ports of demonstration shops are taken by other programs: ${ports.join(', ')}. What was kept of another start, such as site files and links, does not lead there.`,
  );
};

/**
 * Starts the service as `npm start` does: with the license key and on the ports that this person's last start had, so
 * that profiles, site files and links of then are still right.
 *
 * @param complain - told in sentences what could not stay as it was.
 * @throws Error with the code `EADDRINUSE` when the port that was asked for is taken.
 */
export const startOwnStack = async (
  options: OwnStackOptions,
  variables: Variables,
  complain: Complain,
): Promise<LocalStack> => {
  const { port, data, listen, allowHost = [], allowTarget = [] } = options;
  const licenseKey = keyFor(variables, complain);
  const start = async (at: number): Promise<LocalStack> => {
    const stack = await startLocalStack({
      port: at,
      shops: true,
      settings: { watches: true },
      // Beside the API, and all the same for the same port of it.
      ...(at !== 0 && { firstShopPort: at + 1 }),
      ...(licenseKey !== undefined && { licenseKey }),
      allowedTargets: allowTarget,
      egressAdvice: (webUrl) =>
        `npx scrap-prices allow-target${webUrl === defaultLocalAddress ? '' : ` --local ${webUrl}`}`,
      hostNames: allowHost,
      ...(listen !== undefined && { listen }),
      warm: options.warm ?? false,
      ...(options.log && { log: options.log }),
      ...(data !== undefined && { dataDir: resolve(data) }),
    });
    tellMoved(stack, complain);
    const forgetAccess = keepAccess(stack, variables, complain);
    return {
      ...stack,
      close: async () => {
        forgetAccess?.();
        await stack.close();
      },
    };
  };
  try {
    return await start(port ?? defaultPort);
  } catch (error) {
    if (!isPortTaken(error) || port !== undefined) throw error;
    complain(
      `Port ${defaultPort} is taken, perhaps by another start of this, so API and shops are on free ports. What was kept of another start, such as profiles and site files, does not lead here; choose a port of your own with --port.`,
    );
    return start(0);
  }
};
