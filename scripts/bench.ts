/**
 * `npm run bench -- NAME [ARG ...]`: measures, and writes the results into bench/results or a document.
 *
 *     pricing [FOLDER]                time to extract an offer from a page
 *     web                             pages per second and processor time per page
 *     peers [ROUNDS]                  both, compared with Crawlee
 *     cold [ROUNDS]                   cold start
 *     functions                       memory and processor time of the functions
 *     watch-runs                      time and memory of a watch run
 *     cost                            the AWS bill, from the two before and list prices
 *     reader                          reading in a worker thread and in the main thread
 *     rendering [--pages FOLDER ...]  share of rendered pages, by rule
 *     timing-401 [--cases N]          whether the timing of a 401 reveals its reason
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const names = 'pricing web peers cold functions watch-runs cost reader rendering timing-401'.split(' ');
const [name = '', ...args] = process.argv.slice(2);
if (names.includes(name)) {
  const program = join(import.meta.dirname, `../bench/${name}.ts`);
  process.exitCode = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(`Expected the name of a measurement: ${names.join(', ')}. See --help.`);
  process.exitCode = 2;
}
