import type { OpenApi } from './open-api.ts';

interface Problem {
  title: string;
  status: number;
  detail: string;
}

interface Group {
  problem: Problem;
  means: string;
  operations: Set<string>;
  canRetry: boolean;
}

const row = (...cells: string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** Lists the distinct problems of all operations. */
const problemsOf = ({ paths }: OpenApi): Group[] => {
  const groups = new Map<string, Group>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const { headers = {}, content } of Object.values(operation.responses)) {
      for (const { summary = '', value } of Object.values(
        content?.['application/problem+json']?.examples ?? {},
      )) {
        const problem = value as Problem;
        const key = `${problem.status} ${summary} ${problem.detail}`;
        const group = groups.get(key) ?? {
          problem,
          means: summary,
          operations: new Set(),
          canRetry: 'Retry-After' in headers,
        };
        group.operations.add(operation.summary);
        groups.set(key, group);
      }
    }
  }
  return [...groups.values()].sort((a, b) => a.problem.status - b.problem.status);
};

/** Extracts the table of a document. */
const tableOf = (markdown: string): string =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

/**
 * Renders the error reference as Markdown: problems of the API and errors of sites.
 *
 * @param codes - text of `docs/errors.md`.
 */
export const describeErrors = (document: OpenApi, codes: string): string => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods)).length;
  const rows = problemsOf(document).map(({ problem, means, operations, canRetry }) =>
    row(
      `${problem.status} ${problem.title}`,
      means,
      problem.detail,
      operations.size === all ? 'all' : [...operations].join(', '),
      canRetry
        ? 'after `Retry-After` seconds'
        : problem.status >= 500
          ? 'once; then report it'
          : 'with a changed call',
    ),
  );
  return [
    '# Errors',
    'Two kinds of errors: a call that the API refuses, and a site of an accepted request that has no price.',
    '## Answers of the API',
    'Each is `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with `title`, `status` and `detail`; a 400 lists in `Errors` every member that is wrong, by JSON Pointer. `X-Request-Id` names the call in the logs.',
    [
      row('Status', 'When', '`detail`', 'Operations', 'Try again'),
      row('---', '---', '---', '---', '---'),
      ...rows,
    ].join('\n'),
    '## Errors of a site',
    'A completed request may hold sites without a price. `Error.Code` is for programs, `Error.Message` for people, and `Error.Retryable` says whether asking again may help.',
    tableOf(codes),
    '## Warnings of a site',
    'A result with a price may carry `Warnings`; [Warnings](warnings.md) lists them.',
    '',
  ].join('\n\n');
};
