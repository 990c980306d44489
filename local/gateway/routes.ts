import { Ajv, type ValidateFunction } from 'ajv';
import type { MethodPlan } from '../template/deployment-plan.ts';

/**
 * Checks bodies against the request models of the API's methods, as a body validator of API Gateway does. A content
 * type without a model is let through.
 */
export const createBodyChecker = () => {
  const ajv = new Ajv({ strict: false, allErrors: false });
  const compiled = new WeakMap<Record<string, unknown>, ValidateFunction>();

  const validatorOf = (schema: Record<string, unknown>): ValidateFunction => {
    const known = compiled.get(schema);
    if (known) return known;
    // API Gateway's models name draft 4, of which ajv needs no more than the common words.
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

/** A resource's path as what finds its parameters; a greedy one, `{name+}`, takes all segments that are left. */
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

/**
 * Finds the method for a path. A resource with a literal part goes before one with a parameter, as in API Gateway.
 *
 * @param path - without the stage, percent-encoded, e.g. `/api/scrap_prices/3f0c`.
 */
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
