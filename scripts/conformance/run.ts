// Runs groups of checks and says how each ended.
import pLimit from 'p-limit';
import { type Check, type Group, Mismatch, NotRun } from './check.ts';
import type { Deployment } from './deployment.ts';

export type Outcome = 'passed' | 'failed' | 'notRun';

export interface CheckReport {
  group: string;
  check: Check;
  outcome: Outcome;
  expected?: string;
  actual?: string;
  /** Why it was not run. */
  reason?: string;
}

const parallelChecks = 6;

const runCheck = async (group: Group, check: Check, deployment: Deployment): Promise<CheckReport> => {
  const report = { group: group.name, check };
  try {
    await check.run(deployment);
    return { ...report, outcome: 'passed' };
  } catch (error) {
    if (error instanceof NotRun) return { ...report, outcome: 'notRun', reason: error.message };
    if (error instanceof Mismatch) {
      return { ...report, outcome: 'failed', expected: error.expected, actual: error.actual };
    }
    // Anything else that a check stumbles over is an answer that it did not expect.
    return { ...report, outcome: 'failed', expected: 'an answer that can be judged', actual: String(error) };
  }
};

/** Checks of a group run side by side; those that wait for times and those that judge the rest, too. */
export const runGroup = (group: Group, deployment: Deployment): Promise<CheckReport[]> => {
  const limit = pLimit(group.phase === 'times' ? group.checks.length : parallelChecks);
  return Promise.all(group.checks.map((check) => limit(() => runCheck(group, check, deployment))));
};

export const nameOf = ({ name, cites }: Check): string =>
  `${name} [${cites.page}, ${cites.section}: "${cites.words}"]`;

const count = (reports: readonly CheckReport[], outcome: Outcome): number =>
  reports.filter((report) => report.outcome === outcome).length;

export const closingLine = (reports: readonly CheckReport[]): string =>
  `${count(reports, 'passed')} passed, ${count(reports, 'failed')} failed`;

/** One line for a group; below it what did not pass. */
export const groupLines = (group: Group, reports: readonly CheckReport[]): string[] => {
  const lines = [`${group.name}: ${count(reports, 'passed')} of ${reports.length}`];
  for (const report of reports) {
    if (report.outcome === 'failed') {
      lines.push(`  FAILED ${nameOf(report.check)}`);
      lines.push(`    expected ${report.expected}`, `    actual   ${report.actual}`);
    }
    if (report.outcome === 'notRun') lines.push(`  not run: ${nameOf(report.check)}: ${report.reason}`);
  }
  return lines;
};
