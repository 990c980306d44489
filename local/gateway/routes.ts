import { Ajv, type ValidateFunction } from 'ajv';
import type { MethodPlan } from '../template/deployment-plan.ts';

/** Validates bodies against request models as API Gateway does; a content type without a model passes. */
export const createBodyChecker = () => {
  const ajv = new Ajv({ strict: false, allErrors: false });
  const compiled = new WeakMap<Record<string, unknown>, ValidateFunction>();

  const validatorOf = (schema: Record<string, unknown>): ValidateFunction => {
    const known = compiled.get(schema);
    if (known) return known;
    // The models name draft 4, which ajv does not know, but use only keywords common to all drafts.
    const { $schema: _draft, ...rest } = schema;
    const validate = ajv.compile(rest);
    compiled.set(schema, validate);
    return validate;
  };

  /** @param contentType - header of the request; absent: JSON. */
  return (method: MethodPlan, contentType: string | undefined, body: string): boolean => {
    if (!method.validatesBody) return true;
    const type = (contentType ?? 'application/json').split(';')[0]!.trim().toLowerCase();
    const schema = method.models[type];
    if (!schema) return true;
    try {
      return validatorOf(schema)(JSON.parse(body));
    } catch {
      return false;
    }
  };
};

export interface Route {
  method: MethodPlan;
  pathParameters: Record<string, string> | null;
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const parameterPart = /^\{(.+?)(\+?)\}$/;

/** Compiles a resource's path into a matcher that returns its parameters; `{name+}` takes all remaining segments. */
const compile = (resourcePath: string): ((path: string) => Record<string, string> | undefined) => {
  const names: string[] = [];
  const parts = resourcePath.split('/').map((part) => {
    const [, name, greedy] = parameterPart.exec(part) ?? [];
    if (name === undefined) return RegExp.escape(part);
    names.push(name);
    return greedy === '+' ? '(.*)' : '([^/]+)';
  });
  const pattern = new RegExp(`^${parts.join('/')}$`, 's');
  return (path) => {
    const found = pattern.exec(path);
    if (!found) return undefined;
    const [, ...values] = found;
    return Object.fromEntries(names.map((name, at) => [name, values[at]!.split('/').map(decoded).join('/')]));
  };
};

/** Creates a router over percent-encoded paths without the stage. Literal parts win over parameters. */
export const createRouter = (methods: readonly MethodPlan[]) => {
  const parametersIn = (resourcePath: string): number => resourcePath.split('{').length - 1;
  const ordered = methods
    .toSorted((a, b) => parametersIn(a.resourcePath) - parametersIn(b.resourcePath))
    .map((method) => ({ method, parametersOf: compile(method.resourcePath) }));

  return (httpMethod: string, path: string): Route | undefined => {
    for (const { method, parametersOf } of ordered) {
      if (method.httpMethod !== 'ANY' && method.httpMethod !== httpMethod) continue;
      const parameters = parametersOf(path);
      if (parameters) {
        return { method, pathParameters: Object.keys(parameters).length > 0 ? parameters : null };
      }
    }
    return undefined;
  };
};
