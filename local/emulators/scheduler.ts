import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { nextRunMs, parseSchedule, type Schedule } from '../../lambdas/domain/watch/schedule.ts';
import { readKept } from './data-folder.ts';
import { type Admits, accessKeyIn, denyCall, readBody, refuseCall, startEndpoint } from './endpoint.ts';

interface SchedulerEmulatorOptions {
  mayDo: (accessKeyId: string, action: string, arn: string) => boolean;
  admits: Admits;
  /** Delivers a schedule's input. @throws Error */
  send: (targetArn: string, input: string) => void;
  now: () => number;
  /** Keeps the schedules; absent: in memory. */
  file?: string | undefined;
  log: (text: string) => void;
}

const putSchedule = z.object({
  name: z.string(),
  groupName: z.string(),
  expression: z.string(),
  timeZone: z.string(),
  /** First run of a rate. */
  startMs: z.number(),
  /** Runs due until then are done. */
  ranUntilMs: z.number(),
  targetArn: z.string(),
  input: z.string(),
  /** Deletes itself after its last run. */
  deletesItself: z.boolean().optional(),
});
type PutSchedule = z.infer<typeof putSchedule>;

/** The part of `CreateSchedule` and `UpdateSchedule` that is read. */
interface ScheduleBody {
  GroupName?: string;
  ScheduleExpression: string;
  ScheduleExpressionTimezone?: string;
  ActionAfterCompletion?: 'NONE' | 'DELETE';
  /** Seconds. */
  StartDate?: number;
  Target: { Arn: string; RoleArn: string; Input?: string };
}

const maxBodyBytes = 1024 * 1024;
const schedulePath = /^\/schedules\/([0-9A-Za-z._-]{1,64})$/;
const actions: Readonly<Record<string, string>> = {
  POST: 'scheduler:CreateSchedule',
  PUT: 'scheduler:UpdateSchedule',
  DELETE: 'scheduler:DeleteSchedule',
};

interface SchedulerCall {
  method: string;
  /** `undefined`: not supported. */
  action: string | undefined;
  name: string | undefined;
  groupName: string;
  caller: string;
  body: ScheduleBody | undefined;
}

const callOf = async (request: IncomingMessage): Promise<SchedulerCall> => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const text = String(await readBody(request, maxBodyBytes));
  const body = text === '' ? undefined : (JSON.parse(text) as ScheduleBody);
  const method = request.method ?? 'GET';
  return {
    method,
    action: actions[method],
    name: schedulePath.exec(decodeURIComponent(url.pathname))?.[1],
    groupName: body?.GroupName ?? url.searchParams.get('groupName') ?? 'default',
    caller: accessKeyIn(request),
    body,
  };
};

const arnOf = ({ groupName, name }: Pick<SchedulerCall, 'groupName' | 'name'>): string =>
  `arn:aws:scheduler:us-east-1:000000000000:schedule/${groupName}/${name}`;

/** Interval of checks for due schedules. */
const checkMs = 1_000;

/** Returns when a one-off schedule runs; `undefined` for a recurring one. */
const onceAtMs = (expression: string): number | undefined => {
  const text = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression)?.[1];
  return text === undefined ? undefined : Date.parse(`${text}Z`);
};

const scheduleOf = ({ expression, timeZone }: PutSchedule): Schedule =>
  parseSchedule(expression, timeZone, 0);

const nextDueMs = (put: PutSchedule): number | undefined => {
  const onceMs = onceAtMs(put.expression);
  if (onceMs === undefined) return nextRunMs(scheduleOf(put), put.startMs, put.ranUntilMs);
  return put.ranUntilMs < onceMs ? onceMs : undefined;
};

/** Returns the latest time until now at which a schedule was due. */
const lastDueMs = (put: PutSchedule, nowMs: number): number | undefined => {
  let last: number | undefined;
  let due = nextDueMs(put);
  if (due === undefined || due > nowMs || onceAtMs(put.expression) !== undefined)
    return due !== undefined && due <= nowMs ? due : undefined;
  const schedule = scheduleOf(put);
  if (schedule.kind === 'Rate') return due + Math.floor((nowMs - due) / schedule.everyMs) * schedule.everyMs;
  for (; due !== undefined && due <= nowMs; due = nextRunMs(schedule, put.startMs, due)) last = due;
  return last;
};

/** @throws Error for a file of another shape, or with a schedule that cannot be run. */
const readSchedules = (text: string): PutSchedule[] => {
  const { data, error } = z.array(putSchedule).safeParse(JSON.parse(text));
  if (error) throw new Error(z.prettifyError(error));
  for (const put of data) nextDueMs(put);
  return data;
};

const keyOf = ({ groupName, name }: Pick<PutSchedule, 'groupName' | 'name'>): string =>
  `${groupName}/${name}`;

/** Formats the time of a run as EventBridge does: to the second. */
const timeText = (timeMs: number): string => new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z');

/** Serves the part of EventBridge Scheduler's API that the service calls, and runs the schedules. */
export const startScheduler = async (options: SchedulerEmulatorOptions) => {
  const { mayDo, admits, send, now, file, log } = options;
  const kept =
    file !== undefined && existsSync(file)
      ? await readKept(file, 'schedules of watches', () => readSchedules(readFileSync(file, 'utf8')))
      : [];
  const schedules = new Map(kept.map((put) => [keyOf(put), put]));
  const keep = (): void => {
    if (file === undefined) return;
    writeFileSync(`${file}.new`, JSON.stringify([...schedules.values()]), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };

  const put = (name: string, body: ScheduleBody): void => {
    const nowMs = now();
    const { GroupName: groupName = 'default', ScheduleExpressionTimezone: timeZone = 'UTC', Target } = body;
    // Without a start date EventBridge runs a rate at once.
    const startMs = body.StartDate === undefined ? nowMs : body.StartDate * 1_000;
    const made = {
      ...{ name, groupName, timeZone, startMs, targetArn: Target.Arn, input: Target.Input ?? '{}' },
      deletesItself: body.ActionAfterCompletion === 'DELETE',
      expression:
        onceAtMs(body.ScheduleExpression) === undefined
          ? parseSchedule(body.ScheduleExpression, timeZone, nowMs).expression
          : body.ScheduleExpression,
      ranUntilMs: Math.max(nowMs, startMs - 1),
    };
    schedules.set(keyOf(made), made);
  };

  /** Returns true if the caller's role allows the call and `iam:PassRole`. */
  const isAllowed = (call: SchedulerCall): call is SchedulerCall & { action: string; name: string } => {
    const { action, name, caller, body } = call;
    if (action === undefined || name === undefined) return false;
    const mayPassRole = body === undefined || mayDo(caller, 'iam:PassRole', body.Target.RoleArn);
    return mayPassRole && mayDo(caller, action, arnOf(call));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await callOf(request);
    if (!isAllowed(call)) return denyCall(response);
    const { method, name, body } = call;
    const exists = schedules.has(keyOf(call));
    if (method === 'POST' && exists)
      return refuseCall(response, 409, 'ConflictException', `Schedule ${name} already exists.`);
    if (method !== 'POST' && !exists)
      return refuseCall(response, 404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
    try {
      if (method === 'DELETE') schedules.delete(keyOf(call));
      else put(name, body!);
    } catch (error) {
      return refuseCall(response, 400, 'ValidationException', (error as Error).message);
    }
    keep();
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ ScheduleArn: arnOf(call) }));
  };

  /** Runs the due schedules. Of several missed times, only the last is run. */
  const runDue = (): void => {
    const nowMs = now();
    for (const schedule of [...schedules.values()]) {
      const dueMs = lastDueMs(schedule, nowMs);
      if (dueMs === undefined) continue;
      schedule.ranUntilMs = dueMs;
      if (schedule.deletesItself && nextDueMs(schedule) === undefined) schedules.delete(keyOf(schedule));
      const input = schedule.input.replaceAll('<aws.scheduler.scheduled-time>', timeText(dueMs));
      try {
        keep();
        send(schedule.targetArn, input);
      } catch (error) {
        log(`A schedule could not be run: ${(error as Error).message}`);
      }
    }
  };

  const { endpoint, close } = await startEndpoint(serve, admits);
  const timer = setInterval(runDue, checkMs);
  return {
    endpoint,
    runDue,
    /** Returns when the next schedule is due; `undefined` if none is. */
    nextDueMs: (): number | undefined => {
      const due = [...schedules.values()].flatMap((put) => nextDueMs(put) ?? []);
      return due.length === 0 ? undefined : Math.min(...due);
    },
    close: async (): Promise<void> => {
      clearInterval(timer);
      await close();
    },
  };
};

export type SchedulerEmulator = Awaited<ReturnType<typeof startScheduler>>;
