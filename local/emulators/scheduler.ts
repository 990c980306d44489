import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as streamText } from 'node:stream/consumers';
import { nextRunMs, parseSchedule, type Schedule } from '../../lambdas/domain/watches/schedule.ts';
import { type Admits, accessKeyIn, denyCall, startEndpoint } from './endpoint.ts';

interface SchedulerEmulatorOptions {
  /** @param accessKeyId - of whoever signed the call. */
  mayDo: (accessKeyId: string, action: string, arn: string) => boolean;
  admits: Admits;
  /** Sends what a schedule says to its target. */
  send: (targetArn: string, input: string) => Promise<void>;
  /** The clock by which schedules run. */
  now: () => number;
  /** Where schedules are kept; absent: in memory. */
  file?: string | undefined;
  log: (text: string) => void;
}

/** A schedule as it was put. */
interface PutSchedule {
  name: string;
  groupName: string;
  expression: string;
  timeZone: string;
  /** Of a rate: when it runs first. */
  startMs: number;
  /** It has run for all times until then. */
  ranUntilMs: number;
  targetArn: string;
  input: string;
  /** Deletes itself after its last run. */
  deletesItself?: boolean;
}

/** Body of `CreateSchedule` and `UpdateSchedule`, as far as it is looked at. */
interface ScheduleBody {
  GroupName?: string;
  ScheduleExpression: string;
  ScheduleExpressionTimezone?: string;
  ActionAfterCompletion?: 'NONE' | 'DELETE';
  /** Seconds. */
  StartDate?: number;
  Target: { Arn: string; RoleArn: string; Input?: string };
}

const schedulePath = /^\/schedules\/([0-9A-Za-z._-]{1,64})$/;
const actions: Readonly<Record<string, string>> = {
  POST: 'scheduler:CreateSchedule',
  PUT: 'scheduler:UpdateSchedule',
  DELETE: 'scheduler:DeleteSchedule',
};

interface Answer {
  status: number;
  body: object;
  /** Of an error. */
  type?: string;
}

const answer = (response: ServerResponse, { status, body, type }: Answer): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(type && { 'x-amzn-ErrorType': type }),
  });
  response.end(JSON.stringify(body));
};

const refusal = (status: number, type: string, Message: string): Answer => ({
  status,
  type,
  body: { Message },
});

interface SchedulerCall {
  method: string;
  /** `undefined`: it is none that the service makes. */
  action: string | undefined;
  name: string | undefined;
  groupName: string;
  caller: string;
  body: ScheduleBody | undefined;
}

const callOf = async (request: IncomingMessage): Promise<SchedulerCall> => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const text = await streamText(request);
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

/** Between two looks whether something is due, ms. */
const lookMs = 1_000;

/** When a one-off schedule runs; `undefined`: it is none. */
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

/** The last time at which a schedule was due until now. @returns `undefined`: none. */
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

const keyOf = ({ groupName, name }: Pick<PutSchedule, 'groupName' | 'name'>): string =>
  `${groupName}/${name}`;

/** As EventBridge writes the time of a run: to the second. */
const timeText = (timeMs: number): string => new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z');

/** Starts an endpoint with as much of EventBridge Scheduler's API as the service calls, and runs its schedules. */
export const startScheduler = async (options: SchedulerEmulatorOptions) => {
  const { mayDo, admits, send, now, file, log } = options;
  const kept = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '[]';
  const schedules = new Map((JSON.parse(kept) as PutSchedule[]).map((put) => [keyOf(put), put]));
  const keep = (): void => {
    if (file === undefined) return;
    writeFileSync(`${file}.new`, JSON.stringify([...schedules.values()]));
    renameSync(`${file}.new`, file);
  };

  const put = (name: string, body: ScheduleBody): void => {
    const nowMs = now();
    const { GroupName: groupName = 'default', ScheduleExpressionTimezone: timeZone = 'UTC', Target } = body;
    // EventBridge runs a rate at once where no beginning is named.
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
    keep();
  };

  /** True if the caller's role allows the call, and handing on the role. */
  const isAllowed = (call: SchedulerCall): call is SchedulerCall & { action: string; name: string } => {
    const { action, name, caller, body } = call;
    if (action === undefined || name === undefined) return false;
    const hasPassed = body === undefined || mayDo(caller, 'iam:PassRole', body.Target.RoleArn);
    return hasPassed && mayDo(caller, action, arnOf(call));
  };

  const change = (call: SchedulerCall, name: string): Answer => {
    const { method, groupName, body } = call;
    const isThere = schedules.has(`${groupName}/${name}`);
    if (method === 'POST' && isThere)
      return refusal(409, 'ConflictException', `Schedule ${name} already exists.`);
    if (method !== 'POST' && !isThere)
      return refusal(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
    if (method === 'DELETE') {
      schedules.delete(`${groupName}/${name}`);
      keep();
      return { status: 200, body: {} };
    }
    try {
      put(name, body!);
      return { status: 200, body: { ScheduleArn: arnOf(call) } };
    } catch (error) {
      return refusal(400, 'ValidationException', (error as Error).message);
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await callOf(request);
    if (isAllowed(call)) answer(response, change(call, call.name));
    else denyCall(response);
  };

  /** Runs what is due by now. Of several times that have passed since the last look, the last is run alone. */
  const runDue = async (): Promise<void> => {
    const nowMs = now();
    for (const schedule of [...schedules.values()]) {
      const dueMs = lastDueMs(schedule, nowMs);
      if (dueMs === undefined) continue;
      // Before it is sent: whoever looks meanwhile does not run it once more.
      schedule.ranUntilMs = dueMs;
      if (schedule.deletesItself && nextDueMs(schedule) === undefined) schedules.delete(keyOf(schedule));
      keep();
      const input = schedule.input.replaceAll('<aws.scheduler.scheduled-time>', timeText(dueMs));
      await send(schedule.targetArn, input).catch((error: unknown) => {
        log(`A schedule could not be run: ${(error as Error).message}`);
      });
    }
  };

  const { endpoint, close } = await startEndpoint(serve, admits);
  const timer = setInterval(() => {
    runDue().catch((error: unknown) => log(`Schedules could not be run: ${(error as Error).message}`));
  }, lookMs);
  return {
    endpoint,
    runDue,
    /** When the next schedule is due; `undefined`: none is. */
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
