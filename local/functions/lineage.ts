import { createHash } from 'node:crypto';

/**
 * Invocations of a function in one chain that Lambda allows: "approximately 16".
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const maxChain = 16;

type Lineage = ReadonlyMap<string, number>;

/** Returns the short hash that names a function in a lineage. */
const shortNameOf = (functionArn: string): string =>
  createHash('sha256').update(functionArn).digest('hex').slice(0, 8);

const lineageIn = (traceHeader: string): Lineage => {
  const text = /(?:^|;)Lineage=([^;]*)/.exec(traceHeader)?.[1] ?? '';
  return new Map([...text.matchAll(/([0-9a-f]{8}):(\d+)/g)].map(([, name, count]) => [name!, Number(count)]));
};

/**
 * Continues the trace of messages or of a call; of several chains, each function's longest counts.
 *
 * @param traceHeaders - `AWSTraceHeader` of the messages, or `X-Amzn-Trace-Id` of a call.
 * @param root - root of a new chain.
 * @returns `_X_AMZN_TRACE_ID`, and the function's invocations in the chain including this one.
 */
export const traceOfInvocation = (
  traceHeaders: readonly (string | undefined)[],
  functionArn: string,
  root: string,
): { trace: string; invocations: number } => {
  const counts = new Map<string, number>();
  for (const header of traceHeaders)
    for (const [name, count] of lineageIn(header ?? ''))
      counts.set(name, Math.max(count, counts.get(name) ?? 0));
  const own = shortNameOf(functionArn);
  const invocations = (counts.get(own) ?? 0) + 1;
  counts.set(own, invocations);
  const known = traceHeaders.map((header) => /(?:^|;)(Root=[^;]+)/.exec(header ?? '')?.[1]).find(Boolean);
  const lineage = [...counts].map(([name, count]) => `${name}:${count}`).join('|');
  return { trace: `${known ?? `Root=${root}`};Sampled=0;Lineage=${lineage}`, invocations };
};
