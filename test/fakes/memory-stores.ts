import type { Payload } from '../../lambdas/domain/delivery/delivery-body.ts';
import { type DeliveryRecord, isAccepted } from '../../lambdas/domain/delivery/delivery-record.ts';
import { nextTurn, type Receiver } from '../../lambdas/domain/delivery/receiver.ts';
import { formatLicenseKey, hashLicenseKey, type License } from '../../lambdas/domain/license/license.ts';
import type {
  CallCounts,
  DeliveryStore,
  HeldCalls,
  HostRecordStore,
  IdempotencyRecord,
  IdempotencyStore,
  JournalStore,
  LicenseReader,
  QuotaStore,
  ReceiverStore,
  RequestStore,
  SlowLane,
} from '../../lambdas/domain/ports.ts';
import type { GroupJournal } from '../../lambdas/domain/request/group-journal.ts';
import { maxHeldCallsOfLicense } from '../../lambdas/domain/request/held-calls.ts';
import type { StoredRequest } from '../../lambdas/domain/request/request.ts';
import type { HostRecord } from '../../lambdas/domain/site/host-record.ts';

/** Requests in memory, with the same conditions as the DynamoDB store. */
export const createMemoryRequestStore = (): RequestStore & { items: Map<string, StoredRequest> } => {
  const items = new Map<string, StoredRequest>();
  const storers = new Map<string, string>();
  return {
    items,
    get: async (requestId) => {
      const item = items.get(requestId);
      return item && { ...item, groups: new Map(item.groups) };
    },
    create: async (request, _expiresAtMs, storedBy = request.requestId) => {
      if (items.has(request.requestId)) return storers.get(request.requestId) === storedBy;
      items.set(request.requestId, { ...request, groups: new Map() });
      storers.set(request.requestId, storedBy);
      return true;
    },
    addResults: async (requestId, group, packed, nowMs) => {
      const item = items.get(requestId);
      if (!item || item.sealedAtMs !== undefined || item.deadlineMs <= nowMs || item.groups.has(group)) {
        return 'NotWritten';
      }
      const groups = new Map([...item.groups, [group, packed] as const]);
      items.set(requestId, { ...item, groups, lastResultAtMs: nowMs });
      return groups.size === item.groupSizes.length ? 'Completed' : 'Written';
    },
    seal: async ({ requestId }, nowMs) => {
      const item = items.get(requestId);
      if (!item || item.sealedAtMs !== undefined || item.groups.size >= item.groupSizes.length) return false;
      items.set(requestId, { ...item, sealedAtMs: nowMs });
      return true;
    },
    remove: async (requestId) => {
      items.delete(requestId);
    },
    revoke: async (requestId, nowMs) => {
      const item = items.get(requestId);
      if (!item || item.isDispatched || item.groups.size >= item.groupSizes.length) return false;
      items.set(requestId, { ...item, sealedAtMs: item.sealedAtMs ?? nowMs });
      return true;
    },
    preclude: async (requestId, nowMs) => {
      if ((items.get(requestId)?.deadlineMs ?? 0) !== 0) return false;
      const nobodys = { uid: '', sku: '', queuedAtMs: 0, deadlineMs: 0, groupSizes: [1], groups: new Map() };
      items.set(requestId, { requestId, ...nobodys, sealedAtMs: nowMs });
      return true;
    },
    markDispatched: async (requestId) => {
      const item = items.get(requestId);
      if (!item || item.sealedAtMs !== undefined) return false;
      items.set(requestId, { ...item, isDispatched: true });
      return true;
    },
  };
};

export const createMemoryJournalStore = (): JournalStore & { journals: Map<string, GroupJournal> } => {
  const journals = new Map<string, GroupJournal>();
  const idOf = (requestId: string, group: number): string => `${requestId}#g${group}`;
  const nothing: GroupJournal = {
    begun: new Set(),
    alone: new Set(),
    ended: new Map(),
    isBrowserStarted: false,
  };
  return {
    journals,
    read: async (requestId, group) => journals.get(idOf(requestId, group)),
    add: async (requestId, group, note) => {
      const known = journals.get(idOf(requestId, group)) ?? nothing;
      journals.set(idOf(requestId, group), {
        ...known,
        begun: new Set([...known.begun, ...(note.begun ?? [])]),
        alone: new Set([...known.alone, ...(note.alone === undefined ? [] : [note.alone])]),
        ended: new Map([...known.ended, ...(note.ended ?? [])]),
        isBrowserStarted: known.isBrowserStarted || note.isBrowserStarted === true,
        ...(note.busyUntilMs !== undefined && { busyUntilMs: note.busyUntilMs }),
      });
    },
  };
};

/** Delivery records in memory, with the same conditions as the DynamoDB store. */
export const createMemoryDeliveryStore = (): DeliveryStore & { records: Map<string, DeliveryRecord> } => {
  const records = new Map<string, DeliveryRecord>();
  const freights = new Map<string, Payload>();
  const takenUntil = new Map<string, number>();
  return {
    records,
    get: async (requestId) => records.get(requestId),
    claim: async ({ requestId, uid, tries, messageId, receiverId }, nowMs, untilMs, expiresAtMs) => {
      const record = records.get(requestId);
      const isFree = record?.takenBy === messageId || (takenUntil.get(requestId) ?? 0) <= nowMs;
      const isNext = record ? record.attempts.length === tries && !record.ended && isFree : tries === 0;
      if (!isNext) return false;
      const attempts = record?.attempts ?? [];
      records.set(requestId, {
        ...record,
        ...{ requestId, uid, attempts, takenBy: messageId, expiresAtMs },
        ...(receiverId !== undefined && { receiverId }),
      });
      takenUntil.set(requestId, untilMs);
      return true;
    },
    postpone: async ({ requestId, tries, messageId }, turnAtMs, expiresAtMs) => {
      const record = records.get(requestId);
      const isOwn = record?.takenBy === messageId && record.attempts.length === tries && !record.ended;
      if (!record || !isOwn) return false;
      records.set(requestId, { ...record, turnAtMs, nextAtMs: turnAtMs, expiresAtMs });
      takenUntil.set(requestId, turnAtMs);
      return true;
    },
    recordAttempt: async ({ requestId, tries, messageId }, attempt, step, expiresAtMs) => {
      const record = records.get(requestId);
      const isOwn = record?.takenBy === messageId && record.attempts.length === tries && !record.ended;
      if (!record || !isOwn) return false;
      const { nextAtMs: _before, turnAtMs: _turn, ...rest } = record;
      records.set(requestId, { ...rest, ...step, attempts: [...record.attempts, attempt], expiresAtMs });
      takenUntil.set(requestId, 0);
      return true;
    },
    storePayload: async (requestId, payload) => {
      freights.set(requestId, payload);
    },
    loadPayload: async (requestId) => freights.get(requestId),
    countResend: async (requestId, max) => {
      const record = records.get(requestId);
      const { resends = new Map(), resendsRequested = 0 } = record ?? {};
      if (!record || resendsRequested >= max) return undefined;
      records.set(requestId, { ...record, resends, resendsRequested: resendsRequested + 1 });
      return resendsRequested + 1;
    },
    recordResend: async (requestId, resend, attempt) => {
      const record = records.get(requestId);
      if (!record?.resends || record.resends.has(resend)) return false;
      const { nextAtMs, ended, ...rest } = record;
      records.set(requestId, {
        ...rest,
        ...(isAccepted(attempt.status) ? { ended: 'Delivered' as const } : { nextAtMs, ended }),
        resends: new Map([...record.resends, [resend, attempt] as const]),
      });
      return true;
    },
  };
};

/** Receivers in memory, with the same conditions as the DynamoDB store. */
export const createMemoryReceiverStore = (): ReceiverStore & { receivers: Map<string, Receiver> } => {
  const receivers = new Map<string, Receiver>();
  const change = (id: string, changes: Receiver): Receiver => {
    const receiver = { ...receivers.get(id), ...changes };
    receivers.set(id, receiver);
    return receiver;
  };
  return {
    receivers,
    get: async (id) => receivers.get(id) ?? {},
    takeTurn: async (id, nowMs, everyMs) => {
      const { turnAtMs, turnsUntilMs } = nextTurn(receivers.get(id) ?? {}, nowMs, everyMs);
      return { turnAtMs, receiver: change(id, { turnsUntilMs }) };
    },
    recordFailure: async (id, nowMs, rest) => {
      const { failingSinceMs = nowMs, restsUntilMs = 0, turnsUntilMs = 0 } = receivers.get(id) ?? {};
      return change(id, {
        failingSinceMs,
        ...(rest && {
          restsUntilMs: Math.max(restsUntilMs, rest.untilMs),
          turnsUntilMs: Math.max(turnsUntilMs, rest.turnsUntilMs),
        }),
      });
    },
    recordSuccess: async (id) => {
      change(id, { failingSinceMs: undefined, suspendedAtMs: undefined });
    },
    suspend: async (id, nowMs) => {
      const { failingSinceMs, suspendedAtMs } = receivers.get(id) ?? {};
      if (failingSinceMs === undefined || suspendedAtMs !== undefined) return false;
      change(id, { suspendedAtMs: nowMs });
      return true;
    },
    markSlow: async (id, nowMs, untilMs) => {
      const { slowUntilMs = 0 } = receivers.get(id) ?? {};
      change(id, { slowUntilMs: untilMs });
      return slowUntilMs <= nowMs;
    },
  };
};

/** A slow lane with a number of places. */
export const createMemorySlowLane = (places: number): SlowLane => {
  const taken = Array<number>(places).fill(0);
  return {
    enter: async (nowMs, untilMs) => {
      const place = taken.findIndex((endsAtMs) => endsAtMs <= nowMs);
      if (place < 0) return undefined;
      taken[place] = untilMs;
      return async () => {
        if (taken[place] === untilMs) taken[place] = nowMs;
      };
    },
  };
};

export const createMemoryIdempotencyStore = (): IdempotencyStore & {
  records: Map<string, IdempotencyRecord>;
} => {
  const records = new Map<string, IdempotencyRecord>();
  const idOf = (uid: string, key: string): string => JSON.stringify([uid, key]);
  return {
    records,
    claim: async (uid, key, record, _expiresAtMs, replaces) => {
      const held = records.get(idOf(uid, key));
      if (held && held.requestId !== replaces?.requestId) return held;
      records.set(idOf(uid, key), record);
      return record;
    },
  };
};

export const createMemoryHostRecordStore = (): HostRecordStore & { records: Map<string, HostRecord> } => {
  const records = new Map<string, HostRecord>();
  return {
    records,
    read: async (uid, host) => records.get(`${uid} ${host}`),
    write: async (uid, host, record, nowMs) => {
      const held = records.get(`${uid} ${host}`);
      if (!record.differed && held?.differed && held.expiresAtMs > nowMs) return;
      records.set(`${uid} ${host}`, record);
    },
  };
};

/** A valid license key. */
export const testLicenseKey = formatLicenseKey(new Uint8Array(32).fill(7));

export const testLicense = (changes: Partial<License> = {}): License => ({
  uid: 'acme',
  keyHash: hashLicenseKey(testLicenseKey),
  keyPrefix: testLicenseKey.slice(0, 12),
  enabled: true,
  createdAtMs: 0,
  ...changes,
});

export const memoryLicenses = (...licenses: License[]): LicenseReader => ({
  get: async (uid) => licenses.find((license) => license.uid === uid),
});

export const createMemoryQuotaStore = (): QuotaStore => {
  const windows = new Map<string, { used: number; endsAtMs: number }>();
  return {
    take: async (uid, { name, limit, windowMs, amount }, nowMs) => {
      const key = `${uid}#${name}`;
      const open = windows.get(key);
      const window = open && open.endsAtMs > nowMs ? open : { used: 0, endsAtMs: nowMs + windowMs };
      const isAllowed = window.used + amount <= limit;
      if (isAllowed) windows.set(key, { ...window, used: window.used + amount });
      return {
        isAllowed,
        remaining: limit - window.used - (isAllowed ? amount : 0),
        resetsAtMs: window.endsAtMs,
      };
    },
    giveBack: async (uid, { name, amount }, resetsAtMs) => {
      const window = windows.get(`${uid}#${name}`);
      if (window?.endsAtMs === resetsAtMs) window.used -= amount;
    },
  };
};

export const createMemoryHeldCalls = (inAll: number): HeldCalls & { held: string[] } => {
  const held: string[] = [];
  return {
    held,
    take: async (uid) => {
      const isFree = held.length < inAll && held.filter((one) => one === uid).length < maxHeldCallsOfLicense;
      if (!isFree) return undefined;
      held.push(uid);
      return async () => void held.splice(held.indexOf(uid), 1);
    },
  };
};

export const createMemoryCallCounts = (): CallCounts & { writes: number } => {
  const counts = new Map<string, number>();
  return {
    writes: 0,
    async add(uid, minute, calls) {
      this.writes += 1;
      const total = (counts.get(`${uid} ${minute}`) ?? 0) + calls;
      counts.set(`${uid} ${minute}`, total);
      return total;
    },
  };
};

/** Ports for tests that are not about limits: calls are neither counted nor limited. */
export const unlimitedCalls = { held: createMemoryHeldCalls(1_000), countCall: async () => {} };
