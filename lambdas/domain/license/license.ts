// Licenses of callers and their quotas.
// Keys are stored as hashes and compared in constant time.
// The secrets that sign webhooks belong to the license as well.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { EpochMs } from '../timing.ts';

/** A caller's permission. The key is shown once, when it is created, and only its hash is stored. */
export interface License {
  uid: string;
  /** SHA-256 of the key, lower-case hex. The key has 256 random bits, so a slow hash would add nothing. */
  keyHash: string;
  /** First characters of the key, so that people can tell keys apart. */
  keyPrefix: string;
  enabled: boolean;
  /** Absent: does not expire. */
  expiresAtMs?: EpochMs | undefined;
  createdAtMs: EpochMs;
  /** Absent: unlimited. */
  requestsPerMinute?: number | undefined;
  /** Absent: unlimited. */
  sitesPerDay?: number | undefined;
  /** Stored in plain text, since they sign webhook calls. Newest first; absent: none. */
  webhookSecrets?: readonly WebhookSecret[] | undefined;
}

export interface WebhookSecret {
  secret: string;
  createdAtMs: EpochMs;
  /** When it stops signing, once replaced; absent: in use. */
  endsAtMs?: EpochMs | undefined;
}

/** The secrets that sign now: the one in use, and recently replaced ones. */
export const signingSecrets = (license: License | undefined, nowMs: EpochMs): string[] =>
  (license?.webhookSecrets ?? [])
    .filter(({ endsAtMs }) => endsAtMs === undefined || nowMs < endsAtMs)
    .map(({ secret }) => secret);

/**
 * Adds a new secret. The old ones keep signing for a while, so that receivers can switch without a gap.
 *
 * @param overlapMs - how long old secrets keep signing; 0: not at all.
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
 * Default limits of a new license: a request a second, and a catalogue of ten thousand sites a day, which costs its
 * owner half a dollar at most. A leaked key, or a client in a loop, can also poll the status without pause (1,200 times
 * a minute by default, see `statusCallsPerMinute`: eleven dollars a day) and have calls held (at most four: five
 * dollars). Refusing further calls costs about as much as a status call; `callsPerAddress` bounds that.
 */
export const defaultQuotas = { requestsPerMinute: 60, sitesPerDay: 10_000 } as const;

const keyStart = 'sp_live_';
export const keyPrefixLength = keyStart.length + 4;
export const keyRandomBytes = 32;

/** UIDs occur in DynamoDB keys, log lines and HTTP Basic credentials, which a colon would break. */
export const uidPattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/;

/** @param random - {@link keyRandomBytes} bytes from a cryptographic source. */
export const formatLicenseKey = (random: Uint8Array): string =>
  `${keyStart}${Buffer.from(random).toString('base64url')}`;

export const hashLicenseKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Compared against if there is no license, so that an unknown UID takes as long as a wrong key. */
const nobodysHash = hashLicenseKey('');

/** True unless disabled or expired. @param license - `undefined` if there is none. */
export const isInForce = (license: License | undefined, nowMs: EpochMs): license is License =>
  license?.enabled === true && (license.expiresAtMs === undefined || nowMs < license.expiresAtMs);

/**
 * True if the presented key opens the license now. Every refusal takes the same steps, so that the response does not
 * reveal its cause.
 *
 * @param license - `undefined` if the UID is unknown.
 */
export const isAuthentic = (license: License | undefined, presentedKey: string, nowMs: EpochMs): boolean => {
  const presented = Buffer.from(hashLicenseKey(presentedKey), 'hex');
  const expected = Buffer.from(license?.keyHash ?? nobodysHash, 'hex');
  const isKeyRight = timingSafeEqual(presented, expected);
  return isKeyRight && isInForce(license, nowMs);
};
