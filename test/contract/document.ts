// docs/openapi.json for tests: its schemas, and a validator of responses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

interface DescribedAnswer {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}
type Paths = Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;

const text = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
const document = JSON.parse(text) as { paths: Paths; components: { schemas: Record<string, Schema> } };

/** Follows a reference of the document. */
export const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolve(document.components.schemas[schema.$ref.split('/').at(-1)!]!);

export const queueBody = document.components.schemas.QueueBody!;

/** A raw response; header names in lower case. */
export interface Answer {
  method: string;
  path: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  sentAtMs: number;
  readAtMs: number;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'api');

const templates = Object.keys(document.paths)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  // A literal path wins over one with a parameter.
  .sort((a, b) => a.template.split('{').length - b.template.split('{').length);

const describedAnswer = ({ method, path, status }: Answer): DescribedAnswer | undefined => {
  const found = templates.find(({ pattern }) => pattern.test(path.split('?')[0]!));
  return found && document.paths[found.template]?.[method.toLowerCase()]?.responses[status];
};

const contentFault = (answer: Answer, content: Record<string, { schema: object }>): string | undefined => {
  const type = String(answer.headers['content-type'] ?? '').split(';')[0]!;
  const described = content[type];
  if (!described) return `Content-Type "${type}" instead of ${Object.keys(content).join(' or ')}`;
  const validate = ajv.compile(JSON.parse(JSON.stringify(described.schema).replaceAll('"#/', '"api#/')));
  return validate(JSON.parse(answer.text)) ? undefined : ajv.errorsText(validate.errors);
};

/** Describes how a response violates the document; `undefined` if it does not. */
export const departure = (answer: Answer): string | undefined => {
  const { method, path, status } = answer;
  const call = `${method} ${path.slice(0, 80)}: ${status}`;
  if (status >= 500) return `${call} ${answer.text.slice(0, 200)}`;
  if (answer.headers['x-request-id'] === undefined) return `${call} without X-Request-Id`;
  if (method === 'HEAD') return undefined;
  const described = describedAnswer(answer);
  // The gateway answers unknown routes and methods, in the common error format.
  const content = described
    ? described.content
    : { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  if (!described && ![200, 204, 400, 403, 404, 405].includes(status)) return `${call} is not described`;
  if (!content || answer.text === '') return content ? `${call} without a body` : undefined;
  const fault = contentFault(answer, content);
  return fault === undefined ? undefined : `${call} ${fault}`;
};
