// `node scripts/bootstrap.mjs scripts/check-template.ts`: checks the template with cfn-lint, for all regions, and checkov, with
// default settings and with every optional part. Accepted findings are listed with their reasons in lib/template-findings.ts.
// Exit codes: 0 no open findings; 1 open or stale ones; 3 no Python.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { synthesizeApp } from '../lib/app.ts';
import { unnamedDeployment } from '../lib/deployments.ts';
import { everySetting } from '../lib/every-setting.ts';
import { acceptedFindings } from '../lib/template-findings.ts';
import { NoPython, pythonEnvironment } from './deploy/python-environment.ts';
import { buildWebPages } from './web-pages.ts';

buildWebPages();

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
const run = promisify(execFile);

const outputOf = async (program: string, args: string[]): Promise<string> => {
  // A non-zero exit code only means findings; a missing report is an error.
  const { stdout, stderr } = await run(program, args, { maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      if (error.stdout === undefined) throw error;
      return { stdout: error.stdout, stderr: error.stderr };
    },
  );
  if (!/^\s*[[{]/.test(stdout))
    throw new Error(`${program} wrote no report:\n${`${stdout}${stderr}`.slice(-2_000)}`);
  return stdout;
};

const runCfnLint = async (bin: string, templates: string[]): Promise<TemplateFinding[]> => {
  const output = await outputOf(join(bin, 'cfn-lint'), [
    ...['--format', 'json', '--regions', 'ALL_REGIONS', '--'],
    ...templates,
  ]);
  return (JSON.parse(output) as CfnLintMatch[]).map(({ Rule, Location, Message }) => ({
    rule: Rule.Id,
    resource: String(Location.Path?.[1] ?? ''),
    text: Message,
  }));
};

const runCheckov = async (bin: string, templates: string[]): Promise<TemplateFinding[]> => {
  const output = await outputOf(join(bin, 'checkov'), [
    ...['--framework', 'cloudformation', '--output', 'json', '--quiet', '--skip-download'],
    ...['--file', ...templates],
  ]);
  const { results, summary } = JSON.parse(output) as CheckovReport;
  if (summary.parsing_errors > 0) throw new Error('checkov cannot read the template.');
  return results.failed_checks.map(({ check_id, resource, check_name }) => ({
    rule: check_id,
    resource: resource.slice(resource.lastIndexOf('.') + 1),
    text: check_name,
  }));
};

/** Writes the template of these settings. @returns its path. */
const synthesizeTo = (folder: string, name: string, settings: Record<string, unknown>): string => {
  const outdir = join(folder, name);
  synthesizeApp(unnamedDeployment(settings), {
    outdir,
    context: { 'aws:cdk:disable-asset-staging': true },
    builtinCloudFormationValidation: false,
  });
  return join(outdir, 'ScrapPrices-local.template.json');
};

const findAll = async (bin: string): Promise<TemplateFinding[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-template-'));
  try {
    const templates = [synthesizeTo(folder, 'default', {}), synthesizeTo(folder, 'every', everySetting)];
    return (await Promise.all([runCfnLint(bin, templates), runCheckov(bin, templates)])).flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const main = async (): Promise<number> => {
  const bin = pythonEnvironment('template-checks', join(root, 'test/deploy/template-requirements.txt'));
  const found = await findAll(bin);
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
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NoPython)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 3;
}
