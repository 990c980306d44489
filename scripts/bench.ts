/**
 * `npm run bench -- NAME [ARG ...]`: measures, and writes the results into bench/results or a document.
 *
 *     pricing [FOLDER]                time to extract an offer from a page
 *     peers [ROUNDS]                  pages per second and processor time per page, beside Crawlee
 *     cold [ROUNDS]                   cold start
 *     functions                       memory and processor time of the functions
 *     cost                            the AWS bill, from functions' figures and list prices
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const names = 'pricing peers cold functions cost'.split(' ');
const [name = '', ...args] = process.argv.slice(2);
if (names.includes(name)) {
  const program = join(import.meta.dirname, `../bench/${name}.ts`);
  process.exitCode = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(`Expected the name of a measurement: ${names.join(', ')}. See --help.`);
  process.exitCode = 2;
}
