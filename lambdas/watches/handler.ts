import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { authenticate, authenticateReader, type ReaderPorts } from '../api/credentials.ts';
import { bodyOf } from '../api/event-body.ts';
import { json, noContent } from '../api/responses.ts';
import type { Violation } from '../domain/json-text.ts';
import type { Clock, QuotaStore } from '../domain/ports.ts';
import { invalidPayload, ProblemError } from '../domain/problem.ts';
import type { Credentials, SellingSiteRegistry } from '../domain/request/queue-request.ts';
import type { EpochMs } from '../domain/timing.ts';
import { fitInItem } from '../domain/watch/packed-sites.ts';
import { scheduleNameOf, type Watch, type WatchDefinition, watchNamePattern } from '../domain/watch/watch.ts';
import { parseWatch } from '../domain/watch/watch-body.ts';
import { fromCursor, type HistoryEntry, keyOfEntry, toCursor } from '../domain/watch/watch-history.ts';
import { forgetMessage } from '../domain/watch/watch-message.ts';
import type { WatchQueue, WatchStore } from '../domain/watch/watch-ports.ts';
import { toSummaryView, toWatchView, type WatchHistory } from '../domain/watch/watch-view.ts';
import { findUnusable, type WebhookCheck } from '../queue/check-body.ts';
import { mustBeSigned } from '../queue/must-be-signed.ts';
import { takeQuotas } from '../queue/take-quotas.ts';
import { type PutPorts, putWatch } from './put-watch.ts';
import { type SchedulePorts, settleSchedule } from './settle-schedule.ts';

export interface WatchesPorts extends PutPorts, SchedulePorts, ReaderPorts {
  watches: WatchStore;
  quotas: QuotaStore;
  queue: WatchQueue;
  registry: SellingSiteRegistry;
  /** Checks webhooks' addresses; absent: accepts all. */
  checkWebhook?: WebhookCheck;
  clock: Clock;
}

type Handler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

/** One wording for watches that never existed, were deleted, or belong to another caller. */
const noSuchWatch = (): ProblemError => new ProblemError(404, 'This license has no watch of this name.');

const nameIn = ({ pathParameters }: APIGatewayProxyEvent): string => pathParameters?.name ?? '';

const nameViolations = (name: string): Violation[] =>
  watchNamePattern.test(name)
    ? []
    : [
        {
          Pointer: '',
          Detail:
            'the name in the path must be 1 to 64 letters, digits, ".", "_" or "-", starting with a letter or digit',
        },
      ];

const definitionIn = async (
  ports: WatchesPorts,
  event: APIGatewayProxyEvent,
  nowMs: EpochMs,
): Promise<{ credentials: Credentials; definition: WatchDefinition }> => {
  const parsed = parseWatch(bodyOf(event), ports.registry, nowMs);
  const violations = [
    ...(await findUnusable(parsed.json, ports.checkWebhook)),
    ...nameViolations(nameIn(event)),
  ];
  if ('violations' in parsed) throw invalidPayload([...parsed.violations, ...violations]);
  if (!fitInItem(parsed.definition.sites))
    violations.push({
      Pointer: '/Data/SellingSites',
      Detail: 'is too large to store; split it into two watches',
    });
  if (violations.length > 0) throw invalidPayload(violations);
  return parsed;
};

/** `PUT /api/watches/{name}`: checks body, then credentials, then quotas. Counts as a request. */
const createPutHandler =
  (ports: WatchesPorts): Handler =>
  async (event) => {
    const nowMs = ports.clock();
    const name = nameIn(event);
    const { credentials, definition } = await definitionIn(ports, event, nowMs);
    const license = await authenticate(ports.licenses, credentials, nowMs);
    mustBeSigned(definition.webhook, license, nowMs);
    const quotas = await takeQuotas(ports.quotas, license, 0, nowMs);
    const { isNew, stored } = await putWatch(ports, license.uid, name, definition, nowMs);
    const watch = await settleSchedule(ports, stored, stored, nowMs);
    if (!watch)
      throw new ProblemError(
        409,
        'This watch was deleted by another call at the same time; repeat the call.',
      );
    return json(event, isNew ? 201 : 200, toWatchView(watch, nowMs), {
      ...quotas.headers,
      ...(isNew && { Location: event.requestContext.path }),
    });
  };

/** @throws ProblemError 401, 404. */
const findWatch = async (
  ports: WatchesPorts,
  event: APIGatewayProxyEvent,
  nowMs: EpochMs,
): Promise<Watch> => {
  const { uid } = await authenticateReader(ports, event, nowMs);
  const name = nameIn(event);
  const watch = watchNamePattern.test(name) ? await ports.watches.get(uid, name) : undefined;
  if (!watch) throw noSuchWatch();
  return watch;
};

/** `GET /api/watches` */
const createListHandler =
  (ports: WatchesPorts): Handler =>
  async (event) => {
    const nowMs = ports.clock();
    const { uid } = await authenticateReader(ports, event, nowMs);
    const watches = await ports.watches.list(uid);
    return json(event, 200, { Watches: watches.map((watch) => toSummaryView(watch, nowMs)) });
  };

/** `GET /api/watches/{name}` */
const createGetHandler =
  (ports: WatchesPorts): Handler =>
  async (event) => {
    const nowMs = ports.clock();
    return json(event, 200, toWatchView(await findWatch(ports, event, nowMs), nowMs));
  };

/** Longer than this call can last: API Gateway allows half a minute. */
const forgetDelaySeconds = 60;

/** `DELETE /api/watches/{name}`: its history is deleted soon afterwards. */
const createDeleteHandler =
  (ports: WatchesPorts): Handler =>
  async (event) => {
    const nowMs = ports.clock();
    const watch = await findWatch(ports, event, nowMs);
    const { uid, name } = watch;
    // The schedule first: a watch without a schedule can be deleted again, but a schedule without a watch cannot.
    await ports.scheduler.remove(scheduleNameOf(uid, name));
    // Also before the removal, so that nothing is left behind; the message is ignored while the watch exists.
    await ports.queue.send(forgetMessage(watch, nowMs), forgetDelaySeconds);
    if (!(await ports.watches.remove(watch))) throw noSuchWatch();
    await settleSchedule(ports, watch, undefined, nowMs);
    return noContent(event);
  };

const defaultPageSize = 50;
const maxPageSize = 100;
/** Maximum size of entries, as JSON, in one response; Lambda's limit is 6 MB. */
const maxPageBytes = 3_000_000;

const pageIn = ({
  queryStringParameters,
}: APIGatewayProxyEvent): { limit: number; before: string | undefined } => {
  const { limit: size = String(defaultPageSize), cursor } = queryStringParameters ?? {};
  const limit = /^\d{1,3}$/.test(size) ? Number(size) : 0;
  const before = cursor === undefined ? undefined : fromCursor(cursor);
  const violations: Violation[] = [
    ...(limit >= 1 && limit <= maxPageSize
      ? []
      : [
          {
            Pointer: '',
            Detail: `the query parameter "limit" must be a whole number from 1 to ${maxPageSize}`,
          },
        ]),
    ...(cursor === undefined || before !== undefined
      ? []
      : [{ Pointer: '', Detail: 'the query parameter "cursor" must be "Next" of the previous page' }]),
  ];
  if (violations.length > 0) throw invalidPayload(violations);
  return { limit, before };
};

/** As many as fit into a response, at least one. */
const thatFit = (entries: readonly HistoryEntry[]): HistoryEntry[] => {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return index > 0 && bytes > maxPageBytes;
  });
  return end < 0 ? [...entries] : entries.slice(0, end);
};

/** `GET /api/watches/{name}/history` */
const createHistoryHandler =
  (ports: WatchesPorts): Handler =>
  async (event) => {
    const nowMs = ports.clock();
    const watch = await findWatch(ports, event, nowMs);
    const { entries, next } = await ports.watches.history(watch, { ...pageIn(event), nowMs });
    const Entries = thatFit(entries);
    const last = Entries.at(-1);
    const nextKey = last !== undefined && Entries.length < entries.length ? keyOfEntry(last) : next;
    const page: WatchHistory = { Entries, Next: nextKey === undefined ? null : toCursor(nextKey) };
    return json(event, 200, page);
  };

/** The operations on watches, by method and the resource's last part. */
export const createWatchesHandler = (ports: WatchesPorts): Handler => {
  const handlers: Readonly<Record<string, Handler>> = {
    'PUT {name}': createPutHandler(ports),
    'GET watches': createListHandler(ports),
    'GET {name}': createGetHandler(ports),
    'DELETE {name}': createDeleteHandler(ports),
    'GET history': createHistoryHandler(ports),
  };
  return async (event) => {
    const operation = `${event.httpMethod} ${event.resource.split('/').at(-1)}`;
    const handler = Object.hasOwn(handlers, operation) ? handlers[operation] : undefined;
    if (!handler) throw new ProblemError(404, 'The service has no such operation.');
    return handler(event);
  };
};
