import type { MethodPlan } from '../template/deployment-plan.ts';

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

/**
 * Finds the method for a path. A resource with a literal part goes before one with a parameter, as in API Gateway.
 *
 * @param path - without the stage, percent-encoded, e.g. `/api/scrap_prices/3f0c`.
 */
export const createRouter = (methods: readonly MethodPlan[]) => {
  const parametersIn = (resourcePath: string): number => resourcePath.split('{').length - 1;
  const ordered = methods.toSorted((a, b) => parametersIn(a.resourcePath) - parametersIn(b.resourcePath));

  const match = (resourcePath: string, path: string): Record<string, string> | undefined => {
    const expected = resourcePath.split('/');
    const actual = path.split('/');
    const parameters: Record<string, string> = {};
    for (const [index, part] of expected.entries()) {
      const name = /^\{(.+?)(\+?)\}$/.exec(part);
      const segment = actual[index];
      if (segment === undefined) return undefined;
      if (name?.[2] === '+') {
        parameters[name[1]!] = actual.slice(index).map(decoded).join('/');
        return parameters;
      }
      if (name) {
        if (segment === '') return undefined;
        parameters[name[1]!] = decoded(segment);
      } else if (part !== segment) return undefined;
    }
    return actual.length === expected.length ? parameters : undefined;
  };

  return (httpMethod: string, path: string): Route | undefined => {
    for (const method of ordered) {
      if (method.httpMethod !== 'ANY' && method.httpMethod !== httpMethod) continue;
      const parameters = match(method.resourcePath, path);
      if (parameters) {
        return { method, pathParameters: Object.keys(parameters).length > 0 ? parameters : null };
      }
    }
    return undefined;
  };
};
