import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The header fields of a call. `headers` has the last value of each name; used if a gateway sends no others. */
export type HeaderFields = Partial<Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>>;

/**
 * Reads a header, ignoring the case of its name. Repeated headers are joined into a list, which is invalid where a single
 * value is expected.
 *
 * @returns `undefined` if it was not sent.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.3
 */
export const header = ({ headers, multiValueHeaders }: HeaderFields, name: string): string | undefined => {
  const lowerCaseName = name.toLowerCase();
  const values = Object.entries(multiValueHeaders ?? headers ?? {}).flatMap(([candidate, sent]) =>
    candidate.toLowerCase() === lowerCaseName ? (sent ?? []) : [],
  );
  return values.length === 0 ? undefined : values.join(', ');
};
