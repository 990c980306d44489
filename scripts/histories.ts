// `npm run histories -- [--cases N] [--seed N] [--path P --replay-path P] [--emulators]`: random lives of a
// deployment, in memory or with the real adapters against emulators of DynamoDB and SQS. A history that breaks a
// promise is shrunk and printed with what plays it again.

import { playHistories } from '../test/lifecycle/run-histories.ts';
import { createMemoryWorld, startEmulatedWorld } from '../test/lifecycle/worlds.ts';
import { programOptions } from './program-options.ts';

const { values } = programOptions(import.meta.filename, {
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    path: { type: 'string' },
    'replay-path': { type: 'string' },
    emulators: { type: 'boolean', default: false },
  },
});
const world = values.emulators ? await startEmulatedWorld() : createMemoryWorld();
const outcome = await playHistories(world, {
  cases: values.path === undefined ? Number(values.cases) : 1,
  ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
  path: values.path,
  replayPath: values['replay-path'],
});
await world.stop();
for (const [name, count] of [...outcome.counts].sort()) console.log(`${String(count).padStart(9)}  ${name}`);
console.log(
  `\n${outcome.cases} histories with seed ${outcome.seed}: ${outcome.violations.length} violations`,
);
for (const violation of outcome.violations) console.error(violation);
process.exitCode = outcome.violations.length === 0 ? 0 : 1;
