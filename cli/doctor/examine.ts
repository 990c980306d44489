import { explainAwsError } from '../operations/explain-aws-error.ts';
import { apiCheck, domainCheck } from './api-checks.ts';
import { type Check, differs, type Finding, type Patient } from './finding.ts';
import { accountCheck, alarmsCheck, exportsCheck, functionsCheck, queueCheck } from './inside-checks.ts';
import { logsCheck, memoryCheck, metricsCheck } from './log-checks.ts';
import { scrapeCheck } from './scrape-check.ts';
import { watchesCheck } from './watches-check.ts';

/** In their order: those that explain come after those that make something happen. */
export const checks: readonly Check[] = [
  accountCheck,
  functionsCheck,
  queueCheck,
  apiCheck,
  domainCheck,
  scrapeCheck,
  watchesCheck,
  exportsCheck,
  logsCheck,
  metricsCheck,
  memoryCheck,
  alarmsCheck,
];

export interface CheckResult {
  name: string;
  title: string;
  findings: Finding[];
}

/** Of the names given, with what they need. */
const withNeeds = (names: readonly string[]): ReadonlySet<string> =>
  new Set(
    checks.filter(({ name }) => names.includes(name)).flatMap(({ name, needs = [] }) => [name, ...needs]),
  );

/**
 * Looks at a deployment from all sides. A check that fails itself is a finding like any other.
 *
 * @param names - of the checks to make.
 * @param onResult - told of each one as it ends.
 */
export const examine = async (
  patient: Patient,
  names: readonly string[],
  onResult: (result: CheckResult) => void,
): Promise<CheckResult[]> => {
  const results: CheckResult[] = [];
  const wanted = withNeeds(names);
  for (const { name, title, run } of checks.filter((check) => wanted.has(check.name))) {
    let findings: Finding[];
    try {
      findings = await run(patient);
    } catch (error) {
      const explained = explainAwsError(error);
      findings = [
        differs(
          `It could not be looked at: ${explained instanceof Error ? explained.message : String(explained)}`,
        ),
      ];
    }
    const result = { name, title, findings };
    results.push(result);
    onResult(result);
  }
  return results;
};

/** True if everything is as expected. */
export const isWell = (results: readonly CheckResult[]): boolean =>
  results.every(({ findings }) => findings.every(({ outcome }) => outcome !== 'differs'));

const marks = { ok: '✓', differs: '✗', unknown: '?' } as const;

/** A check's findings, a line each, with what to do below. */
export const resultText = ({ title, findings }: CheckResult): string =>
  [
    title,
    ...findings.flatMap(({ outcome, text, advice }) => [
      `  ${marks[outcome]} ${text}`,
      ...(advice ? [`    → ${advice}`] : []),
    ]),
  ].join('\n');

/** Identifying or secret text, whoever's it is. */
const secretPatterns: readonly [pattern: RegExp, instead: string][] = [
  [/sp_live_[\w-]+/g, '<license key>'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g, '<access key>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<address>'],
  [/\b\d{12}\b/g, '<account>'],
  [/\b[a-z0-9]{10}(?=\.execute-api\.)/g, '<api>'],
];

/** @param known - texts of this deployment that name its owner, such as its domain name. */
export const redact = (
  text: string,
  known: readonly (readonly [text: string, instead: string])[],
): string => {
  const withoutKnown = known
    .filter(([secret]) => secret !== '')
    .reduce((sofar, [secret, instead]) => sofar.replaceAll(secret, instead), text);
  return secretPatterns.reduce((sofar, [pattern, instead]) => sofar.replace(pattern, instead), withoutKnown);
};

export interface ReportFacts {
  version: string;
  node: string;
  platform: string;
  title: string;
  startedAt: string;
}

/** The report as Markdown, to attach to an issue; not redacted yet. */
export const reportText = (facts: ReportFacts, results: readonly CheckResult[]): string => {
  const count = (outcome: keyof typeof marks): number =>
    results.flatMap(({ findings }) => findings).filter((finding) => finding.outcome === outcome).length;
  return [
    `# scrap-prices doctor: ${facts.title}`,
    '',
    `Version ${facts.version}, Node.js ${facts.node}, ${facts.platform}, ${facts.startedAt}.`,
    `${count('ok')} as expected, ${count('differs')} not, ${count('unknown')} could not be looked at.`,
    '',
    ...results.flatMap((result) => {
      const [title, ...lines] = resultText(result).split('\n');
      return [`## ${title}`, '', '```', ...lines, '```', ''];
    }),
  ].join('\n');
};
