import type { Deployment } from '../../lib/deployments.ts';
import type { OperatedService } from '../operations/operated-service.ts';

/** Titles of the checks, in order: those that make calls come before those that inspect the effects. */
export const checkTitles = {
  account: 'Account and quotas',
  functions: 'Functions',
  queue: 'Queue',
  api: 'API from outside',
  domain: 'Domain name',
  scrape: 'Scrape with each tier',
  watches: 'Watches',
  exports: 'Results for the operator',
  logs: 'Logs',
  metrics: 'Metrics',
  memory: 'Cold starts and memory',
  alarms: 'Alarms',
} as const;
export type CheckName = keyof typeof checkTitles;
/** Separate from the checks, so that help and completion start fast. */
export const checkNames = Object.keys(checkTitles) as CheckName[];

/** Result of one check of a deployment. */
export interface Finding {
  /** `unknown`: could not be checked; `text` says why. */
  outcome: 'ok' | 'problem' | 'unknown';
  /** The state and, for a problem, what was expected. */
  text: string;
  remedy?: string | undefined;
}

export const ok = (text: string): Finding => ({ outcome: 'ok', text });
export const problem = (text: string, remedy?: string): Finding => ({ outcome: 'problem', text, remedy });
export const unknown = (text: string): Finding => ({ outcome: 'unknown', text });

export const redeploy = 'Deploy again: npm run deploy -- NAME.';

/** The deployment under examination. All times are by the API's clock. */
export interface Context {
  service: OperatedService;
  /** Settings from the deployment's file; absent if only a stack is known. */
  deployment: Deployment | undefined;
  /** Temporary license, deleted afterwards. */
  license: { uid: string; licenseKey: string };
  startedAtMs: number;
  /** How far this machine's clock is ahead of the API's; negative: behind. */
  clockSkewMs: number;
  scrapeWithinMs: number;
  clock: () => number;
  wait: (ms: number) => Promise<void>;
}

/** Runs one check on a deployment. */
export type Check = (context: Context) => Promise<Finding[]>;
