/**
 * `npm run bench -- NAME [ARG ...]`: measures, and writes what it finds into bench/results or the document that tells it.
 *
 *     pricing [FOLDER]                how fast a page becomes an offer
 *     web                             pages per second and processor time per page
 *     peers [ROUNDS]                  both beside Crawlee
 *     cold [ROUNDS]                   what a user waits for after a quiet hour
 *     functions                       memory and processor time of the functions
 *     watch-runs                      what a run of a watch needs
 *     cost                            the AWS bill, from the two before it and list prices
 *     reader                          reading in a worker thread and here
 *     rendering [--pages FOLDER ...]  how many pages are rendered, and by which rule
 *     timing-401 [--cases N]          whether the time of a 401 tells why it is one
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
