import { deploymentDimension } from '../../lambdas/metrics.ts';
import { colors } from '../../terminal/streams.ts';
import { printable } from '../../terminal/text.ts';
import type { LogLine } from '../operations/operated-service.ts';

export const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface ReadLine {
  level: LogLevel;
  message: string;
  fields: Record<string, unknown>;
  requestId: string | undefined;
  /** Metrics, and the platform's lines about every invocation. */
  isNoise: boolean;
}

/** Fields of every line, which are not repeated. */
const silentFields = new Set(
  (
    'level message timestamp service cold_start sampling_rate xray_trace_id function_arn function_memory_size ' +
    'function_name function_request_id'
  ).split(' '),
);

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

const parse = (text: string): Record<string, unknown> | undefined => {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** @see https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html */
const readPlatform = (type: string, record: Record<string, unknown>): ReadLine => {
  const status = record.status ?? 'success';
  const isFailure = status !== 'success';
  const { status: _, requestId: invocationId, errorType, metrics } = record;
  const durationMs = asRecord(metrics)?.durationMs;
  return {
    level: isFailure ? 'ERROR' : 'DEBUG',
    message: isFailure ? `The invocation ended with ${String(status)}` : type,
    fields: { ...(errorType ? { errorType } : {}), ...(durationMs ? { durationMs } : {}), invocationId },
    requestId: undefined,
    isNoise: !isFailure,
  };
};

/** Node.js warnings and crashes are plain text. */
const levelOfText = (text: string): LogLevel => {
  if (/^\(node:\d+\) /.test(text)) return 'WARN';
  return /Error\b|timed out/.test(text) ? 'ERROR' : 'INFO';
};

/** Reads a line of a function, its libraries or the platform. Never fails. */
export const readLogLine = (text: string): ReadLine => {
  const line = parse(text);
  const plain = { fields: {}, requestId: undefined };
  if (!line) {
    const isNoise = /^(START|END|REPORT|INIT_START|EXTENSION)\b/.test(text);
    return { ...plain, level: isNoise ? 'DEBUG' : levelOfText(text), message: text, isNoise };
  }
  if (line._aws !== undefined) {
    const { _aws, service, [deploymentDimension]: _deployment, ...fields } = line;
    return { ...plain, level: 'DEBUG', message: 'metrics', fields, isNoise: true };
  }
  if (typeof line.type === 'string' && line.type.startsWith('platform.')) {
    return readPlatform(line.type, asRecord(line.record) ?? {});
  }
  const level = logLevels.find((one) => one === line.level) ?? (line.level === 'CRITICAL' ? 'ERROR' : 'INFO');
  return {
    level,
    message: String(line.message ?? line.errorMessage ?? ''),
    fields: Object.fromEntries(Object.entries(line).filter(([name]) => !silentFields.has(name))),
    requestId: typeof line.requestId === 'string' ? line.requestId : undefined,
    isNoise: false,
  };
};

const paint: Record<LogLevel, (text: string) => string> = {
  DEBUG: colors.dim,
  INFO: colors.cyan,
  WARN: colors.yellow,
  ERROR: colors.red,
};

const fieldText = (value: unknown): string => {
  const record = asRecord(value);
  // Only name and message of an error; --json has its stack.
  if (record && typeof record.message === 'string')
    return `${String(record.name ?? 'Error')}: ${record.message}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A line for a person: local time, function, level, message, and the fields as `name=value`. */
export const logLineText = ({ timeMs, function: name }: LogLine, read: ReadLine): string => {
  const time = new Date(timeMs);
  const clock = `${time.toTimeString().slice(0, 8)}.${String(time.getMilliseconds()).padStart(3, '0')}`;
  const fields = Object.entries(read.fields).map(
    ([field, value]) => `${colors.dim(`${printable(field, 60)}=`)}${printable(fieldText(value) ?? '', 500)}`,
  );
  const level = paint[read.level](read.level.padEnd(5));
  return [colors.dim(clock), name.padEnd(7), level, printable(read.message, 2_000), ...fields].join(' ');
};
