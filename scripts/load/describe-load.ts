import type { LoadOutcome } from './drive-load.ts';
import { drawCharts, type Point } from './line-chart.ts';

/** The value below which a share of all lies; `undefined` when there are none. */
export const percentile = (values: readonly number[], share: number): number | undefined => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? sorted[0];
};

const shares = [0.5, 0.9, 0.95, 0.99, 1];
const shareNames = ['p50', 'p90', 'p95', 'p99', 'max'];

const row = (what: string, value: string): string => `${what.padEnd(34)} ${value}`;
const percentiles = (values: readonly number[]): string =>
  shares
    .map((share, index) => `${shareNames[index]} ${Math.round(percentile(values, share) ?? 0)}`)
    .join('  ');

/** How many there were until when, from the times at which each was. */
const countOverTime = (timesMs: readonly number[]): Point[] =>
  timesMs.toSorted((a, b) => a - b).map((timeMs, index) => [timeMs / 1_000, index + 1]);

/** The measurements of a load run as text and as a plot. */
export const describeLoad = (outcome: LoadOutcome): { text: string; svg: string } => {
  const { order, requests, samples, facts, elapsedMs, answers, answerMs } = outcome;
  const seconds = elapsedMs / 1_000;
  const ended = (end: string) => requests.filter((request) => request.end === end);
  const completed = ended('Completed');
  const sites = completed.reduce((sum, request) => sum + request.sites, 0);
  const completionTimes = completed.flatMap(({ completionMs }) => completionMs ?? []);
  const half = Math.floor(samples.length / 2);
  const most = (of: 'stackMb' | 'functionsMb', part: typeof samples): number =>
    Math.max(0, ...part.map((sample) => sample[of]));
  const memory = (of: 'stackMb' | 'functionsMb'): string =>
    `${Math.round(most(of, samples.slice(0, half)))} MB in the first half, ${Math.round(most(of, samples.slice(half)))} MB in the second`;
  const timedOut = completed.reduce((sum, { sitesByOutcome }) => sum + (sitesByOutcome.Failed ?? 0), 0);
  const [kind, callers] = order.pressure
    ? ['Load beyond what the scraper can do', 'connections']
    : ['Load', 'clients'];
  const lines = [
    `${kind}: ${order.requests} requests of 1 to 20 sites, ${order.clients} ${callers}, ` +
      `window ${outcome.windowSeconds} s, seed ${order.seed}`,
    '',
    row('accepted', String(requests.length - ended('Refused').length)),
    row('completed', `${completed.length} (${sites} sites, ${timedOut} of them timed out)`),
    row('failed at the deadline', String(ended('Failed').length)),
    row('lost', String(ended('Lost').length)),
    row('refused', String(ended('Refused').length)),
    row('groups written', `${facts.groupsWritten}, twice: ${facts.groupsWrittenTwice.length}`),
    row('groups scraped in vain', String(facts.groupsScrapedInVain)),
    row(
      'messages dropped',
      Object.entries(facts.messagesDropped)
        .map(([reason, count]) => `${count} ${reason}`)
        .join(', ') || '0',
    ),
    row('pages fetched', `${outcome.pagesFetched}, more than once: ${outcome.pagesFetchedTwice}`),
    row('dead letters', String(facts.deadLetters)),
    row('answers', [...answers].map(([what, count]) => `${what}: ${count}`).join(', ')),
    row('calls sent once more', String(outcome.repeatedCalls)),
    '',
    row('elapsed', `${seconds.toFixed(1)} s`),
    row(
      'throughput',
      `${(completed.length / seconds).toFixed(1)} requests, ${(sites / seconds).toFixed(0)} sites per second`,
    ),
    row('from queue to completion, ms', percentiles(completionTimes)),
    // Under pressure there are more calls than connections, and the wait for one is part of it.
    row('answer of queue, ms', percentiles(answerMs.queue)),
    row('answer of status, ms', percentiles(answerMs.status)),
    row('memory of gateway and emulators', memory('stackMb')),
    row('memory of all functions', memory('functionsMb')),
    row('violations', String(outcome.violations.length)),
  ];
  const over = (of: 'stackMb' | 'functionsMb' | 'waitingMessages'): Point[] =>
    samples.map((sample) => [sample.atMs / 1_000, sample[of]]);
  const failedAt = ended('Failed').map(({ endedAtMs }) => endedAtMs);
  const svg = drawCharts(lines[0]!, [
    {
      title: 'Completed requests by time from queue to completion',
      xUnit: 'seconds',
      yUnit: '%',
      lines: [
        {
          name: 'completed',
          points: countOverTime(completionTimes).map(([x, y]) => [x, (100 * y) / completionTimes.length]),
        },
      ],
    },
    {
      title: 'Requests over time',
      xUnit: 'seconds',
      yUnit: 'count',
      lines: [
        {
          name: 'accepted',
          points: countOverTime(requests.map(({ acceptedAtMs }) => acceptedAtMs)),
        },
        { name: 'seen completed', points: countOverTime(completed.map(({ endedAtMs }) => endedAtMs)) },
        ...(failedAt.length > 0 ? [{ name: 'seen failed', points: countOverTime(failedAt) }] : []),
      ],
    },
    {
      title: 'Messages that wait for the scraper',
      xUnit: 'seconds',
      yUnit: 'count',
      lines: [{ name: 'waiting', points: over('waitingMessages') }],
    },
    {
      title: 'Resident memory',
      xUnit: 'seconds',
      yUnit: 'MB',
      lines: [
        { name: 'functions', points: over('functionsMb') },
        { name: 'gateway, emulators', points: over('stackMb') },
      ],
    },
  ]);
  return { text: `${lines.join('\n')}\n`, svg };
};
