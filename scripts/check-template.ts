// `node scripts/bootstrap.mjs scripts/check-template.ts`: checks the template with cfn-lint and checkov, with default
// settings and with every optional part. Accepted findings are listed with their reasons in lib/template-findings.ts.
// Exit codes: 0 no open findings; 1 open or stale ones; 3 no Python.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeApp } from '../lib/app.ts';
import { unnamedDeployment } from '../lib/deployments.ts';
import { everySetting } from '../lib/every-setting.ts';
import { acceptedFindings } from '../lib/template-findings.ts';
import { NoPython, pythonEnvironment } from './deploy/python-environment.ts';

interface TemplateFinding {
  rule: string;
  /** Logical id. */
  resource: string;
  text: string;
}

interface CfnLintMatch {
  Rule: { Id: string };
  Location: { Path?: (string | number)[] };
  Message: string;
}

interface CheckovReport {
  results: { failed_checks: { check_id: string; resource: string; check_name: string }[] };
  summary: { parsing_errors: number; passed: number };
}

const root = join(import.meta.dirname, '..');

const outputOf = (program: string, args: string[]): string => {
  const { stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  // A non-zero exit code only means findings; a missing report is an error.
  if (!/^\s*[[{]/.test(stdout))
    throw new Error(`${program} wrote no report:\n${`${stdout}${stderr}`.slice(-2_000)}`);
  return stdout;
};

const runCfnLint = (bin: string, template: string): TemplateFinding[] =>
  (JSON.parse(outputOf(join(bin, 'cfn-lint'), ['--format', 'json', template])) as CfnLintMatch[]).map(
    ({ Rule, Location, Message }) => ({
      rule: Rule.Id,
      resource: String(Location.Path?.[1] ?? ''),
      text: Message,
    }),
  );

const runCheckov = (bin: string, template: string): TemplateFinding[] => {
  const report = JSON.parse(
    outputOf(join(bin, 'checkov'), [
      ...['--file', template, '--framework', 'cloudformation'],
      ...['--output', 'json', '--quiet', '--skip-download'],
    ]),
  ) as CheckovReport;
  if (report.summary.parsing_errors > 0) throw new Error('checkov cannot read the template.');
  return report.results.failed_checks.map(({ check_id, resource, check_name }) => ({
    rule: check_id,
    resource: resource.slice(resource.lastIndexOf('.') + 1),
    text: check_name,
  }));
};

const findIn = (bin: string, settings: Record<string, unknown>): TemplateFinding[] => {
  const outdir = mkdtempSync(join(tmpdir(), 'scrap-prices-template-'));
  try {
    synthesizeApp(unnamedDeployment(settings), {
      outdir,
      context: { 'aws:cdk:disable-asset-staging': true },
      builtinCloudFormationValidation: false,
    });
    const template = join(outdir, 'ScrapPrices-local.template.json');
    return [...runCfnLint(bin, template), ...runCheckov(bin, template)];
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

const main = (): number => {
  const bin = pythonEnvironment('template-checks', join(root, 'test/deploy/template-requirements.txt'));
  const found = [...findIn(bin, {}), ...findIn(bin, everySetting)];
  const reasonOf = ({ rule, resource }: TemplateFinding) =>
    acceptedFindings.find((accepted) => accepted.rule === rule && accepted.resources.test(resource));
  const open = found.filter((finding) => reasonOf(finding) === undefined);
  const used = new Set(found.map(reasonOf));
  const stale = acceptedFindings.filter((accepted) => !used.has(accepted));
  for (const { rule, resource, text } of open) process.stdout.write(`✗ ${rule} ${resource}: ${text}\n`);
  for (const { rule } of stale) process.stdout.write(`✗ ${rule} is accepted but no longer found\n`);
  process.stdout.write(`${found.length} findings, ${open.length} open; ${stale.length} stale reasons\n`);
  return open.length + stale.length === 0 ? 0 : 1;
};

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof NoPython)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 3;
}
