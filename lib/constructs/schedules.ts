import { ArnFormat, Stack, Token, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Creates a role that may only send from one schedule group to one queue. */
export const createSchedulerRole = (
  scope: Construct,
  { group, queue, description }: { group: CfnScheduleGroup; queue: Queue; description: string },
): Role => {
  const role = new Role(scope, 'SchedulerRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.attrArn },
      },
    }),
    description,
  });
  queue.grant(role, 'sqs:SendMessage');
  return role;
};

export interface ScheduleRights {
  group: CfnScheduleGroup;
  /** EventBridge's role. */
  role: Role;
  /** Prefix of the schedules' names; empty: the whole group. */
  prefix: string;
  actions: string[];
  /** Justification for the wildcard. */
  reason: string;
}

/** Lets a function manage schedules in a group, and pass their role. */
export const grantSchedules = (
  fn: IFunction,
  { group, role, prefix, actions, reason }: ScheduleRights,
): void => {
  const stack = Stack.of(group);
  const resource = stack.formatArn({
    service: 'scheduler',
    resource: 'schedule',
    resourceName: `${group.ref}/${prefix}*`,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
  const id = stack.getLogicalId(group);
  // cdk-nag prints values if account and region are fixed, and references otherwise.
  const region = Token.isUnresolved(stack.region) ? '<AWS::Region>' : stack.region;
  const account = Token.isUnresolved(stack.account) ? '<AWS::AccountId>' : stack.account;
  Validations.of(fn.role!).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:${region}:${account}:schedule/<${id}>/${prefix}*]`,
    reason,
  });
  fn.addToRolePolicy(new PolicyStatement({ actions, resources: [resource] }));
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  );
};
