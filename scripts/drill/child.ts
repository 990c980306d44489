import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface ChildOptions {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** Written to the child's standard input. */
  input?: string;
  /** Numeric user and group. */
  uid?: number | undefined;
}

const networkSetting =
  /^(?:npm_config_|pip_|ssl_cert_|requests_ca_bundle$|node_extra_ca_certs$|(?:https?|no|all)_proxy$)/i;

/** Selects the variables for certificates, proxies and mirrors of registries. */
export const networkSettings = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && networkSetting.test(entry[0]),
    ),
  );

const environmentOf = (env: ChildOptions['env']): NodeJS.ProcessEnv => ({
  ...networkSettings(process.env),
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LANG: 'C.UTF-8',
  ...env,
});

/** Characters of output kept for messages. */
const maxKept = 20_000;

const keepOutput = (child: ChildProcess): (() => string) => {
  let kept = '';
  const keep = (chunk: Buffer): void => {
    kept = (kept + chunk.toString()).slice(-maxKept);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => kept;
};

/** Runs a program. @returns its standard output. */
export const run = async (
  program: string,
  args: readonly string[],
  { env, input = '', uid, cwd }: ChildOptions = {},
): Promise<string> => {
  const running = promisify(execFile)(program, args, {
    cwd,
    env: environmentOf(env),
    maxBuffer: 256 * 1024 * 1024,
    ...(uid !== undefined && { uid, gid: uid }),
  });
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    const output = `${stdout}${stderr}`.slice(-maxKept);
    throw new Error(`"${program} ${args.join(' ')}" ended with ${code}:\n${output}`, { cause: error });
  }
};

/** Running process groups, killed when this process exits. */
const groups = new Set<number>();
const endGroups = (): void => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
};
process.once('exit', endGroups);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

export interface Service {
  stop(): Promise<void>;
}

const healthCheckMs = 500;
const maxHealthChecks = 600;

/** Starts a program in its own process group, and waits until it answers. */
export const startService = async (
  program: string,
  args: readonly string[],
  options: ChildOptions,
  answers: () => Promise<boolean>,
): Promise<Service> => {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: environmentOf(options.env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  const output = keepOutput(child);
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      if (pid !== undefined) groups.delete(pid);
      resolve();
    }),
  );
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const stop = async (): Promise<void> => {
    if (pid === undefined || !groups.has(pid)) return;
    const kill = (signal: NodeJS.Signals): void => {
      try {
        process.kill(-pid, signal);
      } catch {
        // It has already ended.
      }
    };
    kill('SIGTERM');
    const killing = setTimeout(() => kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(killing);
  };
  for (let checks = 0; checks < maxHealthChecks; checks += 1) {
    if (failure || child.exitCode !== null)
      throw new Error(`"${program} ${args.join(' ')}" did not start:\n${failure ?? output()}`);
    if (await answers().catch(() => false)) return { stop };
    await delay(healthCheckMs);
  }
  await stop();
  throw new Error(`"${program} ${args.join(' ')}" did not answer:\n${output()}`);
};

/** Finds a free loopback port. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
