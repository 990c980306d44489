import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { eventSource, resultsPrefix } from '../../lambdas/domain/delivery/result-export.ts';
import type { Settings } from '../settings.ts';

type ExportSettings = Pick<Settings, 'deliverBucket' | 'deliverBus'>;

export const hasExports = ({ deliverBucket, deliverBus }: ExportSettings): boolean =>
  deliverBucket !== '' || deliverBus !== '';

/**
 * Lets the delivery function write to the operator's bucket and event bus, and nothing else: it cannot read or list
 * objects, or send events under another source.
 */
export const grantExports = (
  delivery: LambdaFunction,
  { deliverBucket, deliverBus }: ExportSettings,
): void => {
  const stack = Stack.of(delivery);
  if (deliverBucket !== '') {
    const resourceName = `${deliverBucket}/${resultsPrefix}*`;
    const arn = stack.formatArn({
      service: 's3',
      region: '',
      account: '',
      resource: resourceName,
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
    delivery.addToRolePolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions: ['s3:PutObject'], resources: [arn] }),
    );
    Validations.of(delivery.role!).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${resourceName}]`,
      reason:
        "Each request has an object of its own, under one prefix of a bucket that is not the service's.",
    });
  }
  if (deliverBus !== '') {
    const arn = deliverBus.startsWith('arn:')
      ? deliverBus
      : stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: deliverBus });
    delivery.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['events:PutEvents'],
        resources: [arn],
        conditions: { StringEquals: { 'events:source': eventSource } },
      }),
    );
  }
};
