import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { DeliveryView, ScrapPrices } from '../../client/index.ts';
import { isAccepted, isDeclined } from '../../lambdas/domain/delivery/delivery-record.ts';
import { print } from '../../terminal/streams.ts';
import { tableText } from '../../terminal/table.ts';
import { formatLocalTime } from '../../terminal/text.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { UnavailableError } from '../exit-codes.ts';
import { jsonInPipe, wantsJson, withHelp } from '../options.ts';

const endTexts = {
  Delivered: 'Delivered: the receiver accepted it.',
  Gone: 'Gone: the receiver answered 410 and wants no more deliveries.',
  GivenUp: 'Given up: the receiver accepted none of the attempts.',
} as const;

const stateText = ({ Ended, NextAttemptAt, Attempts }: DeliveryView): string => {
  if (Ended) return endTexts[Ended];
  if (NextAttemptAt) return `Not delivered yet; next attempt at ${formatLocalTime(NextAttemptAt)}.`;
  return Attempts.length === 0 ? 'No attempt yet.' : 'Not delivered yet; an attempt is in progress.';
};

const viewText = (view: DeliveryView): string => {
  const rows = view.Attempts.map(({ At, DurationMs, HttpStatus, Error: error, IsResend }) => [
    formatLocalTime(At),
    `${DurationMs} ms`,
    error ? `${error.Code}: ${error.Message}` : HttpStatus,
    IsResend ? 'resent' : '',
  ]);
  const table = tableText(['At', { heading: 'Took', align: 'right' }, 'Response', ''], rows);
  const suspended =
    'The receiver has failed every attempt for three days. Until one succeeds, each delivery is attempted once.';
  return [rows.length > 0 && table, stateText(view), view.Suspended && suspended].filter(Boolean).join('\n');
};

const resendsOf = ({ Attempts }: DeliveryView): DeliveryView['Attempts'] =>
  Attempts.filter(({ IsResend }) => IsResend);

/** @throws UnavailableError if the receiver did not accept the resend. */
const requireAccepted = (view: DeliveryView): void => {
  const [last] = resendsOf(view).toSorted((left, right) => Date.parse(right.At) - Date.parse(left.At));
  const { HttpStatus: status = null, Error: error = null } = last ?? {};
  if (status !== null && (isAccepted(status) || isDeclined(status))) return;
  const answer = error === null ? `responded ${status}; expected 2xx` : `did not respond: ${error.Message}`;
  throw new UnavailableError(`The webhook was resent, but the receiver ${answer}`.replace(/\.?$/, '.'));
};

/** A receiver may take twenty seconds, and the message a moment to arrive. */
const maxWaitSeconds = 30;

/** @returns the view with the outcome. */
const resend = async (client: ScrapPrices, id: string): Promise<DeliveryView> => {
  const before = resendsOf(await client.deliveries(id)).length;
  let view = await client.resend(id);
  for (let waited = 0; waited < maxWaitSeconds && resendsOf(view).length === before; waited += 1) {
    await pause(1_000);
    view = await client.deliveries(id);
  }
  if (resendsOf(view).length > before) return view;
  throw new UnavailableError(
    `The webhook was not resent within ${maxWaitSeconds} s. Run the command without --resend later to see the outcome.`,
  );
};

export const registerDeliveries = (program: Command): void => {
  const command = program
    .command('deliveries')
    .description("Show the attempts to deliver a request's webhook.")
    .argument('<request-id>', 'identifier printed by "queue"');
  withConnection(command)
    .option('--resend', 'post it again now and show the result')
    .option('--json', jsonInPipe)
    .action(async (id: string, options: ConnectionOptions & { resend?: true; json?: true }) => {
      const { client } = await connect(options);
      const view = options.resend ? await resend(client, id) : await client.deliveries(id);
      print(wantsJson(options), view, () => viewText(view));
      if (options.resend) requireAccepted(view);
    });
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  withHelp(
    command,
    [
      'queue 555088-105 --sites sites.json --webhook https://hooks.example.com/prices',
      `deliveries ${id}`,
      `deliveries ${id} --resend`,
    ],
    'With --resend the exit code is 6 if the receiver rejects it (neither 2xx nor 410).',
  );
};
