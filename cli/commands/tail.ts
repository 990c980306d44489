import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseRequestId } from '../../lambdas/domain/request/request.ts';
import { type DeploymentOptions, withDeployment, withService } from '../connection.ts';
import { type FunctionName, functionNames, functionsOf } from '../operations/operated-service.ts';
import { spanOption, withHelp } from '../options.ts';
import { type LogLevel, logLevels, logLineText, type ReadLine, readLogLine } from '../output/log-line.ts';

interface TailOptions extends DeploymentOptions {
  since: number;
  follow: boolean;
  function?: FunctionName[];
  request?: string;
  level: LogLevel;
  all: boolean;
  json?: boolean;
}

const requestIdFrom = (text: string): string => {
  const requestId = parseRequestId(text);
  if (requestId) return requestId;
  throw new InvalidArgumentError('Expected a RequestId as printed by "queue".');
};

const isWanted = (line: ReadLine, { request, all, level }: TailOptions): boolean => {
  if (request !== undefined && line.requestId !== request) return false;
  return all || (!line.isNoise && logLevels.indexOf(line.level) >= logLevels.indexOf(level));
};

/** The line with its time and function; a line that is not JSON is kept as text. */
const asJson = (timeMs: number, name: FunctionName, text: string): string => {
  const where = { time: new Date(timeMs).toISOString(), function: name };
  try {
    return JSON.stringify({ ...where, line: JSON.parse(text) as unknown });
  } catch {
    return JSON.stringify({ ...where, line: text });
  }
};

export const registerTail = (program: Command): void => {
  const command = program.command('tail').description('Follow the logs of the functions (for operators).');
  withDeployment(command)
    .addOption(spanOption('--since <span>', 'how far back to start, e.g. 90s, "30 min", 6h', 600_000))
    .option('--no-follow', 'print existing lines and exit')
    .addOption(new Option('--function <names...>', 'only these functions').choices(functionNames))
    .option('--request <id>', 'only lines of this request', requestIdFrom)
    .addOption(new Option('--level <level>', 'minimum level').choices(logLevels).default('INFO'))
    .option('--all', 'include metrics and platform messages', false)
    .option('--json', 'print each line as a JSON object with all fields')
    .action(async (options: TailOptions) => {
      await withService(options, async (service) => {
        const lines = service.logLines({
          sinceMs: Date.now() - options.since,
          follow: options.follow,
          functions: options.function ?? functionsOf(service),
          requestId: options.request,
        });
        for await (const line of lines) {
          const read = readLogLine(line.text);
          if (!isWanted(read, options)) continue;
          const shown = options.json
            ? asJson(line.timeMs, line.function, line.text)
            : logLineText(line, read);
          process.stdout.write(`${shown}\n`);
        }
      });
    });
  withHelp(
    command,
    [
      'tail',
      'tail --request 0f8fad5b-d9cb-469f-a165-70867728950e --since 1h --no-follow',
      'tail --level WARN --function scraper --json | jq .line.message',
      'tail --local',
    ],
    `Lines contain no license keys or bodies, and of addresses only the host. On AWS lines arrive a few seconds late. Press
Ctrl-C to stop.`,
  );
};
