import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  defaultQuotas,
  type License,
  uidPattern,
  withNewSecret,
} from '../../lambdas/domain/license/license.ts';
import type { LicenseStore } from '../../lambdas/domain/ports.ts';
import { formatWebhookSecret, secretRandomBytes } from '../../lambdas/domain/request/webhook.ts';
import { environment } from '../../lambdas/environment.ts';
import { info, print } from '../../terminal/streams.ts';
import { tableText } from '../../terminal/table.ts';
import { type DeploymentOptions, explainingAws, withDeployment, withService } from '../connection.ts';
import { UsageError } from '../exit-codes.ts';
import type { OperatedService } from '../operations/operated-service.ts';
import { wholeNumber, withHelp } from '../options.ts';

/** The licenses table from the environment, unless the local stack is meant. */
const tableAlone = ({ local }: DeploymentOptions): string | undefined =>
  local === undefined ? process.env[environment.licensesTable] || undefined : undefined;

interface Licenses {
  store: LicenseStore;
  /** Absent if only the table is known. */
  service?: OperatedService;
}

const withLicenses = async <T>(
  options: DeploymentOptions,
  work: (licenses: Licenses) => Promise<T>,
): Promise<T> => {
  // Loaded on demand: the AWS SDK starts slowly.
  const { createDynamoDbLicenseStore } = await import('../../lambdas/aws/dynamodb-license-store.ts');
  const table = tableAlone(options);
  if (table === undefined)
    return withService(options, (service) =>
      work({ store: createDynamoDbLicenseStore(service.documents, service.licensesTable), service }),
    );
  const { dynamoDbDocuments } = await import('../../lambdas/aws/clients.ts');
  const documents = dynamoDbDocuments();
  try {
    return await explainingAws(() => work({ store: createDynamoDbLicenseStore(documents, table) }));
  } finally {
    documents.destroy();
  }
};

/** Prints only the secret on standard output, so that it can be piped to a secret store. */
const showOnce = (what: string, secret: string): void => {
  info(`${what}:`);
  process.stdout.write(`${secret}\n`);
};
const showKey = (key: string): void =>
  showOnce('License key (shown only once; only its hash is stored)', key);

const loadLicenses = () => import('../operations/licenses.ts');

const checkUid = (uid: string): string => {
  if (uidPattern.test(uid)) return uid;
  throw new UsageError(
    `"${uid}" is not a valid UID: expected 1 to 128 letters, digits, or . _ @ -, starting with a letter or digit.`,
  );
};

const msPerHour = 3_600_000;

const hours = (text: string): number => {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 720) return value;
  throw new InvalidArgumentError('Expected hours, 0 to 720.');
};

const futureTime = (text: string): number => {
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) throw new InvalidArgumentError('Expected a date such as 2027-06-30.');
  if (timeMs <= Date.now()) throw new InvalidArgumentError('Expected a date in the future.');
  return timeMs;
};

const requireLicense = (exists: boolean, uid: string): void => {
  if (!exists) throw new UsageError(`There is no license for "${uid}".`);
};

const statusOf = (license: License, nowMs: number): string => {
  if (!license.enabled) return 'disabled';
  return license.expiresAtMs !== undefined && nowMs >= license.expiresAtMs ? 'expired' : 'in force';
};

const isoDay = (timeMs: number | undefined): string =>
  timeMs === undefined ? '' : new Date(timeMs).toISOString().slice(0, 10);

const toRow = (license: License) => ({
  UID: license.uid,
  Key: `${license.keyPrefix}…`,
  Status: statusOf(license, Date.now()),
  Created: isoDay(license.createdAtMs),
  Expires: isoDay(license.expiresAtMs),
  RequestsPerMinute: license.requestsPerMinute ?? null,
  SitesPerDay: license.sitesPerDay ?? null,
});

const columns = ['UID', 'Key', 'Status', 'Created', 'Expires', 'Requests/min', 'Sites/day'].map(
  (heading) => ({ heading, isWhole: true as const }),
);

interface CreateOptions extends DeploymentOptions {
  expires?: number;
  requestsPerMinute?: number;
  sitesPerDay?: number;
  unlimited?: boolean;
}

const create = async (uid: string, options: CreateOptions): Promise<void> => {
  const { licenseKey, ...stored } = (await loadLicenses()).newLicenseKey();
  const quotas = options.unlimited ? undefined : defaultQuotas;
  const isNew = await withLicenses(options, ({ store }) =>
    store.create({
      uid: checkUid(uid),
      ...stored,
      enabled: true,
      createdAtMs: Date.now(),
      expiresAtMs: options.expires,
      requestsPerMinute: options.requestsPerMinute ?? quotas?.requestsPerMinute,
      sitesPerDay: options.sitesPerDay ?? quotas?.sitesPerDay,
    }),
  );
  if (!isNew) throw new UsageError(`"${uid}" already has a license; "license rotate" issues a new key.`);
  showKey(licenseKey);
};

const list = async (options: DeploymentOptions & { json?: boolean }): Promise<void> => {
  const rows = (await withLicenses(options, ({ store }) => store.list())).map(toRow);
  print(options.json, rows, () =>
    tableText(
      columns,
      rows.map((row) => Object.values(row)),
    ),
  );
};

const enabling =
  (enabled: boolean) =>
  async (uid: string, options: DeploymentOptions): Promise<void> => {
    requireLicense(await withLicenses(options, ({ store }) => store.setEnabled(checkUid(uid), enabled)), uid);
    info(`License "${uid}" ${enabled ? 'enabled' : 'disabled'}.`);
  };

const rotate = async (uid: string, options: DeploymentOptions): Promise<void> => {
  const { licenseKey, keyHash, keyPrefix } = (await loadLicenses()).newLicenseKey();
  requireLicense(
    await withLicenses(options, ({ store }) => store.setKey(checkUid(uid), keyHash, keyPrefix)),
    uid,
  );
  showKey(licenseKey);
};

const issueWebhookSecret = async (
  uid: string,
  options: DeploymentOptions & { overlap: number },
): Promise<void> => {
  const secret = formatWebhookSecret(randomBytes(secretRandomBytes));
  const exists = await withLicenses(options, async ({ store }) => {
    const license = await store.get(checkUid(uid));
    if (!license) return false;
    const overlapMs = options.overlap * msPerHour;
    const secrets = withNewSecret(license.webhookSecrets ?? [], secret, Date.now(), overlapMs);
    return store.setWebhookSecrets(uid, secrets);
  });
  requireLicense(exists, uid);
  showOnce('Webhook secret (shown only once; receivers verify signatures with it)', secret);
};

/** Deletes a license and its watches, even if the license is already gone, so that the command can be repeated. */
const deleteLicense = async (uid: string, options: DeploymentOptions): Promise<void> => {
  const { deleteWatches } = await loadLicenses();
  const { existed, watches } = await withLicenses(options, async ({ store, service }) => ({
    // First, so that no watch is put any more, except within the half minute for which functions cache the license.
    existed: await store.delete(checkUid(uid)),
    watches: service && (await deleteWatches(service, uid)),
  }));
  requireLicense(existed || (watches?.length ?? 0) > 0, uid);
  info(`License "${uid}" deleted.`);
  if (watches === undefined)
    info(
      `Its watches, if any, were not deleted, because only the table is known (${environment.licensesTable}). They no longer scrape anything.\nTo delete them, run the command with --deployment or --stack.`,
    );
  else if (watches.length > 0) info(`Its watches were deleted: ${watches.join(', ')}.`);
};

export const registerLicense = (program: Command): void => {
  const license = program
    .command('license')
    .description('Manage who may call your deployment (needs AWS credentials for its account).')
    .addHelpText(
      'after',
      `
The AWS SDK finds region and credentials; the table comes from the stack's outputs, or from
${environment.licensesTable}. Changes reach every function within 30 seconds.
`,
    );
  const add = (name: string, description: string, example: string): Command =>
    withHelp(withDeployment(license.command(name).description(description)), [`license ${example}`]);
  /** For a license that exists. */
  const addFor = (name: string, description: string, options = ''): Command =>
    add(name, description, `${name} acme${options}`).argument('<uid>', 'UID of the license');

  add(
    'create',
    'Create a license and print its key, once.',
    'create acme --expires 2027-06-30 --sites-per-day 10000',
  )
    .argument('<uid>', 'UID of the new license')
    .option('--expires <date>', 'date or time at which it expires', futureTime)
    .option(
      '--requests-per-minute <count>',
      `requests per minute (default: ${defaultQuotas.requestsPerMinute})`,
      wholeNumber(),
    )
    .option('--sites-per-day <count>', `sites per day (default: ${defaultQuotas.sitesPerDay})`, wholeNumber())
    .addOption(new Option('--unlimited', 'no quotas').conflicts(['requestsPerMinute', 'sitesPerDay']))
    .action(create);
  add('list', 'List all licenses, without their keys.', 'list').option('--json', 'print JSON').action(list);
  addFor('disable', 'Disable a license until it is enabled again.').action(enabling(false));
  addFor('enable', 'Enable a disabled license.').action(enabling(true));
  addFor('rotate', 'Issue a new key and print it, once; the old key stops working.').action(rotate);
  addFor(
    'webhook-secret',
    'Issue a new webhook secret and print it, once; the old one keeps signing for a while.',
    ' --overlap 48',
  )
    .option('--overlap <hours>', 'hours for which the old secret keeps signing; 0 ends it now', hours, 24)
    .action(issueWebhookSecret);
  addFor('delete', 'Delete a license and its watches.').action(deleteLicense);
};
