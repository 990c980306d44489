import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { HttpAnswer } from '../load/keep-alive-client.ts';
import { openApiDocument } from '../openapi/document.ts';

interface DocumentedResponse {
  headers?: Record<string, { $ref: string }>;
  /** Absent: nothing but the status. */
  content?: Record<string, { schema: object }>;
}
interface ProblemBody {
  status: number;
  title: string;
  Errors?: { Pointer: string; Detail: string }[];
}
type Operations = Record<
  string,
  Record<
    string,
    {
      requestBody?: { content: Record<string, { schema: object }> };
      responses: Record<string, DocumentedResponse>;
    }
  >
>;

/** Headers that an answer must carry; the document names more that it may carry. */
const requiredHeaders = (status: number, isQueued: boolean, isWaiting: boolean): string[] => [
  'X-Request-Id',
  ...(isQueued ? ['Retry-After'] : []),
  ...(isQueued || status === 201 ? ['Location'] : []),
  ...(status < 300 ? ['Cache-Control'] : []),
  ...(isWaiting ? ['Retry-After'] : []),
  ...(status === 401 ? ['x-amzn-Remapped-WWW-Authenticate'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
];

const isPending = (status: number, json: unknown): boolean =>
  status === 200 && (json as { RequestStatus?: number }).RequestStatus === 0;

const jsonPointer = /^(\/([^~/]|~[01])*)*$/s;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The sentences' ends that hold, of claims about an answer. */
export const faultsOf = (claims: readonly (readonly [isFault: boolean, text: string])[]): string[] =>
  claims.filter(([isFault]) => isFault).map(([, text]) => text);

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
  const problem = { $ref: '#/components/schemas/Problem' };
  const errorsOf = (validate: ValidateFunction): string =>
    (validate.errors ?? [])
      .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
      .join('; ');

  const responseOf = (method: string, path: string, status: number): DocumentedResponse | undefined =>
    document.paths[path]?.[method.toLowerCase()]?.responses[String(status)];

  /** Whether the document has an answer that says all by its status. */
  const isSilent = (method: string, path: string | undefined, status: number): boolean => {
    const documented = path === undefined ? undefined : responseOf(method, path, status);
    return documented !== undefined && documented.content === undefined;
  };

  const judgeHeader = (name: string, schema: object, text: unknown): string[] => {
    if (typeof text !== 'string') return [];
    const validate = validatorOf(schema);
    const value = (schema as { type?: string }).type === 'integer' ? Number(text) : text;
    return validate(value) ? [] : [`has the header ${name}: ${text}, but it ${errorsOf(validate)}`];
  };

  const judgeHeaders = ({ status, headers }: HttpAnswer, isQueued: boolean, isWaiting: boolean): string[] => [
    ...requiredHeaders(status, isQueued, isWaiting)
      .filter((name) => !headers[name.toLowerCase()])
      .map((name) => `lacks the header ${name}`),
    ...Object.entries(document.components.headers).flatMap(([name, { schema }]) =>
      judgeHeader(name, schema, headers[name.toLowerCase()]),
    ),
  ];

  const judgeProblem = (answer: HttpAnswer, json: unknown): string[] => {
    const type = answer.headers['content-type'];
    const isProblemType = /^application\/problem\+json/.test(type ?? '');
    const validate = validatorOf(problem);
    const isProblem = validate(json);
    const form = faultsOf([
      [!isProblemType, `has the content type ${type}`],
      [!isProblem, `is no problem: ${errorsOf(validate)}`],
    ]);
    if (!isProblem) return form;
    const { status, title, Errors = [] } = json as ProblemBody;
    return [
      ...form,
      ...faultsOf([
        [status !== answer.status, `says status ${status}`],
        [title === '', 'has no title'],
        [status === 400 && Errors.length === 0, 'names no violation'],
      ]),
      ...Errors.flatMap(({ Pointer, Detail }) =>
        faultsOf([
          [!jsonPointer.test(Pointer), `has no JSON pointer: ${Pointer}`],
          [Detail === '', `says nothing about ${Pointer}`],
        ]),
      ),
    ];
  };

  const judgeSilent = (answer: HttpAnswer): string[] => [
    ...judgeHeaders(answer, false, false),
    ...faultsOf([[answer.text !== '', 'has a body where the document has none']]),
  ];

  /** Holds an answer against what the document says of its operation and status. */
  const judgeDocumented = (method: string, path: string, answer: HttpAnswer, json: unknown): string[] => {
    const { status, headers } = answer;
    const documented = responseOf(method, path, status);
    if (!documented) return ['has a status that the document does not name for it'];
    const [type, { schema }] = Object.entries(documented.content!)[0]!;
    const validate = validatorOf(schema);
    const isFitting = validate(json);
    const isOfRequest = status < 300 && path.startsWith('/api/scrap_prices/');
    const hasId = !isOfRequest || uuid.test((json as { RequestId: string }).RequestId);
    return faultsOf([
      [!headers['content-type']?.startsWith(type), `is not ${type}`],
      [!isFitting, `does not fit its schema: ${errorsOf(validate)}`],
      [!hasId, 'has no random UUID'],
    ]);
  };

  return {
    /** Whether the document's schema of an operation's body allows one. */
    isDocumentedBody: (method: string, path: string, value: unknown): boolean => {
      const { requestBody } = document.paths[path]![method.toLowerCase()]!;
      return validatorOf(requestBody!.content['application/json']!.schema)(value) as boolean;
    },

    /**
     * @param path - of the document, e.g. `/api/scrap_prices/{requestId}`; absent: an address that it does not name.
     * @returns what is wrong with an answer, each the end of a sentence.
     */
    judge: (method: string, path: string | undefined, answer: HttpAnswer): string[] => {
      const { status, text } = answer;
      if (status >= 500) return [`is an error of the service: ${text.slice(0, 300)}`];
      // A preflight is answered by API Gateway and has no body.
      if (method === 'HEAD' || (method === 'OPTIONS' && status < 300))
        return faultsOf([[text !== '', `has a body, to ${method}`]]);
      if (isSilent(method, path, status)) return judgeSilent(answer);
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        return [`is not JSON: ${text.slice(0, 100)}`];
      }
      return [
        ...judgeHeaders(answer, status === 202 && path?.endsWith('/queue') === true, isPending(status, json)),
        ...(status >= 400 ? judgeProblem(answer, json) : []),
        ...(path === undefined
          ? faultsOf([[status < 400, 'is a success where the document has no operation']])
          : judgeDocumented(method, path, answer, json)),
      ];
    },
    schemas: document.components.schemas,
  };
};
