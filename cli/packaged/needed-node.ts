/** From here on Node.js has SQLite and `URL.parse`, without a flag. */
const oldestForCommands = [22, 13] as const;
/** Node.js release of the Lambda functions. */
const oldestForService = 24;

/** Commands that run functions of the service in this machine's own processes. */
const serviceCommands: ReadonlySet<string | undefined> = new Set(['start', 'sites']);

/**
 * True if a command needs another Node.js than the one that it was started with.
 *
 * @param version - e.g. `20.20.2`.
 * @param args - of the command line.
 */
export const needsOwnNode = (version: string, args: readonly string[]): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestForCommands;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) return true;
  return major < oldestForService && serviceCommands.has(args[0]);
};
