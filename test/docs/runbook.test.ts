// The queries of the runbook must work when an alarm goes off.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callLogLine } from '../../lambdas/api/call-log-middleware.ts';
import { root, take, textOf } from './code-blocks.ts';

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html */
const language = new Set(
  (
    'fields filter stats sort limit avg bin count latest max min pct sum and as asc by desc like or ' +
    '@timestamp @message @requestId @type @duration @initDuration @maxMemoryUsed @memorySize'
  ).split(' '),
);
/** Levels of the logger, and Lambda's own lines. */
const writtenByOthers = new Set(['WARN', 'ERROR', 'REPORT']);
const source = globSync(['lambdas/**/*.ts', 'lib/constructs/*.ts'], { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** Literals and field names of a query. */
const partsOf = (query: string) => {
  const texts = [
    ...[...query.matchAll(/"([^"]*)"/g)].map(([, text]) => text!),
    ...[...query.matchAll(/(?<!@)message like \/(.+)\/$/gm)].flatMap(([, pattern]) => pattern!.split('|')),
  ].filter((text) => !writtenByOthers.has(text));
  const bare = query.replaceAll(/"[^"]*"|like \/(?:[^/\\]|\\.)+\/|\b\d+(?:\.\d+)?(?:ms|s|m|h|d)?\b/g, ' ');
  const aliases = new Set([...bare.matchAll(/\bas (\w+)/g)].map(([, alias]) => alias!));
  const names = [...bare.matchAll(/@?[A-Za-z_][\w.]*/g)].map(([name]) => name);
  return { texts, fields: names.filter((name) => !language.has(name) && !aliases.has(name)) };
};

const queries = take('docs/runbook.md', '');

describe('a query of the runbook', () => {
  it.each(queries)('matches what the functions log: %s', (query) => {
    for (const command of query.split(/\n\| |^(?=\w)/).filter(Boolean))
      expect(command).toMatch(/^(fields|filter|stats|sort|limit) \S/);
    expect(query.split('(')).toHaveLength(query.split(')').length);
    const { texts, fields } = partsOf(query);
    for (const text of texts) expect(source).toContain(text);
    // Members of errors and fields of Powertools do not occur in our code.
    for (const field of fields.filter((name) => !/^(error\.\w+|level|message)$/.test(name)))
      for (const name of field.split('.')) expect(source).toMatch(new RegExp(`\\b${name}\\b`));
  });

  // From AWS's documentation and this runtime; a killed function logs nothing itself.
  it.each([
    '2026-11-22T10:00:00.000Z 8f507cfc-xmpl-4697-b07a-ac58fc914c95 Task timed out after 10.00 seconds',
    'RequestId: 8f507cfc-xmpl-4697-b07a-ac58fc914c95 Error: Runtime exited with error: signal: killed',
    '2026-11-22T10:00:00.000Z\t8f507cfc\tERROR\tInvoke Error \t{"errorType":"TypeError","errorMessage":"x"}',
  ])('finds the cause of an error alarm: %s', (line) => {
    for (const name of ['queue', 'status', 'closing']) {
      const section = textOf('docs/runbook.md')
        .split(`\n## ${name}-function-errors\n`)[1]!
        .split('\n## ')[0]!;
      const [, pattern = ''] = /@message like \/(.+)\/$/m.exec(section)!;
      expect(line).toMatch(new RegExp(pattern));
      expect(`{"level":"INFO","message":"${callLogLine}","status":503}`).not.toMatch(new RegExp(pattern));
    }
  });
});
