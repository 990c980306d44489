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
    return `Its watches, if it had any, are not ended: only a table is known (${environment.licensesTable}). They ask for nothing any more; the same command with --deployment or --stack ends them.\n`;
  return ended.length === 0 ? '' : `Its watches are ended: ${ended.join(', ')}.\n`;
};

const newKey = () => {
  const key = formatLicenseKey(randomBytes(keyRandomBytes));
  return { key, keyHash: hashLicenseKey(key), keyPrefix: key.slice(0, keyPrefixLength) };
};

/** The key alone on standard output, so that it can be piped to where secrets are kept. */
const showKeyOnce = (key: string): void => {
  process.stderr.write('The license key, shown this once and stored only as its hash:\n');
  process.stdout.write(`${key}\n`);
};

const checkUid = (uid: string): string => {
  if (uidPattern.test(uid)) return uid;
  throw new UsageError(
    `"${uid}" is no UID: 1 to 128 letters, digits or any of . _ @ -, beginning with a letter or digit.`,
  );
};

const positive = (text: string): number => {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('Expected a whole number above 0.');
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
  if (timeMs <= Date.now()) throw new InvalidArgumentError('Expected a date that is still to come.');
  return timeMs;
};

const mustExist = (wasThere: boolean, uid: string): void => {
  if (!wasThere) throw new UsageError(`There is no license of "${uid}".`);
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
    .description('Say who may call your deployment (needs AWS credentials of its account).')
    .addHelpText(
      'after',
      `
Region and credentials are found as the AWS SDK finds them; the table is read from the stack's outputs, or from
${environment.licensesTable}. A change reaches every function within 30 seconds.
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
    .argument('<uid>', 'who gets it')
    .option('--expires <date>', 'day or time from when on it is refused', futureTime)
    .option(
      '--requests-per-minute <count>',
      `requests it may queue in a minute (default: ${defaultQuotas.requestsPerMinute})`,
      positive,
    )
    .option(
      '--sites-per-day <count>',
      `sites it may have scraped in a day (default: ${defaultQuotas.sitesPerDay})`,
      positive,
    )
    .addOption(
      new Option('--unlimited', 'no limit of either kind').conflicts(['requestsPerMinute', 'sitesPerDay']),
    )
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
        if (!isNew) throw new UsageError(`"${uid}" has a license; "license rotate" gives it a new key.`);
        showKeyOnce(key);
      },
    );

  add('list', 'List all licenses, without their keys.', 'list')
    .option('--json', 'as JSON')
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
      enabled ? 'Take back a disabling.' : 'Refuse a license until it is enabled again.',
      `${name} acme`,
    )
      .argument('<uid>', 'whose license')
      .action(async (uid: string, options: DeploymentOptions) => {
        mustExist(await withStore(options, (store) => store.setEnabled(checkUid(uid), enabled)), uid);
        process.stderr.write(`The license of "${uid}" is ${name}d.\n`);
      });
  }

  add(
    'rotate',
    'Give a license a new key and print it, once; the old one is refused from then on.',
    'rotate acme',
  )
    .argument('<uid>', 'whose license')
    .action(async (uid: string, options: DeploymentOptions) => {
      const { key, keyHash, keyPrefix } = newKey();
      mustExist(await withStore(options, (store) => store.setKey(checkUid(uid), keyHash, keyPrefix)), uid);
      showKeyOnce(key);
    });

  add(
    'webhook-secret',
    'Give a license a new webhook secret and print it, once; the old one signs beside it for a while.',
    'webhook-secret acme --overlap 48',
  )
    .argument('<uid>', 'whose license')
    .option('--overlap <hours>', 'hours that the old secret still signs; 0: it ends at once', hours, 24)
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
      process.stderr.write('The webhook secret, shown this once; receivers verify what is posted with it:\n');
      process.stdout.write(`${secret}\n`);
    });

  add('delete', 'Delete a license, and end its watches.', 'delete acme')
    .argument('<uid>', 'whose license')
    .action(async (uid: string, options: DeploymentOptions) => {
      const { wasThere, ended } = await deleteLicense(options, checkUid(uid));
      mustExist(wasThere || (ended !== undefined && ended.length > 0), uid);
      process.stderr.write(`The license of "${uid}" is deleted.\n${endedText(ended)}`);
    });
};
