import type { Command } from 'commander';
import { sellingSiteMembersSchema } from '../../lambdas/domain/site/selling-site.ts';
import type { ParsedPrice } from '../../lambdas/pricing/text/parse-price-text.ts';
import { colors } from '../../terminal/streams.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { answerLines, ndjsonHelp } from '../ndjson.ts';
import { withHelp } from '../options.ts';

interface Options {
  currency?: string;
  locale?: string;
  country?: string;
  json?: boolean;
  ndjson?: boolean;
}

const toMoney = (price: ParsedPrice | undefined) => ({
  Amount: price?.amount ?? null,
  Currency: price?.currency ?? null,
  CurrencyRaw: price?.currencyRaw ?? null,
});

const describe = (text: string, price: ParsedPrice | undefined): string => {
  if (!price) return `${colors.yellow('no price')} in ${JSON.stringify(text)}`;
  const currency =
    price.currency ?? (price.currencyRaw === null ? 'no currency' : `"${price.currencyRaw}" is ambiguous`);
  const about = price.qualifier === undefined ? '' : colors.dim(` (${price.qualifier})`);
  const money = `${colors.bold(price.amount)} ${(price.currency ? colors.bold : colors.yellow)(currency)}`;
  return `${money}${about}${colors.dim(`  from ${JSON.stringify(price.raw)}`)}`;
};

/** @throws UsageError if a selling site cannot have the currency. */
const checkCurrency = (currency: string | undefined): void => {
  const issue = sellingSiteMembersSchema.shape.Currency.safeParse(currency).error?.issues[0];
  if (issue) throw new UsageError(`--currency ${issue.message}.`);
};

/** Loaded on demand: the words and currencies of all languages load slowly. */
const loadEngine = () => import('../../lambdas/pricing/text/parse-price-text.ts');

const readLines = async (): Promise<void> => {
  const { parsePriceText } = await loadEngine();
  await answerLines((_given, { text, optional }) =>
    toMoney(
      parsePriceText(text('text'), {
        currency: optional('currencyHint') || undefined,
        locale: optional('locale') || undefined,
        country: optional('country') || undefined,
      }),
    ),
  );
};

export const registerParsePrice = (program: Command): void => {
  const command = program
    .command('parse-price')
    .description('Read the price in a text.')
    .argument('[text]', 'for example "1.299,00 €"; omit it with --ndjson')
    .option('-c, --currency <code>', 'expected currency; resolves symbols such as "$"')
    .option('-l, --locale <tag>', 'BCP 47 tag such as "de-CH"; resolves "1.000"')
    .option('--country <code>', "ISO 3166-1 code of the shop's country")
    .option('--json', 'print Amount, Currency and CurrencyRaw as JSON')
    .option(
      '--ndjson',
      'read lines {id, text, currencyHint?, locale?} and print {id, Amount, Currency, CurrencyRaw}',
    )
    .action(async (text: string | undefined, options: Options) => {
      if (options.ndjson) return readLines();
      if (text === undefined) {
        throw new UsageError(
          'Give a text such as "1.299,00 €", or --ndjson to read many from standard input.',
        );
      }
      const { currency, locale, country } = options;
      checkCurrency(currency);
      const { parsePriceText } = await loadEngine();
      const price = parsePriceText(text, { currency, locale, country });
      process.stdout.write(`${options.json ? JSON.stringify(toMoney(price)) : describe(text, price)}\n`);
      if (!price) process.exitCode = exitCodes.incomplete;
    });
  withHelp(
    command,
    [
      'parse-price "1.299,00 €"',
      'parse-price "$ 1.299" --locale es-MX --json',
      'parse-price --ndjson < texts.ndjson',
    ],
    `With --ndjson an unreadable line gives {"id","error"}.
${ndjsonHelp}`,
  );
};
