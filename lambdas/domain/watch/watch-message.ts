import * as z from 'zod';
import { callerName, callerSchema } from '../request/scrape-message.ts';
import type { EpochMs } from '../timing.ts';
import type { RunStep, Watch, WatchRun } from './watch.ts';

/** `Begin` starts a run, `Second` its second scrape; `Check` checks if its request has ended; `Forget` deletes data. */
const messageKinds = ['Begin', 'Second', 'Check', 'Forget'] as const;

/** Body of a message on the watch queue. */
const watchMessageSchema = z.object({
  Version: z.literal(1),
  /** As in `scrapeMessageSchema`. */
  Caller: callerSchema,
  Kind: z.enum(messageKinds),
  UID: z.string(),
  Name: z.string(),
  WatchId: z.uuid(),
  /** Scheduled time of the run, as EventBridge writes it; with `Forget`, when the watch was deleted. */
  ScheduledAt: z.iso.datetime(),
  /** With `Check`: the request. */
  RequestId: z.uuid().optional(),
  /** When it is due; a message received earlier is delayed again. Absent: at once. */
  DueMs: z.int().optional(),
});

export type WatchMessage = z.infer<typeof watchMessageSchema>;

/** @throws SyntaxError or ZodError if this code cannot read the message. */
export const readWatchMessage = (body: string): WatchMessage => watchMessageSchema.parse(JSON.parse(body));

export type NamedWatch = Pick<Watch, 'uid' | 'name' | 'watchId'>;

const messageOf = (
  { uid, name, watchId }: NamedWatch,
  Kind: WatchMessage['Kind'],
  ScheduledAt: string,
): WatchMessage => ({
  Version: 1,
  Caller: callerName(uid),
  Kind,
  UID: uid,
  Name: name,
  WatchId: watchId,
  ScheduledAt,
});

/** EventBridge replaces this with the run's scheduled time. */
const scheduledTimeAttribute = '<aws.scheduler.scheduled-time>';

/**
 * The text that EventBridge sends to the queue for each run.
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html
 */
export const beginInput = (watch: NamedWatch): string =>
  JSON.stringify(messageOf(watch, 'Begin', scheduledTimeAttribute));

export const checkMessage = (
  watch: NamedWatch,
  { scheduledAtMs }: Pick<WatchRun, 'scheduledAtMs'>,
  requestId: string,
  dueMs: EpochMs,
): WatchMessage => ({
  ...messageOf(watch, 'Check', new Date(scheduledAtMs).toISOString()),
  RequestId: requestId,
  DueMs: dueMs,
});

export const secondMessage = (
  watch: NamedWatch,
  { scheduledAtMs }: Pick<WatchRun, 'scheduledAtMs'>,
  dueMs: EpochMs,
): WatchMessage => ({
  ...messageOf(watch, 'Second', new Date(scheduledAtMs).toISOString()),
  DueMs: dueMs,
});

/** Deletes the remains of a deleted watch. */
export const forgetMessage = (watch: NamedWatch, nowMs: EpochMs): WatchMessage =>
  messageOf(watch, 'Forget', new Date(nowMs).toISOString());

/** The run if it is at this step of this scheduled time; otherwise `undefined`. */
export const runAtStep = (
  run: WatchRun | undefined,
  scheduledAtMs: EpochMs,
  step: RunStep,
): WatchRun | undefined =>
  run?.ended === undefined && run?.scheduledAtMs === scheduledAtMs && run.step === step ? run : undefined;
