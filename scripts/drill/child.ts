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
  /** Numeric user and group, where this process may choose them. */
  uid?: number | undefined;
}

/** By what this machine reaches its registries; without them an installation waits for connections that nobody trusts. */
const networkVariables =
  /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir)|requests_ca_bundle|pip_\w+|npm_config_registry)$/i;

const networkOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => networkVariables.test(name)));

const environmentOf = (env: ChildOptions['env']): NodeJS.ProcessEnv => ({
  ...networkOf(process.env),
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LANG: 'C.UTF-8',
  ...env,
});

/** The end of what a program wrote, for messages. */
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

/** Runs a program to its end. @returns what it wrote to standard output. */
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

/** Process groups that run now: none of them outlives this process, however it ends. */
const groups = new Set<number>();
const endGroups = (): void => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It ended in between.
    }
  }
};
process.once('exit', endGroups);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

export interface Service {
  stop(): Promise<void>;
}

/** How often a service is asked whether it answers, and how many times. */
const askMs = 500;
const maxAsks = 600;

/** Starts a program in a process group of its own, and waits until it answers. */
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
        // It ended in between.
      }
    };
    kill('SIGTERM');
    const killing = setTimeout(() => kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(killing);
  };
  for (let asked = 0; asked < maxAsks; asked += 1) {
    if (failure || child.exitCode !== null)
      throw new Error(`"${program} ${args.join(' ')}" did not start:\n${failure ?? output()}`);
    if (await answers().catch(() => false)) return { stop };
    await delay(askMs);
  }
  await stop();
  throw new Error(`"${program} ${args.join(' ')}" did not answer:\n${output()}`);
};

/** A loopback port on which nothing listens. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
