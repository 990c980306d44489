import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { UsageError } from './exit-codes.ts';

const profileSchema = z.object({
  BaseUrl: z.url({ protocol: /^https?$/ }),
  UID: z.string().min(1),
  LicenseKey: z.string().min(1),
});
const fileSchema = z.object({ Profiles: z.record(z.string(), profileSchema) });

export type Profile = z.infer<typeof profileSchema>;
type Variables = Readonly<Record<string, string | undefined>>;

export const defaultProfileName = 'default';

export const configFile = (variables: Variables): string =>
  variables.SCRAP_PRICES_CONFIG ??
  join(variables.XDG_CONFIG_HOME || join(homedir(), '.config'), 'scrap-prices', 'config.json');

/** Reads the profiles; none if the file does not exist. @throws UsageError if others may read it, or it is invalid. */
export const readProfiles = (file: string): Record<string, Profile> => {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return {};
  // Windows has no such modes; home folders are private there.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new UsageError(
      `${file} holds license keys and is readable by others (mode ${(mode & 0o777).toString(8)}); run: chmod 600 "${file}"`,
    );
  }
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(`${file} is not JSON; "scrap-prices profile add" writes it.`);
  }
  const { data, error } = fileSchema.safeParse(json);
  if (error) throw new UsageError(`${file} is invalid:\n${z.prettifyError(error)}`);
  return data.Profiles;
};

/** Writes all profiles, readable only by their owner at all times. */
export const writeProfiles = (file: string, profiles: Record<string, Profile>): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ Profiles: profiles }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
};

const variableNames = {
  BaseUrl: 'SCRAP_PRICES_BASE_URL',
  UID: 'SCRAP_PRICES_UID',
  LicenseKey: 'SCRAP_PRICES_LICENSE_KEY',
} as const satisfies Record<keyof Profile, string>;
const members = Object.keys(variableNames) as (keyof Profile)[];

/** @throws UsageError if there is no profile of the given name. */
const readProfile = (file: string, name: string | undefined): Partial<Profile> => {
  const profiles = readProfiles(file);
  if (name === undefined || Object.hasOwn(profiles, name)) return profiles[name ?? defaultProfileName] ?? {};
  const known = Object.keys(profiles);
  const help =
    known.length > 0
      ? `Existing profiles: ${known.join(', ')}.`
      : 'Create one with: scrap-prices profile add';
  throw new UsageError(`There is no profile "${name}" in ${file}. ${help}`);
};

/**
 * Address and credentials: from the options, the environment, then the profile.
 *
 * @param options - these, which never include the license key: `ps` would show it.
 * @returns `undefined` if none of them names a service.
 * @throws UsageError if a part is missing.
 */
export const findProfile = (
  options: { profile?: string | undefined; baseUrl?: string | undefined; uid?: string | undefined },
  variables: Variables,
): Profile | undefined => {
  const name = options.profile ?? variables.SCRAP_PRICES_PROFILE;
  const given: Record<keyof Profile, string | undefined> = {
    BaseUrl: options.baseUrl ?? variables.SCRAP_PRICES_BASE_URL,
    UID: options.uid ?? variables.SCRAP_PRICES_UID,
    LicenseKey: variables.SCRAP_PRICES_LICENSE_KEY,
  };
  const isWhole = members.every((member) => given[member] !== undefined);
  // Ignore faults of a file that is not needed.
  const stored = name === undefined && isWhole ? {} : readProfile(configFile(variables), name);
  const found = (member: keyof Profile): string => given[member] ?? stored[member] ?? '';
  const missing = members.filter((member) => found(member) === '').map((member) => variableNames[member]);
  if (missing.length === members.length) return undefined;
  if (missing.length > 0) throw missingError(missing);
  return { BaseUrl: found('BaseUrl'), UID: found('UID'), LicenseKey: found('LicenseKey') };
};

const missingError = (missing: readonly string[]): UsageError =>
  new UsageError(
    `Address or credentials are missing. Set ${missing.join(', ')}, or create a profile: scrap-prices profile add --help`,
  );

/** As {@link findProfile}. @throws UsageError if there is none */
export const resolveProfile = (...given: Parameters<typeof findProfile>): Profile => {
  const profile = findProfile(...given);
  if (profile === undefined) throw missingError(Object.values(variableNames));
  return profile;
};
