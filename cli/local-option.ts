/** An address of a service, with the stage of its API or without. */
const serviceAddress = /^https?:\/\/[^/?#\s]+(?:\/prod)?\/?$/i;

/**
 * Puts `--local` last unless a service's address follows it: a link, a SKU or a name behind it belongs to the command, and
 * commander would take it for the address.
 */
export const withLocalLast = (argv: readonly string[]): string[] => {
  const at = argv.indexOf('--local');
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  if (at === -1 || at >= end || serviceAddress.test(argv[at + 1] ?? '')) return [...argv];
  return [...argv.slice(0, at), ...argv.slice(at + 1, end), '--local', ...argv.slice(end)];
};
