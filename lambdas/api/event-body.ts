import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Text of a call's body; `null` if there is none. */
export const bodyOf = ({
  body,
  isBase64Encoded,
}: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>): string | null =>
  body !== null && isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
