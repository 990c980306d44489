import packageJson from '../../package.json' with { type: 'json' };
import { wrapText } from '../../terminal/table.ts';
import { explainAwsError } from '../operations/explain-aws-error.ts';
import { checkApi, checkDomain } from './api-checks.ts';
import { awsChecks } from './aws-checks.ts';
import {
  type Check,
  type CheckName,
  type Context,
  checkNames,
  checkTitles,
  type Finding,
  problem,
} from './finding.ts';
import { logChecks } from './log-checks.ts';
import { checkScrape, checkWatches } from './service-checks.ts';

const checks: Record<CheckName, Check> = {
  ...awsChecks,
  ...logChecks,
  api: checkApi,
  domain: checkDomain,
  scrape: checkScrape,
  watches: checkWatches,
};

/** Checks that need the effects of others, which therefore always run first. */
const dependent: ReadonlySet<CheckName> = new Set(['logs', 'metrics', 'memory']);

interface CheckResult {
  title: string;
  findings: Finding[];
}

/** Runs a check; a failure of the check is a finding too. */
const findingsOf = (check: Check, context: Context): Promise<Finding[]> =>
  check(context).catch((error: unknown) => [
    problem(`The check failed: ${(explainAwsError(error) as Error).message}`),
  ]);

/**
 * Runs checks on a deployment.
 *
 * @param onResult - called as each check ends.
 */
export const examine = async (
  context: Context,
  names: readonly CheckName[],
  onResult: (result: CheckResult) => void,
): Promise<CheckResult[]> => {
  const results: CheckResult[] = [];
  const needed: readonly CheckName[] = names.some((name) => dependent.has(name)) ? ['api', 'scrape'] : [];
  for (const name of checkNames.filter((each) => names.includes(each) || needed.includes(each))) {
    const findings = await findingsOf(checks[name], context);
    results.push({ title: checkTitles[name], findings });
    onResult(results.at(-1)!);
  }
  return results;
};

/** True if everything is as expected. */
export const isWell = (results: readonly CheckResult[]): boolean =>
  results.every(({ findings }) => findings.every(({ outcome }) => outcome !== 'problem'));

const marks = { ok: '✓', problem: '✗', unknown: '?' } as const;

/** A check's findings, each followed by its remedy, a sentence on each line. */
export const resultText = ({ title, findings }: CheckResult): string =>
  [
    title,
    ...findings.flatMap(({ outcome, text, remedy }) => [
      `  ${marks[outcome]} ${text}`,
      ...(remedy ? [`    → ${remedy.replaceAll(/(?<=\.) (?=[A-Z])/g, '\n      ')}`] : []),
    ]),
  ].join('\n');

/** Wraps long lines behind their marks. @param width - columns of the terminal. */
export const wrapResult = (text: string, width: number): string =>
  text.replaceAll(/^( {2}[✓✗?] | {4}→ | {6})(.*)$/gm, (_line, mark: string, rest: string) => {
    const lines = wrapText(rest, width - mark.length);
    return mark + lines.join(`\n${' '.repeat(mark.length)}`);
  });

/** Patterns of identifying or secret text. */
const secretPatterns: readonly (readonly [pattern: RegExp | string, instead: string])[] = [
  [/sp_live_[\w-]+/g, '<license key>'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g, '<access key>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<address>'],
  [/\b\d{12}\b/g, '<account>'],
  [/\b[a-z0-9]{10}(?=\.execute-api\.)/g, '<api>'],
];

/** Removes secrets, and what identifies the owner. */
export const redact = (
  text: string,
  { deployment, license }: Pick<Context, 'deployment' | 'license'>,
): string => {
  const patterns = [...secretPatterns, [license.licenseKey, '<license key>'] as const];
  const domainName = deployment?.settings.domainName;
  if (domainName) patterns.push([domainName, '<domain>']);
  return patterns.reduce((redacted, [pattern, instead]) => redacted.replaceAll(pattern, instead), text);
};

/** The report as Markdown for an issue, not yet redacted. */
export const reportText = (title: string, startedAt: string, results: readonly CheckResult[]): string => {
  const count = (outcome: keyof typeof marks): number =>
    results.flatMap(({ findings }) => findings).filter((finding) => finding.outcome === outcome).length;
  return [
    `# scrap-prices doctor: ${title}`,
    '',
    `Version ${packageJson.version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}, ${startedAt}.`,
    `${count('ok')} as expected, ${count('problem')} not, ${count('unknown')} could not be checked.`,
    '',
    ...results.flatMap((result) => {
      const [heading, ...lines] = resultText(result).split('\n');
      return [`## ${heading}`, '', '```', ...lines, '```', ''];
    }),
  ].join('\n');
};
