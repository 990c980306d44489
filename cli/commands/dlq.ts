import type { Command } from 'commander';
import { info, print } from '../../terminal/streams.ts';
import { tableText } from '../../terminal/table.ts';
import { counted, formatDuration, printable } from '../../terminal/text.ts';
import { confirm } from '../confirm.ts';
import { type DeploymentOptions, withDeployment, withService } from '../connection.ts';
import { UsageError } from '../exit-codes.ts';
import type { DeadLetter } from '../operations/dead-letters.ts';
import { wholeNumber, withHelp } from '../options.ts';

/** Loaded on demand: the AWS SDK starts slowly. */
const deadLetters = () => import('../operations/dead-letters.ts');

const messages = (count: number): string => counted(count, 'message');

/** A site by its name or host; without the query, which can contain anything. */
const siteLabel = (site: Partial<Record<'Name' | 'Url' | 'SearchUrl', string | undefined>>): string =>
  site.Name ?? URL.parse(site.Url ?? site.SearchUrl ?? '')?.host ?? '?';

const toRow = ({ messageId, sentAtMs, receiveCount, message, body }: DeadLetter, nowMs: number) => ({
  MessageId: messageId,
  SentAt: new Date(sentAtMs).toISOString(),
  AgeSeconds: Math.max(0, Math.round((nowMs - sentAtMs) / 1_000)),
  ReceiveCount: receiveCount,
  RequestId: message?.RequestId ?? null,
  Group: message?.Group ?? null,
  Sku: message ? [...new Set(message.Sites.map(({ Site }) => Site.Sku))].join(', ') : null,
  Sites: message?.Sites.map(({ Site }) => siteLabel(Site)) ?? null,
  DeadlineAt: message ? new Date(message.DeadlineMs).toISOString() : null,
  InTime: message !== undefined && nowMs < message.DeadlineMs,
  BodyBytes: Buffer.byteLength(body),
});
type Row = ReturnType<typeof toRow>;

const worthText = ({ DeadlineAt, InTime }: Row, nowMs: number): string => {
  if (DeadlineAt === null) return 'no: not from this service';
  const distance = formatDuration(Math.abs(Date.parse(DeadlineAt) - nowMs));
  return InTime ? `yes, for ${distance}` : `no, ${distance} too late`;
};

const listText = (rows: readonly Row[], nowMs: number): string =>
  tableText(
    [
      'Age',
      { heading: 'Received', align: 'right' },
      { heading: 'Request', isWhole: true },
      { heading: 'Group', align: 'right' },
      'Sites',
      'Worth redriving',
    ],
    rows.map((row) => [
      formatDuration(row.AgeSeconds * 1_000),
      row.ReceiveCount,
      row.RequestId,
      row.Group,
      row.Sites === null ? `${row.BodyBytes} bytes` : printable(row.Sites.join(', '), 1_000),
      worthText(row, nowMs),
    ]),
  );

const list = async (options: DeploymentOptions & { json?: boolean; limit: number }): Promise<void> => {
  const { countDeadLetters, listDeadLetters } = await deadLetters();
  const { letters, total } = await withService(options, async (service) => ({
    total: await countDeadLetters(service),
    letters: await listDeadLetters(service, options.limit),
  }));
  const nowMs = Date.now();
  const rows = letters.map((letter) => toRow(letter, nowMs));
  if (options.json || rows.length > 0) print(options.json, rows, () => listText(rows, nowMs));
  if (options.json) return;
  const more = total > rows.length ? ` of about ${total}; use --limit to see more` : '';
  info(
    rows.length === 0
      ? 'The dead-letter queue is empty.'
      : `${messages(rows.length)}${more}. Listing counts as a delivery in "Received".`,
  );
};

const redrive = async (options: DeploymentOptions & { all?: boolean }): Promise<void> => {
  const { isInTime, redrive: move } = await deadLetters();
  const onProgress = (moved: number): void => {
    if (process.stderr.isTTY && moved > 0) info(`${messages(moved)} moved so far`);
  };
  const { moved, late, unreadable } = await withService(options, (service) =>
    move(service, (letter) => options.all === true || isInTime(letter, Date.now()), onProgress),
  );
  info(`${messages(moved)} moved to the scrape queue.`);
  if (late > 0)
    info(`${messages(late)} left in place: their requests are past the deadline and have failed for good.`);
  if (unreadable > 0) info(`${messages(unreadable)} left in place: not from this service.`);
};

const purge = async (options: DeploymentOptions & { yes?: boolean }): Promise<void> => {
  const { countDeadLetters, purgeDeadLetters } = await deadLetters();
  await withService(options, async (service) => {
    const count = await countDeadLetters(service);
    if (count === 0) return info('The dead-letter queue is empty.');
    const question = `Delete ${messages(count)} from ${service.title} permanently?`;
    if (!options.yes && !(await confirm(question))) throw new UsageError('Nothing was deleted.');
    await purgeDeadLetters(service);
    info(`${messages(count)} deleted.`);
  });
};

export const registerDlq = (program: Command): void => {
  const dlq = program
    .command('dlq')
    .description('List, retry or delete messages that failed in every delivery (for operators).')
    .addHelpText(
      'after',
      `
A message holds up to eight sites of one request. It ends up here if every delivery failed because of the service
itself, such as a crash; a site that cannot be scraped is an ordinary result.

A request has five minutes. A message that is moved back in time is scraped, and its request completes. Later ones are
dropped, because their request has already failed for good.`,
    );
  const add = (name: string, description: string, ...examples: string[]): Command =>
    withHelp(
      withDeployment(dlq.command(name).description(description)),
      examples.map((example) => `dlq ${example}`),
    );

  add(
    'list',
    'List the messages; they stay in the queue, hidden from others only while they are read.',
    'list',
    'list --local',
    "list --json | jq -r '.[].RequestId'",
  )
    .option('--json', 'print JSON')
    .option('--limit <count>', 'maximum number of messages', wholeNumber(10_000), 100)
    .action(list);
  add(
    'redrive',
    'Move messages whose request can still complete back to the scrape queue.',
    'redrive',
    'redrive --all --stack ScrapPricesTest',
  )
    .option('--all', 'move all, e.g. to test a repaired scraper; late ones are dropped')
    .action(redrive);
  add('purge', 'Delete all messages, after confirmation.', 'purge', 'purge --yes')
    .option('--yes', 'skip the confirmation')
    .action(purge);
};
