import { randomBytes } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  defaultQuotas,
  formatLicenseKey,
  hashLicenseKey,
  keyPrefixLength,
  keyRandomBytes,
  type License,
  uidPattern,
  withNewSecret,
} from '../../lambdas/domain/license.ts';
import type { LicenseStore } from '../../lambdas/domain/ports.ts';
import { formatWebhookSecret, secretRandomBytes } from '../../lambdas/domain/webhook.ts';
import { environment } from '../../lambdas/environment.ts';
import { type DeploymentOptions, explainingAws, withDeployment, withService } from '../deployment.ts';
import { UsageError } from '../exit-codes.ts';
import { wholeNumber } from '../options.ts';
import { tableText } from '../output/table.ts';
import { print, tell } from '../output/terminal.ts';

/** Loaded on demand: the AWS SDK starts slowly. */
const licenseStore = async (documents: DynamoDBDocumentClient, table: string): Promise<LicenseStore> => {
  const { createDynamoDbLicenseStore } = await import('../../lambdas/aws/dynamodb-license-store.ts');
  return createDynamoDbLicenseStore(documents, table);
};

/** The licenses table from the environment, unless the local stack is meant. */
const tableAlone = ({ local }: DeploymentOptions): string | undefined =>
  local === undefined ? process.env[environment.licensesTable] || undefined : undefined;

const withStore = async <T>(
  options: DeploymentOptions,
  work: (store: LicenseStore) => Promise<T>,
): Promise<T> => {
  const table = tableAlone(options);
  if (table === undefined)
    return withService(options, async ({ documents, licensesTable }) =>
      work(await licenseStore(documents, licensesTable)),
    );
  const { dynamoDbDocuments } = await import('../../lambdas/aws/clients.ts');
  const documents = dynamoDbDocuments();
  try {
    return await explainingAws(async () => work(await licenseStore(documents, table)));
  } finally {
    documents.destroy();
  }
};

/**
 * Deletes a license and its watches, even if the license is already gone, so that the command can be repeated.
 *
 * @returns `ended`: names of deleted watches; `undefined` if they were not looked up.
 */
const deleteLicense = async (
  options: DeploymentOptions,
  uid: string,
): Promise<{ wasThere: boolean; ended: string[] | undefined }> => {
  if (tableAlone(options) !== undefined)
    return { wasThere: await withStore(options, (store) => store.delete(uid)), ended: undefined };
  const { endWatches } = await import('../operations/end-watches.ts');
  return withService(options, async (service) => {
    // First, so that no watch is put any more, except within the half minute for which functions cache the license.
    const store = await licenseStore(service.documents, service.licensesTable);
    const wasThere = await store.delete(uid);
    return { wasThere, ended: await endWatches(service, uid) };
  });
};

const endedText = (ended: string[] | undefined): string => {
  if (ended === undefined)
    return `\nIts watches, if any, were not deleted, because only the table is known (${environment.licensesTable}). They no longer scrape anything; run the command with --deployment or --stack to delete them.`;
  return ended.length === 0 ? '' : `\nIts watches were deleted: ${ended.join(', ')}.`;
};

const newKey = () => {
  const key = formatLicenseKey(randomBytes(keyRandomBytes));
  return { key, keyHash: hashLicenseKey(key), keyPrefix: key.slice(0, keyPrefixLength) };
};

/** Prints only the secret on standard output, so that it can be piped to a secret store. */
const showOnce = (what: string, secret: string): void => {
  tell(`${what}:`);
  process.stdout.write(`${secret}\n`);
};
const showKey = (key: string): void =>
  showOnce('License key (shown only once; only its hash is stored)', key);

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

const mustExist = (wasThere: boolean, uid: string): void => {
  if (!wasThere) throw new UsageError(`There is no license for "${uid}".`);
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

const listText = (rows: readonly ReturnType<typeof toRow>[]): string => {
  const headings = ['UID', 'Key', 'Status', 'Created', 'Expires', 'Requests/min', 'Sites/day'];
  return tableText(
    headings.map((heading) => ({ heading, isWhole: true })),
    rows.map((row) => Object.values(row)),
  );
};

/** `scrap-prices license …`: manages who may call a deployment. */
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
    withDeployment(
      license
        .command(name)
        .description(description)
        .addHelpText('after', `\nExample:\n  $ scrap-prices license ${example}`),
    );

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
    .action(
      async (
        uid: string,
        options: DeploymentOptions & {
          expires?: number;
          requestsPerMinute?: number;
          sitesPerDay?: number;
          unlimited?: boolean;
        },
      ) => {
        const { key, keyHash, keyPrefix } = newKey();
        const quotas = options.unlimited ? undefined : defaultQuotas;
        const isNew = await withStore(options, (store) =>
          store.create({
            uid: checkUid(uid),
            keyHash,
            keyPrefix,
            enabled: true,
            createdAtMs: Date.now(),
            expiresAtMs: options.expires,
            requestsPerMinute: options.requestsPerMinute ?? quotas?.requestsPerMinute,
            sitesPerDay: options.sitesPerDay ?? quotas?.sitesPerDay,
          }),
        );
        if (!isNew)
          throw new UsageError(`"${uid}" already has a license; "license rotate" issues a new key.`);
        showKey(key);
      },
    );

  add('list', 'List all licenses, without their keys.', 'list')
    .option('--json', 'print JSON')
    .action(async (options: DeploymentOptions & { json?: boolean }) => {
      const rows = (await withStore(options, (store) => store.list())).map(toRow);
      print(options.json, rows, () => listText(rows));
    });

  for (const [name, enabled] of [
    ['disable', false],
    ['enable', true],
  ] as const) {
    add(
      name,
      enabled ? 'Enable a disabled license.' : 'Disable a license until it is enabled again.',
      `${name} acme`,
    )
      .argument('<uid>', 'UID of the license')
      .action(async (uid: string, options: DeploymentOptions) => {
        mustExist(await withStore(options, (store) => store.setEnabled(checkUid(uid), enabled)), uid);
        tell(`License "${uid}" ${name}d.`);
      });
  }

  add('rotate', 'Issue a new key and print it, once; the old key stops working.', 'rotate acme')
    .argument('<uid>', 'UID of the license')
    .action(async (uid: string, options: DeploymentOptions) => {
      const { key, keyHash, keyPrefix } = newKey();
      mustExist(await withStore(options, (store) => store.setKey(checkUid(uid), keyHash, keyPrefix)), uid);
      showKey(key);
    });

  add(
    'webhook-secret',
    'Issue a new webhook secret and print it, once; the old one keeps signing for a while.',
    'webhook-secret acme --overlap 48',
  )
    .argument('<uid>', 'UID of the license')
    .option('--overlap <hours>', 'hours for which the old secret keeps signing; 0 ends it now', hours, 24)
    .action(async (uid: string, options: DeploymentOptions & { overlap: number }) => {
      const secret = formatWebhookSecret(randomBytes(secretRandomBytes));
      const wasThere = await withStore(options, async (store) => {
        const known = await store.get(checkUid(uid));
        if (!known) return false;
        const secrets = withNewSecret(
          known.webhookSecrets ?? [],
          secret,
          Date.now(),
          options.overlap * msPerHour,
        );
        return store.setWebhookSecrets(uid, secrets);
      });
      mustExist(wasThere, uid);
      showOnce('Webhook secret (shown only once; receivers verify signatures with it)', secret);
    });

  add('delete', 'Delete a license and its watches.', 'delete acme')
    .argument('<uid>', 'UID of the license')
    .action(async (uid: string, options: DeploymentOptions) => {
      const { wasThere, ended } = await deleteLicense(options, checkUid(uid));
      mustExist(wasThere || (ended !== undefined && ended.length > 0), uid);
      tell(`License "${uid}" deleted.${endedText(ended)}`);
    });
};
