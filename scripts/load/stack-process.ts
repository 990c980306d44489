// A local stack in a process of its own, so that its memory is its own and it can be killed. Its one argument is
// `StackProcessOptions` as JSON. It speaks over IPC: first its address, then an answer to each question.
import { readFileSync } from 'node:fs';
import { startLocalStack } from '../../local/stack.ts';
import {
  type Answer,
  type FunctionName,
  functionNames,
  type Question,
  type StackAddress,
  type StackFacts,
  type StackProcessOptions,
} from './stack-protocol.ts';

const written = new Set<string>();
const writtenTwice: string[] = [];
const dropped: Record<string, number> = {};
const complaints: string[] = [];
let scrapedInVain = 0;
const maxComplaints = 20;

interface LogLine {
  level?: string;
  message?: string;
  requestId?: string;
  group?: number;
  reason?: string;
}

const complain = (text: string): void => {
  if (complaints.length < maxComplaints) complaints.push(text);
};

const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** What lines of a function tell, by their message. */
const readers: Readonly<Record<string, (line: LogLine) => void>> = {
  'Group written': ({ requestId, group }) => {
    const name = `${requestId}#${group}`;
    if (written.has(name)) writtenTwice.push(name);
    written.add(name);
  },
  'Results not written': () => {
    scrapedInVain += 1;
  },
  'Message dropped': ({ reason = '' }) => count(dropped, reason),
};

const readLine = (text: string): void => {
  if (!text.startsWith('{')) {
    // Node.js itself, when a process is asked for its live heap.
    if (!/^(Debugger|For help)/.test(text)) complain(text);
    return;
  }
  // Most lines tell of single sites, and are not worth parsing.
  if (text.includes('"Site scraped"')) return;
  const line = JSON.parse(text) as LogLine;
  const read = Object.hasOwn(readers, line.message ?? '') ? readers[line.message!] : undefined;
  if (read) read(line);
  else if (line.level === 'ERROR') complain(text);
};

const stack = await startLocalStack({
  ...(JSON.parse(process.argv[2]!) as StackProcessOptions),
  warm: true,
  log: ({ text }) => readLine(text),
});

/** Resident memory in bytes; 0 when the process is gone. */
const residentBytes = (processId: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1]) * 1_024;
  } catch {
    return 0;
  }
};

const forEachFunction = <T>(read: (name: FunctionName) => T): Record<FunctionName, T> =>
  Object.fromEntries(functionNames.map((name) => [name, read(name)])) as Record<FunctionName, T>;

const facts = (): StackFacts => ({
  stackBytes: process.memoryUsage.rss(),
  functionBytes: forEachFunction((name) =>
    stack.functionActivity(name).processIds.reduce((sum, processId) => sum + residentBytes(processId), 0),
  ),
  functionProcessIds: forEachFunction((name) => stack.functionActivity(name).processIds),
  invocations: forEachFunction((name) => stack.functionActivity(name).invocations),
  functionErrors: forEachFunction((name) => stack.functionActivity(name).errors),
  scrapeQueue: stack.queueDepth('QueueScrape'),
  deadLetters: stack.queueDepth('QueueDeadLetter').waiting,
  groupsWritten: written.size,
  groupsWrittenTwice: writtenTwice,
  groupsScrapedInVain: scrapedInVain,
  messagesDropped: dropped,
  complaints,
});

const liveHeapBytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

process.on('message', (question: Question) => {
  if (question.ask === 'advanceClock') stack.advanceClock(question.byMs);
  const answer: Answer = {
    id: question.id,
    ...(question.ask === 'facts' && { facts: facts() }),
    ...(question.ask === 'liveHeap' && { liveHeapBytes: liveHeapBytes() }),
  };
  process.send?.(answer);
});
// Whoever started it is gone, or wants it to end.
process.once('disconnect', () => void stack.close().finally(() => process.exit()));

const address: StackAddress = {
  apiUrl: stack.apiUrl,
  license: stack.license!,
  endpoints: stack.endpoints,
  awsEnv: stack.awsEnv,
  tables: stack.tables,
};
process.send?.(address);
