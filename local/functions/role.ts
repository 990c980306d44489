import { randomBytes } from 'node:crypto';
import type { FunctionPlan } from '../template/deployment-plan.ts';

/** Of whoever runs the stack, and may do everything. */
export const ownerCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Where the emulated services listen. */
export interface ServiceEndpoints {
  dynamodb: string;
  sqs: string;
  lambda: string;
  scheduler: string;
}

/** Nobody can guess it: on this machine it is what tells one function's role from another's. */
export const newAccessKey = (): string => `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`;

const matches = (pattern: string, text: string): boolean =>
  pattern === '*' || pattern === text || (pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1)));

/** Whether a function's role allows an action on a resource. */
export const mayDo = (fn: FunctionPlan | undefined, action: string, arn: string): boolean =>
  fn !== undefined &&
  (fn.grants === undefined ||
    fn.grants.some(
      ({ actions, resources }) =>
        actions.some((pattern) => matches(pattern, action)) &&
        resources.some((pattern) => matches(pattern, arn)),
    ));

/**
 * What Lambda gives a function of its role: a key of its own, and the way to AWS. A service that the role has no right for
 * is found at an endpoint that refuses every call.
 */
export const roleVariables = (
  fn: FunctionPlan,
  accessKeyId: string,
  { dynamodb, sqs, lambda, scheduler }: ServiceEndpoints,
): Record<string, string> => {
  const reach = (service: string, endpoint: string): string =>
    fn.grants === undefined ||
    fn.grants.some(({ actions }) => actions.some((action) => action.startsWith(`${service}:`)))
      ? endpoint
      : lambda;
  return {
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: ownerCredentials.secretAccessKey,
    AWS_ENDPOINT_URL: lambda,
    AWS_ENDPOINT_URL_DYNAMODB: reach('dynamodb', dynamodb),
    AWS_ENDPOINT_URL_SQS: reach('sqs', sqs),
    AWS_ENDPOINT_URL_SCHEDULER: reach('scheduler', scheduler),
    // The same emulator has both.
    AWS_ENDPOINT_URL_S3: reach('s3', sqs),
  };
};
