import { createHash, timingSafeEqual } from 'node:crypto';
import type { EpochMs } from './timing.ts';

/** A caller's permission. The key itself is shown once when it is made, and stored only as its hash. */
export interface License {
  uid: string;
  /** SHA-256 of the key, lower-case hex. The key has 256 random bits, so a slow hash would add nothing. */
  keyHash: string;
  /** First characters of the key, for people to tell keys apart. */
  keyPrefix: string;
  enabled: boolean;
  /** Absent: does not expire. */
  expiresAtMs?: EpochMs | undefined;
  createdAtMs: EpochMs;
  /** Absent: unlimited. */
  requestsPerMinute?: number | undefined;
  /** Absent: unlimited. */
  sitesPerDay?: number | undefined;
  /** They sign what is posted to webhooks, so they are stored as they are. The newest first; absent: none. */
  webhookSecrets?: readonly WebhookSecret[] | undefined;
}

export interface WebhookSecret {
  secret: string;
  createdAtMs: EpochMs;
  /** When it was replaced and no longer signs; absent: it is in use. */
  endsAtMs?: EpochMs | undefined;
}

/** The secrets of a license that sign now: the one in use, and those that were replaced a while ago. */
export const signingSecrets = (license: License | undefined, nowMs: EpochMs): string[] =>
  (license?.webhookSecrets ?? [])
    .filter(({ endsAtMs }) => endsAtMs === undefined || nowMs < endsAtMs)
    .map(({ secret }) => secret);

/**
 * A license's secrets with a new one in use. The ones before sign beside it for a while, so that receivers can take the
 * new one over without a gap.
 *
 * @param overlapMs - for so long; 0: they end at once.
 */
export const withNewSecret = (
  secrets: readonly WebhookSecret[],
  secret: string,
  nowMs: EpochMs,
  overlapMs: number,
): WebhookSecret[] => [
  { secret, createdAtMs: nowMs },
  ...secrets
    .map((old) => ({
      ...old,
      endsAtMs: Math.min(old.endsAtMs ?? Number.POSITIVE_INFINITY, nowMs + overlapMs),
    }))
    .filter(({ endsAtMs }) => nowMs < endsAtMs),
];

/**
 * Default limits of a new license: a request a second, and a catalogue of ten thousand sites a
 * day, which costs its owner half a dollar at most. A key that leaks, or a client in a loop, can also ask for status
 * without a pause (1,200 times a minute by the default of `statusCallsPerMinute`: eleven dollars a day) and have calls
 * held (four at most: five dollars). Calls beyond these are refused, which costs about as much as a
 * status call, for whoever makes them: `callsPerAddress` bounds them.
 */
export const defaultQuotas = { requestsPerMinute: 60, sitesPerDay: 10_000 } as const;

const keyStart = 'sp_live_';
export const keyPrefixLength = keyStart.length + 4;
export const keyRandomBytes = 32;

/** UIDs stand in DynamoDB keys, log lines and HTTP Basic credentials, which a colon would break. */
export const uidPattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/;

/** @param random - {@link keyRandomBytes} bytes from a cryptographic source. */
export const formatLicenseKey = (random: Uint8Array): string =>
  `${keyStart}${Buffer.from(random).toString('base64url')}`;

export const hashLicenseKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Compared against when there is no license, so that an unknown UID costs what a wrong key costs. */
const nobodysHash = hashLicenseKey('');

/** True unless disabled or expired. @param license - `undefined` if there is none. */
export const isInForce = (license: License | undefined, nowMs: EpochMs): license is License =>
  license?.enabled === true && (license.expiresAtMs === undefined || nowMs < license.expiresAtMs);

/**
 * True if a presented key opens a license now. Every cause of refusal takes the same steps, so that the answer
 * tells nothing about which one it was.
 *
 * @param license - `undefined` when the UID is unknown.
 */
export const isAuthentic = (license: License | undefined, presentedKey: string, nowMs: EpochMs): boolean => {
  const presented = Buffer.from(hashLicenseKey(presentedKey), 'hex');
  const expected = Buffer.from(license?.keyHash ?? nobodysHash, 'hex');
  const isKeyRight = timingSafeEqual(presented, expected);
  return isKeyRight && isInForce(license, nowMs);
};
