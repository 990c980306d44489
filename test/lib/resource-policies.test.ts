import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { CfnRule, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { expect, it } from 'vitest';
import { addChecks } from '../../lib/checks.ts';
import { everySetting } from '../../lib/every-setting.ts';
import { missingGrants } from '../../lib/resource-policies.ts';
import { synthesize, withOutdir } from './synthesize.ts';

const foundIn = (build: (stack: Stack) => void): string[] =>
  withOutdir((props) => {
    const stack = new Stack(new App(props), 'Stack');
    build(stack);
    return missingGrants(Template.fromStack(stack).toJSON()).map(
      ({ service, action }) => `${service} ${action}`,
    );
  });

const alarmTelling = (stack: Stack, topic: Topic): void => {
  const metric = new Metric({ namespace: 'Some', metricName: 'Metric' });
  new Alarm(stack, 'Alarm', { metric, threshold: 1, evaluationPeriods: 1 }).addAlarmAction(
    new SnsAction(topic),
  );
};

it.each<[string, Record<string, unknown>]>([
  ['as it is', {}],
  ['with every optional part', everySetting],
])('every service that uses a topic, queue or bucket of the template has access, %s', (_what, settings) => {
  expect(missingGrants(synthesize(settings).toJSON())).toEqual([]);
});

it.each<[string, (stack: Stack) => void, string[]]>([
  [
    'an alarm and a topic whose policy only denies',
    (stack) => alarmTelling(stack, new Topic(stack, 'Topic', { enforceSSL: true })),
    ['cloudwatch.amazonaws.com sns:Publish'],
  ],
  [
    'a rule, its topic, its queue and its dead-letter queue',
    (stack) => {
      const [queue, deadLetters, topic] = [
        new Queue(stack, 'Queue'),
        new Queue(stack, 'Dead'),
        new Topic(stack, 'Topic'),
      ];
      new CfnRule(stack, 'Rule', {
        targets: [
          { id: 'a', arn: queue.queueArn, deadLetterConfig: { arn: deadLetters.queueArn } },
          { id: 'b', arn: topic.topicArn },
        ],
      });
    },
    [
      'events.amazonaws.com sqs:SendMessage',
      'events.amazonaws.com sns:Publish',
      'events.amazonaws.com sqs:SendMessage',
    ],
  ],
  [
    'a rule, a queue and a dead-letter queue as the CDK joins them',
    (stack) =>
      new Rule(stack, 'Rule', { schedule: Schedule.expression('rate(1 hour)') }).addTarget(
        new SqsQueue(new Queue(stack, 'Queue'), { deadLetterQueue: new Queue(stack, 'Dead') }),
      ),
    [],
  ],
  [
    'a bucket that notifies a queue and a topic, and logs to another bucket',
    (stack) =>
      new CfnBucket(stack, 'Bucket', {
        notificationConfiguration: {
          queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: new Queue(stack, 'Queue').queueArn }],
          topicConfigurations: [{ event: 's3:ObjectCreated:*', topic: new Topic(stack, 'Topic').topicArn }],
        },
        loggingConfiguration: { destinationBucketName: new CfnBucket(stack, 'Logs').ref },
      }),
    [
      's3.amazonaws.com sqs:SendMessage',
      's3.amazonaws.com sns:Publish',
      'logging.s3.amazonaws.com s3:PutObject',
    ],
  ],
])('finds services without access to %s', (_what, build, missing) => {
  expect(foundIn(build).toSorted()).toEqual(missing.toSorted());
});

it('synthesis fails if an alarm cannot notify its topic', () => {
  withOutdir((props) => {
    const app = new App(props);
    const stack = new Stack(app, 'Stack');
    alarmTelling(stack, new Topic(stack, 'Topic', { enforceSSL: true }));
    expect(() => addChecks(app).synth()).toThrow(/ResourcePolicyLetsServiceIn/);
  });
});
