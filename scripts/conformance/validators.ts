// What standards say of answers, checked by validators that are not the service's own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expectEqual, expectThat, Mismatch } from './check.ts';
import { type Answer, headerOf, jsonOf } from './http-client.ts';

const readCodes = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, 'data', file), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' '))
    .filter((code) => code !== '');

export const countryCodes = readCodes('iso-3166-1.txt');
export const currencyCodes = readCodes('iso-4217.txt');

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
formats.default(ajv);

/** @see https://www.rfc-editor.org/rfc/rfc9457#appendix-A with the contract's extension. */
const isProblem = ajv.compile({
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string', minLength: 1 },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', minLength: 1 },
    instance: { type: 'string', format: 'uri-reference' },
    Errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['Pointer', 'Detail'],
        additionalProperties: false,
        properties: {
          Pointer: { type: 'string', format: 'json-pointer' },
          Detail: { type: 'string', minLength: 1 },
        },
      },
    },
  },
});

/** @returns what is wrong with an answer as a problem; `undefined` when nothing is. */
export const faultOfProblem = (answer: Answer): string | undefined => {
  const type = headerOf(answer, 'Content-Type') ?? 'none';
  if (!/^application\/problem\+json( *;.*)?$/i.test(type)) return `Content-Type ${type}`;
  try {
    const problem = jsonOf(answer);
    if (!isProblem(problem)) return ajv.errorsText(isProblem.errors, { dataVar: 'problem' });
    return problem.status === answer.status
      ? undefined
      : `status ${problem.status} in an answer ${answer.status}`;
  } catch {
    return `no JSON: ${answer.text.slice(0, 200)}`;
  }
};

export interface Violation {
  Pointer: string;
  Detail: string;
}

export const expectProblem = (answer: Answer, status: number): Record<string, unknown> => {
  if (answer.status !== status)
    throw new Mismatch(`status ${status}`, `${answer.status} ${answer.text.slice(0, 250)}`);
  const fault = faultOfProblem(answer);
  expectThat(fault === undefined, 'a problem+json of RFC 9457', fault);
  return jsonOf(answer);
};

/** @returns the violations of a 400. */
export const violationsOf = (answer: Answer): Violation[] =>
  (expectProblem(answer, 400).Errors ?? []) as Violation[];

/** @param pointer - of the member, or of what should hold it where it is missing. */
export const expectViolation = (answer: Answer, pointer: string): void => {
  const pointers = violationsOf(answer).map(({ Pointer }) => Pointer);
  expectThat(pointers.includes(pointer), `400 with the Pointer ${pointer}`, pointers);
};

export const expectJson = (answer: Answer, status: number): Record<string, unknown> => {
  if (answer.status !== status)
    throw new Mismatch(`status ${status}`, `${answer.status} ${answer.text.slice(0, 250)}`);
  expectEqual(
    'Content-Type',
    headerOf(answer, 'Content-Type')?.split(';')[0]?.toLowerCase(),
    'application/json',
  );
  return jsonOf(answer);
};

/** @see https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
export const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const amountPattern = /^\d+(\.\d+)?$/;
export const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
