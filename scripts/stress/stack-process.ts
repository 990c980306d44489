// A local stack in a process of its own, so that it can be killed. Its one argument is the stack's options as JSON. It
// sends its address once it is up, and the ids of its functions' processes whenever it is asked.
import { startLocalStack } from '../../local/stack.ts';

const stack = await startLocalStack({ ...JSON.parse(process.argv[2]!), warm: true });
const { apiUrl, license } = stack;
process.on('message', () => {
  process.send?.(['queue', 'status', 'scraper'].flatMap((name) => stack.functionActivity(name).processIds));
});
// Whoever started it is gone, or wants it to end.
process.once('disconnect', () => void stack.close().finally(() => process.exit()));
process.send?.({ apiUrl, license });
