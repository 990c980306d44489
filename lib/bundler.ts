import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { bundleFunction } from './bundle.ts';

/** Bundles functions unless the command needs no code (`cdk ls`, `cdk destroy`): then their sources stand for them. */
export const bundlerFor = (scope: Construct): typeof bundleFunction =>
  Stack.of(scope).bundlingRequired ? bundleFunction : (name) => join(import.meta.dirname, '../lambdas', name);
