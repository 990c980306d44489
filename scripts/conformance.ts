// `npm run conformance`: what the specification and the contract say, held against a deployment.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { type Citation, type Group, NotRun } from './conformance/check.ts';
import { type Credentials, createDeployment, type Deployment } from './conformance/deployment.ts';
import { groups } from './conformance/groups/groups.ts';
import { startLocalDeployment } from './conformance/local-deployment.ts';
import { type CheckReport, closingLine, groupLines, nameOf, runGroup } from './conformance/run.ts';
import { startShops } from './conformance/shops/server.ts';

interface Options {
  url?: string;
  uid?: string;
  key?: string;
  other?: Credentials;
  expired?: Credentials;
  disabled?: Credentials;
  limited?: Credentials;
  shopsOrigin?: string;
  shopsPort: number;
  windowSeconds: number;
  retentionSeconds: number;
  only?: string;
  group?: string;
  later?: true;
  list?: true;
  quotes?: string;
  logs?: true;
}

const parseCredentials = (text: string): Credentials => {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('Expected UID:KEY.');
  return { uid: text.slice(0, at), licenseKey: text.slice(at + 1) };
};
const parseCount = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
};

const options = new Command('npm run conformance --')
  .description(
    'Holds a deployment against the specification and the contract. Without --url it starts the service on this ' +
      'machine, with shops of its own.',
  )
  .option(
    '--url <address>',
    'base address with the stage, e.g. https://abc.execute-api.eu-west-1.amazonaws.com/prod',
  )
  .option('--uid <uid>', 'license to call with')
  .option('--key <key>', 'its key; or the variable SCRAP_PRICES_LICENSE_KEY, which other users cannot see')
  .option('--other <uid:key>', 'a second valid license', parseCredentials)
  .option('--expired <uid:key>', 'an expired license', parseCredentials)
  .option('--disabled <uid:key>', 'a disabled license', parseCredentials)
  .option('--limited <uid:key>', 'a license of one request per minute', parseCredentials)
  .option('--shops-origin <origin>', 'public origin that leads to the shops served here')
  .option('--shops-port <port>', 'port of 127.0.0.1 where the shops are served', parseCount, 8080)
  .option('--window-seconds <count>', 'processingWindowSeconds of the deployment', parseCount, 300)
  .option('--retention-seconds <count>', 'retentionSeconds of the deployment', parseCount, 300)
  .option('--only <text>', 'only checks whose name or sentence has this text')
  .option('--group <text>', 'only groups whose name has this text')
  .option('--later', 'features that come with work of their own, too')
  .option('--list', 'print the checks and run none')
  .option(
    '--quotes <folder>',
    'check that each cited sentence stands in the pages of this folder, and run none',
  )
  .option('--logs', 'print what the functions of the local service log')
  .addHelpText(
    'after',
    `
Exit codes:
  0  every check that ran passed
  1  a check failed, or none ran
  2  the arguments cannot be right`,
  )
  .parse()
  .opts<Options>();

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const chosenGroups = (): Group[] =>
  groups
    .filter(({ isLater }) => options.later || !isLater)
    .filter(({ name }) => options.group === undefined || name.includes(options.group))
    .map((group) => ({
      ...group,
      checks: group.checks.filter(
        (check) => options.only === undefined || nameOf(check).includes(options.only),
      ),
    }))
    .filter(({ checks }) => checks.length > 0);

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** @returns what of a citation does not stand in its page. */
const faultOfCitation = (folder: string, { page, section, words }: Citation): string | undefined => {
  const text = readFileSync(join(folder, page), 'utf8');
  const from = text
    .split('\n')
    .findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === section);
  if (from < 0) return `${page} has no section "${section}"`;
  const lines = text.split('\n').slice(from + 1);
  const level = text.split('\n')[from]!.indexOf(' ');
  const end = lines.findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= level);
  const body = plain(lines.slice(0, end < 0 ? undefined : end).join('\n'));
  return body.includes(plain(words)) ? undefined : `${page}, ${section} does not say "${words}"`;
};

const checkQuotes = (folder: string): number => {
  const all = groups.flatMap(({ checks }) => checks);
  const faults = all.flatMap((check) => faultOfCitation(folder, check.cites) ?? []);
  for (const fault of new Set(faults)) say(fault);
  say(`${all.length - faults.length} passed, ${faults.length} failed`);
  return faults.length === 0 ? 0 : 1;
};

const report = (group: Group, reports: readonly CheckReport[]): void => {
  for (const line of groupLines(group, reports)) say(line);
};

const runAll = async (chosen: readonly Group[], deployment: Deployment): Promise<CheckReport[]> => {
  const all: CheckReport[] = [];
  for (const group of chosen) {
    const reports = await runGroup(group, deployment);
    report(group, reports);
    all.push(...reports);
  }
  return all;
};

const runLocally = async (chosen: readonly Group[], kind: 'usual' | 'shortTimes'): Promise<CheckReport[]> => {
  if (chosen.length === 0) return [];
  const local = await startLocalDeployment({
    kind,
    hasLicenses: kind === 'usual',
    ...(options.logs && { log: (line: string) => process.stderr.write(`${line}\n`) }),
  });
  try {
    return await runAll(chosen, createDeployment(local));
  } finally {
    await local.close();
  }
};

const remoteShops = async () =>
  options.shopsOrigin === undefined ? undefined : await startShops(options.shopsOrigin, options.shopsPort);

const runRemotely = async (chosen: readonly Group[], url: string): Promise<CheckReport[]> => {
  // biome-ignore lint/complexity/useLiteralKeys: an index signature of the environment
  const key = options.key ?? process.env['SCRAP_PRICES_LICENSE_KEY'];
  if (options.uid === undefined || key === undefined) {
    throw new InvalidArgumentError('--url needs --uid, and --key or the variable SCRAP_PRICES_LICENSE_KEY.');
  }
  const { other, expired, disabled, limited } = options;
  const shops = await remoteShops();
  try {
    return await runAll(
      chosen,
      createDeployment({
        baseUrl: url.replace(/\/$/, ''),
        license: { uid: options.uid, licenseKey: key },
        ...(other && { other }),
        ...(expired && { expired }),
        ...(disabled && { disabled }),
        ...(limited && { limited }),
        ...(shops && { shops }),
        processingWindowMs: options.windowSeconds * 1_000,
        retentionMs: options.retentionSeconds * 1_000,
      }),
    );
  } finally {
    await shops?.close();
  }
};

const run = async (): Promise<number> => {
  if (options.quotes !== undefined) return checkQuotes(options.quotes);
  const chosen = chosenGroups();
  if (options.list) {
    for (const group of chosen) {
      say(`${group.name} (${group.checks.length})`);
      for (const check of group.checks) say(`  ${nameOf(check)}`);
    }
    say(`${chosen.reduce((sum, { checks }) => sum + checks.length, 0)} checks`);
    return 0;
  }
  const reports =
    options.url === undefined
      ? [
          ...(await runLocally(
            chosen.filter(({ phase }) => phase !== 'times'),
            'usual',
          )),
          ...(await runLocally(
            chosen.filter(({ phase }) => phase === 'times'),
            'shortTimes',
          )),
        ]
      : await runRemotely(chosen, options.url);
  const notRun = reports.filter(({ outcome }) => outcome === 'notRun').length;
  if (notRun > 0) say(`${notRun} not run, each with its reason above`);
  say(closingLine(reports));
  const ran = reports.length - notRun;
  return ran > 0 && reports.every(({ outcome }) => outcome !== 'failed') ? 0 : 1;
};

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof InvalidArgumentError || error instanceof NotRun ? 2 : 1;
}
// Nothing is left to do; whatever a library still holds open must not keep a user waiting. What was said
// goes out first.
process.stdout.write('', () => process.exit());
