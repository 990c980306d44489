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
