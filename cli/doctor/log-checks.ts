import {
  type FunctionName,
  functionNames,
  functionsOf,
  type LogLine,
} from '../operations/operated-service.ts';
import { ownMetricsOf } from '../operations/service-stats.ts';
import { readLogLine } from '../output/log-line.ts';
import { type Check, type Context, type Finding, ok, problem, unknown } from './finding.ts';

const memorySettings = 'apiMemoryMb, scraperMemoryMb or rendererMemoryMb';

/** Remedies for errors in logs; the first match counts. */
const remedies: readonly [pattern: RegExp, remedy: string][] = [
  [
    /AccessDenied|not authorized to perform/i,
    'The function’s role lacks a permission: deploy again, and check for a permissions boundary or a policy of the organization.',
  ],
  [/environment variable (\S+) is not set/, 'The function lacks a variable: deploy again.'],
  [
    /ResourceNotFound|NonExistentQueue|QueueDoesNotExist/,
    'A table or queue of the function does not exist: see the check of functions, and deploy again.',
  ],
  [/Throttl|TooManyRequests|ProvisionedThroughput/, 'AWS throttles calls: see the account’s quotas.'],
  [/timed out|Sandbox\.Timedout/i, 'The function timed out: see memory and concurrency.'],
  [/OutOfMemory|signal: killed|memory/i, `The function had too little memory: raise ${memorySettings}.`],
];

/** Functions involved in every request; others log only at a deadline or for a webhook. */
const calledFunctions: readonly FunctionName[] = ['queue', 'status', 'scraper'];

const pollMs = 1_000;

const readLines = async ({ service, startedAtMs: sinceMs }: Context): Promise<LogLine[]> => {
  const lines: LogLine[] = [];
  const options = { sinceMs, follow: false, functions: functionsOf(service), requestId: undefined };
  for await (const line of service.logLines(options)) lines.push(line);
  return lines;
};

/** Polls until the condition holds or time runs out. @returns the last value. */
const pollUntil = async <T>(
  { clock, wait }: Context,
  read: () => Promise<T>,
  isComplete: (value: T) => boolean,
  timeoutMs: number,
): Promise<T> => {
  const endsAtMs = clock() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isComplete(value) || clock() >= endsAtMs) return value;
    await wait(pollMs);
  }
};

const silentIn = (lines: readonly LogLine[]): FunctionName[] =>
  calledFunctions.filter(
    (name) => !lines.some((line) => line.function === name && !readLogLine(line.text).isNoise),
  );

const errorText = (line: LogLine): string => {
  const { message, fields } = readLogLine(line.text);
  const { error } = fields as { error?: { name?: string; message?: string } };
  return `${message}${error ? `: ${error.name ?? 'Error'}: ${error.message ?? ''}` : ''}`.slice(0, 500);
};

const errorFindings = (lines: readonly LogLine[]): Finding[] => {
  const errors = lines.filter(({ text }) => readLogLine(text).level === 'ERROR');
  return [...Map.groupBy(errors, (line) => `${line.function} ${errorText(line)}`).values()].map((same) => {
    const line = same[0]!;
    const times = same.length === 1 ? 'an error' : `${same.length} times`;
    return problem(
      `The ${line.function} function logged ${times}: ${errorText(line)}`,
      remedies.find(([pattern]) => pattern.test(line.text))?.[1],
    );
  });
};

const logs: Check = async (context) => {
  const lines = await pollUntil(
    context,
    () => readLines(context),
    (read) => silentIn(read).length === 0,
    context.service.lateMs.logs,
  );
  const silent = silentIn(lines);
  const leaked = lines.some(({ text }) => text.includes(context.license.licenseKey));
  return [
    ...errorFindings(lines),
    ...silent.map((name) =>
      problem(
        `The ${name} function has logged nothing since this check began.`,
        'If it responded above, its lines are late: run this again in a few minutes. Otherwise it does not start, may not write its log (logs:PutLogEvents), or logLevel is above INFO.',
      ),
    ),
    ...(leaked ? [problem('A log line contains a license key.', 'This is a defect; please report it.')] : []),
    ...(silent.length === 0 ? [ok(`All functions write logs (${lines.length} lines).`)] : []),
  ];
};

const metrics: Check = async (context) => {
  const { service, startedAtMs, clock } = context;
  const { metrics: lateMs } = service.lateMs;
  if (lateMs === undefined) return [unknown('This emulator does not extract metrics from logs.')];
  const own = ownMetricsOf(service.deployment);
  const queries = [own('queue', 'requestsQueued'), own('scraper', 'requestsCompleted')];
  const values = await pollUntil(
    context,
    () => service.measured(queries, startedAtMs - 60_000, clock()),
    (read) => read.every((value) => (value ?? 0) > 0),
    lateMs,
  );
  return queries.map(({ name, dimensions }, index) =>
    (values[index] ?? 0) > 0
      ? ok(`The metric ${name} arrived.`)
      : problem(
          `CloudWatch has no metric ${name} of the deployment ${dimensions.Deployment}.`,
          'Nothing was queued or completed (see the scrape), or CloudWatch is late: run this again in a few minutes. Otherwise metrics are not extracted from the function’s log.',
        ),
  );
};

const reportPattern =
  /^REPORT .*\tMemory Size: (?<size>\d+) MB\tMax Memory Used: (?<used>\d+) MB(?:\tInit Duration: (?<init>[\d.]+) ms)?/;

const coldStarts: Check = async (context) => {
  const reports = (await readLines(context)).flatMap(({ function: name, text }) => {
    const groups = reportPattern.exec(text)?.groups;
    return groups ? [{ name, size: Number(groups.size), used: Number(groups.used), init: groups.init }] : [];
  });
  if (reports.length === 0) return [unknown('No REPORT lines: only AWS measures cold starts and memory.')];
  return functionNames.flatMap((name): Finding[] => {
    const own = reports.filter((report) => report.name === name);
    if (own.length === 0) return [];
    const used = Math.max(...own.map((report) => report.used));
    const size = own[0]!.size;
    const inits = own.flatMap(({ init }) => (init === undefined ? [] : [Number(init)]));
    const starts = inits.length === 0 ? 'no cold start' : `cold start ${Math.round(Math.max(...inits))} ms`;
    const text = `The ${name} function used ${used} of ${size} MB, ${starts}.`;
    return [used > size * 0.9 ? problem(text, `Give it more memory: ${memorySettings}.`) : ok(text)];
  });
};

export const logChecks = { logs, metrics, memory: coldStarts };
