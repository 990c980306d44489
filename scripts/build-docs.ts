// Builds the documentation as static files for any web server and path. Fails on dead links.
//
// usage: node scripts/bootstrap.mjs scripts/build-docs.ts [FOLDER]     (default: build/docs)
import { join, resolve } from 'node:path';
import { buildDocs } from '../docs-site/build.ts';

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../build/docs'));
try {
  buildDocs(folder);
  process.stdout.write(`The documentation is in ${folder}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
