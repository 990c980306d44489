import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type DueAgain, delayUntil } from '../domain/delivery/delay-message.ts';
import { deliveryDelaySeconds, firstDeliveryMessage, nextCheckMs } from '../domain/delivery/delivery.ts';
import { isRevoked, packBody, requestEnd } from '../domain/delivery/delivery-body.ts';
import { isInForce, type License } from '../domain/license/license.ts';
import type { LicenseReader, MessageVisibility, QuotaStore } from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import type { StoredRequest } from '../domain/request/request.ts';
import { toRequestView } from '../domain/request/request-view.ts';
import { callerName } from '../domain/request/scrape-message.ts';
import type { SiteResult } from '../domain/result/site-result.ts';
import { dayMs, type EpochMs } from '../domain/timing.ts';
import {
  conclude,
  emptyEntry,
  entriesOf,
  requestKeyOf,
  runLifeMs,
  secondAfterMs,
  sitesOfStep,
  stateKeysOfStep,
} from '../domain/watch/conclude.ts';
import { isSameRequest, type RunReason, type Watch, type WatchRun } from '../domain/watch/watch.ts';
import { changesBody, type HistoryEntry, noticeIdOf } from '../domain/watch/watch-history.ts';
import {
  checkMessage,
  readWatchMessage,
  runAtStep,
  secondMessage,
  type WatchMessage,
} from '../domain/watch/watch-message.ts';
import type { WatchQueue, WatchStore } from '../domain/watch/watch-ports.ts';
import { type AcceptPorts, acceptRequest } from '../queue/accept-request.ts';
import { type TakenQuotas, takeQuotas } from '../queue/take-quotas.ts';
import { handleBatch } from '../sqs-batch.ts';

export interface WatcherPorts {
  watches: WatchStore;
  watchQueue: WatchQueue;
  visibility: MessageVisibility;
  /** Ports for queueing a request. */
  accept: AcceptPorts;
  licenses: LicenseReader;
  quotas: QuotaStore;
  timings: AcceptPorts['timings'];
  /** How long history entries are kept. */
  historyMs: number;
  /** Function timeout. */
  timeoutMs: number;
  clock: AcceptPorts['clock'];
  log: WatcherLog;
}

/** Does not log names of watches, which may contain private text. */
export interface WatcherLog {
  /** A request was queued for a run. */
  started(run: RunFacts, requestId: string): void;
  /** A scrape of a run has ended; `notified`: number of notifications. */
  ended(run: RunFacts, facts: { ended: HistoryEntry['Ended']; changes: number; notified: number }): void;
  /** A run is skipped because the previous one is unfinished, or the watch was replaced. */
  skipped(run: RunFacts, why: string): void;
  error(message: string, fields: Record<string, unknown> & { error: unknown }): void;
}

export interface RunFacts {
  watchId: string;
  uid: string;
  scheduledAtMs: EpochMs;
  step: WatchRun['step'];
}

/** A site's state is deleted after this long without a scrape. */
const stateRetentionMs = 400 * dayMs;

/** Concurrent writes of sites' states. */
const writesAtOnce = 10;

const notInForce: RunReason = {
  code: 'LicenseNotInForce',
  message: 'The license was disabled or had expired when the run was due.',
};

const factsOf = ({ watchId, uid }: Watch, { scheduledAtMs, step }: WatchRun): RunFacts => ({
  watchId,
  uid,
  scheduledAtMs,
  step,
});

/** A step whose request has ended. */
interface EndedRequest {
  watch: Watch;
  run: WatchRun;
  requestId: string;
  endedAtMs: EpochMs;
}

/**
 * Runs watches: queues a run's request under its license, compares the results, rechecks uncertain changes, and reports
 * changes.
 *
 * Every step is repeatable, since messages may arrive twice and functions may die between any two steps. One conditional
 * write begins a run, and its request has an idempotency key. Changes are written to the history before the sites'
 * states, so that none is lost, and reported from there with a fixed identifier.
 */
export const createWatcherHandler = (ports: WatcherPorts) => {
  const { watches, watchQueue, accept, licenses, quotas, timings, clock, log } = ports;
  const { requests, deliveries } = accept;

  const send = (message: WatchMessage): Promise<void> =>
    watchQueue.send(message, message.DueMs === undefined ? 0 : deliveryDelaySeconds(message.DueMs, clock()));

  const scheduleCheck = (
    watch: Watch,
    run: WatchRun,
    request: { requestId: string; deadlineMs: EpochMs },
  ): Promise<void> =>
    send(checkMessage(watch, run, request.requestId, nextCheckMs(request.deadlineMs, clock(), timings)));

  const addEntries = (watch: Watch, entries: readonly HistoryEntry[]): Promise<boolean> =>
    watches.addEntries(watch, entries, clock() + ports.historyMs);

  /** Ends a run without results. */
  const endEmpty = async (
    watch: Watch,
    run: WatchRun,
    end: 'Failed' | 'Refused' | 'Lost',
    { requestId = null, endedAtMs = clock() }: { requestId?: string | null; endedAtMs?: EpochMs } = {},
  ): Promise<void> => {
    await addEntries(watch, [emptyEntry({ run, endedAtMs, requestId }, end, run.reason)]);
    const isWritten = await watches.updateRun(watch, run, { ...run, ended: end });
    if (isWritten) log.ended(factsOf(watch, run), { ended: end, changes: 0, notified: 0 });
  };

  /** Recorded first, so that a repeated step writes the same reason even if the quota is free again. */
  const refuse = async (watch: Watch, refused: WatchRun, run: WatchRun): Promise<void> => {
    const written = await watches.updateRun(watch, run, refused);
    if (written) await endEmpty(watch, written, 'Refused');
  };

  /** @returns the request's identifier, or why nothing was requested. */
  const queueRequest = async (
    watch: Watch,
    run: WatchRun,
    license: License | undefined,
  ): Promise<RunReason | { requestId: string }> => {
    const { uid, sku } = watch;
    const sites = sitesOfStep(watch, run);
    // Checked together with the quotas: a repeated message continues with the queued request, which is paid for.
    const take = async (): Promise<TakenQuotas> => {
      if (!isInForce(license, clock())) throw new ProblemError(401, notInForce.message);
      return takeQuotas(quotas, license, sites.length, clock());
    };
    try {
      const { requestId } = await acceptRequest(accept, {
        ...{ uid, sku, sites },
        idempotency: { key: requestKeyOf(watch, run), dataHash: String(run.revision) },
        takeQuotas: take,
      });
      return { requestId };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.status === 401) return notInForce;
      if (error.status !== 429) throw error;
      return { code: 'QuotaUsedUp', message: error.message };
    }
  };

  /** Queues a step's request. Idempotent. */
  const scrape = async (watch: Watch, run: WatchRun): Promise<void> => {
    const { requestId: known, reason } = run;
    const deadlineMs = clock() + timings.processingWindowMs;
    if (known !== undefined) return scheduleCheck(watch, run, { requestId: known, deadlineMs });
    if (reason) return endEmpty(watch, run, 'Refused');
    const queued = await queueRequest(watch, run, await licenses.get(watch.uid));
    if ('code' in queued) return refuse(watch, { ...run, reason: queued }, run);
    const { requestId } = queued;
    // Another message of the same run continues it.
    if (!(await watches.updateRun(watch, run, { ...run, requestId }))) return;
    log.started(factsOf(watch, run), requestId);
    await scheduleCheck(watch, run, { requestId, deadlineMs });
  };

  /** Ends the run of a watch that has been changed to request something else, so that the next run can begin. */
  const endReplaced = async (watch: Watch, run: WatchRun): Promise<void> => {
    log.skipped(factsOf(watch, run), 'the watch was replaced');
    // Earlier findings are reported all the same.
    for (const entry of await watches.entries(watch, run)) await notify(watch, entry);
    await endEmpty(watch, run, 'Lost', { requestId: run.requestId ?? null });
  };

  const begin = async (watch: Watch, scheduledAtMs: EpochMs): Promise<DueAgain> => {
    const nowMs = clock();
    const { revision } = watch;
    const run: WatchRun = { scheduledAtMs, startedAtMs: nowMs, revision, step: 'First', version: 1 };
    const overBeforeMs = nowMs - runLifeMs(timings.processingWindowMs);
    if (await watches.beginRun(watch, run, overBeforeMs)) {
      await scrape(watch, run);
      return undefined;
    }
    const { run: under } = (await watches.get(watch.uid, watch.name)) ?? {};
    const same = runAtStep(under, scheduledAtMs, 'First');
    // A repeated message: the function that began the run is still working, or has died.
    const diedByMs = same ? same.startedAtMs + ports.timeoutMs : nowMs;
    if (nowMs < diedByMs) return diedByMs;
    if (same) await (isSameRequest(watch, same) ? scrape(watch, same) : endReplaced(watch, same));
    else if (under !== undefined && under.scheduledAtMs < scheduledAtMs)
      log.skipped(factsOf(watch, run), 'the run before is under way');
    return undefined;
  };

  /** Enforces the shortest rate by name, even if a watch is deleted and put again. */
  const beginInTime = async (watch: Watch, scheduledAtMs: EpochMs): Promise<DueAgain> => {
    if (await watches.recordRunTime(watch, scheduledAtMs)) return begin(watch, scheduledAtMs);
    const { watchId, uid } = watch;
    log.skipped({ watchId, uid, scheduledAtMs, step: 'First' }, 'one of its name ran shortly before');
    return undefined;
  };

  const second = async (watch: Watch, scheduledAtMs: EpochMs): Promise<void> => {
    const run = runAtStep(watch.run, scheduledAtMs, 'Second');
    if (run) await (isSameRequest(watch, run) ? scrape(watch, run) : endReplaced(watch, run));
  };

  /** Queues an entry's notifications; a receiver may get them again, with the same identifier. */
  const notify = async ({ uid, name, webhook }: Watch, entry: HistoryEntry): Promise<void> => {
    if (entry.WebhookId === null || entry.RequestId === null || !webhook) return;
    const { url, secret, isReference } = webhook;
    const body = packBody(changesBody(name, entry, isReference));
    const message = firstDeliveryMessage(noticeIdOf(entry.RequestId, entry.Part), callerName(uid), clock());
    const Payload = { Uid: uid, Url: url, ...(secret !== undefined && { Secret: secret }), Body: body };
    await deliveries.send({ ...message, Payload }, 0);
  };

  /** Schedules a second scrape of uncertain changes, or ends the run. */
  const finishStep = async (
    { watch, run }: EndedRequest,
    entries: readonly HistoryEntry[],
    pending: readonly number[],
  ): Promise<void> => {
    const { requestId: _first, ...rest } = run;
    const dueMs = clock() + secondAfterMs;
    const isWritten =
      run.step === 'First' && pending.length > 0
        ? await watches.updateRun(watch, run, { ...rest, step: 'Second', siteIndexes: pending, dueMs })
        : await watches.updateRun(watch, run, { ...run, ended: 'Completed' });
    if (!isWritten) return;
    log.ended(factsOf(watch, run), {
      ended: 'Completed',
      changes: entries.flatMap(({ Changes }) => Changes).length,
      notified: entries.filter(({ WebhookId }) => WebhookId !== null).length,
    });
    if (run.step === 'First' && pending.length > 0) await send(secondMessage(watch, run, dueMs));
  };

  const compare = async (ended: EndedRequest, results: readonly SiteResult[]): Promise<void> => {
    const { watch, run, requestId, endedAtMs } = ended;
    const states = await watches.states(watch, stateKeysOfStep(watch, run));
    const concluded = conclude(watch, run, results, states, endedAtMs);
    const added = entriesOf({ run, endedAtMs, requestId }, concluded, watch.webhook !== undefined);
    // If the states are already written, no changes are found; the history has them.
    const isAdded = await addEntries(watch, added);
    const entries = isAdded ? added : await watches.entries(watch, run);
    const written = [...concluded.states];
    for (let start = 0; start < written.length; start += writesAtOnce) {
      const some = written.slice(start, start + writesAtOnce);
      await Promise.all(
        some.map(([key, state]) => watches.writeState(watch, key, state, clock() + stateRetentionMs)),
      );
    }
    for (const entry of entries) await notify(watch, entry);
    await finishStep(ended, entries, concluded.pending);
  };

  /** @returns `undefined` if it has not ended, or must be read again. */
  const endedRequest = async (request: StoredRequest) => {
    const end = requestEnd(request, clock(), timings.retentionMs);
    if (!end) return undefined;
    const isLast = end.state.name === 'Completed' || end.state.isSealed;
    // Seal before acting on a failure, as readers do.
    return isLast || (await requests.seal(request, clock())) ? end : undefined;
  };

  const checkRequest = async (watch: Watch, run: WatchRun, requestId: string): Promise<DueAgain> => {
    const request = await requests.get(requestId);
    if (!request || isRevoked(request)) {
      await endEmpty(watch, run, 'Lost', { requestId });
      return undefined;
    }
    const end = await endedRequest(request);
    if (!end) return nextCheckMs(request.deadlineMs, clock(), timings);
    const { endedAtMs } = end;
    const view = toRequestView(request, end.state);
    await (end.state.name === 'Failed'
      ? endEmpty(watch, run, 'Failed', { requestId, endedAtMs })
      : compare({ watch, run, requestId, endedAtMs }, 'Data' in view ? view.Data.Sites : []));
    return undefined;
  };

  /** Checks if a step's request has ended. */
  const handleCheck = async (
    watch: Watch,
    scheduledAtMs: EpochMs,
    requestId: string | undefined,
  ): Promise<DueAgain> => {
    const { run } = watch;
    if (requestId === undefined || run?.scheduledAtMs !== scheduledAtMs || run.ended !== undefined)
      return undefined;
    if (run.requestId === requestId) {
      if (isSameRequest(watch, run)) return checkRequest(watch, run, requestId);
      await endReplaced(watch, run);
      return undefined;
    }
    // The function died after recording a second scrape and before sending its message.
    const isWaiting = run.step === 'Second' && run.requestId === undefined && run.dueMs !== undefined;
    if (isWaiting) await send(secondMessage(watch, run, run.dueMs!));
    return undefined;
  };

  /** Deletes a deleted watch's data in portions. */
  const forget = async ({ UID, Name, WatchId }: WatchMessage, endsAtMs: EpochMs): Promise<DueAgain> => {
    const watch = { uid: UID, name: Name, watchId: WatchId };
    while (clock() < endsAtMs - ports.timeoutMs / 2) if (await watches.forget(watch)) return undefined;
    return clock();
  };

  const handle = async (message: WatchMessage, endsAtMs: EpochMs): Promise<DueAgain> => {
    const nowMs = clock();
    const { Kind, UID, Name, WatchId, ScheduledAt, RequestId, DueMs = nowMs } = message;
    if (nowMs < DueMs) return DueMs;
    const watch = await watches.get(UID, Name);
    const isThere = watch?.watchId === WatchId;
    // A watch put again after deletion is a different one.
    if (Kind === 'Forget') return isThere ? undefined : forget(message, endsAtMs);
    if (!watch || !isThere) return undefined;
    const scheduledAtMs = Date.parse(ScheduledAt);
    if (Kind === 'Begin') return beginInTime(watch, scheduledAtMs);
    if (Kind === 'Check') return handleCheck(watch, scheduledAtMs, RequestId);
    await second(watch, scheduledAtMs);
    return undefined;
  };

  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const endsAtMs = clock() + ports.timeoutMs;
    return handleBatch(
      event,
      async ({ receiptHandle, body }) =>
        delayUntil(ports, receiptHandle, await handle(readWatchMessage(body), endsAtMs)),
      (messageId, error) => log.error('A step of a watch failed', { messageId, error }),
    );
  };
};
