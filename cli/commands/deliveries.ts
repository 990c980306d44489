import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { DeliveryView, ScrapPrices } from '../../client/index.ts';
import { isTaken, isUnwanted } from '../../lambdas/domain/delivery-record.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodesHelp, UnavailableError } from '../exit-codes.ts';
import { wantsJson } from '../options.ts';
import { type Column, columnsOf, tableText } from '../output/table.ts';
import { formatLocalTime } from '../output/text.ts';

interface DeliveriesOptions extends ConnectionOptions {
  resend?: true;
  json?: true;
}

const columns: Column[] = [
  { heading: 'At' },
  { heading: 'Took', align: 'right' },
  { heading: 'Answer' },
  { heading: '' },
];

const endWords = {
  Delivered: 'Delivered: the receiver accepted it.',
  Gone: 'Gone: the receiver answered 410 and wants no more deliveries.',
  GivenUp: 'Given up: the receiver accepted none of the attempts.',
} as const;

const suspendedWords =
  'The receiver has failed every try for three days: each delivery is tried once, until one succeeds.\n';

const stateWords = ({ Ended, NextAttemptAt, Attempts }: DeliveryView, now: Date): string => {
  if (Ended) return endWords[Ended];
  if (NextAttemptAt)
    return `Not delivered yet; next attempt at ${formatLocalTime(new Date(NextAttemptAt), now)}.`;
  return Attempts.length === 0 ? 'No attempt yet.' : 'Not delivered yet; an attempt is in progress.';
};

const viewText = (view: DeliveryView, now: Date): string => {
  const rows = view.Attempts.map(({ At, DurationMs, HttpStatus, Error: error, IsResend }) => [
    formatLocalTime(new Date(At), now),
    `${DurationMs} ms`,
    error ? `${error.Code}: ${error.Message}` : String(HttpStatus),
    IsResend ? 'posted again' : '',
  ]);
  const width = columnsOf(process.stdout, process.env);
  const table = rows.length === 0 ? '' : `${tableText(columns, rows, { width })}\n`;
  return `${table}${stateWords(view, now)}\n${view.Suspended ? suspendedWords : ''}`;
};

const resendsOf = ({ Attempts }: DeliveryView): DeliveryView['Attempts'] =>
  Attempts.filter(({ IsResend }) => IsResend);
const resendsIn = (view: DeliveryView): number => resendsOf(view).length;

/** @throws UnavailableError where the receiver did not take what was posted again. */
const requireTaken = (view: DeliveryView): void => {
  const { HttpStatus: status = null, Error: error = null } =
    resendsOf(view)
      .toSorted((left, right) => Date.parse(left.At) - Date.parse(right.At))
      .at(-1) ?? {};
  if (status !== null && (isTaken(status) || isUnwanted(status))) return;
  const answer = error === null ? `answered ${status}; expected 2xx` : `gave no answer: ${error.Message}`;
  throw new UnavailableError(
    `The delivery was posted again, but the receiver ${answer}`.replace(/\.?$/, '.'),
  );
};

/** A receiver may take twenty seconds, and a message a moment to come. */
const looks = 30;
const lookPauseMs = 1_000;

/** @returns the view with what came of it. */
const resend = async (client: ScrapPrices, id: string): Promise<DeliveryView> => {
  const before = resendsIn(await client.deliveries(id));
  let view = await client.resend(id);
  for (let look = 0; look < looks && resendsIn(view) === before; look += 1) {
    await pause(lookPauseMs);
    view = await client.deliveries(id);
  }
  if (resendsIn(view) > before) return view;
  throw new UnavailableError(
    `The delivery was not posted again within ${(looks * lookPauseMs) / 1_000} s. Run the command without --resend later to see whether it was.`,
  );
};

/** `scrap-prices deliveries ID`: what came of a webhook, or with `--resend` once more. */
export const registerDeliveries = (program: Command): void => {
  const command = program
    .command('deliveries')
    .description("Show the attempts to deliver a request's webhook.")
    .argument('<request-id>', 'identifier printed by "queue"');
  withConnection(command)
    .option('--resend', 'post it again now and show the result')
    .option('--json', "print the service's JSON (default in a pipe)")
    .addHelpText(
      'after',
      `
Examples:
  $ scrap-prices queue 555088-105 --sites sites.json --webhook https://hooks.example.com/prices
  $ scrap-prices deliveries 0f8fad5b-d9cb-469f-a165-70867728950e
  $ scrap-prices deliveries 0f8fad5b-d9cb-469f-a165-70867728950e --resend

With --resend the exit code is 6 if the receiver rejects it (neither 2xx nor 410).
${exitCodesHelp}`,
    )
    .action(async (id: string, options: DeliveriesOptions) => {
      const { client } = await connect(options);
      const view = options.resend ? await resend(client, id) : await client.deliveries(id);
      const isJson = wantsJson(options);
      process.stdout.write(isJson ? `${JSON.stringify(view, null, 2)}\n` : viewText(view, new Date()));
      if (options.resend) requireTaken(view);
    });
};
