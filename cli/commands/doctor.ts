import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultLocalAddress } from '../../local/default-address.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type DeploymentOptions, deploymentNameFrom, withDeployment, withService } from '../deployment.ts';
import { checkNames } from '../doctor/check-names.ts';
import { exitCodes, exitCodesHelp } from '../exit-codes.ts';
import { spanOption } from '../options.ts';

interface DoctorOptions extends DeploymentOptions {
  checks?: string[];
  report: string | false;
  within: number;
}

const nameOrNone = (name: string | undefined, options: DoctorOptions): DoctorOptions => {
  if (name === undefined) return options;
  if (options.deployment !== undefined && options.deployment !== name) {
    throw new InvalidArgumentError(`Two deployments are named: ${name} and ${options.deployment}.`);
  }
  return { ...options, deployment: name };
};

const run = async (options: DoctorOptions): Promise<void> => {
  const local = options.local === true ? defaultLocalAddress : options.local;
  const deployment =
    local === undefined && options.stack === undefined ? deploymentNameFrom(options) : undefined;
  const { examine, isWell } = await import('../doctor/examine.ts');
  const { redact, reportText, resultText } = await import('../doctor/report.ts');
  const { withPatient } = await import('../doctor/patient.ts');
  const startedAt = new Date().toISOString();
  await withService(options, async (service) =>
    withPatient(service, { deployment, local, scrapeWithinMs: options.within }, async (patient) => {
      const results = await examine(patient, options.checks ?? checkNames, (result) =>
        process.stdout.write(`${resultText(result)}\n`),
      );
      const facts = {
        version: packageJson.version,
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
        title: patient.deployment?.name ?? (local === undefined ? 'a stack without a file' : 'local stack'),
        startedAt,
      };
      if (options.report !== false) {
        const known = [
          [patient.domainName, '<domain>'],
          [patient.license.licenseKey, '<license key>'],
        ] as const;
        writeFileSync(options.report, redact(reportText(facts, results), known), { mode: 0o600 });
        process.stderr.write(`The report is in ${options.report}; it holds no key, address or account.\n`);
      }
      if (!isWell(results)) process.exitCode = exitCodes.unwell;
    }),
  );
};

/** `scrap-prices doctor [NAME]`: whether a deployment works, and what is wrong where it does not. */
export const registerDoctor = (program: Command): void => {
  withDeployment(
    program
      .command('doctor')
      .description('Try a deployment from outside and inside, and say what is wrong with it (for operators).')
      .argument('[name]', 'deployment that has a file in deployments/; the same as --deployment'),
  )
    .addOption(new Option('--checks <names...>', 'these checks alone').choices(checkNames))
    .addOption(
      new Option('--report <file>', 'where the report goes, to attach to an issue').default(
        'scrap-prices-doctor.md',
      ),
    )
    .option('--no-report', 'write no report')
    .addOption(spanOption('--within <span>', 'how long a scrape may take', 330_000))
    .addHelpText(
      'after',
      `
It makes a license for itself and deletes it, calls the API, has two pages scraped that the deployment serves itself, one
by each tier, and reads functions, queues, logs, metrics and alarms. On AWS that takes some minutes, for metrics come
late. Of --checks those of logs, metrics and memory make the calls and the scrape that they look for. ✓ is as expected, ✗ is not, ? could not be looked at.

Examples:
  $ scrap-prices doctor prod
  $ scrap-prices doctor --local
  $ scrap-prices doctor prod --checks api domain
${exitCodesHelp}`,
    )
    .action((name: string | undefined, options: DoctorOptions) => run(nameOrNone(name, options)));
};
