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

/** Collects the targets of a repeated option. @throws InvalidArgumentError */
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

/** Defines a command. @param name - shown in its examples. */
export const defineStart = (command: Command, name: string): Command =>
  command
    .description('Run the whole service on this machine and scrape the demonstration shops through its API.')
    .option('--no-demo', 'do not scrape the demonstration shops')
    .option('--once', 'exit after the table; 0 only if every shop had the expected outcome')
    .option(
      '--port <number>',
      `port of API, console and documentation (default: ${new URL(defaultLocalAddress).port}); the shops use the following ones`,
      parsePort,
    )
    .option(
      '--listen <address>',
      'address of API, console and documentation, e.g. 0.0.0.0 in a container (default: 127.0.0.1); everything else stays on loopback',
      parseAddress,
    )
    .option(
      '--allow-host <name>',
      'also answer to this host name, e.g. prices.lan (repeat); other names are refused',
      parseHostName,
    )
    .option('--data <folder>', 'keep tables and queues in this folder (default: in memory)')
    .option(
      '--allow-target <host:port>',
      'also scrape this private address, e.g. your own shop on this machine (repeat)',
      parseTarget,
    )
    .option('--logs', 'print the logs of the functions')
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

License key and shop ports stay the same from start to start.`,
    )
    .action(async (options: StartOptions) => {
      // Imported late: emulators and AWS SDK are slow to load.
      const { runService } = await import('./run-service.ts');
      await runService(options);
    });
