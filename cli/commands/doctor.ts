import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { info } from '../../terminal/streams.ts';
import { outWidth } from '../../terminal/table.ts';
import { type DeploymentOptions, deploymentNameFrom, withDeployment, withService } from '../connection.ts';
import { type CheckName, checkNames } from '../doctor/finding.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { localAddress } from '../local-stack.ts';
import { spanOption, withHelp } from '../options.ts';

interface DoctorOptions extends DeploymentOptions {
  checks?: CheckName[];
  report: string | false;
  within: number;
}

const doctor = async (name: string | undefined, given: DoctorOptions): Promise<void> => {
  if (name !== undefined && (given.deployment ?? name) !== name)
    throw new UsageError(`Give one deployment, not two: ${name} and ${given.deployment}.`);
  const options = name === undefined ? given : { ...given, deployment: name };
  const local = options.local && localAddress(options.local);
  const deployment =
    local === undefined && options.stack === undefined ? deploymentNameFrom(options) : undefined;
  const { examine, isWell, redact, reportText, resultText, wrapResult } = await import(
    '../doctor/examine.ts'
  );
  const { withContext } = await import('../doctor/context.ts');
  const startedAt = new Date().toISOString();
  await withService(options, (service) =>
    withContext(service, deployment, options.within, async (context) => {
      const shown = (text: string): string => (process.stdout.isTTY ? wrapResult(text, outWidth()) : text);
      const results = await examine(context, options.checks ?? checkNames, (result) =>
        process.stdout.write(`${shown(resultText(result))}\n`),
      );
      if (options.report !== false) {
        const title = deployment ?? (local === undefined ? 'a stack without a file' : 'local stack');
        const text = reportText(title, startedAt, results);
        writeFileSync(options.report, redact(text, context), { mode: 0o600 });
        info(`Report written to ${options.report}; it contains no keys, addresses or account numbers.`);
      }
      if (!isWell(results)) process.exitCode = exitCodes.unwell;
    }),
  );
};

export const registerDoctor = (program: Command): void => {
  const command = program
    .command('doctor')
    .description('Test a deployment from outside and inside, and explain its problems (for operators).')
    .argument('[name]', 'deployment with a file in deployments/; same as --deployment');
  withDeployment(command)
    .addOption(new Option('--checks <names...>', 'run only these checks').choices(checkNames))
    .addOption(
      new Option('--report <file>', 'file for the report, to attach to an issue').default(
        'scrap-prices-doctor.md',
      ),
    )
    .option('--no-report', 'write no report')
    .addOption(spanOption('--within <span>', 'maximum time for a scrape', 330_000))
    .action(doctor);
  withHelp(
    command,
    ['doctor prod', 'doctor --local', 'doctor prod --checks api domain'],
    `It creates a temporary license, calls the API, scrapes two pages that the deployment serves itself, one with each tier,
and inspects functions, queues, logs, metrics and alarms. On AWS this takes a few minutes, because metrics arrive late.
With --checks, the checks of logs, metrics and memory first make the calls and the scrape that they need.
✓ as expected, ✗ problem, ? could not be checked.`,
  );
};
