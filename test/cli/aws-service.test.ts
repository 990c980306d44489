// The command line is newer than the deployment that it looks at: what that one lacks costs what needs it, and no more.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openAwsService } from '../../cli/operations/aws-service.ts';
import { functionsOf } from '../../cli/operations/operated-service.ts';

/** As a deployment of the time in which the scraper had the browser. */
const outputs = {
  Deployment: 'ScrapPrices',
  LicensesTable: 'Licenses',
  ScrapeQueueUrl: 'https://sqs.us-east-1.amazonaws.com/1/Scrape',
  DeadLetterQueueUrl: 'https://sqs.us-east-1.amazonaws.com/1/Dead',
  QueueFunctionName: 'queue-1',
  QueueLogGroup: '/queue',
  StatusFunctionName: 'status-1',
  StatusLogGroup: '/status',
  ScraperFunctionName: 'scraper-1',
  ScraperLogGroup: '/scraper',
};

let server: Server;
beforeAll(async () => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack =
    '<StackName>ScrapPrices</StackName><CreationTime>2026-11-01T00:00:00Z</CreationTime>' +
    `<StackStatus>UPDATE_COMPLETE</StackStatus><Outputs>${members.join('')}</Outputs>`;
  server = createServer((_request, response) => {
    response
      .setHeader('Content-Type', 'text/xml')
      .end(
        `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'x');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server?.closeAllConnections();
  server?.close();
});

it('opens a deployment without the functions that came later, and tells of those that it has', async () => {
  const service = await openAwsService('ScrapPrices');
  try {
    expect(service).toMatchObject({ licensesTable: 'Licenses', deployment: 'ScrapPrices' });
    expect(functionsOf(service)).toEqual(['queue', 'status', 'scraper']);
    expect(service.metricFunctionNames).toEqual({
      queue: 'queue-1',
      status: 'status-1',
      scraper: 'scraper-1',
    });
    expect(() => service.output('RendererFunctionName')).toThrow(/deploy it again with this version/);
  } finally {
    service.close();
  }
});
