import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The header fields of a call; `headers` has the last one of each name, and is read where a gateway tells no others. */
export type HeaderFields = Partial<Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>>;

/**
 * A header of a call, whatever the case of its name. Sent several times it is one list. What takes a single value finds
 * no valid one in it: which of them was meant cannot be known.
 *
 * @returns `undefined` when it was not sent.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.3
 */
export const header = ({ headers, multiValueHeaders }: HeaderFields, name: string): string | undefined => {
  const wanted = name.toLowerCase();
  const values = Object.entries(multiValueHeaders ?? headers ?? {}).flatMap(([candidate, sent]) =>
    candidate.toLowerCase() === wanted ? (sent ?? []) : [],
  );
  return values.length === 0 ? undefined : values.join(', ');
};
