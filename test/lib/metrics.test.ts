// A metric that nothing writes, or that nobody sees, is a defect of the file of names.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { metricNames } from '../../lambdas/metrics.ts';
import { everySetting } from '../../lib/every-setting.ts';
import { synthesize } from './synthesize.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('lambdas/*/*.ts', { cwd: root }).map((file) => ({
  service: file.split('/')[1]!,
  code: readFileSync(join(root, file), 'utf8'),
}));
/** Names by the function in whose folder they are written. */
const written = sources.flatMap(({ service, code }) =>
  [...code.matchAll(/\bmeasure(?:By)?\(\s*'(\w+)'/g)].map(([, name]) => ({ service, name: name! })),
);
const names = Object.keys(metricNames) as (keyof typeof metricNames)[];

let observed: string;
beforeAll(() => {
  const template = synthesize(everySetting);
  observed = JSON.stringify([
    template.findResources('AWS::CloudWatch::Dashboard'),
    template.findResources('AWS::CloudWatch::Alarm'),
  ]).replaceAll('\\', '');
});

describe('each metric', () => {
  it.each(names)('%s is written by one function, and read with the same dimensions', (name) => {
    const services = [...new Set(written.filter((one) => one.name === name).map(({ service }) => service))];
    expect(services).toHaveLength(1);
    const onDashboard = new RegExp(
      `"ScrapPrices","${metricNames[name]}"(,"\\w+","\\w+")*,"service","${services[0]}"`,
    );
    expect(observed).toMatch(onDashboard);
  });

  it('that is written is listed in the file', () => {
    expect(written.length).toBeGreaterThan(0);
    expect(new Set(written.map(({ name }) => name))).toEqual(new Set(names));
  });
});

// CloudWatch tells APIs apart by their names alone.
it('API metrics cover only their own stack', () => {
  const template = synthesize();
  template.hasResourceProperties('AWS::ApiGateway::RestApi', { Name: 'Test' });
  const watched = Object.values(
    template.findResources('AWS::CloudWatch::Alarm', { Properties: { Namespace: 'AWS/ApiGateway' } }),
  );
  expect(watched.length).toBeGreaterThan(0);
  for (const { Properties } of watched)
    expect(Properties.Dimensions).toContainEqual({ Name: 'ApiName', Value: 'Test' });
});

// Clients let the status operation hold its answers for up to 20 s (Prefer: wait), all day long.
it('the latency alarm covers the operation that is never held', () => {
  const template = synthesize();
  const stage = Object.keys(template.findResources('AWS::ApiGateway::Stage'))[0];
  template.hasResourceProperties('AWS::ApiGateway::Stage', {
    MethodSettings: [Match.objectLike({ ResourcePath: '/*', MetricsEnabled: true })],
  });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'Latency',
    Dimensions: [
      { Name: 'ApiName', Value: 'Test' },
      { Name: 'Method', Value: 'POST' },
      { Name: 'Resource', Value: '/api/scrap_prices/queue' },
      { Name: 'Stage', Value: { Ref: stage } },
    ],
  });
});
