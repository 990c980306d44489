/** First Node.js with SQLite and `URL.parse` without a flag. */
const oldestForCommands = [22, 13] as const;
/** Node.js release of the Lambda functions. */
const oldestForService = 24;

/** Commands that run the service's functions on this machine. */
const serviceCommands: ReadonlySet<string | undefined> = new Set(['start', 'sites']);

/**
 * True if a command needs another Node.js than the current one.
 *
 * @param version - e.g. `20.20.2`.
 * @param args - arguments of the command line.
 */
export const needsOwnNode = (version: string, args: readonly string[]): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestForCommands;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) return true;
  return major < oldestForService && serviceCommands.has(args[0]);
};
