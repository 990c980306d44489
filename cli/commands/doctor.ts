import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultLocalAddress } from '../../local/addresses.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type DeploymentOptions, deploymentNameFrom, withDeployment, withService } from '../deployment.ts';
import { type CheckName, checkNames } from '../doctor/finding.ts';
import { exitCodes } from '../exit-codes.ts';
import { spanOption } from '../options.ts';

interface DoctorOptions extends DeploymentOptions {
  checks?: CheckName[];
  report: string | false;
  within: number;
}

const nameOrNone = (name: string | undefined, options: DoctorOptions): DoctorOptions => {
  if (name === undefined) return options;
  if (options.deployment !== undefined && options.deployment !== name) {
    throw new InvalidArgumentError(`Give one deployment, not two: ${name} and ${options.deployment}.`);
  }
  return { ...options, deployment: name };
};

const run = async (options: DoctorOptions): Promise<void> => {
  const local = options.local === true ? defaultLocalAddress : options.local;
  const deployment =
    local === undefined && options.stack === undefined ? deploymentNameFrom(options) : undefined;
  const { examine, isWell } = await import('../doctor/examine.ts');
  const { redact, reportText, resultText } = await import('../doctor/examine.ts');
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
        process.stderr.write(
          `Report written to ${options.report}; it contains no keys, addresses or account numbers.\n`,
        );
      }
      if (!isWell(results)) process.exitCode = exitCodes.unwell;
    }),
  );
};

/** `scrap-prices doctor [NAME]`: tests a deployment and explains its problems. */
export const registerDoctor = (program: Command): void => {
  withDeployment(
    program
      .command('doctor')
      .description('Test a deployment from outside and inside, and explain its problems (for operators).')
      .argument('[name]', 'deployment with a file in deployments/; same as --deployment'),
  )
    .addOption(new Option('--checks <names...>', 'run only these checks').choices(checkNames))
    .addOption(
      new Option('--report <file>', 'file for the report, to attach to an issue').default(
        'scrap-prices-doctor.md',
      ),
    )
    .option('--no-report', 'write no report')
    .addOption(spanOption('--within <span>', 'maximum time for a scrape', 330_000))
    .addHelpText(
      'after',
      `
It creates a temporary license, calls the API, scrapes two pages that the deployment serves itself, one with each tier,
and inspects functions, queues, logs, metrics and alarms. On AWS this takes a few minutes, because metrics arrive late.
With --checks, the checks of logs, metrics and memory first make the calls and the scrape that they need.
✓ as expected, ✗ problem, ? could not be checked.

Examples:
  $ scrap-prices doctor prod
  $ scrap-prices doctor --local
  $ scrap-prices doctor prod --checks api domain
`,
    )
    .action((name: string | undefined, options: DoctorOptions) => run(nameOrNone(name, options)));
};
