import type { Deployment } from '../../lib/deployments.ts';
import type { OperatedService } from '../operations/operated-service.ts';
import type { AlarmNotices, AwsInside } from './aws-inside.ts';

/** Titles of the checks by their names, in their order: those that explain come after those that make something happen. */
export const checkTitles = {
  account: 'Account and quotas',
  functions: 'Functions',
  queue: 'Queue',
  api: 'API, from outside',
  domain: 'Domain name',
  scrape: 'A scrape by each tier',
  watches: 'Watches',
  exports: 'Results for the operator',
  logs: 'Logs',
  metrics: 'Metrics',
  memory: 'Cold starts and memory',
  alarms: 'Alarms',
} as const;
export type CheckName = keyof typeof checkTitles;
/** For help and completion, which start without the checks themselves. */
export const checkNames = Object.keys(checkTitles) as CheckName[];

/** Result of one check of a deployment. */
export interface Finding {
  /** `unknown`: it could not be looked at here, and `text` says why. */
  outcome: 'ok' | 'differs' | 'unknown';
  /** The state and, if it differs, the expectation. */
  text: string;
  advice?: string | undefined;
}

export const ok = (text: string): Finding => ({ outcome: 'ok', text });
export const differs = (text: string, advice?: string): Finding => ({ outcome: 'differs', text, advice });
export const unknown = (text: string): Finding => ({ outcome: 'unknown', text });

/** A page that is scraped, by one tier, with the price that stands on it. */
export interface ProbePage {
  tier: 'Http' | 'Browser';
  url: string;
  amount: string;
  currency: string;
}

export interface Patient {
  service: OperatedService;
  /** Of a file; absent where only a stack is known. */
  deployment: Deployment | undefined;
  /** Base address of the API with its stage, without a slash at its end. */
  apiUrl: string;
  /** Another address of its own; empty: none. */
  domainName: string;
  sku: string;
  pages: ProbePage[];
  /** Made for this look, and deleted after it. */
  license: { uid: string; licenseKey: string };
  /** Where AWS is asked; absent on the local stack. */
  inside: (() => Promise<AwsInside>) | undefined;
  /** Where an alarm may be set off; absent: nobody would be told, or none is real. */
  notices?: AlarmNotices | undefined;
  /** CloudWatch takes minutes; an emulator has none. */
  metricsFrom: 'cloudWatch' | 'localStack' | 'nowhere';
  /** By the clock of the API, like all times here. */
  startedAtMs: number;
  /** Lead of this machine's clock over the API's; negative: behind. */
  clockSkewMs: number;
  scrapeWithinMs: number;
  clock: () => number;
  wait: (ms: number) => Promise<void>;
}

/** Looks at one side of a deployment. */
export type Check = (patient: Patient) => Promise<Finding[]>;
