import { describe, expect, test } from 'vitest';
import { explainAwsError } from '../../cli/operations/explain-aws-error.ts';
import { logLineText, readLogLine } from '../../cli/output/log-line.ts';

describe('a line of a log', () => {
  const at = { timeMs: 0, function: 'scraper' as const, text: '' };
  const textOf = (line: unknown) => {
    const read = readLogLine(typeof line === 'string' ? line : JSON.stringify(line));
    return logLineText(at, read).replace(/^\S+ /, '');
  };

  test.each<[string, unknown, string]>([
    [
      'of Powertools, without the members that every line has',
      {
        level: 'WARN',
        message: 'Message dropped',
        timestamp: '2026-11-21T10:00:00.000Z',
        service: 'scraper',
        cold_start: false,
        function_arn: 'arn:x',
        xray_trace_id: '1-2',
        requestId: 'r-1',
        group: 0,
      },
      'scraper WARN  Message dropped requestId=r-1 group=0',
    ],
    [
      'with an error, without its stack',
      {
        level: 'ERROR',
        message: 'Message failed',
        error: { name: 'ZodError', message: 'bad', stack: 'at x' },
      },
      'scraper ERROR Message failed error=ZodError: bad',
    ],
    [
      // https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
      'of the platform, of a function that ran out of time',
      {
        time: '2026-11-21T10:00:00.000Z',
        type: 'platform.report',
        record: { requestId: 'i-1', status: 'timeout', metrics: { durationMs: 45_000 } },
      },
      'scraper ERROR The invocation ended with timeout durationMs=45000 invocationId=i-1',
    ],
    ['that is no JSON', 'Error: spawn E2BIG', 'scraper ERROR Error: spawn E2BIG'],
    [
      'that is a warning of Node.js',
      '(node:7) [DEP0169] DeprecationWarning: `url.parse()` is prone to errors',
      'scraper WARN  (node:7) [DEP0169] DeprecationWarning: `url.parse()` is prone to errors',
    ],
    ['that would steer the terminal', '\u001b[2Jgone', 'scraper INFO  [2Jgone'],
    ['that is JSON and no object', '[1]', 'scraper INFO  [1]'],
  ])('%s', (_what, line, text) => expect(textOf(line)).toBe(text));
});

describe('an error of AWS', () => {
  const error = (name: string, members: object = {}) => Object.assign(new Error('m'), { name }, members);
  test.each<[string, Error, RegExp]>([
    ['expired credentials', error('ExpiredTokenException'), /have expired\. Sign in/],
    ['unknown credentials', error('UnrecognizedClientException'), /does not know these credentials/],
    ['a missing permission', error('AccessDeniedException'), /may not do this: m/],
    ['throttling', error('ThrottlingException', { $retryable: { throttling: true } }), /throttles/],
    ['throttling that is not marked', error('ThrottlingException'), /throttles the calls of this account/],
    ['a clock that is off, by its name', error('RequestTimeTooSkewed'), /Set the clock of this machine/],
    [
      'an unknown region, or one without the service',
      error('Error', { code: 'ENOTFOUND', hostname: 'lambda.eu-nowhere-1.amazonaws.com' }),
      /\(ENOTFOUND\) at lambda\.eu-nowhere-1\.amazonaws\.com: its name is not in DNS\.\n.*region/,
    ],
    [
      'a page instead of a response',
      Object.assign(error('SyntaxError'), {
        message: `Unexpected token '<', "<html>" is not valid JSON\n  Deserialization error: to see the raw response`,
      }),
      /not come from AWS/,
    ],
    ['a failure of AWS', error('InternalFailure', { $fault: 'server' }), /did not respond/],
  ])('is reported as %s', (_what, thrown, says) =>
    expect((explainAwsError(thrown) as Error).message).toMatch(says),
  );

  test('propagates any other error unchanged', () => {
    const other = error('ValidationException', { $fault: 'client', $metadata: { httpStatusCode: 400 } });
    expect(explainAwsError(other)).toBe(other);
  });
});
