import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const networkSetting =
  /^(?:npm_config_|pip_|ssl_cert_|requests_ca_bundle$|node_extra_ca_certs$|(?:https?|no|all)_proxy$)/i;

/** Selects the variables for certificates, proxies and mirrors of registries. */
export const networkSettings = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && networkSetting.test(entry[0]),
    ),
  );

/** Characters of output in an error's message. */
const maxShown = 20_000;

/** Runs a program with no more of the environment than it needs. @returns its standard output. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<string> => {
  const { PATH, HOME } = process.env;
  const running = promisify(execFile)(program, args, {
    cwd,
    env: { ...networkSettings(process.env), PATH, HOME, LANG: 'C.UTF-8', ...env },
    maxBuffer: 256 * 1024 * 1024,
  });
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    const output = `${stdout}${stderr}`.slice(-maxShown);
    throw new Error(`"${program} ${args.join(' ')}" ended with ${code}:\n${output}`, { cause: error });
  }
};
