import { type Command, Option } from 'commander';
import { ScrapPrices, type ScrapPricesOptions } from '../client/index.ts';
import { defaultLocalAddress } from '../local/addresses.ts';
import { type LocalOption, readLocalDocument } from './local-stack.ts';
import { withGroup } from './options.ts';
import { type Profile, resolveProfile } from './profiles.ts';
import { requireReachable } from './reachable.ts';

export interface ConnectionOptions {
  profile?: string;
  baseUrl?: string;
  uid?: string;
  local?: LocalOption;
}

/** Adds the options that select a service. None takes the license key: `ps` would show it. */
export const withConnection = (command: Command): Command =>
  withGroup(command, 'Service', (to) =>
    to
      .addOption(new Option('--profile <name>', 'profile to use').env('SCRAP_PRICES_PROFILE'))
      .addOption(new Option('--base-url <url>', 'address of the service').env('SCRAP_PRICES_BASE_URL'))
      .addOption(new Option('--uid <uid>', 'UID of the license').env('SCRAP_PRICES_UID'))
      .option(
        '--local [address]',
        `use the service that "scrap-prices start" runs, with its own license (default: ${defaultLocalAddress})`,
      ),
  );

/** A service and its caller. */
export interface Connection {
  client: ScrapPrices;
  baseUrl: string;
  uid: string;
}

const profileFor = async (options: ConnectionOptions): Promise<Profile> => {
  if (options.local === undefined) return resolveProfile(options, process.env);
  const { ApiUrl, License } = await readLocalDocument(options.local);
  return { BaseUrl: ApiUrl, ...License };
};

/** @throws UsageError if address or credentials are missing; UnreachableError if nothing listens at the address. */
export const connect = async (
  options: ConnectionOptions,
  settings: Partial<ScrapPricesOptions> = {},
): Promise<Connection & { licenseKey: string }> => {
  const { BaseUrl, UID, LicenseKey } = await profileFor(options);
  const client = new ScrapPrices({ ...settings, baseUrl: BaseUrl, uid: UID, licenseKey: LicenseKey });
  await requireReachable(BaseUrl);
  return { client, baseUrl: BaseUrl, uid: UID, licenseKey: LicenseKey };
};
