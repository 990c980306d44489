import { ArnFormat, Stack, Token, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** EventBridge's role, which may only send from one group's schedules to one queue. */
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
  /** With which EventBridge sends. */
  role: Role;
  /** Of the schedules' names; empty: all of the group. */
  prefix: string;
  actions: string[];
  /** Why each has a schedule of its own. */
  reason: string;
}

/** Lets a function create schedules in a group, and pass the role that they send with. */
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
  // As cdk-nag writes them: by value where the deployment has a place of its own.
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
