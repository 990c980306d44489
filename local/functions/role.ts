import { randomBytes } from 'node:crypto';
import type { FunctionPlan } from '../template/deployment-plan.ts';

/** Where the emulated services listen. */
export interface ServiceEndpoints {
  dynamodb: string;
  sqs: string;
  lambda: string;
  scheduler: string;
}

const matches = (pattern: string, text: string): boolean =>
  pattern === '*' || pattern === text || (pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1)));

/** True if a function's role allows any action of a service, e.g. `dynamodb`. */
const usesService = ({ grants }: FunctionPlan, service: string): boolean =>
  grants === undefined ||
  grants.some(({ actions }) => actions.some((action) => action.startsWith(`${service}:`)));

/** True if a function's role allows an action on a resource. */
const mayDo = (fn: FunctionPlan | undefined, action: string, arn: string): boolean =>
  fn !== undefined &&
  (fn.grants === undefined ||
    fn.grants.some(
      ({ actions, resources }) =>
        actions.some((pattern) => matches(pattern, action)) &&
        resources.some((pattern) => matches(pattern, arn)),
    ));

/** Nobody looks at it: who calls is known by the access key, which nobody can guess. */
const secretAccessKey = 'local';

/** The access keys of one start: of whoever runs the stack and may do everything, and of each function's role. */
export class AccessKeys {
  readonly #functions = new Map<string, FunctionPlan>();
  readonly owner = { accessKeyId: AccessKeys.#make(), secretAccessKey };

  static #make(): string {
    return `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`;
  }

  /** @returns the access key of a function's role. */
  issue(fn: FunctionPlan): string {
    const key = AccessKeys.#make();
    this.#functions.set(key, fn);
    return key;
  }

  isKnown(accessKeyId: string): boolean {
    return accessKeyId === this.owner.accessKeyId || this.#functions.has(accessKeyId);
  }

  /** True if the key allows any action of one of the services, e.g. `dynamodb`. */
  mayUse(accessKeyId: string, ...services: string[]): boolean {
    if (accessKeyId === this.owner.accessKeyId) return true;
    const fn = this.#functions.get(accessKeyId);
    return fn !== undefined && services.some((service) => usesService(fn, service));
  }

  mayDo(accessKeyId: string, action: string, arn: string): boolean {
    return accessKeyId === this.owner.accessKeyId || mayDo(this.#functions.get(accessKeyId), action, arn);
  }
}

/**
 * A function's credentials from Lambda: a key of its own, and endpoints. A service that the role has no right for
 * is found at an endpoint that refuses every call.
 */
export const roleVariables = (
  fn: FunctionPlan,
  accessKeyId: string,
  { dynamodb, sqs, lambda, scheduler }: ServiceEndpoints,
): Record<string, string> => {
  const reach = (service: string, endpoint: string): string => (usesService(fn, service) ? endpoint : lambda);
  return {
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL: lambda,
    AWS_ENDPOINT_URL_DYNAMODB: reach('dynamodb', dynamodb),
    AWS_ENDPOINT_URL_SQS: reach('sqs', sqs),
    AWS_ENDPOINT_URL_SCHEDULER: reach('scheduler', scheduler),
    // The same emulator has both.
    AWS_ENDPOINT_URL_S3: reach('s3', sqs),
  };
};
