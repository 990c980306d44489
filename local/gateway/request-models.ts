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
