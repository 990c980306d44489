import type { Command } from 'commander';

/** `scrap-prices parse-price TEXT`: reads the price in a text. */
export const registerParsePrice = (program: Command): void => {
  program.command('parse-price').description('Read the price in a text.');
};
