import { randomBytes } from 'node:crypto';
import type { FunctionPlan } from '../template/deployment-plan.ts';

export interface ServiceEndpoints {
  dynamodb: string;
  sqs: string;
  lambda: string;
  scheduler: string;
}

const matches = (pattern: string, text: string): boolean =>
  pattern === '*' || pattern === text || (pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1)));

/** Returns true if a function's role allows any action of a service, e.g. `dynamodb`. */
const usesService = ({ grants }: FunctionPlan, service: string): boolean =>
  grants === undefined ||
  grants.some(({ actions }) => actions.some((action) => action.startsWith(`${service}:`)));

/** Returns true if a function's role allows an action on a resource. */
const mayDo = (fn: FunctionPlan | undefined, action: string, arn: string): boolean =>
  fn !== undefined &&
  (fn.grants === undefined ||
    fn.grants.some(
      ({ actions, resources }) =>
        actions.some((pattern) => matches(pattern, action)) &&
        resources.some((pattern) => matches(pattern, arn)),
    ));

/** Not checked: the random access key itself authenticates. */
const secretAccessKey = 'local';

/** Access keys of one start: the owner's, which allows everything, and one for each function's role. */
export class AccessKeys {
  readonly #functions = new Map<string, FunctionPlan>();
  readonly owner = { accessKeyId: AccessKeys.#make(), secretAccessKey };

  static #make(): string {
    return `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`;
  }

  issue(fn: FunctionPlan): string {
    const key = AccessKeys.#make();
    this.#functions.set(key, fn);
    return key;
  }

  isKnown(accessKeyId: string): boolean {
    return accessKeyId === this.owner.accessKeyId || this.#functions.has(accessKeyId);
  }

  /** Returns true if the key allows any action of one of the services. */
  mayUse(accessKeyId: string, ...services: string[]): boolean {
    if (accessKeyId === this.owner.accessKeyId) return true;
    const fn = this.#functions.get(accessKeyId);
    return fn !== undefined && services.some((service) => usesService(fn, service));
  }

  mayDo(accessKeyId: string, action: string, arn: string): boolean {
    return accessKeyId === this.owner.accessKeyId || mayDo(this.#functions.get(accessKeyId), action, arn);
  }
}

/** Returns a function's credentials and endpoints. A service it may not use resolves to one that denies every call. */
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
    // fauxqs serves both.
    AWS_ENDPOINT_URL_S3: reach('s3', sqs),
  };
};
