import { describe, expect, it } from 'vitest';
import { planDeployment } from '../../local/template/deployment-plan.ts';
import { createResolver } from '../../local/template/intrinsics.ts';
import { apiTo, keptResources, queueInto, tinyAssembly } from './tiny-assembly.ts';

describe('intrinsic functions', () => {
  const resolve = createResolver((id) =>
    id === 'Table'
      ? { ref: 'table-name', attributes: { Arn: 'arn:table', 'Nested.Name': 'deep' } }
      : undefined,
  );
  const substitution = (text: string) => ({ 'Fn::Sub': text });

  it.each([
    ['a plain value', { a: [1, 'b', null, true] }, { a: [1, 'b', null, true] }],
    ['a reference', { Ref: 'Table' }, 'table-name'],
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['a resource without a counterpart', { Ref: 'Alarm' }, 'Alarm'],
    ['an attribute', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:table'],
    ['an attribute in the short form', { 'Fn::GetAtt': 'Table.Nested.Name' }, 'deep'],
    ['a join', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }, 'c']] }, 'a/table-name/c'],
    [
      'a substitution',
      substitution(`$\{Table}:$\{Table.Arn}:$\{!Literal}`),
      `table-name:arn:table:$\{Literal}`,
    ],
    [
      'its own variables',
      { 'Fn::Sub': [`$\{X}-$\{Table}`, { X: { Ref: 'Table' } }] },
      'table-name-table-name',
    ],
    ['a selection from a split', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    [
      'no value',
      { kept: 1, gone: { Ref: 'AWS::NoValue' }, list: [{ Ref: 'AWS::NoValue' }, 2] },
      { kept: 1, list: [2] },
    ],
  ])('%s', (_what, value, expected) => expect(resolve(value)).toEqual(expected));

  it('names a function that it does not know', () => {
    expect(() => resolve({ 'Fn::Cidr': [] })).toThrow('does not know Fn::Cidr');
  });
});

describe('the plan of a deployment', () => {
  it('is read from the template with every reference resolved', () => {
    const { assembly, remove } = tinyAssembly(
      {
        Worker: {
          source: '',
          timeoutSeconds: 7,
          variables: { TABLE: { Ref: 'KeptItems' }, QUEUE: { Ref: 'Work' } },
        },
      },
      {
        ...keptResources,
        ...queueInto('Worker', {
          visibilityTimeoutSeconds: 8,
          maxReceiveCount: 3,
          maxConcurrency: 4,
          reportsBatchItemFailures: true,
        }),
        ...apiTo('Worker'),
      },
    );
    remove();
    const plan = planDeployment(assembly, { sqs: 'http://127.0.0.1:4100' });
    expect(plan.functions.Worker).toMatchObject({
      timeoutMs: 7_000,
      memoryMb: 256,
      handler: 'index.handler',
      environment: { TABLE: 'KeptItems', QUEUE: 'http://127.0.0.1:4100/000000000000/Work' },
    });
    expect(plan.queues.Work!.attributes).toEqual({
      VisibilityTimeout: '8',
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:DeadLetters',
        maxReceiveCount: 3,
      }),
    });
    expect(plan.eventSources).toEqual([
      {
        functionArn: plan.functions.Worker!.arn,
        queueArn: plan.queues.Work!.arn,
        batchSize: 1,
        batchWindowMs: 0,
        maxConcurrency: 4,
        reportsBatchItemFailures: true,
      },
    ]);
    expect(plan.tables.KeptItems!.keySchema).toEqual([{ AttributeName: 'Id', KeyType: 'HASH' }]);
    expect(plan.api).toMatchObject({ stage: 'try', throttle: undefined });
    expect(plan.api.methods.map(({ httpMethod, resourcePath }) => `${httpMethod} ${resourcePath}`)).toEqual([
      'GET /things/{thingId}',
      'POST /things',
    ]);
  });
});
