// A local stack in its own process, so that it can be killed. The argument is the stack's options as JSON. It sends its
// address once it is up, and the process ids of its functions on request.
import { startLocalStack } from '../../../local/stack.ts';

const stack = await startLocalStack({ ...JSON.parse(process.argv[2]!), warm: true });
const { apiUrl, license } = stack;
process.on('message', () => {
  process.send?.(['queue', 'status', 'scraper'].flatMap((name) => stack.functionActivity(name).processIds));
});
// The parent is gone or disconnects to end it.
process.once('disconnect', () => void stack.close().finally(() => process.exit()));
process.send?.({ apiUrl, license });
