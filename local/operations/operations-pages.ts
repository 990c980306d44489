import type { ServerResponse } from 'node:http';
import { parseAllowedTarget } from '../../lambdas/web/egress/allowed-target.ts';
import type { LogHistory } from './log-history.ts';
import type { MetricPoints, MetricStatistics } from './metric-points.ts';

/** Where the parts of the local stack are, for whoever operates it: `GET /operations.json`. */
export interface OperationsDocument {
  Endpoints: { DynamoDb: string; Sqs: string; Scheduler: string };
  /** Those of its template, by name. */
  Outputs: Record<string, string>;
  /** Seconds that the message of the scrape queue which waits longest has waited; null when none does. */
  OldestMessageSeconds: number | null;
}

/** `GET /operations/metrics.json?sinceMs=…` */
export interface MetricsDocument {
  Metrics: MetricStatistics[];
}

/** A reader that takes nothing is let go, before its lines fill the memory. */
const maxUnreadBytes = 8 * 1024 * 1024;

/** `POST /operations/allow-target?target=127.0.0.1:3000`, until the stack ends. */
export const allowTargetPath = '/operations/allow-target';

/** Serves what the command line needs of a local stack: `dlq`, `stats`, `tail`, `license` and `allow-target`. */
export const createOperationsPages = (parts: {
  describe: () => OperationsDocument;
  history: LogHistory;
  points: MetricPoints;
  /** Lets the scraper reach a further `host:port`. */
  allowTarget: (target: string) => void;
}) => {
  const sendJson = (response: ServerResponse, document: OperationsDocument | MetricsDocument): void => {
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    response.end(JSON.stringify(document));
  };

  /** Lines as JSON, one each; with `follow` until either side ends it. */
  const sendLines = (response: ServerResponse, sinceMs: number, follow: boolean): void => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' });
    // Before there is a line, so that the reader knows that it is connected.
    response.flushHeaders();
    for (const line of parts.history.since(sinceMs)) response.write(`${JSON.stringify(line)}\n`);
    if (!follow) {
      response.end();
      return;
    }
    const unfollow = parts.history.follow((line) => {
      response.write(`${JSON.stringify(line)}\n`);
      if (response.writableLength > maxUnreadBytes) response.destroy();
    });
    response.on('close', unfollow);
  };

  const allow = (target: string, response: ServerResponse): void => {
    try {
      parseAllowedTarget(target);
    } catch (error) {
      response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end((error as Error).message);
      return;
    }
    parts.allowTarget(target);
    response.writeHead(204).end();
  };

  return {
    /** @returns false when no page is at this path; nothing is written then. */
    serve: (method: string, pathname: string, query: URLSearchParams, response: ServerResponse): boolean => {
      if (method === 'POST' && pathname === allowTargetPath) {
        allow(query.get('target') ?? '', response);
        return true;
      }
      if (method !== 'GET') return false;
      const sinceMs = Number(query.get('sinceMs') ?? 0);
      if (pathname === '/operations.json') sendJson(response, parts.describe());
      else if (pathname === '/operations/metrics.json') {
        sendJson(response, { Metrics: parts.points.statisticsSince(sinceMs) });
      } else if (pathname === '/operations/log') {
        sendLines(response, sinceMs, query.has('follow'));
      } else return false;
      return true;
    },
  };
};
