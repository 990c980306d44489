type Version = readonly [major: number, minor: number];

export const oldestNode: Version = [20, 19];
/** The functions of the service use Zstandard, and the emulated queues SQLite. */
export const oldestNodeOfService: Version = [22, 19];

const isOlder = (version: string, [major, minor]: Version): boolean => {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
};

/** True for commands that run the functions of the service in or below this process. */
const runsService = (args: readonly string[]): boolean => {
  const [command, check] = args.filter((arg) => !arg.startsWith('-'));
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h' || arg === '--offline');
  return !isHelp && (command === 'start' || (command === 'sites' && check === 'check'));
};

/**
 * Explains why this Node.js cannot run a command; `undefined` if it can.
 *
 * @param version - e.g. `20.20.2`.
 * @param args - arguments of the command line.
 * @param isService - the command runs functions of the service; absent: according to the arguments.
 */
export const nodeProblem = (
  version: string,
  args: readonly string[],
  isService = runsService(args),
): string | undefined => {
  const oldest = isService ? oldestNodeOfService : oldestNode;
  if (!isOlder(version, oldest)) return undefined;
  const what = oldest === oldestNode ? 'scrap-prices' : 'This command';
  return `${what} needs Node.js ${oldest.join('.')} or newer; this is ${version}. Install one from https://nodejs.org, or run it with another:\n  npx --package node@24 --package scrap-prices scrap-prices ${args.join(' ')}`;
};
