/**
 * Effects of a REST API on headers in a Lambda proxy integration. A name in neither
 * table passes as it is.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */

/** Names of the caller that the function does not see. */
const droppedFromRequests: ReadonlySet<string> = new Set([
  'connection',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** Names of the function that the caller does not see. */
const droppedFromAnswers: ReadonlySet<string> = new Set([
  // The gateway measures what it sends.
  'content-length',
  'expect',
  'host',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** Names of the function that the caller sees behind a prefix, since the gateway has a header of its own by the name. */
const remappedInAnswers: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
]);

const remapPrefix = 'x-amzn-Remapped-';

export const reachesFunction = (name: string): boolean => !droppedFromRequests.has(name.toLowerCase());

/** @returns the name under which the caller sees a header of the function; `undefined` when it does not. */
export const nameForCaller = (name: string): string | undefined => {
  const known = name.toLowerCase();
  if (droppedFromAnswers.has(known)) return undefined;
  return remappedInAnswers.has(known) ? `${remapPrefix}${name}` : name;
};
