import type { Deployment } from '../../lib/deployments.ts';
import type { OperatedService } from '../operations/operated-service.ts';
import type { AlarmNotices, AwsInside } from './aws-inside.ts';

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
  outcome: 'ok' | 'differs' | 'unknown';
  /** The state and, if it differs, what was expected. */
  text: string;
  advice?: string | undefined;
}

export const ok = (text: string): Finding => ({ outcome: 'ok', text });
export const differs = (text: string, advice?: string): Finding => ({ outcome: 'differs', text, advice });
export const unknown = (text: string): Finding => ({ outcome: 'unknown', text });

/** A page to scrape with one tier, and its price. */
export interface ProbePage {
  tier: 'Http' | 'Browser';
  url: string;
  amount: string;
  currency: string;
}

export interface Patient {
  service: OperatedService;
  /** Settings from the deployment's file; absent if only a stack is known. */
  deployment: Deployment | undefined;
  /** Base address of the API with its stage, without a trailing slash. */
  apiUrl: string;
  /** Custom domain; empty: none. */
  domainName: string;
  sku: string;
  pages: ProbePage[];
  /** Temporary license, deleted afterwards. */
  license: { uid: string; licenseKey: string };
  /** Access to AWS; absent on the local stack. */
  inside: (() => Promise<AwsInside>) | undefined;
  /** Access to test alarms; absent on emulators and without alarm actions. */
  notices?: AlarmNotices | undefined;
  /** CloudWatch takes minutes; emulators have no metrics. */
  metricsFrom: 'cloudWatch' | 'localStack' | 'nowhere';
  /** By the API's clock, like all times here. */
  startedAtMs: number;
  /** How far this machine's clock is ahead of the API's; negative: behind. */
  clockSkewMs: number;
  scrapeWithinMs: number;
  clock: () => number;
  wait: (ms: number) => Promise<void>;
}

/** Runs one check on a deployment. */
export type Check = (patient: Patient) => Promise<Finding[]>;
