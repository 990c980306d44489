import type { Command } from 'commander';

/** `scrap-prices extract PAGE`: reads the offer on a saved page. */
export const registerExtract = (program: Command): void => {
  program.command('extract').description('Read the offer on a saved page.');
};
