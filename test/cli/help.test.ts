import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { rejectionOf } from './run-cli.ts';

const leaves = (command: Command): Command[] => [command, ...command.commands.flatMap(leaves)];
const helpOf = (command: Command): string => {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
};

describe('an unknown command', () => {
  test.each([['run'], ['run', '--help'], ['completion', '-h'], ['sites', 'try', '--help'], ['license', 'x']])(
    'is an error, even with --help: %j %j',
    async (...args) => {
      expect(await rejectionOf(args)).toMatchObject({
        code: 2,
        message: expect.stringMatching(/unknown command/),
      });
    },
  );

  test.each([['--help'], ['scrape', '--help'], ['sites', 'check', '-h'], ['help', 'scrape'], ['help']])(
    'is not %j %j',
    async (...args) => {
      expect(await rejectionOf(args)).toMatchObject({ code: 0 });
    },
  );
});

describe('the help', () => {
  test('lists exit codes for the program only', () => {
    const [program, ...commands] = leaves(createProgram());
    expect(helpOf(program!)).toContain('Exit codes:');
    for (const command of commands.filter((one) => one.name() !== 'complete'))
      expect(helpOf(command), command.name()).not.toMatch(/exit codes?:/i);
  });

  test('shows what users and operators need apart', () => {
    const help = helpOf(createProgram());
    const places = ['Prices:', 'scrape', 'Pages and sites:', 'This machine:', 'Operators', 'license'].map(
      (name) => help.indexOf(name, help.indexOf('Prices:')),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });
});
