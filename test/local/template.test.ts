import { describe, expect, it } from 'vitest';
import { planDeployment } from '../../local/template/deployment-plan.ts';
import { apiTo, keptResources, queueInto, tinyAssembly } from './tiny-assembly.ts';

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
    expect(plan.tables.KeptItems!.KeySchema).toEqual([{ AttributeName: 'Id', KeyType: 'HASH' }]);
    expect(plan.api).toMatchObject({ stage: 'try' });
    expect(plan.api.methods.map(({ httpMethod, resourcePath }) => `${httpMethod} ${resourcePath}`)).toEqual([
      'GET /things/{thingId}',
      'POST /things',
    ]);
  });
});
