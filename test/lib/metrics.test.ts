// Every metric must be written, and shown or alarmed on.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { metricNames } from '../../lambdas/metrics.ts';
import { everySetting } from '../../lib/every-setting.ts';
import { synthesize } from './synthesize.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('lambdas/*/*.ts', { cwd: root }).map((file) => ({
  service: file.split('/')[1]!,
  code: readFileSync(join(root, file), 'utf8'),
}));
/** Names by the function that writes them. */
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

// CloudWatch identifies APIs only by name.
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

// Status calls may be held for up to 20 s (Prefer: wait).
it('the latency alarm covers the function that never holds calls', () => {
  const template = synthesize();
  const [queue] = Object.keys(template.findResources('AWS::Lambda::Function')).filter((id) =>
    id.startsWith('QueueFunction'),
  );
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'Duration',
    Dimensions: [{ Name: 'FunctionName', Value: { Ref: queue } }],
  });
});

describe('docs/cost.md', () => {
  /** Alarms of the template, and their metrics, of which AWS bills each. */
  const countAlarms = (settings: Record<string, unknown>) => {
    const alarms = Object.values(synthesize(settings).findResources('AWS::CloudWatch::Alarm'));
    const metrics = alarms.flatMap(({ Properties: { Metrics = [{ MetricStat: true }] } }) =>
      (Metrics as object[]).filter((one) => 'MetricStat' in one),
    );
    return { alarms: alarms.length, metrics: metrics.length };
  };
  const exporting = { deliverBucket: 'acme-prices' };

  it('has the template’s number of alarms (else run: npm run bench -- cost)', () => {
    const text = readFileSync(join(root, 'docs/cost.md'), 'utf8');
    const [, alarms, metrics] = /^\| (\d+) alarms on (\d+) metrics \|/m.exec(text)!;
    const own = countAlarms(exporting);
    expect({ alarms: Number(alarms), metrics: Number(metrics) }).toEqual(own);
    const [, more] = /^\| standing: \d+ metrics, (\d+) alarms?,/m.exec(text)!;
    expect(Number(more)).toBe(countAlarms({ ...exporting, watches: true }).alarms - own.alarms);
  });
});
