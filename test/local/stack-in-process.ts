// A local stack with one table and one queue in its own process, for tests that kill it. The argument is the data folder;
// it prints a line of JSON once it is up.
import { startLocalStack } from '../../local/stack.ts';
import { keptResources, tinyAssembly } from './tiny-assembly.ts';

const { assembly } = tinyAssembly({}, keptResources);
const stack = await startLocalStack({ assembly, dataDir: process.argv[2]! });
const { endpoints, credentials, queueUrls } = stack;
process.stdout.write(`${JSON.stringify({ endpoints, credentials, queueUrls })}\n`);
