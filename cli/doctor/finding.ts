import type { AccountFacts } from '../../lib/account-rules.ts';
import type { Deployment } from '../../lib/deployments.ts';
import type { OperatedService } from '../operations/operated-service.ts';

/** For help and completion, which start without the checks themselves. */
export const checkNames = [
  'account',
  'functions',
  'queue',
  'api',
  'domain',
  'scrape',
  'watches',
  'exports',
  'logs',
  'metrics',
  'memory',
  'alarms',
] as const;

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

/** Calls to AWS that show whether alarms reach somebody. */
export interface AlarmNotices {
  setState(alarm: string, state: string, reason: string): Promise<void>;
  /** Results of an alarm's actions since then, newest first. */
  actionsSince(alarm: string, sinceMs: number): Promise<{ hasSucceeded: boolean; summary: string }[]>;
  subscriptions(topicArn: string): Promise<{ endpoint: string; isConfirmed: boolean }[]>;
}

/** AWS's view of a deployment from inside. */
export interface AwsInside {
  account: AccountFacts;
  /** Of the stack, e.g. `UPDATE_COMPLETE`. */
  stackStatus: string;
  functions: InsideFunction[];
  eventSources: { state: string; queueArn: string }[];
  /** Actions are those that it has when it goes off: ARNs. */
  alarms: { name: string; state: string; actions: string[] }[];
  expectedAlarms: number;
  /** Of the stack: an address, an ARN or `nobody`. */
  alarmsTell: string;
  scrapeQueue: { arn: string; visibilitySeconds: number; deadLetterArn: string | undefined };
  deadLetterQueueArn: string;
  deadLetters: number;
  exportTargets: ExportTarget[];
}

/** Of the operator's own, where ended requests go. `closed`: it is not told to whoever asks. */
export interface ExportTarget {
  kind: 'bucket' | 'event bus';
  name: string;
  state: 'there' | 'missing' | 'closed';
}

export interface InsideFunction {
  name: string;
  state: string;
  memoryMb: number;
  timeoutSeconds: number;
  variables: Record<string, string>;
  /** `undefined`: none of its own. */
  reservedConcurrency: number | undefined;
  /** When its code or settings changed last; `undefined`: nobody says. */
  changedAtMs: number | undefined;
  deployedAtMs: number | undefined;
  expected: {
    memoryMb: number;
    timeoutSeconds: number;
    /** Values are those that the template says in so many words; `undefined` where they follow from something. */
    variables: Record<string, string | undefined>;
    reservedConcurrency: number | undefined;
  };
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

export interface Check {
  name: (typeof checkNames)[number];
  title: string;
  /** Checks that make happen what this one looks for; they are made first, asked for or not. */
  needs?: readonly Check['name'][];
  run: (patient: Patient) => Promise<Finding[]>;
}
