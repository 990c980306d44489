// Entry point of the published command line, in syntax that old releases of Node.js understand.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeProblem } from './node-problem.ts';

/** Hides warnings that do not concern users: experimental SQLite in Node.js 22, deprecations in 24, the AWS SDK's about 20. */
const hideWarningsForDevelopers = (): void => {
  const emit = process.emitWarning.bind(process) as (...given: unknown[]) => void;
  process.emitWarning = (...given: unknown[]): void => {
    const isForDevelopers = given[1] === 'ExperimentalWarning' || given[1] === 'DeprecationWarning';
    if (!isForDevelopers && !String(given[0]).startsWith('NodeVersionSupportWarning')) emit(...given);
  };
};

const problem = nodeProblem(process.versions.node, process.argv.slice(2));
if (problem === undefined) {
  hideWarningsForDevelopers();
  void import(pathToFileURL(join(__dirname, '../dist/main.mjs')).href);
} else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}
