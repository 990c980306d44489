import {
  type FunctionName,
  functionNames,
  functionsOf,
  type LogLine,
} from '../operations/operated-service.ts';
import { ownMetricsOf } from '../operations/service-stats.ts';
import { readLogLine } from '../output/log-line.ts';
import { differs, type Finding, ok, type Patient, unknown } from './finding.ts';

/** Explains errors in logs; the first match counts. */
const meanings: readonly { pattern: RegExp; advice: string }[] = [
  {
    pattern: /AccessDenied|not authorized to perform/i,
    advice:
      'The function’s role lacks a permission: deploy again, and check for a permissions boundary or a policy of the organization.',
  },
  {
    pattern: /environment variable (\S+) is not set/,
    advice: 'The function lacks a variable: deploy again.',
  },
  {
    pattern: /ResourceNotFound|NonExistentQueue|QueueDoesNotExist/,
    advice: 'A table or queue of the function does not exist: see the check of functions, and deploy again.',
  },
  {
    pattern: /Throttl|TooManyRequests|ProvisionedThroughput/,
    advice: 'AWS throttles calls: see the account’s quotas.',
  },
  {
    pattern: /timed out|Sandbox\.Timedout/i,
    advice: 'The function timed out: see memory and concurrency.',
  },
  {
    pattern: /OutOfMemory|signal: killed|memory/i,
    advice: 'The function had too little memory: raise apiMemoryMb, scraperMemoryMb or rendererMemoryMb.',
  },
];

const meaningOf = (text: string): string | undefined =>
  meanings.find(({ pattern }) => pattern.test(text))?.advice;

/** Functions involved in every request; others log only at a deadline or for a webhook. */
const calledFunctions: readonly FunctionName[] = ['queue', 'status', 'scraper'];

/** Log lines arrive late, so checks are repeated for this long. */
const lateMs = { cloudWatch: 120_000, localStack: 60_000, nowhere: 5_000 } as const;
const lookAgainMs = 1_000;

const readLines = async ({ service, startedAtMs }: Patient): Promise<LogLine[]> => {
  const lines: LogLine[] = [];
  for await (const line of service.logLines({
    sinceMs: startedAtMs,
    follow: false,
    functions: functionsOf(service),
    requestId: undefined,
  })) {
    lines.push(line);
  }
  return lines;
};

/** Polls until the condition holds or time runs out. @returns the last value. */
const lookUntil = async <T>(
  { clock, wait, metricsFrom }: Patient,
  look: () => Promise<T>,
  isThere: (seen: T) => boolean,
  limitMs: number = lateMs[metricsFrom],
): Promise<T> => {
  const endsAtMs = clock() + limitMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen) || clock() >= endsAtMs) return seen;
    await wait(lookAgainMs);
  }
};

const hasSpoken = (lines: readonly LogLine[], name: FunctionName): boolean =>
  lines.some((line) => line.function === name && !readLogLine(line.text).isNoise);

const errorText = (line: LogLine): string => {
  const { message, fields } = readLogLine(line.text);
  const { error } = fields as { error?: { name?: string; message?: string } };
  return `${message}${error ? `: ${error.name ?? 'Error'}: ${error.message ?? ''}` : ''}`.slice(0, 500);
};

const errorFindings = (lines: readonly LogLine[]): Finding[] => {
  const seen = new Map<string, { line: LogLine; count: number }>();
  for (const line of lines.filter(({ text }) => readLogLine(text).level === 'ERROR')) {
    const key = `${line.function} ${errorText(line)}`;
    seen.set(key, { line, count: (seen.get(key)?.count ?? 0) + 1 });
  }
  return [...seen.values()].map(({ line, count }) =>
    differs(
      `The ${line.function} function logged ${count === 1 ? 'an error' : `${count} times`}: ${errorText(line)}`,
      meaningOf(line.text),
    ),
  );
};

const logs = async (patient: Patient): Promise<Finding[]> => {
  const everybodySpoke = (lines: LogLine[]): boolean =>
    calledFunctions.every((name) => hasSpoken(lines, name));
  const lines = await lookUntil(patient, () => readLines(patient), everybodySpoke);
  const silent = calledFunctions.filter((name) => !hasSpoken(lines, name));
  const leaked = lines.some(({ text }) => text.includes(patient.license.licenseKey));
  return [
    ...errorFindings(lines),
    ...silent.map((name) =>
      differs(
        `The ${name} function has logged nothing since this check began.`,
        'If it responded above, its lines are late: run this again in a few minutes. Otherwise it does not start, may not write its log (logs:PutLogEvents), or logLevel is above INFO.',
      ),
    ),
    ...(leaked ? [differs('A log line contains a license key.', 'This is a defect; please report it.')] : []),
    ...(silent.length === 0 ? [ok(`All functions write logs (${lines.length} lines).`)] : []),
  ];
};

const metrics = async (patient: Patient): Promise<Finding[]> => {
  if (patient.metricsFrom === 'nowhere') {
    return [unknown('This emulator does not extract metrics from logs.')];
  }
  const own = ownMetricsOf(patient.service.deployment);
  const queries = [own('queue', 'requestsQueued'), own('scraper', 'requestsCompleted')];
  // CloudWatch metrics are a few minutes late.
  const limitMs = patient.metricsFrom === 'cloudWatch' ? 300_000 : undefined;
  const values = await lookUntil(
    patient,
    () => patient.service.measured(queries, patient.startedAtMs - 60_000, patient.clock()),
    (seen) => seen.every((value) => (value ?? 0) > 0),
    limitMs,
  );
  return queries.map(({ name, dimensions }, index) =>
    (values[index] ?? 0) > 0
      ? ok(`The metric ${name} arrived.`)
      : differs(
          `CloudWatch has no metric ${name} of the deployment ${dimensions.Deployment}.`,
          'Nothing was queued or completed (see the scrape), or CloudWatch is late: run this again in a few minutes. Otherwise metrics are not extracted from the function’s log.',
        ),
  );
};

const reportPattern =
  /^REPORT .*\tMemory Size: (?<size>\d+) MB\tMax Memory Used: (?<used>\d+) MB(?:\tInit Duration: (?<init>[\d.]+) ms)?/;

const coldStarts = async (patient: Patient): Promise<Finding[]> => {
  const reports = (await readLines(patient)).flatMap(({ function: name, text }) => {
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
    return [
      used > size * 0.9
        ? differs(text, 'Give it more memory: apiMemoryMb, scraperMemoryMb or rendererMemoryMb.')
        : ok(text),
    ];
  });
};

export const logChecks = { logs, metrics, memory: coldStarts };
