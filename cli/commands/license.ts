import { randomBytes } from 'node:crypto';
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
import { exitCodesHelp, UsageError } from '../exit-codes.ts';
import { wholeNumber } from '../options.ts';
import { columnsOf, tableText } from '../output/table.ts';

const withStore = async <T>(
  options: DeploymentOptions,
  work: (store: LicenseStore) => Promise<T>,
): Promise<T> => {
  const { createDynamoDbLicenseStore } = await import('../../lambdas/aws/dynamodb-license-store.ts');
  const table = process.env[environment.licensesTable];
  if (!table || options.local !== undefined) {
    return withService(options, ({ documents, licensesTable }) =>
      work(createDynamoDbLicenseStore(documents, licensesTable)),
    );
  }
  const { dynamoDbDocuments } = await import('../../lambdas/aws/clients.ts');
  const documents = dynamoDbDocuments();
  try {
    return await explainingAws(() => work(createDynamoDbLicenseStore(documents, table)));
  } finally {
    documents.destroy();
  }
};

interface DeletedLicense {
  wasThere: boolean;
  /** Names of watches that were ended; `undefined`: they were not looked for. */
  ended: string[] | undefined;
}

/** Deletes a license. Watches are ended also where it is gone already, so that the command can be repeated. */
const deleteLicense = async (options: DeploymentOptions, uid: string): Promise<DeletedLicense> => {
  if (process.env[environment.licensesTable] && options.local === undefined)
    return { wasThere: await withStore(options, (store) => store.delete(uid)), ended: undefined };
  const [{ createDynamoDbLicenseStore }, { endWatches }] = await Promise.all([
    import('../../lambdas/aws/dynamodb-license-store.ts'),
    import('../operations/end-watches.ts'),
  ]);
  return withService(options, async (service) => {
    // First, so that nothing is put any more, but for half a minute in which functions remember it.
    const wasThere = await createDynamoDbLicenseStore(service.documents, service.licensesTable).delete(uid);
    return { wasThere, ended: await endWatches(service, uid) };
  });
};

const endedText = (ended: string[] | undefined): string => {
  if (ended === undefined)
    return `Its watches, if any, were not deleted, because only the table is known (${environment.licensesTable}). They no longer scrape anything; run the command with --deployment or --stack to delete them.\n`;
  return ended.length === 0 ? '' : `Its watches were deleted: ${ended.join(', ')}.\n`;
};

const newKey = () => {
  const key = formatLicenseKey(randomBytes(keyRandomBytes));
  return { key, keyHash: hashLicenseKey(key), keyPrefix: key.slice(0, keyPrefixLength) };
};

/** The key alone on standard output, so that it can be piped to where secrets are kept. */
const showKeyOnce = (key: string): void => {
  process.stderr.write('License key (shown only once; only its hash is stored):\n');
  process.stdout.write(`${key}\n`);
};

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

const list = (licenses: License[], isJson: boolean): string => {
  const rows = licenses.map((license) => ({
    UID: license.uid,
    Key: `${license.keyPrefix}…`,
    Status: statusOf(license, Date.now()),
    Created: isoDay(license.createdAtMs),
    Expires: isoDay(license.expiresAtMs),
    RequestsPerMinute: license.requestsPerMinute ?? null,
    SitesPerDay: license.sitesPerDay ?? null,
  }));
  if (isJson) return JSON.stringify(rows, null, 2);
  const headings = ['UID', 'Key', 'Status', 'Created', 'Expires', 'Requests/min', 'Sites/day'];
  return tableText(
    headings.map((heading) => ({ heading, isWhole: true })),
    rows.map((row) => Object.values(row).map((value) => String(value ?? ''))),
    { width: columnsOf(process.stdout, process.env) },
  );
};

/** `scrap-prices license …`: who may call a deployment; for its owner, with AWS credentials. */
export const registerLicense = (program: Command): void => {
  const license = program
    .command('license')
    .description('Manage who may call your deployment (needs AWS credentials for its account).')
    .addHelpText(
      'after',
      `
The AWS SDK finds region and credentials; the table comes from the stack's outputs, or from
${environment.licensesTable}. Changes reach every function within 30 seconds.
${exitCodesHelp}`,
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
        showKeyOnce(key);
      },
    );

  add('list', 'List all licenses, without their keys.', 'list')
    .option('--json', 'print JSON')
    .action(async (options: DeploymentOptions & { json?: boolean }) => {
      const licenses = await withStore(options, (store) => store.list());
      process.stdout.write(`${list(licenses, options.json ?? false)}\n`);
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
        process.stderr.write(`License "${uid}" ${name}d.\n`);
      });
  }

  add('rotate', 'Issue a new key and print it, once; the old key stops working.', 'rotate acme')
    .argument('<uid>', 'UID of the license')
    .action(async (uid: string, options: DeploymentOptions) => {
      const { key, keyHash, keyPrefix } = newKey();
      mustExist(await withStore(options, (store) => store.setKey(checkUid(uid), keyHash, keyPrefix)), uid);
      showKeyOnce(key);
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
      process.stderr.write('Webhook secret (shown only once; receivers verify signatures with it):\n');
      process.stdout.write(`${secret}\n`);
    });

  add('delete', 'Delete a license and its watches.', 'delete acme')
    .argument('<uid>', 'UID of the license')
    .action(async (uid: string, options: DeploymentOptions) => {
      const { wasThere, ended } = await deleteLicense(options, checkUid(uid));
      mustExist(wasThere || (ended !== undefined && ended.length > 0), uid);
      process.stderr.write(`License "${uid}" deleted.\n${endedText(ended)}`);
    });
};
