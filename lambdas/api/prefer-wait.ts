import { type HeaderFields, header } from './header.ts';

/** Longest time that a call is held; API Gateway gives up after 29 s. */
export const maxWaitSeconds = 20;

/** One preference: its name and value; parameters are ignored. */
const preferencePattern =
  /^\s*([!#$%&'*+.^_`|~\w-]{1,50})\s*(?:=\s*(?:"([^"\\]{0,50})"|([^\s";,]{0,50})))?\s*(?:;|$)/;

/**
 * How long a caller wants the response to be held.
 *
 * @returns seconds from 1 to {@link maxWaitSeconds}; `undefined` if there is no valid preference, since unsupported ones
 *   are ignored. Of several, the first counts.
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-4.3
 */
export const preferredWaitSeconds = (fields: HeaderFields): number | undefined => {
  const preferences = (header(fields, 'Prefer') ?? '').slice(0, 1_000).split(',');
  const found = preferences
    .map((text) => preferencePattern.exec(text))
    .find((match) => match?.[1]?.toLowerCase() === 'wait');
  const value = found?.[2] ?? found?.[3] ?? '';
  const seconds = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  return seconds >= 1 && seconds <= maxWaitSeconds ? seconds : undefined;
};
