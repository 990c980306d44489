import type { LocalLicense, LocalStackOptions } from '../../local/stack.ts';

/** What a stack in a process of its own is started with: everything that can be written as JSON. */
export type StackProcessOptions = Pick<
  LocalStackOptions,
  'settings' | 'dataDir' | 'allowedTargets' | 'maxConcurrency'
>;

/** How to reach a stack that runs in a process of its own. */
export interface StackAddress {
  apiUrl: string;
  license: LocalLicense;
  endpoints: { dynamodb: string; sqs: string };
  awsEnv: Record<string, string>;
  tables: { requests: string; licenses: string; usage: string };
}

/** What a stack can tell about itself. */
export interface StackFacts {
  /** Resident memory of the process with gateway and emulators. */
  stackBytes: number;
  /** Resident memory of each function's processes, by a part of the function's name. */
  functionBytes: Record<FunctionName, number>;
  functionProcessIds: Record<FunctionName, number[]>;
  invocations: Record<FunctionName, number>;
  /** Invocations that ended with an error, a crash or a timeout. */
  functionErrors: Record<FunctionName, number>;
  scrapeQueue: { waiting: number; inFlight: number };
  deadLetters: number;
  /** Groups of sites whose results were written, and of those the ones that were written a second time. */
  groupsWritten: number;
  groupsWrittenTwice: string[];
  /** Groups that were scraped although their results could no longer be written. */
  groupsScrapedInVain: number;
  /** Messages that needed no work, by reason. */
  messagesDropped: Record<string, number>;
  /** The first lines that functions wrote as errors, or about themselves. */
  complaints: string[];
}

export const functionNames = ['queue', 'status', 'scraper'] as const;
export type FunctionName = (typeof functionNames)[number];

/** Functions that failed, a sentence each. */
export const functionFailures = ({ functionErrors, complaints }: StackFacts): string[] =>
  functionNames
    .filter((name) => functionErrors[name] > 0)
    .map((name) => `the ${name} function failed ${functionErrors[name]} times: ${complaints[0]}`);

export type QuestionText = { ask: 'facts' } | { ask: 'liveHeap' } | { ask: 'advanceClock'; byMs: number };
export type Question = { id: number } & QuestionText;
export type Answer = {
  id: number;
  facts?: StackFacts;
  /** Bytes of JavaScript objects in use in the stack's process, after its garbage was collected. */
  liveHeapBytes?: number;
};
