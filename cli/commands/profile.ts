import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { ScrapPrices } from '../../client/index.ts';
import { info, print } from '../../terminal/streams.ts';
import { UsageError } from '../exit-codes.ts';
import { withHelp } from '../options.ts';
import { configFile, defaultProfileName, readProfiles, writeProfiles } from '../profiles.ts';

/** Reads a secret: from a terminal without echo, otherwise all of standard input. */
const readSecret = async (question: string): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  // Prompt only after readline has turned the terminal's echo off.
  process.stderr.write(question);
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
};

export const registerProfile = (program: Command): void => {
  const profile = program
    .command('profile')
    .description('Manage addresses and credentials in a file that only you can read.')
    .addHelpText('after', '\nThe file is ~/.config/scrap-prices/config.json, or $SCRAP_PRICES_CONFIG.');

  const add = (name: string, description: string, ...examples: string[]): Command =>
    withHelp(
      profile.command(name).description(description),
      examples.map((example) => `profile ${example}`),
    );

  add(
    'add',
    'Add or replace a profile; the license key is prompted for, or read from standard input.',
    'add --base-url https://abc.execute-api.eu-central-1.amazonaws.com/prod --uid acme',
    'add work --base-url https://prices.example.com --uid acme <<< "$(pass show scrap-prices)"',
  )
    .argument('[name]', 'name of the profile', defaultProfileName)
    .requiredOption('--base-url <url>', 'address of the service, including its stage')
    .requiredOption('--uid <uid>', 'UID of the license')
    .action(async (name: string, options: { baseUrl: string; uid: string }) => {
      // A JSON object read by JavaScript has no member of this name.
      if (name === '__proto__') throw new UsageError('"__proto__" cannot be the name of a profile.');
      const file = configFile(process.env);
      const profiles = readProfiles(file);
      const licenseKey = await readSecret('License key (not shown): ');
      // Rejects invalid values before they are saved.
      new ScrapPrices({ ...options, licenseKey });
      writeProfiles(file, {
        ...profiles,
        [name]: { BaseUrl: options.baseUrl, UID: options.uid, LicenseKey: licenseKey },
      });
      info(`Profile "${name}" saved in ${file}.`);
    });

  add('list', 'List the profiles, without their keys.', 'list')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => {
      const profiles = Object.entries(readProfiles(configFile(process.env)));
      const rows = profiles.map(([Name, { BaseUrl, UID }]) => ({ Name, BaseUrl, UID }));
      const lines = rows.map(({ Name, BaseUrl, UID }) => `${Name}\t${UID}\t${BaseUrl}\n`);
      if (options.json) print(true, rows, () => '');
      else if (rows.length > 0) process.stdout.write(lines.join(''));
      else info('No profiles yet: add one with "scrap-prices profile add NAME --base-url URL --uid UID".');
    });

  add('remove', 'Remove a profile.', 'remove work')
    .argument('<name>', 'name of the profile')
    .action((name: string) => {
      const file = configFile(process.env);
      const profiles = readProfiles(file);
      if (!Object.hasOwn(profiles, name)) throw new UsageError(`There is no profile "${name}" in ${file}.`);
      const { [name]: _removed, ...kept } = profiles;
      writeProfiles(file, kept);
      info(`Profile "${name}" removed.`);
    });
};
