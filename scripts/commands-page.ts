import type { Argument, Command, Option } from 'commander';
import { meanings } from '../cli/exit-codes.ts';
import { createProgram } from '../cli/program.ts';

/** Escapes a text for a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('<', String.raw`\<`);

const code = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``;

const defaultOf = ({
  defaultValue,
  defaultValueDescription,
  negate,
}: Option | (Argument & { negate?: boolean })) =>
  defaultValue === undefined || typeof defaultValue === 'boolean' || negate
    ? ''
    : ` (default: ${cell(String(defaultValueDescription ?? defaultValue))})`;

const choicesOf = ({ argChoices }: { argChoices?: readonly string[] | undefined }): string =>
  argChoices === undefined ? '' : `: ${argChoices.map(code).join(', ')}`;

const optionRow = (option: Option): string => {
  const variable = option.envVar === undefined ? '' : ` (${code(`$${option.envVar}`)})`;
  return `| ${code(option.flags)} | ${cell(option.description)}${choicesOf(option)}${variable}${defaultOf(option)} |`;
};

const argumentRow = (argument: Argument): string =>
  `| ${code(argument.name())} | ${cell(argument.description)}${defaultOf(argument)} |`;

const tableOf = (rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : [['| Option | Meaning |', '| --- | --- |', ...rows].join('\n')];

/** Lists the headings of a command's options. */
const groupsOf = ({ options }: Command): string[] => [
  ...new Set(options.flatMap(({ helpGroupHeading = 'Options:' }) => helpGroupHeading.slice(0, -1))),
];

const inGroup = ({ options }: Command, group: string): Option[] =>
  options.filter(({ hidden, helpGroupHeading = 'Options:' }) => !hidden && helpGroupHeading === `${group}:`);

const nameOf = (command: Command): string =>
  command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

const sectionOf = (command: Command): string => {
  const usage = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? ` <${name}>` : ` [${name}]`;
  });
  const shared = groupsOf(command)
    .filter((group) => group !== 'Options')
    .map((group) => `[${group.toLowerCase()}](#options-${group.toLowerCase().replaceAll(' ', '-')})`);
  return [
    `## \`${nameOf(command)}${usage.join('')}\``,
    `${command.description()}${shared.length === 0 ? '' : ` Also: ${shared.join(', ')}.`}`,
    ...tableOf([
      ...command.registeredArguments.filter(({ description }) => description !== '').map(argumentRow),
      ...inGroup(command, 'Options').map(optionRow),
    ]),
  ].join('\n\n');
};

/** Renders docs/commands.md: commands, options and exit codes. */
export const commandsPage = (): string => {
  // Completion is described in docs/cli.md.
  const commands = leavesOf(createProgram()).filter((command) => command.name() !== 'complete');
  const groups = new Set(commands.flatMap(groupsOf).filter((group) => group !== 'Options'));
  return `${[
    '# Commands and options',
    'Every command of the [command line](cli.md). `npm run docs` writes this page.',
    ...commands.map(sectionOf),
    ...[...groups].flatMap((group) => [
      `## Options: ${group.toLowerCase()}`,
      ...tableOf(
        inGroup(commands.find((command) => groupsOf(command).includes(group))!, group).map(optionRow),
      ),
    ]),
    '## Exit codes',
    [
      '| Code | Meaning |',
      '| --- | --- |',
      ...Object.values(meanings).map(([number, meaning]) => `| ${number} | ${meaning} |`),
    ].join('\n'),
    '`start --once` ends with 1 if a shop had an unexpected outcome. For `extract` and `parse-price`, 3 means that no price was found; with `--ndjson`, 0 means that every line was answered.',
  ].join('\n\n')}\n`;
};
