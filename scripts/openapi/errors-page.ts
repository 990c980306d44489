import { siteErrors } from '../../lambdas/domain/result/site-errors.ts';

/** Renders docs/errors.md: every `Error.Code` in a site's result. */
export const errorsPage = (): string => {
  const rows = Object.entries(siteErrors).map(
    ([code, { outcome, meaning, remedy }]) => `| \`${code}\` | \`${outcome}\` | ${meaning} | ${remedy} |`,
  );
  return `${[
    '# Error codes',
    '',
    'A site without a price has an `Error` with one of these codes. `Error.Message` has the details, and',
    '`Error.Retryable` says whether another request may succeed. `npm run docs` writes this page.',
    '',
    '| `Error.Code` | `Outcome` | Meaning | What helps |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
};
