import { Command } from 'commander';
import { registerExtract } from './commands/extract.ts';
import { registerParsePrice } from './commands/parse-price.ts';

const program = new Command('scrap-prices')
  .description('Prices of a product across selling sites, with evidence.')
  .showHelpAfterError('(run with --help for usage and examples)');

registerParsePrice(program);
registerExtract(program);

await program.parseAsync();
