import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { HttpAnswer } from '../load/keep-alive-client.ts';
import { openApiDocument } from '../openapi/document.ts';

interface DocumentedResponse {
  headers?: Record<string, { $ref: string }>;
  content: Record<string, { schema: object }>;
}
type Operations = Record<string, Record<string, { responses: Record<string, DocumentedResponse> }>>;

/** Headers that an answer must carry; the document names more that it may carry. */
const requiredHeaders = (status: number, isPending: boolean): string[] => [
  'X-Request-Id',
  ...(status === 202 ? ['Location', 'Retry-After', 'Cache-Control'] : []),
  ...(status === 200 ? ['Cache-Control'] : []),
  ...(isPending ? ['Retry-After'] : []),
  ...(status === 401 ? ['x-amzn-Remapped-WWW-Authenticate'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
];

const jsonPointer = /^(\/([^~/]|~[01])*)*$/s;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** @returns the judge of answers, by what the API's document says. */
export const createJudge = () => {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as {
    paths: Operations;
    components: { headers: Record<string, { schema: object }>; schemas: Record<string, object> };
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, known);
    return known;
  };
  const bodySchema = validatorOf({ $ref: '#/components/schemas/QueueBody' });
  const problem = { $ref: '#/components/schemas/Problem' };
  const errorsOf = (validate: ValidateFunction): string =>
    (validate.errors ?? [])
      .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
      .join('; ');

  const responseOf = (method: string, path: string, status: number): DocumentedResponse | undefined =>
    document.paths[path]?.[method.toLowerCase()]?.responses[String(status)];

  const judgeHeaders = (answer: HttpAnswer, isPending: boolean): string[] => {
    const wrong: string[] = [];
    for (const name of requiredHeaders(answer.status, isPending)) {
      if (!answer.headers[name.toLowerCase()]) wrong.push(`lacks the header ${name}`);
    }
    for (const [name, { schema }] of Object.entries(document.components.headers)) {
      const text = answer.headers[name.toLowerCase()];
      if (typeof text !== 'string') continue;
      const value = (schema as { type?: string }).type === 'integer' ? Number(text) : text;
      const validate = validatorOf(schema);
      if (!validate(value)) wrong.push(`has the header ${name}: ${text}, but it ${errorsOf(validate)}`);
    }
    return wrong;
  };

  const judgeProblem = (answer: HttpAnswer, json: unknown): string[] => {
    const wrong: string[] = [];
    if (!/^application\/problem\+json/.test(answer.headers['content-type'] ?? '')) {
      wrong.push(`has the content type ${answer.headers['content-type']}`);
    }
    const validate = validatorOf(problem);
    if (!validate(json)) return [...wrong, `is no problem: ${errorsOf(validate)}`];
    const { status, title, Errors } = json as {
      status: number;
      title: string;
      Errors?: { Pointer: string; Detail: string }[];
    };
    if (status !== answer.status) wrong.push(`says status ${status}`);
    if (title === '') wrong.push('has no title');
    if (status === 400 && !Errors?.length) wrong.push('names no violation');
    for (const { Pointer, Detail } of Errors ?? []) {
      if (!jsonPointer.test(Pointer)) wrong.push(`has no JSON pointer: ${Pointer}`);
      if (Detail === '') wrong.push(`says nothing about ${Pointer}`);
    }
    return wrong;
  };

  return {
    /** Whether the document's schema allows a body. */
    isDocumentedBody: (value: unknown): boolean => bodySchema(value) as boolean,

    /**
     * @param path - of the document, e.g. `/api/scrap_prices/{requestId}`; absent: an address that it does not name.
     * @returns what is wrong with an answer, each the end of a sentence.
     */
    judge: (method: string, path: string | undefined, answer: HttpAnswer): string[] => {
      const { status, text } = answer;
      if (status >= 500) return [`is an error of the service: ${text.slice(0, 300)}`];
      if (method === 'HEAD') return text === '' ? [] : ['has a body, to HEAD'];
      // A preflight is answered by API Gateway and has no body.
      if (method === 'OPTIONS' && status < 300) return text === '' ? [] : ['has a body'];
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        return [`is not JSON: ${text.slice(0, 100)}`];
      }
      const wrong: string[] = [];
      const isPending = status === 200 && (json as { RequestStatus?: number }).RequestStatus === 0;
      wrong.push(...judgeHeaders(answer, isPending));
      if (status >= 400) wrong.push(...judgeProblem(answer, json));
      if (path === undefined) {
        if (status < 400) wrong.push('is a success where the document has no operation');
        return wrong;
      }
      const documented = responseOf(method, path, status);
      if (!documented) return [...wrong, 'has a status that the document does not name for it'];
      const [type, { schema }] = Object.entries(documented.content)[0]!;
      if (!answer.headers['content-type']?.startsWith(type)) wrong.push(`is not ${type}`);
      const validate = validatorOf(schema);
      if (!validate(json)) wrong.push(`does not fit its schema: ${errorsOf(validate)}`);
      if (status < 300 && !uuid.test((json as { RequestId: string }).RequestId))
        wrong.push('has no random UUID');
      return wrong;
    },
    schemas: document.components.schemas,
  };
};
