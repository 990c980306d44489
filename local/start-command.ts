import { isIP } from 'node:net';
import { type Command, InvalidArgumentError } from 'commander';
import { parseAllowedTarget } from '../lambdas/web/egress/allowed-target.ts';
import { defaultLocalAddress, hostNameOf } from './addresses.ts';
import type { StartOptions } from './run-service.ts';

const parsePort = (text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Expected 0 to 65535 (0: any free port).');
  return port;
};

/** Collects targets of a repeated option or argument. @throws InvalidArgumentError */
export const parseTarget = (text: string, before: string[] = []): string[] => {
  try {
    parseAllowedTarget(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
  return [...before, text];
};

const parseAddress = (text: string): string => {
  if (isIP(text) === 0)
    throw new InvalidArgumentError('Expected an IP address of this machine, or 0.0.0.0 for all.');
  return text;
};

const parseHostName = (text: string, before: string[] = []): string[] => {
  const name = hostNameOf(text);
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(name))
    throw new InvalidArgumentError('Expected a host name or an address without a port, such as prices.lan.');
  return [...before, name];
};

/** Gives a command its description, options and work. @param name - how it is called, for its examples. */
export const defineStart = (command: Command, name: string): Command =>
  command
    .description('Run the whole service on this machine and scrape the demonstration shops through its API.')
    .option('--no-demo', 'do not scrape the demonstration shops')
    .option('--once', 'exit after the table; 0 only when every shop had the expected outcome')
    .option(
      '--port <number>',
      `port of API, console and documentation (default: ${new URL(defaultLocalAddress).port}); the shops have those behind it`,
      parsePort,
    )
    .option(
      '--listen <address>',
      'address of API, console and documentation, e.g. 0.0.0.0 in a container (default: 127.0.0.1); all else stays on loopback',
      parseAddress,
    )
    .option(
      '--allow-host <name>',
      'answer also when called by this host name, e.g. prices.lan (repeat); other names are refused',
      parseHostName,
    )
    .option('--data <folder>', 'keep tables and queues in this folder (default: in memory)')
    .option(
      '--allow-target <host:port>',
      'also scrape here, e.g. your own shop on this machine (repeat); nothing else private is reached',
      parseTarget,
    )
    .option('--logs', 'print what the functions log')
    .addHelpText(
      'after',
      `
Examples:
  ${name}
  ${name} --no-demo
  ${name} --once
  ${name} --port 9000 --data .data
  ${name} --allow-target 127.0.0.1:3000
  ${name} --listen 0.0.0.0 --allow-host prices.lan

The license key is kept for the next starts, and the shops keep their ports.

Exit codes:
  0  all well
  1  with --once: a shop had another outcome than expected
  2  the service could not start`,
    )
    .action(async (options: StartOptions) => {
      // Loaded late: emulators and AWS SDK take longer than all other commands.
      const { runService } = await import('./run-service.ts');
      await runService(options);
    });
