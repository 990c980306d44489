import { type HeaderFields, header } from './header.ts';

/** Longest time that a call is held; API Gateway gives up after 29 s. */
export const maxWaitSeconds = 20;

/** One preference: its name and value; parameters are ignored. */
const preferencePattern =
  /^\s*([!#$%&'*+.^_`|~\w-]{1,50})\s*(?:=\s*(?:"([^"\\]{0,50})"|([^\s";,]{0,50})))?\s*(?:;|$)/;

export interface Preferences {
  /** How long to hold the response, from 1 to {@link maxWaitSeconds}. Of several, the first counts. */
  waitSeconds: number | undefined;
  /** A pending response shows the results that exist so far. */
  wantsPartialResults: boolean;
}

/**
 * Reads what a caller prefers; unsupported preferences are ignored.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-4.3
 */
export const preferencesOf = (fields: HeaderFields): Preferences => {
  const given = (header(fields, 'Prefer') ?? '')
    .slice(0, 1_000)
    .split(',')
    .flatMap((text) => {
      const [, name, quoted, token] = preferencePattern.exec(text) ?? [];
      return name === undefined ? [] : [{ name: name.toLowerCase(), value: quoted ?? token ?? '' }];
    });
  const wait = given.find(({ name }) => name === 'wait')?.value ?? '';
  const seconds = /^\d{1,4}$/.test(wait) ? Number(wait) : 0;
  return {
    waitSeconds: seconds >= 1 && seconds <= maxWaitSeconds ? seconds : undefined,
    wantsPartialResults: given.some(({ name, value }) => name === 'partial-results' && value === ''),
  };
};
