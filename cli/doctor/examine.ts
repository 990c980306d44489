import { explainAwsError } from '../operations/explain-aws-error.ts';
import { checkApi, checkDomain } from './api-checks.ts';
import {
  type Check,
  type CheckName,
  checkNames,
  checkTitles,
  differs,
  type Finding,
  type Patient,
} from './finding.ts';
import { insideChecks } from './inside-checks.ts';
import { logChecks } from './log-checks.ts';
import { checkScrape } from './scrape-check.ts';
import { checkWatches } from './watches-check.ts';

const checks: Record<CheckName, Check> = {
  ...insideChecks,
  ...logChecks,
  api: checkApi,
  domain: checkDomain,
  scrape: checkScrape,
  watches: checkWatches,
};

/** Checks that need the effects of others, which therefore always run first. */
const dependent: ReadonlySet<CheckName> = new Set(['logs', 'metrics', 'memory']);

interface CheckResult {
  name: string;
  title: string;
  findings: Finding[];
}

const run = async (check: Check, patient: Patient): Promise<Finding[]> => {
  try {
    return await check(patient);
  } catch (error) {
    const { message } = explainAwsError(error) as Error;
    return [differs(`The check failed: ${message}`)];
  }
};

/**
 * Runs checks on a deployment. A check that fails is a finding too.
 *
 * @param names - checks to run.
 * @param onResult - called as each check ends.
 */
export const examine = async (
  patient: Patient,
  names: readonly CheckName[],
  onResult: (result: CheckResult) => void,
): Promise<CheckResult[]> => {
  const results: CheckResult[] = [];
  const wanted = new Set([
    ...names,
    ...(names.some((name) => dependent.has(name)) ? (['api', 'scrape'] as const) : []),
  ]);
  for (const name of checkNames.filter((each) => wanted.has(each))) {
    const result = { name, title: checkTitles[name], findings: await run(checks[name], patient) };
    results.push(result);
    onResult(result);
  }
  return results;
};

/** True if everything is as expected. */
export const isWell = (results: readonly CheckResult[]): boolean =>
  results.every(({ findings }) => findings.every(({ outcome }) => outcome !== 'differs'));

const marks = { ok: '✓', differs: '✗', unknown: '?' } as const;

/** A check's findings, one line each, followed by advice. */
export const resultText = ({ title, findings }: CheckResult): string =>
  [
    title,
    ...findings.flatMap(({ outcome, text, advice }) => [
      `  ${marks[outcome]} ${text}`,
      ...(advice ? [`    → ${advice}`] : []),
    ]),
  ].join('\n');

/** Patterns of identifying or secret text. */
const secretPatterns: readonly [pattern: RegExp, instead: string][] = [
  [/sp_live_[\w-]+/g, '<license key>'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g, '<access key>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<address>'],
  [/\b\d{12}\b/g, '<account>'],
  [/\b[a-z0-9]{10}(?=\.execute-api\.)/g, '<api>'],
];

/** @param known - texts that identify the owner, such as the domain name, and their replacements. */
export const redact = (
  text: string,
  known: readonly (readonly [text: string, instead: string])[],
): string => {
  const withoutKnown = known
    .filter(([secret]) => secret !== '')
    .reduce((sofar, [secret, instead]) => sofar.replaceAll(secret, instead), text);
  return secretPatterns.reduce((sofar, [pattern, instead]) => sofar.replace(pattern, instead), withoutKnown);
};

interface ReportFacts {
  version: string;
  node: string;
  platform: string;
  title: string;
  startedAt: string;
}

/** The report as Markdown for an issue, not yet redacted. */
export const reportText = (facts: ReportFacts, results: readonly CheckResult[]): string => {
  const count = (outcome: keyof typeof marks): number =>
    results.flatMap(({ findings }) => findings).filter((finding) => finding.outcome === outcome).length;
  return [
    `# scrap-prices doctor: ${facts.title}`,
    '',
    `Version ${facts.version}, Node.js ${facts.node}, ${facts.platform}, ${facts.startedAt}.`,
    `${count('ok')} as expected, ${count('differs')} not, ${count('unknown')} could not be checked.`,
    '',
    ...results.flatMap((result) => {
      const [title, ...lines] = resultText(result).split('\n');
      return [`## ${title}`, '', '```', ...lines, '```', ''];
    }),
  ].join('\n');
};
