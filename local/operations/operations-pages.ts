import type { ServerResponse } from 'node:http';
import { parseAllowedTarget } from '../../lambdas/web/egress/allowed-target.ts';
import type { LogHistory } from './log-history.ts';
import type { MetricPoints, MetricStatistics } from './metric-points.ts';

/** `GET /operations.json` */
export interface OperationsDocument {
  Endpoints: { DynamoDb: string; Sqs: string; Scheduler: string };
  /** The template's outputs. */
  Outputs: Record<string, string>;
  /** Age of the oldest message in the scrape queue; null if it is empty. */
  OldestMessageSeconds: number | null;
}

/** `GET /operations/metrics.json?sinceMs=…` */
export interface MetricsDocument {
  Metrics: MetricStatistics[];
}

/** Unread output after which a stalled reader is disconnected. */
const maxUnreadBytes = 8 * 1024 * 1024;

/** `POST /operations/allow-target?target=127.0.0.1:3000`, valid until the stack ends. */
export const allowTargetPath = '/operations/allow-target';

/** Serves `dlq`, `stats`, `tail`, `license` and `allow-target` of the command line. */
export const createOperationsPages = (parts: {
  describe: () => OperationsDocument;
  history: LogHistory;
  points: MetricPoints;
  /** @param target - `host:port`. */
  allowTarget: (target: string) => void;
}) => {
  const sendJson = (response: ServerResponse, document: OperationsDocument | MetricsDocument): void => {
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    response.end(JSON.stringify(document));
  };

  /** Sends lines as JSON; with `follow` until either side disconnects. */
  const sendLines = (response: ServerResponse, sinceMs: number, follow: boolean): void => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' });
    // The reader learns that it is connected before the first line.
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
    /** @returns false if there is no page at this path; nothing is written then. */
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
