import { join, resolve } from 'node:path';
import { ScrapPrices } from '../client/index.ts';
import { defaultLocalAddress } from '../local/addresses.ts';
import { accessFile, readAccessKey, stateFolder } from '../local/state-files.ts';
import { info } from '../terminal/streams.ts';
import { type ConnectionOptions, connect } from './connection.ts';
import { UnavailableError, UsageError } from './exit-codes.ts';
import { nodeProblem } from './packaged/node-problem.ts';
import { findProfile } from './profiles.ts';
import { requireReachable } from './reachable.ts';

/** A service that keeps watches. */
export interface WatchService extends AsyncDisposable {
  client: ScrapPrices;
  /** Completes "The watches go on …". */
  whereOn: string;
  /** Options with which other commands call it. */
  flags: string;
}

/** True if this user's `start` answers at the default address. */
const isLocalRunning = async (): Promise<boolean> => {
  const { port } = new URL(defaultLocalAddress);
  if (readAccessKey(accessFile(process.env, port)) === undefined) return false;
  try {
    await requireReachable(defaultLocalAddress);
    return true;
  } catch (error) {
    if (error instanceof UnavailableError) return false;
    throw error;
  }
};

const startService = async (data: string): Promise<WatchService> => {
  const problem = nodeProblem(process.versions.node, process.argv.slice(2), true);
  if (problem !== undefined) throw new UsageError(problem);
  info(`Starting a service on this machine, with its data in ${data}.`);
  // Imported late: emulators and AWS SDK are slow to load.
  const { startPrepared } = await import('../local/run-service.ts');
  const stack = await startPrepared({ data }, info).catch((cause: Error) => {
    throw new UsageError(`The service could not start: ${cause.message}`, { cause });
  });
  const { uid, licenseKey } = stack.license!;
  return {
    client: new ScrapPrices({ baseUrl: stack.apiUrl, uid, licenseKey }),
    whereOn: `whenever a service runs on ${data}: scrap-prices start --data "${data}"`,
    flags: ' --local',
    [Symbol.asyncDispose]: () => stack.close(),
  };
};

/**
 * Connects to the service of the options, the environment or the profile; else to the local one that runs; else starts one,
 * which ends with the returned object.
 *
 * @param data - starts one with its data in this folder, whatever else there is.
 */
export const connectOrStart = async (
  options: ConnectionOptions,
  data: string | undefined,
): Promise<WatchService> => {
  const { local, profile } = options;
  const isNamed = local !== undefined || findProfile(options, process.env) !== undefined;
  if (data !== undefined || !(isNamed || (await isLocalRunning())))
    return startService(resolve(data ?? join(stateFolder(process.env), 'service')));
  const isLocal = local !== undefined || !isNamed;
  const { client, baseUrl } = await connect(isLocal ? { local: local ?? true } : options);
  const flags = isLocal ? ['--local', local] : profile ? ['--profile', profile] : [];
  return {
    client,
    whereOn: `in the service at ${new URL(baseUrl).host}`,
    flags: flags
      .filter((flag) => typeof flag === 'string')
      .map((flag) => ` ${flag}`)
      .join(''),
    [Symbol.asyncDispose]: async () => {},
  };
};
